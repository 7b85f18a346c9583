import { asFailure, type Failure, type FailureKind } from '../../failure/failure.ts';
import { Interrupted } from '../../failure/interrupted.ts';

/** The run was stopped before this row's turn came. */
export class NotBegun extends Error {}

/** Why a run stops at an error: also a look at what became of a change is cut short by a signal. */
export function reasonOf(error: unknown): Failure | 'signal' {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof Interrupted) return 'signal';
  return asFailure(error);
}

/** Failures of a request that the service did not look at, or that never left. */
const NEVER_DONE: ReadonlySet<FailureKind> = new Set([
  'throttled',
  'unavailable',
  'unauthorized',
  'unreachable',
  'usage',
  'invalidInput',
  'limit',
]);

/** The service refused to look at the request, or it never left, or it was still waiting for its turn. */
export function isCertainlyNotDone(error: unknown): boolean {
  if (error instanceof Interrupted || error instanceof NotBegun) return true;
  return NEVER_DONE.has(asFailure(error).kind);
}

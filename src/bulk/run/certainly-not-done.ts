import { asFailure, type Failure, type FailureKind } from '../../failure/failure.ts';
import { Interrupted } from '../../terminal/interrupted.ts';

/** The run was stopped before this row's turn came. */
export class NotBegun extends Error {}

/** Why a run stops at an error. */
export function reasonOf(error: unknown): Failure | 'signal' {
  return error instanceof Interrupted ? 'signal' : asFailure(error);
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

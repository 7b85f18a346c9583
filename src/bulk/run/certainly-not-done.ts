import { asFailure, type Failure, type FailureKind } from '../../failure/failure.ts';
import { Interrupted } from '../../failure/interrupted.ts';

/** Thrown if the run was stopped before the call of a row. */
export class NotStarted extends Error {}

/** Returns why a run stops after an error: a signal, also if it interrupted a lookup, or the failure. */
export function stopReasonOf(error: unknown): Failure | 'signal' {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof Interrupted) return 'signal';
  return asFailure(error);
}

/** Failures of requests that never left, or that the service rejected without processing. */
const NEVER_DONE: ReadonlySet<FailureKind> = new Set([
  'throttled',
  'unavailable',
  'unauthorized',
  'unreachable',
  'usage',
  'invalidInput',
  'limit',
]);

/** Whether a request certainly had no effect: it never left, or was rejected without processing. */
export function isCertainlyNotDone(error: unknown): boolean {
  if (error instanceof Interrupted || error instanceof NotStarted) return true;
  return NEVER_DONE.has(asFailure(error).kind);
}

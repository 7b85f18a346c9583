import { asFailure, Failure } from '../../failure/failure.ts';
import type { Change } from '../plan/change.ts';

/** Returns the failure of a change that may have been made and could not be looked up. */
export function inDoubtFailure({ line }: Change, error: unknown): Failure {
  const failure = asFailure(error);
  if (failure.kind === 'unknownOutcome') return failure;
  return new Failure('unknownOutcome', `the outcome of line ${line} is unknown: ${failure.message}`, {
    cause: error,
  });
}

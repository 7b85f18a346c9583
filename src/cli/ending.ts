import { FAILURE_KINDS, type FailureKind } from '../failure/failure.ts';

/** The exit code of a command that did its work. A command that returns none exits with 0. */
export interface Ending {
  readonly exitCode: number;
}

/** Returns an ending with the exit code of `kind` if the condition is true, else with 0. */
export function endingIf(condition: boolean, kind: FailureKind): Ending {
  return { exitCode: condition ? FAILURE_KINDS[kind].exit : 0 };
}

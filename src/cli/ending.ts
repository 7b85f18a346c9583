import { FAILURE_KINDS, type FailureKind } from '../failure/failure.ts';

/** How a command ends that did what it was asked for. One that returns none ends with 0. */
export interface Ending {
  readonly exitCode: number;
}

/** Returns an end with the exit code of this kind where the condition holds, otherwise with 0. */
export function endingIf(condition: boolean, kind: FailureKind): Ending {
  return { exitCode: condition ? FAILURE_KINDS[kind].exit : 0 };
}

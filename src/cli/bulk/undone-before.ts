import { undoneSoFar } from '../../bulk/run/run-summaries.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { RunId } from '../../values/ids.ts';

/** The run that undid a run before, and what it did not undo. */
export interface UndoneBefore {
  readonly by: string;
  /** Number of changes that failed or are not made. */
  readonly left: number;
  /** Number of values that were left unchanged. */
  readonly kept: number;
}

/** @param by the ID of the run that undid a run */
export function undoneBefore(runsFolder: string, by: string): UndoneBefore {
  const { left, kept } = undoneSoFar(runsFolder, by);
  return { by, left, kept: kept.length };
}

/** Returns "run 3 was already undone by run 4, except for 1 value (orgctl runs show 3)". */
export function undoneBeforeWords(undone: RunId, { by, kept }: UndoneBefore): string {
  const except = kept === 0 ? '' : `, except for ${pluralize(kept, 'value')} (orgctl runs show ${undone})`;
  return `run ${undone} was already undone by run ${by}${except}`;
}

import type { RunId } from '../../values/ids.ts';
import type { Plan } from '../plan/plan-file.ts';
import { replayedRun } from './replayed-run.ts';
import { standingUndo } from './standing-undo.ts';

/** A run whose changes the undo of an undo restores, and the newer run that undid them again. */
export interface NewerUndo {
  readonly restored: RunId;
  readonly by: RunId;
}

/**
 * Returns the run that undid again what an undo of an undo restores. What is left of that undo must not be
 * made then: the run it restores counts as undone. Undefined if there is none, or records are missing.
 */
export function newerUndo(
  runsFolder: string,
  id: RunId,
  { undoes }: Pick<Plan, 'undoes'>,
): NewerUndo | undefined {
  const restored = undoes === undefined ? undefined : replayedRun(runsFolder, undoes)?.plan.undoes;
  const run = restored === undefined ? undefined : replayedRun(runsFolder, restored);
  if (restored === undefined || run === undefined) return undefined;
  const { undoneBy, partsUndoneBy } = standingUndo(runsFolder, run.replayed);
  // Run IDs are in the order of time.
  const by = [...partsUndoneBy, ...(undoneBy === undefined ? [] : [undoneBy])]
    .filter((one) => one > id)
    .sort();
  const [newest] = by.slice(-1);
  return newest === undefined ? newerUndo(runsFolder, id, run.plan) : { restored, by: newest };
}

import { replay } from '../../bulk/run/replay.ts';
import { runIds } from '../../bulk/run/run-folders.ts';
import { openRun } from '../../bulk/run/runs.ts';
import type { UndoPart } from '../../bulk/undo/undo-part.ts';
import type { RunId } from '../../values/ids.ts';
import type { Context } from '../context.ts';
import { runsFolder } from './runs-folder.ts';

/**
 * Records in the journal of a run that it is undone, so that its command does not resume it. If only a part
 * is undone, the rest stays as it is.
 * @param by the ID of the run that undoes it
 */
export async function endUndoneRun(
  context: Context,
  undone: RunId,
  by: RunId,
  part: UndoPart | undefined,
): Promise<void> {
  const folder = runsFolder(context);
  // The run may have been pruned since.
  if (!runIds(folder).includes(undone)) return;
  const { journal, plan, records } = openRun(folder, undone, context.host.now);
  try {
    const { outcomes, undoneBy, partsUndoneBy } = replay(records, plan.changes);
    const failed = [...outcomes.values()].filter(({ state }) => state === 'failed').length;
    if (part !== undefined) {
      if (!partsUndoneBy.includes(by)) await journal.write({ type: 'part.undone', by });
    } else if (undoneBy !== by) {
      await journal.write({ type: 'run.end', succeeded: outcomes.size - failed, failed, undoneBy: by });
    }
  } finally {
    journal.close();
  }
}

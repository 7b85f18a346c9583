import type { JournalRecord } from '../../bulk/run/journal-record.ts';
import { type Replayed, replay } from '../../bulk/run/replay.ts';
import { runIds } from '../../bulk/run/run-folders.ts';
import { openRun } from '../../bulk/run/runs.ts';
import type { UndoPart } from '../../bulk/undo/undo-part.ts';
import { defined } from '../../values/defined.ts';
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
  await append(context, undone, (replayed) => {
    const { undoneBy, partsUndoneBy } = replayed;
    if (part !== undefined) return partsUndoneBy.includes(by) ? undefined : { type: 'part.undone', by };
    return undoneBy === by ? undefined : { ...runEndRecord(replayed), undoneBy: by };
  });
}

/** Records that nothing is left to undo: all parts are undone, or what an undo had left was changed since. */
export async function recordNothingLeft(context: Context, undone: RunId): Promise<void> {
  await append(context, undone, (replayed) => {
    const undoneBy = replayed.undoneBy ?? replayed.partsUndoneBy.at(-1);
    return { ...runEndRecord(replayed), ...defined({ undoneBy }), nothingLeft: true };
  });
}

function runEndRecord({ outcomes }: Replayed): JournalRecord & { readonly type: 'run.end' } {
  const failed = [...outcomes.values()].filter(({ state }) => state === 'failed').length;
  return { type: 'run.end', succeeded: outcomes.size - failed, failed };
}

/** Appends a record to the journal of a run, unless the run was pruned since. */
async function append(
  context: Context,
  id: RunId,
  recordFor: (replayed: Replayed) => JournalRecord | undefined,
): Promise<void> {
  const folder = runsFolder(context);
  if (!runIds(folder).includes(id)) return;
  const { journal, plan, records } = openRun(folder, id, context.host.now);
  try {
    const record = recordFor(replay(records, plan.changes));
    if (record !== undefined) await journal.write(record);
  } finally {
    journal.close();
  }
}

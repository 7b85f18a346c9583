import type { JournalRecord } from '../../bulk/run/journal-record.ts';
import { type Replayed, replay } from '../../bulk/run/replay.ts';
import { runIds } from '../../bulk/run/run-folders.ts';
import { openRun } from '../../bulk/run/runs.ts';
import type { UndoPart } from '../../bulk/undo/undo-part.ts';
import { Failure } from '../../failure/failure.ts';
import { defined } from '../../values/defined.ts';
import type { RunId } from '../../values/ids.ts';
import type { Context } from '../context.ts';
import { runsFolder } from './runs-folder.ts';

/**
 * Records in the journal of a run that it is undone, so that its command does not resume it. If only a part
 * is undone, the rest stays as it is. If the run is an undo itself, the run that it undid is in force again.
 * @param by the ID of the run that undoes it
 */
export async function endUndoneRun(
  context: Context,
  undone: RunId,
  by: RunId,
  part: UndoPart | undefined,
): Promise<void> {
  if (part === undefined) return recordUndo(context, undone, by);
  await append(context, undone, ({ partsUndoneBy }) =>
    partsUndoneBy.includes(by) ? undefined : { type: 'part.undone', by },
  );
}

/** Records that nothing is left to undo: all parts are undone, or what an undo had left was changed since. */
export async function recordNothingLeft(context: Context, undone: RunId): Promise<void> {
  await append(context, undone, (replayed) => {
    const undoneBy = replayed.undoneBy ?? replayed.partsUndoneBy.at(-1);
    return { ...ended(replayed), ...defined({ undoneBy }), nothingLeft: true };
  });
}

async function recordUndo(context: Context, undone: RunId, by: RunId): Promise<void> {
  const undoes = await append(context, undone, (replayed) =>
    replayed.undoneBy === by ? undefined : { ...ended(replayed), undoneBy: by },
  );
  if (undoes !== undefined) await recordRedo(context, undoes, { undo: undone, by });
}

/** @param undo the undo that `by` undoes */
async function recordRedo(
  context: Context,
  redone: RunId,
  { undo, by }: { readonly undo: RunId; readonly by: RunId },
): Promise<void> {
  try {
    const undoes = await append(context, redone, (replayed) =>
      replayed.undoneBy === undo ? { ...ended(replayed), redoneBy: by } : undefined,
    );
    if (undoes !== undefined) await recordUndo(context, undoes, redone);
  } catch (error) {
    // A damaged record of an earlier run must not stop this one.
    if (!(error instanceof Failure)) throw error;
  }
}

function ended({ outcomes }: Replayed): JournalRecord & { readonly type: 'run.end' } {
  const failed = [...outcomes.values()].filter(({ state }) => state === 'failed').length;
  return { type: 'run.end', succeeded: outcomes.size - failed, failed };
}

/**
 * Appends a record to the journal of a run, unless the run was pruned since.
 * @returns the run that it undoes as a whole, if a record was appended
 */
async function append(
  context: Context,
  id: RunId,
  recordFor: (replayed: Replayed) => JournalRecord | undefined,
): Promise<RunId | undefined> {
  const folder = runsFolder(context);
  if (!runIds(folder).includes(id)) return undefined;
  const { journal, plan, records } = openRun(folder, id, context.host.now);
  try {
    const record = recordFor(replay(records, plan.changes));
    if (record === undefined) return undefined;
    await journal.write(record);
    return plan.part === undefined ? plan.undoes : undefined;
  } finally {
    journal.close();
  }
}

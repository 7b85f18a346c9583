import type { Plan } from '../../bulk/plan/plan-file.ts';
import { refuseRunInProgress } from '../../bulk/run/lock-run.ts';
import { replay } from '../../bulk/run/replay.ts';
import { readRunPlan, readRunRecords } from '../../bulk/run/runs.ts';
import { standingUndo } from '../../bulk/run/standing-undo.ts';
import type { RunId } from '../../values/ids.ts';
import type { Context } from '../context.ts';
import { otherOrganization } from './other-organization.ts';
import { type PreviousUndo, previousUndoOf } from './previous-undo.ts';
import { runsFolder } from './runs-folder.ts';

/** The run to undo, as its records tell. */
export interface RunToUndo {
  readonly undone: RunId;
  readonly plan: Plan;
  /** Number of records in its journal. */
  readonly records: number;
  /** Why it can be neither resumed nor undone. */
  readonly closed: string | undefined;
  readonly isFinished: boolean;
  /** The run that undid all of it, or tried to, and is in force. */
  readonly before: PreviousUndo | undefined;
  /** All runs that undid it or parts of it and are in force. */
  readonly earlier: readonly RunId[];
}

/** @throws Failure `stale` if it is of another organization, `storage` while it is in progress */
export function readRunToUndo(context: Context, origins: readonly string[], undone: RunId): RunToUndo {
  const folder = runsFolder(context);
  const plan = readRunPlan(folder, undone);
  if (!origins.includes(plan.origin)) {
    const here = origins[0] ?? 'no service';
    throw otherOrganization(context, `run ${undone}`, plan, here, `bulk undo ${undone}`);
  }
  refuseRunInProgress(folder, undone);
  const records = readRunRecords(folder, undone);
  const replayed = replay(records, plan.changes);
  const { closed, isFinished, isNothingLeft } = replayed;
  const undo = standingUndo(folder, replayed);
  const { undoneBy, partsUndoneBy } = undo;
  return {
    undone,
    plan,
    records: records.length,
    closed,
    isFinished,
    before: previousUndoOf(folder, undo, isNothingLeft),
    earlier: undoneBy === undefined ? partsUndoneBy : [...partsUndoneBy, undoneBy],
  };
}

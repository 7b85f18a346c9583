import { Failure } from '../../failure/failure.ts';
import type { Issue } from '../../failure/issue.ts';
import { defined } from '../../values/defined.ts';
import type { RunId } from '../../values/ids.ts';
import { runHolder } from './lock-run.ts';
import { replay } from './replay.ts';
import { replayedRun } from './replayed-run.ts';
import { type RunSummary, summarizeRun } from './run-state.ts';
import { readRunPlan, readRunRecords } from './runs.ts';
import { standingUndo } from './standing-undo.ts';

/** A run whose plan or journal cannot be read. */
export interface DamagedRun {
  readonly id: RunId;
  readonly message: string;
  /** The next step, if there is one. */
  readonly hint?: string;
}

/** Summaries of runs, and the runs that cannot be read. */
export interface RunSummaries {
  readonly runs: readonly RunSummary[];
  readonly damaged: readonly DamagedRun[];
}

/**
 * Summarizes a run with its current lock. The lock is read first, so that a run that ends meanwhile is shown
 * by its journal.
 */
export function currentSummary(runsFolder: string, id: RunId): RunSummary {
  const holder = runHolder(runsFolder, id);
  const plan = readRunPlan(runsFolder, id);
  const records = readRunRecords(runsFolder, id);
  const replayed = replay(records, plan.changes);
  const { isRedoneInPart, ...undo } = standingUndo(runsFolder, replayed);
  const summary = summarizeRun(id, plan, records, holder, { ...replayed, ...undo });
  const { undoneBy, closed } = summary;
  // Without the organization nothing is left to undo.
  if (undoneBy === undefined || closed !== undefined) return summary;
  const { left, kept } = replayed.isNothingLeft ? FULLY_UNDONE : undoRemainderOf(runsFolder, undoneBy);
  return {
    ...summary,
    ...(isRedoneInPart ? { isRedoneInPart } : {}),
    ...(left === 0 ? {} : { leftToUndo: left }),
    ...(kept.length === 0 ? {} : { leftUnchanged: kept.length }),
  };
}

const FULLY_UNDONE: UndoRemainder = { left: 0, kept: [], isKnown: true };

/** What the undo of a run did not undo. */
export interface UndoRemainder {
  /** Number of its changes that failed or are not made. */
  readonly left: number;
  /** What it left unchanged, because it was edited since or cannot be undone. */
  readonly kept: readonly Issue[];
  /** Whether the record of the undo can be read. */
  readonly isKnown: boolean;
}

/**
 * Returns what an undo run did not undo; the original run counts as undone once its undo starts. Nothing if
 * the undo run is removed or damaged.
 */
export function undoRemainderOf(runsFolder: string, undoneBy: RunId): UndoRemainder {
  const undo = replayedRun(runsFolder, undoneBy);
  if (undo === undefined) return { ...FULLY_UNDONE, isKnown: false };
  const { changes, kept = [] } = undo.plan;
  const { outcomes } = undo.replayed;
  return {
    left: changes.filter(({ id }) => outcomes.get(id)?.state !== 'succeeded').length,
    kept,
    isKnown: true,
  };
}

/** Summarizes runs. Damaged runs are listed separately. */
export function summarizeRuns(runsFolder: string, ids: readonly RunId[]): RunSummaries {
  const runs: RunSummary[] = [];
  const damaged: DamagedRun[] = [];
  for (const id of ids) {
    try {
      runs.push(currentSummary(runsFolder, id));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      damaged.push({ id, message: error.message, ...defined({ hint: error.hint }) });
    }
  }
  return { runs, damaged };
}

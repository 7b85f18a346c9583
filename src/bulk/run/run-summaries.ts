import { Failure } from '../../failure/failure.ts';
import { defined } from '../../values/defined.ts';
import { type RunId, runId } from '../../values/ids.ts';
import { runHolder } from './lock-run.ts';
import { replay } from './replay.ts';
import { type RunSummary, summarizeRun } from './run-state.ts';
import { readRunPlan, readRunRecords } from './runs.ts';

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
export function summaryNow(runsFolder: string, id: RunId): RunSummary {
  const holder = runHolder(runsFolder, id);
  const summary = summarizeRun(id, readRunPlan(runsFolder, id), readRunRecords(runsFolder, id), holder);
  const { undoneBy, closed } = summary;
  // Without the organization nothing is left to undo.
  const left = undoneBy === undefined || closed !== undefined ? 0 : leftToUndo(runsFolder, undoneBy);
  return left === 0 ? summary : { ...summary, leftToUndo: left };
}

/**
 * Returns the number of changes of an undo run that failed or are not made; the original run counts as undone
 * once its undo starts. 0 if the undo run is removed or damaged.
 */
export function leftToUndo(runsFolder: string, undoneBy: string): number {
  try {
    const id = runId(undoneBy);
    const { changes } = readRunPlan(runsFolder, id);
    const { outcomes } = replay(readRunRecords(runsFolder, id), changes);
    return changes.filter((change) => outcomes.get(change.id)?.state !== 'succeeded').length;
  } catch (error) {
    if (error instanceof Failure) return 0;
    throw error;
  }
}

/** Summarizes runs. Damaged runs are listed separately. */
export function summarizeRuns(runsFolder: string, ids: readonly RunId[]): RunSummaries {
  const runs: RunSummary[] = [];
  const damaged: DamagedRun[] = [];
  for (const id of ids) {
    try {
      runs.push(summaryNow(runsFolder, id));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      damaged.push({ id, message: error.message, ...defined({ hint: error.hint }) });
    }
  }
  return { runs, damaged };
}

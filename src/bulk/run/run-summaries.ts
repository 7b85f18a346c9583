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
  /** The way out, where there is one. */
  readonly hint?: string;
}

/** The runs of a folder, and those that cannot be read. */
export interface RunSummaries {
  readonly runs: readonly RunSummary[];
  readonly damaged: readonly DamagedRun[];
}

/**
 * Says where a run stands, and whether a process has it. The lock is looked at first: what ended since shows
 * in the journal.
 */
export function summaryNow(runsFolder: string, id: RunId): RunSummary {
  const holder = runHolder(runsFolder, id);
  const summary = summarizeRun(id, readRunPlan(runsFolder, id), readRunRecords(runsFolder, id), holder);
  const { undoneBy, closed } = summary;
  // Where the organization is gone, nothing is left to undo.
  const left = undoneBy === undefined || closed !== undefined ? 0 : leftToUndo(runsFolder, undoneBy);
  return left === 0 ? summary : { ...summary, leftToUndo: left };
}

/**
 * Returns how many changes of a run that undoes another failed or are not made: a run counts as undone from
 * when its undo begins. Of one that is removed or damaged nobody knows, and none is counted.
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

/** Says where each run stands. One that is damaged does not hide the others. */
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

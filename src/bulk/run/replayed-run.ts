import { Failure } from '../../failure/failure.ts';
import type { RunId } from '../../values/ids.ts';
import type { Plan } from '../plan/plan-file.ts';
import { type Replayed, replay } from './replay.ts';
import { readRunPlan, readRunRecords } from './runs.ts';

/** The plan of a run, and the state that its journal shows. */
export interface ReplayedRun {
  readonly plan: Plan;
  readonly replayed: Replayed;
}

/** Returns the plan of a run; undefined if it is removed or damaged. */
export function planOfRun(runsFolder: string, id: RunId): Plan | undefined {
  try {
    return readRunPlan(runsFolder, id);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Reads a run; undefined if it is removed or damaged. */
export function replayedRun(runsFolder: string, id: RunId): ReplayedRun | undefined {
  try {
    const plan = readRunPlan(runsFolder, id);
    return { plan, replayed: replay(readRunRecords(runsFolder, id), plan.changes) };
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

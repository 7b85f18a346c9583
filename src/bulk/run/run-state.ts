import type { Shard } from '../input/shard.ts';
import type { Plan } from '../plan/plan-file.ts';
import type { JournalRecord } from './journal-record.ts';
import { type Replayed, replay } from './replay.ts';
import type { StartedBy } from './started-by.ts';

/**
 * `paused`: stopped in order; `interrupted`: its process ended in the middle. Both can be continued. `closed`: its organization is gone.
 */
export type RunState = 'finished' | 'failures' | 'paused' | 'interrupted' | 'undone' | 'closed';

/** What there is to say about a run in one line. */
export interface RunSummary {
  readonly id: string;
  /** RFC 3339, of the plan. */
  readonly created: string;
  readonly profile: string;
  readonly origin: string;
  /** The file that it came from, or the run that it undoes. */
  readonly source: string;
  readonly mode: string;
  readonly state: RunState;
  /** Which part of the file, counted from 0; absent of a run of all of it. */
  readonly shard?: Shard;
  readonly changes: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Not begun, or in doubt. */
  readonly left: number;
  readonly inDoubt: number;
  readonly undoneBy: string | undefined;
  /** Why it can be neither resumed nor undone. */
  readonly closed: string | undefined;
  /** The runs that undid parts of it. */
  readonly partsUndoneBy: readonly string[];
  /** Who or what started it, and with which command. */
  readonly by?: StartedBy;
}

/** Says where a run stands. */
export function summarizeRun(id: string, plan: Plan, records: readonly JournalRecord[]): RunSummary {
  const replayed = replay(records, plan.changes);
  const start = records.find((record) => record.type === 'run.start');
  const outcomes = [...replayed.outcomes.values()];
  const failed = outcomes.filter(({ state }) => state === 'failed').length;
  return {
    id,
    created: plan.created,
    profile: plan.profile,
    origin: plan.origin,
    source: plan.source.file,
    mode: plan.mode,
    ...(plan.source.reading?.shard === undefined ? {} : { shard: plan.source.reading.shard }),
    state: stateOf(records, replayed, failed),
    changes: plan.changes.length,
    succeeded: outcomes.length - failed,
    failed,
    left: plan.changes.length - outcomes.length,
    inDoubt: replayed.intents.size,
    undoneBy: replayed.undoneBy,
    partsUndoneBy: replayed.partsUndoneBy,
    closed: replayed.closed,
    ...(start?.by === undefined ? {} : { by: start.by }),
  };
}

function stateOf(records: readonly JournalRecord[], replayed: Replayed, failed: number): RunState {
  if (replayed.undoneBy !== undefined) return 'undone';
  if (replayed.closed !== undefined) return 'closed';
  if (replayed.isFinished) return failed > 0 ? 'failures' : 'finished';
  return records.findLast(({ type }) => type !== 'part.undone')?.type === 'run.pause'
    ? 'paused'
    : 'interrupted';
}

/** Whether there is something left to do. */
export function mayResume({ state }: RunSummary): boolean {
  return state === 'paused' || state === 'interrupted';
}

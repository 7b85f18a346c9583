import { isElsewhere, type LockHolder } from '../../storage/file-lock.ts';
import type { RunId } from '../../values/ids.ts';
import type { Shard } from '../input/shard.ts';
import type { Plan } from '../plan/plan-file.ts';
import type { JournalRecord } from './journal-record.ts';
import { type Replayed, replay } from './replay.ts';
import type { StartedBy } from './started-by.ts';

/**
 * `paused`: stopped in order; `interrupted`: its process ended in the middle. Both can be continued.
 * `running`: a process of this machine works on it; `held`: one of another machine has its lock, and whether
 * that one works nobody can see from here. `closed`: its organization is gone.
 */
export type RunState =
  | 'finished'
  | 'failures'
  | 'running'
  | 'held'
  | 'paused'
  | 'interrupted'
  | 'undone'
  | 'closed';

/** Which process has a run. */
export type RunHolder = Pick<LockHolder, 'pid' | 'host' | 'since'>;

/** What there is to say about a run in one line. */
export interface RunSummary {
  readonly id: RunId;
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
  /** Of a run that is running or held. */
  readonly heldBy?: RunHolder;
  /** Not begun, or in doubt. */
  readonly left: number;
  readonly inDoubt: number;
  readonly undoneBy: string | undefined;
  /** How many changes of that run failed or are not made; absent where there are none. */
  readonly leftToUndo?: number;
  /** Why it can be neither resumed nor undone. */
  readonly closed: string | undefined;
  /** The runs that undid parts of it. */
  readonly partsUndoneBy: readonly string[];
  /** Who or what started it, and with which command. */
  readonly by?: StartedBy;
}

/**
 * Says where a run stands.
 * @param holder who has its lock, if anybody
 */
export function summarizeRun(
  id: RunId,
  plan: Plan,
  records: readonly JournalRecord[],
  holder?: LockHolder,
): RunSummary {
  const replayed = replay(records, plan.changes);
  const start = records.find((record) => record.type === 'run.start');
  const outcomes = [...replayed.outcomes.values()];
  const failed = outcomes.filter(({ state }) => state === 'failed').length;
  const stands = stateOf(records, replayed, failed);
  const isHeld = holder !== undefined && isOpen(stands);
  return {
    id,
    created: plan.created,
    profile: plan.profile,
    origin: plan.origin,
    source: plan.source.file,
    mode: plan.mode,
    ...(plan.source.reading?.shard === undefined ? {} : { shard: plan.source.reading.shard }),
    state: isHeld ? (isElsewhere(holder) ? 'held' : 'running') : stands,
    ...(isHeld ? { heldBy: { pid: holder.pid, host: holder.host, since: holder.since } } : {}),
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

/** Whether there is something left to do that nobody does. */
export function mayResume({ state }: Pick<RunSummary, 'state'>): boolean {
  return isOpen(state);
}

/** Whether a process has a run, or had it when it was seen last. */
export function isAtWork({ state }: Pick<RunSummary, 'state'>): boolean {
  return state === 'running' || state === 'held';
}

function isOpen(state: RunState): boolean {
  return state === 'paused' || state === 'interrupted';
}

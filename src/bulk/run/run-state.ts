import { isOnOtherMachine, type LockHolder } from '../../storage/file-lock.ts';
import type { RunId } from '../../values/ids.ts';
import type { Shard } from '../input/shard.ts';
import type { Plan } from '../plan/plan-file.ts';
import type { JournalRecord } from './journal-record.ts';
import { type Replayed, replay } from './replay.ts';
import type { StartedBy } from './started-by.ts';

/**
 * `paused`: stopped in order; `interrupted`: its process was killed. Both can be resumed. `running`: a
 * process of this machine has the lock; `held`: a process of another machine has it, and whether that one
 * still runs is unknown here. `closed`: its organization no longer exists.
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

/** The process that has the lock of a run. */
export type RunHolder = Pick<LockHolder, 'pid' | 'host' | 'since'>;

/** Summary of a run, shown in one line. */
export interface RunSummary {
  readonly id: RunId;
  /** Creation time of the plan, RFC 3339. */
  readonly created: string;
  readonly profile: string;
  readonly origin: string;
  /** The input file, or the run that it undoes. */
  readonly source: string;
  readonly mode: string;
  readonly state: RunState;
  /** The shard of the file (0-based); absent for the whole file. */
  readonly shard?: Shard;
  readonly changes: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Only for the states `running` and `held`. */
  readonly heldBy?: RunHolder;
  /** Number of changes that are pending or in doubt. */
  readonly left: number;
  readonly inDoubt: number;
  readonly undoneBy: RunId | undefined;
  /** Number of changes of the undo that failed or are not made; absent if there are none. */
  readonly leftToUndo?: number;
  /**
   * Number of items that its undo left unchanged, because they were edited since or cannot be undone; absent
   * if there are none.
   */
  readonly leftUnchanged?: number;
  /** Whether a part of its undo was undone. */
  readonly isRedoneInPart?: true;
  /** Why it can be neither resumed nor undone. */
  readonly closed: string | undefined;
  /** The runs that undid parts of it, or all of it before `undoneBy`. */
  readonly partsUndoneBy: readonly RunId[];
  /** User or system that started it, and the command. */
  readonly by?: StartedBy;
}

/**
 * Summarizes a run from its plan and journal.
 * @param holder the process that has its lock, if any
 * @param replayed its state, if what undid it is no longer in force
 */
export function summarizeRun(
  id: RunId,
  plan: Plan,
  records: readonly JournalRecord[],
  holder?: LockHolder,
  replayed = replay(records, plan.changes),
): RunSummary {
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
    state: isHeld ? (isOnOtherMachine(holder) ? 'held' : 'running') : stands,
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

/** Whether a run was undone, but not all of it as far as is known. */
export function isUndoneInPart(run: RunSummary): boolean {
  const { state, leftToUndo, leftUnchanged, isRedoneInPart, partsUndoneBy } = run;
  if (state === 'undone') return [leftToUndo, leftUnchanged, isRedoneInPart].some((one) => one !== undefined);
  return partsUndoneBy.length > 0 && (state === 'finished' || state === 'failures');
}

/** Whether a run has pending changes and no process works on it. */
export function mayResume({ state }: Pick<RunSummary, 'state'>): boolean {
  return isOpen(state);
}

/** Whether a process has the lock of a run, or had it when last seen. */
export function hasLockHolder({ state }: Pick<RunSummary, 'state'>): boolean {
  return state === 'running' || state === 'held';
}

function isOpen(state: RunState): boolean {
  return state === 'paused' || state === 'interrupted';
}

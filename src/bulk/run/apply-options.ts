import type { Failure } from '../../failure/failure.ts';
import type { ParkedRequests } from '../../http/parked-requests.ts';
import type { ChangeId } from '../../values/ids.ts';
import type { Change } from '../plan/change.ts';
import type { Journal } from './journal.ts';
import type { Outcome } from './journal-record.ts';
import type { OutlastOutage } from './outlast-outage.ts';
import type { Replayed } from './replay.ts';
import type { SendContext } from './send-context.ts';
import type { StopConditions } from './stop-conditions.ts';

export interface ApplyOptions {
  readonly changes: readonly Change[];
  /** What an earlier attempt at this run left. */
  readonly replayed: Replayed;
  readonly journal: Journal;
  readonly context: Omit<SendContext, 'createdId'>;
  /** Calls in flight at once. */
  readonly concurrency: number;
  /** Calls that were refused and wait: each makes room for another one. */
  readonly parked?: ParkedRequests;
  /** When it says so, nothing new is begun; requests in flight are finished. */
  readonly stop: AbortSignal;
  /** Looks at what an outcome led to, before a change begins that waits for it. */
  readonly onWritten?: (change: Change, outcome: Outcome) => Promise<void>;
  readonly onOutcome: (change: Change, outcome: Outcome) => void;
  /** Receives, before anything is sent, what tells at any moment how far the run is. */
  readonly onReady?: (standsNow: () => RunNow) => void;
  /** Holds back, or ends the run, by how its changes go. */
  readonly stopConditions?: StopConditions;
  /** Waits for a service that is away, where a run does so. */
  readonly outlast?: OutlastOutage;
  /** Milliseconds that never jump; needed to wait for a service that is away. */
  readonly clock?: () => number;
}

/** How far a run is. */
export interface RunNow {
  readonly outcomes: ReadonlyMap<ChangeId, Outcome>;
  /** Changes whose outcome is not known. */
  readonly inDoubt: number;
}

/** How a run ended: of all changes, or stopped in the middle. */
export interface ApplyResult extends RunNow {
  /** Why it stopped before its end; it can be continued. */
  readonly stoppedBy: Failure | 'signal' | undefined;
  /** Why the last of them is not known. */
  readonly doubt: Failure | undefined;
}

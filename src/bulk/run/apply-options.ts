import type { Failure } from '../../failure/failure.ts';
import type { ParkedRequests } from '../../http/parked-requests.ts';
import type { ChangeId } from '../../values/ids.ts';
import type { Change } from '../plan/change.ts';
import type { Journal } from './journal.ts';
import type { Outcome } from './journal-record.ts';
import type { Replayed } from './replay.ts';
import type { SendContext } from './send-context.ts';
import type { StopConditions } from './stop-conditions.ts';
import type { OutlastOutage } from './wait-out-outage.ts';

export interface ApplyOptions {
  readonly changes: readonly Change[];
  /** Replayed journal of earlier attempts at this run. */
  readonly replayed: Replayed;
  readonly journal: Journal;
  readonly context: Omit<SendContext, 'createdId'>;
  /** Maximum number of calls in flight. */
  readonly concurrency: number;
  /** Throttled calls that wait; each makes room for another call. */
  readonly parked?: ParkedRequests;
  /** On abort no further change starts; requests in flight are completed. */
  readonly stop: AbortSignal;
  /** Inspects the result of a change before its dependents start. */
  readonly onWritten?: (change: Change, outcome: Outcome) => Promise<void>;
  readonly onOutcome: (change: Change, outcome: Outcome) => void;
  /** Called before anything is sent, with a function that returns the current progress. */
  readonly onReady?: (standsNow: () => RunStatus) => void;
  /** Delays or ends the run, depending on the outcomes. */
  readonly stopConditions?: StopConditions;
  /** Waits for a service that is down, if the run may do so. */
  readonly outlast?: OutlastOutage;
  /** Monotonic milliseconds; needed to wait for a service that is down. */
  readonly clock?: () => number;
}

/** Progress of a run. */
export interface RunStatus {
  readonly outcomes: ReadonlyMap<ChangeId, Outcome>;
  /** Number of changes in doubt: of a run in progress, without those whose request was not sent yet. */
  readonly inDoubt: number;
}

/** Result of a run: complete, or stopped early. */
export interface ApplyResult extends RunStatus {
  /** Why the run stopped early; it can be resumed. */
  readonly stoppedBy: Failure | 'signal' | undefined;
  /** Why the latest unknown outcome is unknown. */
  readonly doubt: Failure | undefined;
}

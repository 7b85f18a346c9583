import { asFailure, Failure } from '../../failure/failure.ts';
import { backOff } from '../../http/back-off.ts';
import { type OutageMeasure, outageTooLong, remainingOutageTime } from '../../http/outage-limit.ts';
import { describeStatus, describeTransientError, isUnavailableStatus } from '../../http/transient-errors.ts';
import { NoResponse } from '../../http/transport.ts';

/**
 * Waits for a service that accepts no writes.
 * @returns whether the change may be retried
 */
export type OutlastOutage = (error: unknown, tried: Attempts) => Promise<boolean>;

export interface Attempts {
  readonly attempts: number;
  /** When the change was started, by the monotonic clock. */
  readonly since: number;
}

export interface OutlastSettings extends OutageMeasure {
  readonly random: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Called before each wait. */
  readonly onWait: (wait: OutageWait) => void;
}

/** A wait for a service that is down; in milliseconds. */
export interface OutageWait {
  readonly milliseconds: number;
  /** The problem, such as `service unreachable`. */
  readonly says: string;
  /** Time for which the outage may continue before the run gives up. */
  readonly left: number;
}

const FIRST_PAUSE = 1000;
/** Attempts after which a change that fails while other writes succeed is itself the cause. */
const ATTEMPTS_AMONG_OTHERS = 3;
const MIN_PAUSE = 100;

/**
 * Returns a function that waits after a write failed or had no response. The transport retries reads itself;
 * only the run retries writes, after a lookup.
 */
export function waitOutOutage(settings: OutlastSettings): OutlastOutage {
  const { budget, health, random, sleep, onWait } = settings;
  return async (error, { attempts, since }) => {
    const says = troubleOf(error);
    if (says === undefined || !health.isPatient) return false;
    if (attempts >= ATTEMPTS_AMONG_OTHERS && health.answeredAt('write') > since) return false;
    const left = remainingOutageTime(settings);
    if (left < MIN_PAUSE) throw outageTooLong(says, budget, error);
    const milliseconds = Math.min(backOff(attempts, FIRST_PAUSE, random), left);
    onWait({ milliseconds, says, left: left - milliseconds });
    await budget.wait(milliseconds, () => sleep(milliseconds), 'outage');
    return true;
  };
}

/** Describes why a write had no outcome; undefined if that was not an outage. */
function troubleOf(error: unknown): string | undefined {
  const failure = asFailure(error);
  if (failure.kind !== 'unknownOutcome') return undefined;
  for (let cause: unknown = failure; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof NoResponse) return cause.isPermanent ? undefined : describeTransientError(cause);
    if (!(cause instanceof Failure)) continue;
    const { status, code } = cause;
    // An unavailable service may send any error code or none; with other statuses, a code means a refusal.
    if (code !== undefined && (status === undefined || !isUnavailableStatus(status))) return undefined;
    if (status !== undefined && (status >= 500 || status === 408)) return describeStatus(status);
  }
  return undefined;
}

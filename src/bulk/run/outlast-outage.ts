import { asFailure, Failure } from '../../failure/failure.ts';
import { backOff } from '../../http/back-off.ts';
import { awayTooLong, leftOfOutage, type OutageMeasure } from '../../http/outage-limit.ts';
import { NoResponse } from '../../http/transport.ts';
import { answering, isAwayStatus, troubleInWords } from '../../http/trouble.ts';

/** Waits for a service that takes no writes. @returns whether the change may be tried again. */
export type OutlastOutage = (error: unknown, tried: Attempts) => Promise<boolean>;

export interface Attempts {
  readonly attempts: number;
  /** When the change was begun, by the clock that never jumps. */
  readonly since: number;
}

export interface OutlastSettings extends OutageMeasure {
  readonly random: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Called before each wait. */
  readonly onWait: (wait: OutageWait) => void;
}

/** A wait for a service that is away; in milliseconds. */
export interface OutageWait {
  readonly milliseconds: number;
  /** What is wrong, such as `service unreachable`. */
  readonly says: string;
  /** How much longer it may be away. */
  readonly left: number;
}

const FIRST_PAUSE = 1000;
/** A change that fails so often while others succeed has a trouble of its own. */
const ATTEMPTS_AMONG_OTHERS = 3;
const LEAST_PAUSE = 100;

/**
 * Returns what waits when a write was answered with trouble, or not at all: a read is sent again by the
 * transport, a write by the run alone, after looking what became of it.
 */
export function outlastOutage(settings: OutlastSettings): OutlastOutage {
  const { budget, health, random, sleep, onWait } = settings;
  return async (error, { attempts, since }) => {
    const says = troubleOf(error);
    if (says === undefined || !health.isPatient) return false;
    if (attempts >= ATTEMPTS_AMONG_OTHERS && health.answeredAt('write') > since) return false;
    const left = leftOfOutage(settings);
    if (left < LEAST_PAUSE) throw awayTooLong(says, budget, error);
    const milliseconds = Math.min(backOff(attempts, FIRST_PAUSE, random), left);
    onWait({ milliseconds, says, left: left - milliseconds });
    await budget.wait(milliseconds, () => sleep(milliseconds), 'outage');
    return true;
  };
}

/** Returns what kept a write from being answered; undefined where it is no outage. */
function troubleOf(error: unknown): string | undefined {
  const failure = asFailure(error);
  if (failure.kind !== 'unknownOutcome') return undefined;
  for (let cause: unknown = failure; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof NoResponse) return cause.isPermanent ? undefined : troubleInWords(cause);
    if (!(cause instanceof Failure)) continue;
    const { status, code } = cause;
    // A service that is down says so with any code, or none; of other statuses the code says more.
    if (code !== undefined && (status === undefined || !isAwayStatus(status))) return undefined;
    if (status !== undefined && (status >= 500 || status === 408)) return answering(status);
  }
  return undefined;
}

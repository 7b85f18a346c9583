import type { OutageWait } from './wait-out-outage.ts';

/** A period in which the service was unavailable. */
export interface Outage {
  /** The problem, such as `service unreachable`. */
  readonly why: string;
  readonly seconds: number;
}

/** Tracks whether the service is available. */
export interface Outages {
  /**
   * All attempts at a call failed.
   * @param since when the first one failed, by the monotonic clock
   */
  trouble(says: string, since: number): void;
  /**
   * A wait starts because the service is down.
   * @param since when the first call failed; defaults to now
   */
  wait(wait: OutageWait, since?: number): void;
  /** The service answered. */
  end(): void;
  /** The current wait with its remaining milliseconds; undefined while the service is available. */
  state(): OutageWait | undefined;
  /** Total milliseconds of all outages so far. */
  totalMilliseconds(): number;
  /** Number of ended outages. */
  count(): number;
}

/** Called at the start and the end of an outage that is long enough to be reported. */
export interface OutageEvents {
  readonly begin: (why: string) => void;
  readonly end: (outage: Outage) => void;
}

/** Minimum length in milliseconds of an outage that is reported. */
const MIN_REPORTED_OUTAGE = 1000;

/**
 * @param clock monotonic milliseconds
 * @param onEnd receives each outage when it has ended
 */
export function createOutages(
  clock: () => number,
  onEnd: (outage: Outage) => void,
  events: OutageEvents = { begin: () => {}, end: () => {} },
): Outages {
  let since: number | undefined;
  let why = '';
  let isBegun = false;
  let until = 0;
  let latest: OutageWait | undefined;
  let total = 0;
  let ended = 0;
  /** @param lasting time until which the outage certainly lasts */
  const note = (says: string, from: number, lasting: number) => {
    since ??= from;
    why = says;
    if (isBegun || lasting - since < MIN_REPORTED_OUTAGE) return;
    isBegun = true;
    events.begin(says);
  };
  return {
    trouble: (says, from) => note(says, from, clock()),
    wait(wait, from = clock()) {
      until = clock() + wait.milliseconds;
      latest = wait;
      note(wait.says, from, until);
    },
    end() {
      if (since === undefined) return;
      const length = clock() - since;
      const outage = { why, seconds: Math.round(length / 100) / 10 };
      const wasTold = isBegun;
      since = undefined;
      latest = undefined;
      isBegun = false;
      if (length >= MIN_REPORTED_OUTAGE && !wasTold) events.begin(why);
      if (length >= MIN_REPORTED_OUTAGE || wasTold) events.end(outage);
      if (length < MIN_REPORTED_OUTAGE) return;
      total += length;
      ended += 1;
      onEnd(outage);
    },
    state: () =>
      since === undefined || latest === undefined
        ? undefined
        : { ...latest, milliseconds: Math.max(0, until - clock()) },
    totalMilliseconds: () => total + (since === undefined ? 0 : clock() - since),
    count: () => ended,
  };
}

import type { OutageWait } from './outlast-outage.ts';

/** A time in which the service could not be used. */
export interface Outage {
  /** What was wrong, such as `service unreachable`. */
  readonly why: string;
  readonly seconds: number;
}

/** Follows whether the service is there. */
export interface Outages {
  /** A call met nothing but trouble. @param since when the first one did, by the clock that never jumps */
  trouble(says: string, since: number): void;
  /**
   * A wait begins, because the service is away. @param since when the first call met trouble; now when absent
   */
  wait(wait: OutageWait, since?: number): void;
  /** An answer came. */
  end(): void;
  /** What is waited for now, in milliseconds; undefined while the service is there. */
  state(): OutageWait | undefined;
  /** Milliseconds of all outages until now. */
  lasted(): number;
  /** Those that are over. */
  count(): number;
}

/** Called when an outage begins that is more than a hiccup, and when that one is over. */
export interface OutageEvents {
  readonly begin: (why: string) => void;
  readonly end: (outage: Outage) => void;
}

/** Shorter outages are a hiccup and are not reported. */
const LEAST_TOLD = 1000;

/**
 * @param clock milliseconds; never jumps
 * @param onEnd receives each outage when it is over
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
  /** @param lasting until when it certainly goes on */
  const note = (says: string, from: number, lasting: number) => {
    since ??= from;
    why = says;
    if (isBegun || lasting - since < LEAST_TOLD) return;
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
      if (length >= LEAST_TOLD && !wasTold) events.begin(why);
      if (length >= LEAST_TOLD || wasTold) events.end(outage);
      if (length < LEAST_TOLD) return;
      total += length;
      ended += 1;
      onEnd(outage);
    },
    state: () =>
      since === undefined || latest === undefined
        ? undefined
        : { ...latest, milliseconds: Math.max(0, until - clock()) },
    lasted: () => total + (since === undefined ? 0 : clock() - since),
    count: () => ended,
  };
}

import type { OutageWait } from './outlast-outage.ts';

/** A time in which the service could not be used. */
export interface Outage {
  /** What was wrong, such as `service unreachable`. */
  readonly why: string;
  readonly seconds: number;
}

/** Follows whether the service is there. */
export interface Outages {
  /** A wait begins, because the service is away. */
  wait(wait: OutageWait): void;
  /** An answer came. */
  end(): void;
  /** What is waited for now, in milliseconds; undefined while the service is there. */
  state(): OutageWait | undefined;
  /** Milliseconds of all outages until now. */
  lasted(): number;
  /** Those that are over. */
  count(): number;
}

/** Shorter ones are a hiccup that nobody asks about. */
const LEAST_TOLD = 1000;

/**
 * @param clock milliseconds; never jumps
 * @param onEnd receives each outage when it is over
 */
export function createOutages(clock: () => number, onEnd: (outage: Outage) => void): Outages {
  let since: number | undefined;
  let until = 0;
  let latest: OutageWait | undefined;
  let total = 0;
  let ended = 0;
  return {
    wait(wait) {
      since ??= clock();
      until = clock() + wait.milliseconds;
      latest = wait;
    },
    end() {
      if (since === undefined || latest === undefined) return;
      const length = clock() - since;
      since = undefined;
      if (length < LEAST_TOLD) return;
      total += length;
      ended += 1;
      onEnd({ why: latest.says, seconds: Math.round(length / 100) / 10 });
    },
    state: () =>
      since === undefined || latest === undefined
        ? undefined
        : { ...latest, milliseconds: Math.max(0, until - clock()) },
    lasted: () => total + (since === undefined ? 0 : clock() - since),
    count: () => ended,
  };
}

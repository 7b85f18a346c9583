/** Timers wake late; requests of this many seconds may leave at once to make up for it. */
const TIMER_SLACK = 0.02;
const ROUNDING = 1e-9;

/**
 * Lets requests leave at a rate that may change. Times are milliseconds of one clock, rates are requests a
 * second.
 */
export interface TokenBucket {
  /** How long until one more request may leave at this rate; 0 when it may now. */
  wait(rate: number, now: number): number;
  take(): void;
  /** Requests that may leave at once shrink to one. */
  loseBurst(): void;
  /** From now on requests leave at the rate alone. */
  empty(now: number): void;
  /** Whether requests leave as slowly as they may: what the sender does not use shows nothing. */
  isLimiting(): boolean;
}

/** @param most requests that may leave at once */
export function createTokenBucket(most: number): TokenBucket {
  let burst = most;
  let tokens = most;
  let filledAt: number | undefined;
  let isLimiting = true;
  const fill = (rate: number, now: number) => {
    const room = Math.max(burst, rate * TIMER_SLACK, 1);
    if (filledAt === undefined) tokens = room;
    else {
      const filled = tokens + (rate * (now - filledAt)) / 1000;
      if (filled > room + 1) isLimiting = false;
      tokens = Math.min(room, filled);
    }
    filledAt = now;
  };
  return {
    wait(rate, now) {
      fill(rate, now);
      if (tokens >= 1 - ROUNDING) return 0;
      isLimiting = true;
      return ((1 - tokens) / rate) * 1000;
    },
    take() {
      tokens -= 1;
    },
    loseBurst() {
      burst = Math.min(burst, 1);
      tokens = Math.min(tokens, 1);
    },
    empty(now) {
      tokens = 0;
      filledAt = now;
    },
    isLimiting: () => isLimiting,
  };
}

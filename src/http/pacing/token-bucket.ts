/** Milliseconds by which a timer may fire late: the requests missed that way may leave at once. */
export const TIMER_SLACK = 20;
const ROUNDING = 1e-9;

/**
 * Spaces requests at a rate that may change. Times are milliseconds of one clock, rates are requests per
 * second.
 */
export interface TokenBucket {
  /** Returns how long the next request must wait at this rate, 0 if it may leave now. */
  wait(rate: number, now: number): number;
  take(): void;
  /** Reduces the burst to a single request. */
  loseBurst(): void;
  /** Removes all tokens: from now on only the rate counts. */
  empty(now: number): void;
  /**
   * Whether requests have to wait for tokens. If the sender is slower than the rate, accepted requests say
   * nothing about the quota.
   */
  isLimiting(): boolean;
}

/** @param most size of the burst */
export function createTokenBucket(most: number): TokenBucket {
  let burst = most;
  let tokens = most;
  let filledAt: number | undefined;
  let isLimiting = true;
  const fill = (rate: number, now: number) => {
    const room = Math.max(burst, (rate * TIMER_SLACK) / 1000, 1);
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

/** Round trips that are remembered. Slower answers are rare and say little. */
const REMEMBERED = 4;
/**
 * Minimum number of requests that are remembered: the length of a round trip is unknown before the first
 * answer.
 */
const LEAST_REMEMBERED = 32;

/** Measures how fast requests left. Times are milliseconds of one clock. */
export interface Departures {
  /**
   * Records that a request leaves.
   * @param roundTrip usual milliseconds of a round trip; 0 before the first answer
   */
  left(now: number, roundTrip: number): void;
  /** Returns the requests per second that left from a time until now, as far as they are remembered. */
  rate(from: number, now: number): number;
}

/**
 * Remembers when the requests of the last few round trips left. The number of requests in flight would show
 * the same only if answers came evenly: after the answers of a whole flight arrive together, hardly any
 * request is left.
 */
export function createDepartures(): Departures {
  const times: number[] = [];
  return {
    left(now, roundTrip) {
      const oldest = now - REMEMBERED * roundTrip;
      const middle = times.length >> 1;
      if (middle >= LEAST_REMEMBERED && (times[middle] ?? now) < oldest) times.splice(0, middle);
      times.push(now);
    },
    rate(from, now) {
      const since = Math.max(from, times[0] ?? now);
      const count = times.length - 1 - times.findLastIndex((at) => at < since);
      return (count * 1000) / Math.max(1, now - since);
    },
  };
}

/** Round trips that are remembered. Slower answers are rare and say little. */
const REMEMBERED = 4;
/**
 * Minimum number of requests that are remembered: the length of a round trip is unknown before the first
 * answer.
 */
const LEAST_REMEMBERED = 32;

/** Measures how fast requests left. Times are milliseconds of one clock, rates are requests per second. */
export interface Departures {
  /**
   * Records that a request leaves.
   * @param allowed rate at which it was allowed to leave
   * @param roundTrip usual milliseconds of a round trip; 0 before the first answer
   */
  left(now: number, allowed: number, roundTrip: number): void;
  /** Returns the rate at which requests left from a time until now, as far as they are remembered. */
  rate(from: number, now: number): number;
}

/**
 * Remembers when the requests of the last few round trips left, and their allowed rate. The number of
 * requests in flight would show the same only if answers came evenly: after the answers of a whole flight
 * arrive together, hardly any request is left.
 */
export function createDepartures(): Departures {
  const departures: { readonly at: number; readonly gap: number }[] = [];
  return {
    left(now, allowed, roundTrip) {
      const oldest = now - REMEMBERED * roundTrip;
      const middle = departures.length >> 1;
      if (middle >= LEAST_REMEMBERED && (departures[middle]?.at ?? now) < oldest)
        departures.splice(0, middle);
      departures.push({ at: now, gap: 1000 / allowed });
    },
    rate(from, now) {
      const since = Math.max(from, departures[0]?.at ?? now);
      const flight = departures.slice(departures.findLastIndex(({ at }) => at < since) + 1);
      const gaps = flight.reduce((sum, { gap }) => sum + gap, 0);
      return (flight.length * 1000) / Math.max(1, now - since, gaps);
    },
  };
}

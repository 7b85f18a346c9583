/** Round trips that are remembered: an answer that took longer is as rare as it says little. */
const REMEMBERED = 4;
/** All that leaves before the first answer is remembered: how long a round trip takes is not known yet. */
const LEAST_REMEMBERED = 32;

/** How fast requests left. Times are milliseconds of one clock, rates are requests a second. */
export interface Departures {
  /**
   * @param allowed the rate at which it was allowed to leave
   * @param roundTrip milliseconds that an answer takes for now; 0 when there was none
   */
  left(now: number, allowed: number, roundTrip: number): void;
  /** The rate at which they left from a time until now, as far as that is remembered. */
  rate(from: number, now: number): number;
}

/**
 * Remembers when the requests of the last few round trips left, and how fast they were allowed to. What is on
 * its way shows the same only where answers come evenly: when a whole flight is answered at one moment,
 * hardly any of it is left.
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

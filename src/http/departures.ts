/** Round trips that are remembered: an answer that took longer is as rare as it says little. */
const REMEMBERED = 4;

/** How fast requests left. Times are milliseconds of one clock, rates are requests a second. */
export interface Departures {
  /** @param roundTrip milliseconds that an answer takes for now */
  left(now: number, roundTrip: number): void;
  /** The rate at which they left from a time until now, as far as that is remembered. */
  rate(from: number, now: number): number;
}

/**
 * Remembers when the requests of the last few round trips left. What is on its way shows the same only where answers come evenly:
 * when a whole flight is answered at one moment, hardly any of it is left.
 */
export function createDepartures(): Departures {
  const times: number[] = [];
  return {
    left(now, roundTrip) {
      const oldest = now - REMEMBERED * roundTrip;
      if ((times[times.length >> 1] ?? now) < oldest) times.splice(0, times.length >> 1);
      times.push(now);
    },
    rate(from, now) {
      const since = Math.max(from, times[0] ?? now);
      const count = times.length - 1 - times.findLastIndex((at) => at < since);
      return (count * 1000) / Math.max(1, now - since);
    },
  };
}

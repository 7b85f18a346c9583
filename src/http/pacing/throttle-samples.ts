/** Requests accepted between two refusals. */
export interface ThroughputSample {
  readonly accepted: number;
  /** Requests per second. */
  readonly rate: number;
}

/** Which earlier refusals count for an upper bound of the quota. */
export interface MostLimits {
  /** Refusals before this time do not count. */
  readonly since: number;
  /** Range of requests accepted since. */
  readonly least: number;
  readonly most: number;
  /** Mean deviation of a round trip, in milliseconds. */
  readonly jitter: number;
}

/** Measures a quota by the requests accepted between its refusals. Times are milliseconds of one clock. */
export interface ThrottleSamples {
  accepted(): void;
  refused(now: number): void;
  /** Measures since the latest refusal that enough accepted requests followed; undefined if there is none. */
  since(now: number, enough: number): ThroughputSample | undefined;
  /**
   * Returns an upper bound of the quota in requests per second, from the refusals that few accepted requests
   * followed.
   */
  most(now: number, limits: MostLimits): number;
  /** Measures since the first remembered refusal, even if few requests were accepted since. */
  sinceFirst(now: number): ThroughputSample | undefined;
}

interface Mark {
  readonly at: number;
  /** Requests accepted before it. */
  readonly total: number;
}

/** Maximum number of remembered refusals: at 2 % refused they cover more than 3,000 requests. */
const MOST_MARKS = 64;

/**
 * Accepted requests that a count may miss: a part of a token at the first refusal, and one request at each
 * end.
 */
const UNCOUNTED = 3;

/** Returns the maximum rate of a bucket that refused a request at both ends of a time. */
function mostAllowed(accepted: number, time: number, jitter: number): number {
  return ((accepted * (1 + (2 * jitter) / time) + UNCOUNTED) * 1000) / time;
}

/**
 * The quota is exhausted at a refusal, so the requests accepted between two refusals are what it allowed:
 * exactly for a token bucket, and for a fixed window if both refusals came at the end of one.
 */
export function createThrottleSamples(): ThrottleSamples {
  let total = 0;
  const marks: Mark[] = [];
  const measuredFrom = (mark: Mark | undefined, now: number) => {
    if (mark === undefined) return undefined;
    const accepted = total - mark.total;
    return { accepted, rate: (accepted * 1000) / Math.max(1, now - mark.at) };
  };
  return {
    accepted: () => {
      total += 1;
    },
    refused(now) {
      // Of consecutive refusals only the first counts: the quota is exhausted from that moment.
      if (marks.at(-1)?.total === total) return;
      marks.push({ at: now, total });
      if (marks.length > 2 * MOST_MARKS) marks.splice(0, MOST_MARKS);
    },
    since: (now, enough) =>
      measuredFrom(
        marks.findLast((one) => total - one.total >= enough),
        now,
      ),
    most(now, { since, least, most, jitter }) {
      let rate = Number.POSITIVE_INFINITY;
      for (const { at, total: before } of marks) {
        const accepted = total - before;
        if (at < since || accepted < least || accepted > most || now <= at) continue;
        rate = Math.min(rate, mostAllowed(accepted, now - at, jitter));
      }
      return rate;
    },
    sinceFirst: (now) => measuredFrom(marks[0], now),
  };
}

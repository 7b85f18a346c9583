/** What came through between two refusals. */
export interface ThroughputSample {
  readonly accepted: number;
  /** Requests a second. */
  readonly rate: number;
}

/** Which refusals show the most that a quota allows now. */
export interface MostLimits {
  /** Earlier refusals do not count. */
  readonly since: number;
  /** Accepted requests since, at least and at most. */
  readonly least: number;
  readonly most: number;
  /** Mean time by which an answer comes early or late, in milliseconds. */
  readonly jitter: number;
}

/** Measures a quota by what came through between its refusals. Times are milliseconds of one clock. */
export interface ThrottleSamples {
  accepted(): void;
  refused(now: number): void;
  /**
   * Measures since the latest refusal that enough accepted requests followed; undefined when there is none.
   */
  since(now: number, enough: number): ThroughputSample | undefined;
  /**
   * The most requests a second that the quota allows, by the refusals that were followed by so few accepted
   * requests.
   */
  most(now: number, limits: MostLimits): number;
  /** Measures since the first refusal that is remembered, however few requests were accepted since. */
  sinceFirst(now: number): ThroughputSample | undefined;
}

interface Mark {
  readonly at: number;
  /** Accepted before it. */
  readonly total: number;
}

/** Older refusals are dropped: at two percent refused, these reach back over 3,000 requests. */
const MOST_MARKS = 64;

/** Requests that a count may miss: the token that was not whole at the first refusal, and one at each end. */
const UNCOUNTED = 3;

/** The most requests a second that a bucket can allow which refused one at both ends of a time. */
function mostAllowed(accepted: number, time: number, jitter: number): number {
  return ((accepted * (1 + (2 * jitter) / time) + UNCOUNTED) * 1000) / time;
}

/**
 * At a refusal the quota is used up, so what came through between two refusals is what it allowed in that
 * time: of a token bucket exactly, of fixed windows when both refusals came at the end of one.
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
      // Of several in a row the first counts: a window is used up from then on.
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

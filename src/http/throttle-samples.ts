/** What came through between two refusals. */
export interface ThroughputSample {
  readonly accepted: number;
  /** Requests a second. */
  readonly rate: number;
}

/** Measures a quota by what came through between its refusals. Times are milliseconds of one clock. */
export interface ThrottleSamples {
  accepted(): void;
  refused(now: number): void;
  /** Measures since the latest refusal that at least `enough` accepted requests followed; undefined when there is none. */
  since(now: number, enough: number): ThroughputSample | undefined;
}

/** Older refusals are dropped: at two percent refused, these reach back over 3,000 requests. */
const MOST_MARKS = 64;

/**
 * At a refusal the quota is used up, so what came through between two refusals is what it allowed in that time: of a token
 * bucket exactly, of fixed windows when both refusals came at the end of one.
 */
export function createThrottleSamples(): ThrottleSamples {
  let total = 0;
  const marks: { readonly at: number; readonly total: number }[] = [];
  return {
    accepted: () => {
      total += 1;
    },
    refused(now) {
      marks.push({ at: now, total });
      if (marks.length > 2 * MOST_MARKS) marks.splice(0, MOST_MARKS);
    },
    since(now, enough) {
      const mark = marks.findLast((one) => total - one.total >= enough);
      if (mark === undefined) return undefined;
      const accepted = total - mark.total;
      return { accepted, rate: (accepted * 1000) / Math.max(1, now - mark.at) };
    },
  };
}

import type { RoundTrip } from './round-trip.ts';

/** Accepted requests needed to measure a rate. More are more exact, fewer follow a change sooner. */
const MIN_ACCEPTED = 50;
const MIN_ROUND_TRIPS = 2;
/**
 * Range of accepted requests between two refusals that gives an upper bound of the quota. After more requests
 * the quota may have changed.
 */
const ACCEPTED_RANGE = { least: 5, most: 30 };
/**
 * Accepted requests that a count may miss: a part of a token at the first refusal, and one request at each
 * end.
 */
const UNCOUNTED = 3;
/** Maximum number of remembered refusals: at 2 % refused they cover more than 3,000 requests. */
const MAX_MARKS = 64;

/** A refusal. */
interface Mark {
  readonly at: number;
  /** Requests accepted before it. */
  readonly total: number;
}

/**
 * What the refusals so far say of a quota. It is exhausted at a refusal, so the requests accepted between two
 * refusals are what it allowed: exactly for a token bucket, and for a fixed window if both refusals came at
 * the end of one. Times are milliseconds of one clock, rates are requests per second.
 */
export class MeasuredRate {
  private readonly roundTrip: RoundTrip;
  private total = 0;
  private readonly marks: Mark[] = [];

  constructor(roundTrip: RoundTrip) {
    this.roundTrip = roundTrip;
  }

  accepted(): void {
    this.total += 1;
  }

  refused(now: number): void {
    // Of consecutive refusals only the first counts: the quota is exhausted from that moment.
    if (this.marks.at(-1)?.total === this.total) return;
    this.marks.push({ at: now, total: this.total });
    if (this.marks.length > 2 * MAX_MARKS) this.marks.splice(0, MAX_MARKS);
  }

  /**
   * Returns the rate since the latest refusal that enough accepted requests followed; undefined if there is
   * none.
   * @param rate current rate: at a higher one more requests are needed
   */
  latest(now: number, rate: number): number | undefined {
    const enough = Math.max(MIN_ACCEPTED, MIN_ROUND_TRIPS * this.roundTrip.inFlight(rate));
    const mark = this.marks.findLast(({ total }) => this.total - total >= enough);
    return mark && this.rateSince(mark, now);
  }

  /** Returns the rate since the first remembered refusal, even if few requests were accepted since. */
  whole(now: number): number | undefined {
    const [first] = this.marks;
    return first && this.rateSince(first, now);
  }

  /** Whether enough requests were accepted since the first remembered refusal. */
  isEnough(): boolean {
    const [first] = this.marks;
    return first !== undefined && this.total - first.total >= MIN_ACCEPTED;
  }

  /**
   * Returns an upper bound of the quota, from the refusals after `since` that few accepted requests followed:
   * the maximum rate of a bucket that refused a request at both ends of such a time.
   */
  most(now: number, since: number): number {
    let rate = Number.POSITIVE_INFINITY;
    for (const { at, total } of this.marks) {
      const accepted = this.total - total;
      const time = now - at;
      if (at < since || accepted < ACCEPTED_RANGE.least || accepted > ACCEPTED_RANGE.most || time <= 0)
        continue;
      const moved = (accepted * 2 * this.roundTrip.jitter) / time;
      rate = Math.min(rate, ((accepted + moved + UNCOUNTED) * 1000) / time);
    }
    return rate;
  }

  private rateSince({ at, total }: Mark, now: number): number {
    return ((this.total - total) * 1000) / Math.max(1, now - at);
  }
}

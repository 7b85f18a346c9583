import type { RoundTrip } from './round-trip.ts';
import { createThrottleSamples, type ThrottleSamples } from './throttle-samples.ts';

/** Accepted requests needed to measure a rate. More are more exact, fewer follow a change sooner. */
const ENOUGH = 50;
const ENOUGH_ROUND_TRIPS = 2;
/**
 * Range of accepted requests between two refusals that gives an upper bound of the quota. After more requests
 * the quota may have changed.
 */
const BETWEEN = { least: 5, most: 30 };

/**
 * What the refusals so far say of a quota: the rate that it allowed between them, and a bound for it. Times
 * are milliseconds of a monotonic clock, rates are requests per second.
 */
export class MeasuredRate {
  private readonly roundTrip: RoundTrip;
  private readonly samples: ThrottleSamples = createThrottleSamples();

  constructor(roundTrip: RoundTrip) {
    this.roundTrip = roundTrip;
  }

  accepted(): void {
    this.samples.accepted();
  }

  refused(now: number): void {
    this.samples.refused(now);
  }

  /**
   * Returns the rate since the latest refusal that enough accepted requests followed; undefined if there is
   * none.
   * @param rate current rate: at a higher one more requests are needed
   */
  latest(now: number, rate: number): number | undefined {
    const enough = Math.max(ENOUGH, ENOUGH_ROUND_TRIPS * this.roundTrip.inFlight(rate));
    return this.samples.since(now, enough)?.rate;
  }

  /** Returns the rate since the first remembered refusal, even if few requests were accepted since. */
  whole(now: number): number | undefined {
    return this.samples.sinceFirst(now)?.rate;
  }

  /** Whether enough requests were accepted since the first remembered refusal. */
  isEnough(now: number): boolean {
    return (this.samples.sinceFirst(now)?.accepted ?? 0) >= ENOUGH;
  }

  /** Returns an upper bound of the quota, from the refusals after `since`. */
  most(now: number, since: number): number {
    return this.samples.most(now, { ...BETWEEN, since, jitter: this.roundTrip.jitter });
  }
}

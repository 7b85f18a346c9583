import { type ClosedQuota, closedQuota } from './closed-quota.ts';
import { createDepartures } from './departures.ts';
import { type Flight, passedRate, TRUST } from './flight.ts';
import type { RateLimit } from './rate-limits.ts';
import { growth, isGrown, USUAL_SPAN } from './rate-probe.ts';
import type { RefusalShare } from './refusal-share.ts';
import type { RoundTrip } from './round-trip.ts';
import { createThrottleSamples, type ThrottleSamples } from './throttle-samples.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';

/** Accepted requests that make a measured rate, in number and in round trips: more are more exact, fewer follow sooner. */
const ENOUGH = 50;
const ENOUGH_ROUND_TRIPS = 2;
/** Growth begins no sooner than after this many round trips. */
const SPAN_ROUND_TRIPS = 4;
/**
 * The quota counts as closed after this many refusals in a row that last a whole round trip. So one try to go faster costs no
 * more of them: further ones are those of a quota that fell.
 */
const CLOSED_AFTER = 3;
const LEAST_RATE = 0.001;
/** Requests on their way before the first answer; each that is let in makes room for one more, until the quota is found. */
const FIRST_FLIGHT = 32;
/** How often to look whether there is room. */
const LOOK_AGAIN = 10;

/**
 * Lets requests leave evenly, as fast as a quota allows: what comes through between two refusals is what it allows, and quiet time
 * raises the rate until the next refusal. Times are milliseconds of a clock that never jumps, rates are requests a second.
 */
export class EvenPace {
  private readonly ceiling: number;
  private readonly tokens: TokenBucket;
  private base: number;
  /** Accepted requests since the last refusal, and how many are expected between two. */
  private quiet = 0;
  private span = USUAL_SPAN;
  /** Requests on their way; used until the first refusal alone. */
  private inFlight = 0;
  private readonly roundTrip: RoundTrip;
  private readonly share: RefusalShare;
  private readonly departures = createDepartures();
  private flight: Flight | undefined;
  private closed: (ClosedQuota & { readonly rate: number }) | undefined;
  private samples: ThrottleSamples = createThrottleSamples();
  /** Refusals since the last success, when the first of them left, and the rate then. */
  private refusals = 0;
  private refusedFrom = 0;
  private refusedAtRate = 0;
  /** Accepted since the quota was found open, and when the request left that found it. */
  private acceptedSinceOpen = 0;
  private openedAt = Number.NEGATIVE_INFINITY;
  /** Until the requests are answered that were on their way at the first refusal, nothing is sent. */
  private heldUntil = Number.NEGATIVE_INFINITY;
  /** Refusals since the rate last began to grow. */
  private toll = 0;

  /** @param most is never exceeded, where it is known */
  constructor(roundTrip: RoundTrip, share: RefusalShare, most?: RateLimit) {
    this.roundTrip = roundTrip;
    this.share = share;
    this.ceiling = most?.perSecond ?? Number.POSITIVE_INFINITY;
    this.tokens = createTokenBucket(most?.burst ?? 0);
    this.base = this.ceiling;
  }

  /** How long until one more request may leave; 0 when it may now. */
  wait(now: number): number {
    if (this.closed !== undefined) return this.closed.wait(now);
    if (this.isUnlimited()) return this.inFlight < FIRST_FLIGHT + this.quiet ? 0 : LOOK_AGAIN;
    return now < this.heldUntil ? this.heldUntil - now : this.tokens.wait(this.rate(), now);
  }

  /** Whether nothing was let in since a refusal. */
  isRefusing(): boolean {
    return this.refusals > 0;
  }

  take(now: number): void {
    this.inFlight += 1;
    this.departures.left(now, this.roundTrip.usual);
    this.tokens.take();
    this.closed?.asked(now);
  }

  /** A request got no answer, or one that says nothing about this quota. */
  lost(): void {
    this.inFlight -= 1;
    this.closed?.lost();
  }

  /** A request that left at `sentAt` was let in. */
  accepted(sentAt: number, now: number): void {
    this.inFlight -= 1;
    this.samples.accepted();
    this.acceptedSinceOpen += 1;
    if (this.closed === undefined) {
      this.refusals = 0;
      this.grow(sentAt);
    } else if (this.closed.isAnsweredBy(sentAt)) {
      this.refusals = 0;
      this.open(sentAt, now);
    }
  }

  /** A request that left at `sentAt` was refused; the service asked for so long a pause, if it said. */
  refused(sentAt: number, now: number, retryAfter: number | undefined): void {
    this.inFlight -= 1;
    this.toll += 1;
    if (this.isUnlimited()) this.begin(sentAt, now);
    // What left before the quota was found open says nothing about it since.
    if (sentAt < this.openedAt) return;
    if (this.refusals === 0) {
      this.refusedFrom = sentAt;
      this.refusedAtRate = this.rate();
    }
    this.refusals += 1;
    if (this.closed !== undefined) {
      this.closed.refused(sentAt, now);
      return;
    }
    this.lower(sentAt, now);
    const isWholeFlight = sentAt - this.refusedFrom >= now - sentAt;
    if (this.refusals < CLOSED_AFTER || !isWholeFlight) return;
    const closing = { since: this.refusedFrom, now, gap: 1000 / this.base, retryAfter };
    this.closed = { ...closedQuota(closing), rate: this.refusedAtRate };
  }

  /** Whether the quota lets nothing through for now. */
  isClosed(): boolean {
    return this.closed !== undefined;
  }

  /** Goes on at this rate; what came through before says nothing any more. */
  restart(rate: number, now: number): void {
    this.base = rate;
    this.samples = createThrottleSamples();
    this.flight = undefined;
    this.quiet = 0;
    this.tokens.empty(now);
  }

  private isUnlimited(): boolean {
    return this.base === Number.POSITIVE_INFINITY;
  }

  /** Requests a second that may leave now. */
  rate(): number {
    return Math.min(this.ceiling, this.base * Math.exp(growth(this.quiet, this.wideSpan())));
  }

  /** Many requests on their way make the answer to a change late: then growth is slower. */
  private wideSpan(): number {
    return Math.max(this.span, (SPAN_ROUND_TRIPS * this.base * this.roundTrip.usual) / 1000);
  }

  /** What one try to go faster cost is paid for by as many accepted requests. */
  private mostSpan(): number {
    return Math.max(
      this.share.span() * Math.min(CLOSED_AFTER, Math.max(1, this.toll)),
      (SPAN_ROUND_TRIPS * this.base * this.roundTrip.usual) / 1000,
    );
  }

  /** The rate at which requests left since; a refusal says nothing about a rate that was not sent. */
  private sentRate(from: number, now: number): number {
    return Math.min(this.rate(), this.departures.rate(from, now));
  }

  /** The first refusal of an unknown quota. */
  private begin(sentAt: number, now: number): void {
    this.base = this.sentRate(sentAt, now);
    this.span = Math.max(1, Math.min(this.quiet, USUAL_SPAN));
    this.quiet = this.span;
    this.tokens.empty(now);
    this.heldUntil = now + this.roundTrip.usual;
  }

  private grow(sentAt: number): void {
    const { flight } = this;
    if (flight !== undefined && sentAt < flight.until) {
      if (sentAt < flight.from) return;
      flight.accepted += 1;
      this.judge(flight);
      return;
    }
    if (!this.tokens.isLimiting()) return;
    this.quiet += 1;
    if (this.quiet >= this.span) this.toll = 0;
    if (this.isUnlimited() || !isGrown(this.quiet, this.wideSpan())) return;
    this.base = this.rate();
    // A rate that could be doubled is not near the quota: the flat part of the growth is left out.
    this.quiet = this.wideSpan();
  }

  private lower(sentAt: number, now: number): void {
    if (this.flight !== undefined && sentAt < this.flight.until) this.flight.refused += 1;
    else if (this.flight === undefined || sentAt >= this.flight.until) this.newFlight(sentAt, now);
    if (this.flight !== undefined) this.judge(this.flight);
    this.samples.refused(now);
    // Somebody else has a part of a known burst.
    this.tokens.loseBurst();
  }

  private newFlight(from: number, until: number): void {
    const sample = this.measured(until);
    this.flight = {
      rate: this.sentRate(from, until),
      from,
      until,
      measured: sample?.rate ?? 0,
      evidence: Math.max(this.quiet, 2 * (sample?.accepted ?? 0)),
      accepted: 0,
      refused: 1,
    };
    this.quiet = 0;
  }

  private measured(now: number) {
    return this.samples.since(now, {
      enough: Math.max(ENOUGH, (ENOUGH_ROUND_TRIPS * this.base * this.roundTrip.usual) / 1000),
      soonest: ENOUGH_ROUND_TRIPS * this.roundTrip.usual,
      jitter: this.roundTrip.jitter,
    });
  }

  private judge(flight: Flight): void {
    this.base = Math.max(LEAST_RATE, passedRate(flight));
    this.span = Math.min(this.mostSpan(), Math.max(TRUST, flight.evidence + flight.accepted));
  }

  /** The time in which the quota was closed counts as time in which it let nothing through. */
  private open(sentAt: number, now: number): void {
    if (this.closed === undefined) return;
    const { rate } = this.closed;
    // Without the one that found it open, and with those that left before it was closed and were answered later.
    const accepted = this.acceptedSinceOpen - 1;
    const missed = (rate * this.closed.length(sentAt)) / 1000;
    const passed = Math.max(1, accepted);
    const measured = Math.min(rate, (this.measured(now) ?? this.samples.sinceFirst(now))?.rate ?? 0);
    this.base = Math.max(LEAST_RATE, (rate * passed) / (passed + missed), measured);
    this.closed = undefined;
    this.flight = undefined;
    this.acceptedSinceOpen = 1;
    this.openedAt = sentAt;
    this.quiet = 0;
    this.span = Math.min(this.mostSpan(), Math.max(this.span, accepted));
    this.tokens.empty(now);
  }
}

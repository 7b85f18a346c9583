import type { RateLimit } from '../rate-limits.ts';
import { CLOSED_AFTER, type ClosedQuota, closedQuota, reopenedRate } from './closed-quota.ts';
import { departureRate, firstFlight } from './first-flight.ts';
import { type Flight, passedRate, trust } from './flight.ts';
import { MeasuredRate } from './measured-rate.ts';
import { growth, reduction } from './rate-probe.ts';
import { RefusalAlarm, type Suspicion } from './refusal-alarm.ts';
import type { RefusalBudget } from './refusal-budget.ts';
import type { RoundTrip } from './round-trip.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';

const MIN_RATE = 0.001;
/** Milliseconds between two checks for room. */
const ROOM_POLL_INTERVAL = 10;

/**
 * Spaces requests evenly, at the highest rate that the quota accepts. The requests accepted between two
 * refusals measure the quota; without refusals the rate rises until the next one (docs/design/pacing.md).
 * Times are milliseconds of a monotonic clock, rates are requests per second.
 */
export class EvenPace {
  private readonly ceiling: number;
  private readonly tokens: TokenBucket;
  private base: number;
  /** Answers since the first estimate, and accepted requests since the last refusal. */
  private answers = 0;
  private quiet = 0;
  /**
   * Whether the rate is uncertain: until fifty requests were accepted between the first refusal and a later
   * one, and from the first reopening until the next refusal.
   */
  private isFirst = true;
  private readonly alarm = new RefusalAlarm();
  private inFlight = 0;
  private mostInFlight = 0;
  private readonly roundTrip: RoundTrip;
  private readonly budget: RefusalBudget;
  private flight: Flight | undefined;
  private closed: (ClosedQuota & { readonly rate: number }) | undefined;
  private measured: MeasuredRate;
  /** Consecutive refusals, when the first of them left, and the rate at that time. */
  private refusals = 0;
  private refusedFrom = 0;
  private refusedAtRate = 0;
  /** Requests accepted since the quota reopened, and when the request that reopened it left. */
  private acceptedSinceOpen = 0;
  private openedAt = Number.NEGATIVE_INFINITY;
  private hasReopened = false;
  /** After the first refusal nothing is sent until the requests in flight are answered. */
  private heldUntil = Number.NEGATIVE_INFINITY;

  /** @param most upper limit of the rate; absent if the quota is unknown */
  constructor(roundTrip: RoundTrip, budget: RefusalBudget, most?: RateLimit) {
    this.roundTrip = roundTrip;
    this.measured = new MeasuredRate(roundTrip);
    this.budget = budget;
    this.ceiling = most?.perSecond ?? Number.POSITIVE_INFINITY;
    this.tokens = createTokenBucket(most?.burst ?? 0);
    this.base = this.ceiling;
  }

  /** Returns how long the next request must wait, 0 if it may leave now. */
  wait(now: number): number {
    if (this.closed !== undefined) return this.closed.wait(now);
    if (this.isUnlimited()) {
      const { room, rate } = firstFlight(this.roundTrip.usual, this.quiet);
      return this.inFlight < room ? this.tokens.wait(rate, now) : ROOM_POLL_INTERVAL;
    }
    return now < this.heldUntil ? this.heldUntil - now : this.tokens.wait(this.rate(), now);
  }

  /** Whether the last answer was a refusal. */
  isRefusing(): boolean {
    return this.refusals > 0;
  }

  take(now: number): void {
    // An idle sender begins anew: the round trip may have changed since its earlier flights.
    if (this.inFlight === 0) this.mostInFlight = 0;
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    this.tokens.take();
    this.closed?.asked(now);
  }

  /** Records a request without an answer, or with one that says nothing about this quota. */
  lost(): void {
    this.inFlight -= 1;
    this.closed?.lost();
  }

  /** Records that the request which left at `sentAt` was accepted. */
  accepted(sentAt: number, now: number): void {
    this.inFlight -= 1;
    this.measured.accepted();
    if (!this.isUnlimited()) this.answers += 1;
    this.acceptedSinceOpen += 1;
    if (this.closed === undefined) {
      this.refusals = 0;
      this.grow(sentAt);
    } else if (this.closed.isAnsweredBy(sentAt)) {
      this.refusals = 0;
      this.open(sentAt, now);
    }
  }

  /** Records a refusal of the request that left at `sentAt`, with its `Retry-After` if there is one. */
  refused(sentAt: number, now: number, retryAfter: number | undefined): void {
    this.inFlight -= 1;
    this.answers += 1;
    // A request that left before the quota reopened says nothing about the quota now.
    if (sentAt < this.openedAt) return;
    const isUnknown = this.isUnlimited();
    if (isUnknown) this.begin(now);
    if (this.refusals === 0) {
      this.refusedFrom = sentAt;
      this.refusedAtRate = this.rate();
    }
    this.refusals += 1;
    if (this.closed !== undefined) {
      this.closed.refused(sentAt, now);
      return;
    }
    this.lower(sentAt, now, isUnknown);
    const isWholeFlight = sentAt - this.refusedFrom >= now - sentAt;
    if (!isWholeFlight || this.refusals < CLOSED_AFTER) return;
    const closing = { since: this.refusedFrom, now, gap: 1000 / this.base, retryAfter };
    this.closed = { ...closedQuota(closing), rate: this.refusedAtRate };
  }

  /** Whether the quota currently refuses everything. */
  isClosed(): boolean {
    return this.closed !== undefined;
  }

  /** Continues at this rate and discards all earlier measurements. */
  restart(rate: number, now: number): void {
    this.base = rate;
    this.measured = new MeasuredRate(this.roundTrip);
    this.flight = undefined;
    this.quiet = 0;
    this.tokens.empty(now);
  }

  private isUnlimited(): boolean {
    return this.base === Number.POSITIVE_INFINITY;
  }

  /** Returns the current rate. */
  rate(): number {
    return Math.min(this.ceiling, this.base);
  }

  /** Sets the first estimate, at the first refusal of an unknown quota. */
  private begin(now: number): void {
    const { usual } = this.roundTrip;
    this.base = departureRate(this.mostInFlight, usual);
    this.tokens.empty(now);
    this.heldUntil = now + usual;
  }

  private grow(sentAt: number): void {
    const { flight } = this;
    if (flight !== undefined && sentAt < flight.until) {
      if (sentAt < flight.from) return;
      flight.accepted += 1;
      this.judge(flight);
      return;
    }
    const aim = this.aim();
    this.alarm.recordAccepted(aim);
    const isUnlimited = this.isUnlimited();
    if (!isUnlimited && !this.tokens.isLimiting()) return;
    this.quiet += 1;
    if (isUnlimited) return;
    const { quiet, answers, base: rate } = this;
    const inFlight = this.roundTrip.inFlight(rate);
    this.base *= 1 + growth({ quiet, aim, rate, inFlight, isUncertain: this.isFirst, answers });
    this.base = Math.min(this.ceiling, this.base);
  }

  private lower(sentAt: number, now: number, isUnknown: boolean): void {
    const { flight } = this;
    if (flight !== undefined && sentAt < flight.until) {
      flight.refused += 1;
      this.judge(flight);
    } else {
      const rate = this.base;
      this.base *= 1 - reduction(this.answers);
      this.quiet = 0;
      this.isFirst = isUnknown || (this.isFirst && !this.measured.isEnough());
      const suspicion = this.alarm.recordRefused(sentAt, this.aim());
      if (isUnknown) this.alarm.reset();
      const tooMuch = isUnknown ? { from: sentAt, accepted: 0, refused: 1 } : suspicion;
      if (tooMuch !== undefined) this.newFlight({ ...tooMuch, rate }, now, isUnknown);
    }
    // Not from refusals before a pause: requests that were not sent could not be accepted.
    this.base = Math.min(this.base, this.measured.most(now, Math.max(this.heldUntil, this.openedAt)));
    this.measured.refused(now);
    // Another client uses part of a known burst.
    this.tokens.loseBurst();
  }

  private aim(): number {
    return this.budget.aim(this.roundTrip.inFlight(this.base));
  }

  private newFlight(sent: Suspicion & { readonly rate: number }, until: number, isFirst: boolean): void {
    const measured = this.measured.latest(until, this.base) ?? 0;
    this.flight = { ...sent, until, trust: trust(isFirst, this.roundTrip.usual), measured };
    this.judge(this.flight);
  }

  private judge(flight: Flight): void {
    this.base = Math.max(MIN_RATE, passedRate(flight));
  }

  /** Reopens the quota. */
  private open(sentAt: number, now: number): void {
    if (this.closed === undefined) return;
    this.base = this.rateWhenOpen(this.closed, sentAt, now);
    this.closed = undefined;
    this.flight = undefined;
    this.acceptedSinceOpen = 1;
    // A quota that closes again and again, as a window of a minute does, is not uncertain.
    if (!this.hasReopened) this.isFirst = true;
    this.hasReopened = true;
    this.openedAt = sentAt;
    this.quiet = 0;
    this.tokens.empty(now);
  }

  /** Returns the rate of a reopened quota: its closed time counts as time without accepted requests. */
  private rateWhenOpen(closed: ClosedQuota & { readonly rate: number }, sentAt: number, now: number): number {
    const { rate } = closed;
    // Without the request that reopened the quota, with late answers to earlier ones.
    const accepted = this.acceptedSinceOpen - 1;
    // A quota that was closed from the start has shown nothing about its rate.
    if (accepted === 0 && !this.hasReopened) return this.ceiling;
    const closedFor = closed.length(sentAt);
    const measured = this.measured.latest(now, this.base) ?? this.measured.whole(now) ?? 0;
    const least = Math.max(MIN_RATE, Math.min(rate, measured));
    return Math.max(least, reopenedRate({ rate, accepted, closedFor, isFirst: !this.hasReopened }));
  }
}

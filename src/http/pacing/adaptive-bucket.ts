import type { RateLimit } from '../rate-limits.ts';
import { EvenPace } from './even-pace.ts';
import { FixedWindow } from './fixed-window.ts';
import { RefusalBudget } from './refusal-budget.ts';
import { RoundTrip } from './round-trip.ts';
import { createWindowFinder, type WindowFinder } from './window-finder.ts';

/**
 * A known quota is used only to this share: clocks differ, and requests arrive less evenly than they leave.
 */
const KNOWN_SHARE = 0.995;
const KNOWN_BURST_SHARE = 0.85;

/**
 * Follows one quota of the service (docs/design/pacing.md). A known quota is used fully and never exceeded.
 * An unknown quota is estimated from its refusals, and followed window by window once it turns out to be a
 * fixed window. Times are milliseconds of a monotonic clock.
 */
export class AdaptiveBucket {
  private readonly roundTrip = new RoundTrip();
  private readonly budget = new RefusalBudget();
  private readonly pace: EvenPace;
  private window: FixedWindow | undefined;
  /** Absent if the quota is known. */
  private finder: WindowFinder | undefined;
  private firstLeftAt = Number.POSITIVE_INFINITY;

  constructor(known?: RateLimit) {
    if (known === undefined) {
      this.pace = new EvenPace(this.roundTrip, this.budget);
      this.finder = createWindowFinder();
      return;
    }
    const perSecond = known.perSecond * KNOWN_SHARE;
    const burst = Math.max(1, Math.floor(known.burst * KNOWN_BURST_SHARE));
    this.pace = new EvenPace(this.roundTrip, this.budget, { perSecond, burst });
  }

  /** Returns how long the next request must wait, 0 if it may leave now. */
  wait(now: number): number {
    return (this.window ?? this.pace).wait(now);
  }

  /** Whether the quota refuses everything at the moment. */
  isClosed(): boolean {
    return this.pace.isClosed();
  }

  /** Whether the last answer was a refusal. */
  isRefusing(): boolean {
    return this.pace.isRefusing();
  }

  /**
   * Returns the start of the time that counts as waiting for the service, if nothing was ever accepted;
   * undefined otherwise, and before the first answer. The time starts at `at`, when the request started to
   * wait or left; for the first answer it starts when the first request left.
   */
  refusingSince(at: number): number | undefined {
    if (!this.budget.hasRefusedAll()) return undefined;
    return this.budget.hasRefusedOne() ? Math.min(at, this.firstLeftAt) : at;
  }

  take(now: number): void {
    this.firstLeftAt = Math.min(this.firstLeftAt, now);
    this.pace.take(now);
    this.window?.take(now);
  }

  /** Records a request without an answer, or with one that says nothing about this quota. */
  lost(): void {
    this.pace.lost();
  }

  /** Records that the request which left at `sentAt` was accepted. */
  accepted(sentAt: number, now: number): void {
    this.budget.accepted();
    this.roundTrip.answered(sentAt, now);
    if (this.window !== undefined) {
      this.window.accepted(sentAt);
      return;
    }
    this.pace.accepted(sentAt, now);
    const reach = this.roundTrip.reach();
    const found = this.finder?.accepted(sentAt, reach);
    if (found === undefined || this.pace.isClosed()) return;
    this.window = new FixedWindow(found, { rate: this.pace.rate(), reach, budget: this.budget }, now);
  }

  /**
   * Records that the request which left at `sentAt` was refused, with the `Retry-After` of the answer if it
   * has one.
   */
  refused(sentAt: number, now: number, retryAfter: number | undefined): void {
    this.budget.refused();
    this.roundTrip.answered(sentAt, now);
    if (this.window !== undefined) {
      if (this.window.refused(sentAt)) return;
      this.pace.restart(this.window.rate(), now);
      this.window = undefined;
      this.finder = createWindowFinder();
    }
    this.finder?.refused(sentAt);
    this.pace.refused(sentAt, now, retryAfter);
  }
}

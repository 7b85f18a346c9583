import { EvenPace } from './even-pace.ts';
import { FixedWindow } from './fixed-window.ts';
import type { RateLimit } from './rate-limits.ts';
import { RefusalBudget } from './refusal-budget.ts';
import { RoundTrip } from './round-trip.ts';
import { createWindowFinder, type WindowFinder } from './window-finder.ts';

/** Kept below a known quota: clocks differ, and requests arrive less evenly than they leave. */
const KNOWN_SHARE = 0.995;
const KNOWN_BURST_SHARE = 0.85;

/**
 * Follows one quota of the service, whatever its shape; see docs/design/pacing.md. Times are milliseconds of
 * a clock that never jumps. A known quota is used to the full and not exceeded; an unknown one is found, and
 * followed as fixed windows once it is seen to be that.
 */
export class AdaptiveBucket {
  private readonly roundTrip = new RoundTrip();
  private readonly budget = new RefusalBudget();
  private readonly pace: EvenPace;
  private window: FixedWindow | undefined;
  /** Of a quota that is not known. */
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

  /** How long until one more request may leave; 0 when it may now. */
  wait(now: number): number {
    return (this.window ?? this.pace).wait(now);
  }

  /** Whether nothing was let in since a refusal. */
  isRefusing(): boolean {
    return this.pace.isRefusing();
  }

  /**
   * Returns the start of the time that counts as waiting for the service when a request that waited or left
   * at `at` was refused: the departure of the first request where this is the first answer. undefined once a
   * request was let in, and before the first answer.
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

  /** A request got no answer, or one that says nothing about this quota. */
  lost(): void {
    this.pace.lost();
  }

  /** A request that left at `sentAt` was let in. */
  accepted(sentAt: number, now: number): void {
    this.budget.accepted();
    this.roundTrip.answered(sentAt, now);
    if (this.window !== undefined) {
      this.window.accepted(sentAt);
      this.pace.passed();
      return;
    }
    this.pace.accepted(sentAt, now);
    const reach = this.roundTrip.reach();
    const found = this.finder?.accepted(sentAt, reach);
    if (found === undefined || this.pace.isClosed()) return;
    this.window = new FixedWindow(found, { rate: this.pace.rate(), reach, budget: this.budget }, now);
  }

  /** A request that left at `sentAt` was refused; the service asked for so long a pause, if it said. */
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

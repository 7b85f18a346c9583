/** Maximum share of the requests that may be refused. */
const MOST = 0.02;
const LEAST = 0.004;
/**
 * Refusals kept in reserve for chance, and per request in flight: half of those are refused if a quota
 * halves.
 */
const KEPT_FOR_CHANCE = 14;
const KEPT_FOR_EACH = 1 / 2;
/** Number of requests over which too many or too few refusals are made up for. */
const MADE_UP_WITHIN = 2000;

/** Keeps the share of refused requests within the maximum. */
export class RefusalBudget {
  private answered = 0;
  private refusals = 0;

  accepted(): void {
    this.answered += 1;
  }

  refused(): void {
    this.answered += 1;
    this.refusals += 1;
  }

  /** Whether requests were refused and none was ever accepted. */
  hasRefusedAll(): boolean {
    return this.refusals > 0 && this.refusals === this.answered;
  }

  /** Whether there is a single answer so far, a refusal. */
  hasRefusedOne(): boolean {
    return this.refusals === 1 && this.answered === 1;
  }

  /**
   * Returns the share of the next requests that may be refused.
   * @param inFlight requests in flight
   */
  aim(inFlight: number): number {
    const kept = KEPT_FOR_CHANCE + KEPT_FOR_EACH * inFlight;
    const left = MOST * this.answered - this.refusals - kept;
    return Math.min(MOST, Math.max(LEAST, MOST + left / MADE_UP_WITHIN));
  }
}

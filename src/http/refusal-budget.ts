/** The part of its requests that a client may have refused. */
const MOST = 0.02;
const LEAST = 0.004;
/**
 * Refusals that are kept for chance, and for each request on its way: half of these are refused when a quota
 * halves.
 */
const KEPT_FOR_CHANCE = 14;
const KEPT_FOR_EACH = 1 / 2;
/** Requests within which too many or too few refusals are made up for. */
const MADE_UP_WITHIN = 2000;

/** Counts what is refused, so that it stays within the part that may be. */
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

  /** Whether requests were refused, and none was ever let in. */
  hasRefusedAll(): boolean {
    return this.refusals > 0 && this.refusals === this.answered;
  }

  /** Whether the first answer was a refusal, and the only one. */
  hasRefusedOne(): boolean {
    return this.refusals === 1 && this.answered === 1;
  }

  /**
   * Returns the part of the next requests that may be refused.
   * @param inFlight requests that are on their way
   */
  aim(inFlight: number): number {
    const kept = KEPT_FOR_CHANCE + KEPT_FOR_EACH * inFlight;
    const left = MOST * this.answered - this.refusals - kept;
    return Math.min(MOST, Math.max(LEAST, MOST + left / MADE_UP_WITHIN));
  }
}

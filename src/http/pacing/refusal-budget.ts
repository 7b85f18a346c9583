/** Maximum share of the requests that may be refused. */
const MAX_REFUSED_SHARE = 0.02;
const MIN_REFUSED_SHARE = 0.004;
/**
 * Refusals kept in reserve for chance, and per request in flight: half of those are refused if a quota
 * halves.
 */
const CHANCE_RESERVE = 14;
const RESERVE_PER_IN_FLIGHT = 1 / 2;
/** Number of requests over which too many or too few refusals are made up for. */
const CORRECTION_WINDOW = 2000;

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
    const kept = CHANCE_RESERVE + RESERVE_PER_IN_FLIGHT * inFlight;
    const left = MAX_REFUSED_SHARE * this.answered - this.refusals - kept;
    return Math.min(
      MAX_REFUSED_SHARE,
      Math.max(MIN_REFUSED_SHARE, MAX_REFUSED_SHARE + left / CORRECTION_WINDOW),
    );
  }
}

/** The part of its requests that a client may have refused, less what a change of the quota costs. */
const AIM = 0.018;
/** For each request on its way, this part is kept for changes: what is on its way when a quota falls is refused. */
const KEPT_FOR_CHANGES = 0.00002;
const MOST_KEPT = 0.002;
/** Requests within which too many or too few refusals are made up for. */
const MADE_UP_WITHIN = 2000;
const LEAST = 0.006;
const MOST = 0.02;

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

  /**
   * Returns the part of the next requests that may be refused.
   * @param inFlight requests that are on their way
   */
  aim(inFlight: number): number {
    const part = AIM - Math.min(MOST_KEPT, KEPT_FOR_CHANGES * inFlight);
    const left = part * this.answered - this.refusals;
    return Math.min(MOST, Math.max(LEAST, part + left / MADE_UP_WITHIN));
  }
}

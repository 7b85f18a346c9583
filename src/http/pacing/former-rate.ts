/**
 * Milliseconds after an alarm within which refusals have the same cause: a window of a second is open again
 * after that.
 */
const SAME_CAUSE = 1000;

/**
 * The rate measured before an alarm lowered it. An exhausted window refuses as much as a quota that has
 * decreased. Only the decreased quota refuses requests again at the lower rate, so without such a refusal the
 * former rate is still possible.
 */
export class FormerRate {
  private rate = 0;
  private loweredAt = 0;

  /** Records that the rate is lowered, and the rate measured until then; a higher one is kept. */
  lowered(measured: number, now: number): void {
    if (measured <= this.rate) return;
    this.rate = measured;
    this.loweredAt = now;
  }

  /** Records a refusal of the request that left at `sentAt`. */
  refused(sentAt: number): void {
    if (sentAt > this.loweredAt + SAME_CAUSE) this.rate = 0;
  }

  /** Whether the quota may still allow more than this rate. */
  exceeds(rate: number): boolean {
    return this.rate > rate;
  }
}

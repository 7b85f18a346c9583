/** A rate is clearly too high if this share of its requests is refused. */
const TOO_MUCH = 0.1;
/**
 * Evidence that raises the alarm: logarithm of the likelihood ratio of "too many refusals" to "as intended".
 */
const ALARM_THRESHOLD = 4.5;

/** The answers since refusals became more frequent than intended. */
export interface Suspicion {
  /** When the first refused request left. */
  readonly from: number;
  readonly accepted: number;
  readonly refused: number;
}

/**
 * Tells the occasional refusal that is intended from the refusals of a rate that is too high: a cumulative
 * sum of log-likelihood ratios (CUSUM; Page, 1954).
 */
export class RefusalAlarm {
  private sum = 0;
  private from = 0;
  private accepted = 0;
  private refused = 0;

  /** @param aim intended share of refusals */
  recordAccepted(aim: number): void {
    this.sum = Math.max(0, this.sum + Math.log((1 - TOO_MUCH) / (1 - aim)));
    if (this.sum > 0) this.accepted += 1;
  }

  /**
   * Records that the request which left at `sentAt` was refused.
   * @returns the answers since the first refusal if they raise the alarm
   */
  recordRefused(sentAt: number, aim: number): Suspicion | undefined {
    if (this.sum === 0) {
      this.from = sentAt;
      this.accepted = 0;
      this.refused = 0;
    }
    this.refused += 1;
    this.sum += Math.log(TOO_MUCH / aim);
    if (this.sum <= ALARM_THRESHOLD) return undefined;
    this.sum = 0;
    return { from: this.from, accepted: this.accepted, refused: this.refused };
  }

  /** Discards the evidence. */
  reset(): void {
    this.sum = 0;
  }
}

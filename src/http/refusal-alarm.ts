/** A quota that refuses this part of the requests allows clearly less than is sent. */
const TOO_MUCH = 0.1;
/**
 * Evidence that is enough: the logarithm of how much more likely the answers are when too much is refused.
 */
const CERTAIN = 4.5;

/** Answers since more than usual was refused. */
export interface Suspicion {
  /** When the first refused request left. */
  readonly from: number;
  readonly accepted: number;
  readonly refused: number;
}

/**
 * Tells a refusal now and then, as it is meant to be, from those of a rate that is too high: a cumulative sum
 * of logarithms of how likely each answer is in either case (Page, 1954).
 */
export class RefusalAlarm {
  private sum = 0;
  private from = 0;
  private accepted = 0;
  private refused = 0;

  /** @param aim the part that is meant to be refused */
  heardAccepted(aim: number): void {
    this.sum = Math.max(0, this.sum + Math.log((1 - TOO_MUCH) / (1 - aim)));
    if (this.sum > 0) this.accepted += 1;
  }

  /**
   * A request that left at `sentAt` was refused.
   * @returns what was answered since, where that is too much
   */
  heardRefused(sentAt: number, aim: number): Suspicion | undefined {
    if (this.sum === 0) {
      this.from = sentAt;
      this.accepted = 0;
      this.refused = 0;
    }
    this.refused += 1;
    this.sum += Math.log(TOO_MUCH / aim);
    if (this.sum <= CERTAIN) return undefined;
    this.sum = 0;
    return { from: this.from, accepted: this.accepted, refused: this.refused };
  }

  /** What was heard before says nothing any more. */
  reset(): void {
    this.sum = 0;
  }
}

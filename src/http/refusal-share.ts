import { USUAL_SPAN } from './rate-probe.ts';

/** The part of its requests that a client may have refused, less what a change of the quota costs. */
const AIM = 0.014;
/** What it is taken for until requests were answered: what is refused at random. */
const USUAL_SHARE = 0.012;
/** Requests over which it is measured. */
const MEASURED_OVER = 3000;
/** Of the usual span at least so much is kept, however little is refused. */
const LEAST_PART = 0.5;

/** How much of what was sent lately was refused: the less it is, the sooner something may be tried. */
export class RefusalShare {
  private share = USUAL_SHARE;

  accepted(): void {
    this.share -= this.share / MEASURED_OVER;
  }

  refused(): void {
    this.share += (1 - this.share) / MEASURED_OVER;
  }

  /** Accepted requests for each refusal when the rate is right. */
  span(): number {
    return USUAL_SPAN * Math.min(1, Math.max(LEAST_PART, this.share / AIM));
  }
}

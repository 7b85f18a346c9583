/** The usual weight of a smoothed round trip (RFC 6298). */
const ROUND_TRIP_WEIGHT = 1 / 8;
/** By this many times the jitter, a request may arrive earlier or later than usual. */
const FARTHEST = 1.5;

/** How long an answer takes, in milliseconds. */
export class RoundTrip {
  usual = 0;
  /** Mean deviation of a round trip from it. */
  jitter = 0;

  answered(sentAt: number, now: number): void {
    const weight = this.usual === 0 ? 1 : ROUND_TRIP_WEIGHT;
    const late = now - sentAt - this.usual;
    if (this.usual > 0) this.jitter += (Math.abs(late) - this.jitter) * weight;
    this.usual += late * weight;
  }

  /** How many requests are on their way at a rate, in requests a second. */
  inFlight(rate: number): number {
    return (rate * this.usual) / 1000;
  }

  /** How much earlier or later than usual a request may arrive. */
  reach(): number {
    return FARTHEST * this.jitter;
  }
}

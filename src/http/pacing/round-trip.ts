/** Usual weight of a new sample in a smoothed round trip (RFC 6298). */
const ROUND_TRIP_WEIGHT = 1 / 8;
/** A request may arrive earlier or later than usual by this many times the jitter. */
const JITTER_MARGIN = 1.5;

/** How long answers take, in milliseconds. */
export class RoundTrip {
  usual = 0;
  /** Mean deviation of a round trip. */
  jitter = 0;

  answered(sentAt: number, now: number): void {
    const weight = this.usual === 0 ? 1 : ROUND_TRIP_WEIGHT;
    const late = now - sentAt - this.usual;
    if (this.usual > 0) this.jitter += (Math.abs(late) - this.jitter) * weight;
    this.usual += late * weight;
  }

  /** Returns the number of requests in flight at a rate, in requests per second. */
  inFlight(rate: number): number {
    return (rate * this.usual) / 1000;
  }

  /** Returns how much earlier or later than usual a request may arrive. */
  reach(): number {
    return JITTER_MARGIN * this.jitter;
  }
}

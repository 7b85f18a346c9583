/** Weight of the rate that was sent, in requests, when one flight of them is judged. */
const TRUST = 20;
/**
 * Nobody chose the rate of a first flight: its weight is what a quota of 130 requests a second lets in
 * meanwhile, and at most this.
 */
const USUAL_QUOTA = 130;
const MOST_TRUST_AT_FIRST = 30;

/**
 * Returns how many more requests count as sent and let in when a flight is judged.
 * @param isFirst nothing was refused before
 * @param roundTrip milliseconds
 */
export function trust(isFirst: boolean, roundTrip: number): number {
  if (!isFirst) return TRUST;
  return Math.max(1, Math.min(MOST_TRUST_AT_FIRST, (USUAL_QUOTA * roundTrip) / 1000));
}

/** The requests that left since the first of too many refusals: how many of them passed shows the rate. */
export interface Flight {
  /** Requests a second at which they were sent. */
  readonly rate: number;
  readonly from: number;
  readonly until: number;
  /** Requests that count as sent and let in. */
  readonly trust: number;
  /** What came through between refusals before it. */
  readonly measured: number;
  accepted: number;
  refused: number;
}

/** Returns what came through of a flight as a rate, or between the refusals before it where that is more. */
export function passedRate({ rate, accepted, refused, trust, measured }: Flight): number {
  const passed = (rate * (accepted + trust)) / (accepted + refused + trust);
  return Math.max(passed, Math.min(rate, measured));
}

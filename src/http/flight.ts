/** Weight of the rate that was sent, in requests, when one flight of them is judged. */
const TRUST = 20;

/** The requests that left since the first of too many refusals: how many of them passed shows the rate. */
export interface Flight {
  /** Requests a second at which they were sent. */
  readonly rate: number;
  readonly from: number;
  readonly until: number;
  /** What came through between refusals before it. */
  readonly measured: number;
  accepted: number;
  refused: number;
}

/** Returns what came through of a flight as a rate, or between the refusals before it where that is more. */
export function passedRate({ rate, accepted, refused, measured }: Flight): number {
  const passed = (rate * (accepted + TRUST)) / (accepted + refused + TRUST);
  return Math.max(passed, Math.min(rate, measured));
}

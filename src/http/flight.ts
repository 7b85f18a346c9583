/** Weight of the current rate, in requests, when one flight of requests is judged; no refusal is expected sooner. */
export const TRUST = 20;

/** What is known when a flight begins. */
export interface FlightStart {
  /** Requests a second at which they were sent. */
  readonly rate: number;
  readonly from: number;
  readonly until: number;
  /** What came through between refusals before it. */
  readonly measured: number;
  /** Accepted requests behind that, or before the refusal. */
  readonly evidence: number;
}

/** The requests that were on their way when a refusal came: how many of them passed shows the rate. */
export interface Flight extends FlightStart {
  accepted: number;
  refused: number;
}

/** Returns what came through of a flight as a rate, or between the refusals before it where that is more. */
export function passedRate({ rate, accepted, refused, measured }: Flight): number {
  const passed = (rate * (accepted + TRUST)) / (accepted + refused + TRUST);
  return Math.max(passed, Math.min(rate, measured));
}

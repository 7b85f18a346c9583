/** Weight of the rate before the flight, as a number of accepted requests. */
const TRUST = 20;
/**
 * The rate of the first flight is arbitrary, so its weight is small: the requests that a quota of 130 per
 * second accepts during one round trip, up to the maximum.
 */
const ASSUMED_QUOTA = 130;
const MAX_TRUST_AT_FIRST = 30;

/**
 * Returns how many accepted requests to add to a flight before its share is computed.
 * @param isFirst whether nothing was refused before
 * @param roundTrip milliseconds
 */
export function trust(isFirst: boolean, roundTrip: number): number {
  if (!isFirst) return TRUST;
  return Math.max(1, Math.min(MAX_TRUST_AT_FIRST, (ASSUMED_QUOTA * roundTrip) / 1000));
}

/**
 * The requests that left since the first of too many refusals. The share of them that was accepted gives the
 * new rate.
 */
export interface Flight {
  /** Requests per second at which they left. */
  readonly rate: number;
  readonly from: number;
  readonly until: number;
  /** Accepted requests that are added to them. */
  readonly trust: number;
  /** Requests per second that earlier refusals measured. */
  readonly measured: number;
  accepted: number;
  refused: number;
}

/**
 * Returns the rate at which the requests of the flight were accepted, or the rate measured before it if that
 * is higher.
 */
export function passedRate({ rate, accepted, refused, trust, measured }: Flight): number {
  const passed = (rate * (accepted + trust)) / (accepted + refused + trust);
  return Math.max(passed, Math.min(rate, measured));
}

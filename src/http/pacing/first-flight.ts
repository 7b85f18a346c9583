/** Requests per second until the first one is accepted. */
const FIRST_RATE = 200;
/** Maximum number of requests in flight at first. */
const FIRST_ROOM = 32;
/** Each accepted request adds this much to the room. */
const ROOM_FOR_EACH = 1 / 8;
/** Milliseconds. Below this round trip only the room limits the rate. */
const MIN_ROUND_TRIP = 1;
/** Requests leave this much faster than answers make room, so that the room is the limit. */
const SPREAD = 1.25;

/** The pace while the quota is unknown. */
export interface FirstFlight {
  /** Maximum number of requests in flight. */
  readonly room: number;
  /** Requests per second. */
  readonly rate: number;
}

/**
 * Returns the pace until the first refusal. Everything in flight at that moment is refused as well, so there
 * is little room. Requests leave evenly: the share of them that is accepted then measures the quota.
 * @param roundTrip milliseconds
 * @param accepted requests accepted so far
 */
export function firstFlight(roundTrip: number, accepted: number): FirstFlight {
  if (accepted === 0) return { room: FIRST_ROOM, rate: FIRST_RATE };
  const room = Math.floor(FIRST_ROOM + accepted * ROOM_FOR_EACH);
  return { room, rate: SPREAD * departureRate(room, roundTrip) };
}

/**
 * Returns the requests per second that keep this number in flight (Little's law).
 * @param roundTrip milliseconds
 */
export function departureRate(inFlight: number, roundTrip: number): number {
  return (inFlight * 1000) / Math.max(MIN_ROUND_TRIP, roundTrip);
}

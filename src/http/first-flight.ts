/** Requests a second until the first one is let in. */
const FIRST_RATE = 200;
/**
 * Requests that may be on their way at first: what a service of this many requests a second has, and not
 * fewer or more than these.
 */
const FAST_SERVICE = 640;
const LEAST_ROOM = 8;
const MOST_ROOM = 32;
/** For each eight requests that are let in there is room for one more. */
const ROOM_FOR_EACH = 1 / 8;
/** Milliseconds: where an answer takes less, the room alone limits what leaves. */
const LEAST_ROUND_TRIP = 1;
/** They leave so much faster than the answers make room for: the room is what limits them. */
const SPREAD = 1.25;

/** How requests leave while no quota is known. */
export interface FirstFlight {
  /** Requests that may be on their way. */
  readonly room: number;
  /** Requests a second. */
  readonly rate: number;
}

/**
 * Returns how requests leave until the first one is refused. All that is on its way then is refused as well,
 * so the room is small where answers are quick; and what left evenly, but for what a late timer missed, shows
 * how many of them the quota lets in.
 * @param roundTrip milliseconds
 * @param accepted requests that were let in
 */
export function firstFlight(roundTrip: number, accepted: number): FirstFlight {
  if (accepted === 0) return { room: MOST_ROOM, rate: FIRST_RATE };
  const atFirst = Math.min(MOST_ROOM, Math.max(LEAST_ROOM, (FAST_SERVICE * roundTrip) / 1000));
  const room = Math.floor(atFirst + accepted * ROOM_FOR_EACH);
  return { room, rate: (room * SPREAD * 1000) / Math.max(LEAST_ROUND_TRIP, roundTrip) };
}

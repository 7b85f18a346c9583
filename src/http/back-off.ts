const LONGEST_PAUSE = 30_000;
/** The least part of a back-off that is waited: chance alone must not make a request follow at once. */
const LEAST_SHARE = 0.1;

/**
 * Returns how long to wait before the next attempt, in milliseconds. Full jitter: anything up to a limit that
 * doubles, 30 s at most.
 * @param attempt counted from 1
 * @param first the limit of the first pause
 * @param random from 0 up to 1
 */
export function backOff(attempt: number, first: number, random: () => number): number {
  return Math.max(random(), LEAST_SHARE) * Math.min(first * 2 ** (attempt - 1), LONGEST_PAUSE);
}

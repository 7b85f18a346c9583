const MAX_PAUSE = 30_000;
/** Minimum fraction of a back-off, so that a random value near zero does not cause an immediate retry. */
const MIN_SHARE = 0.1;

/**
 * Returns the pause before the next attempt in milliseconds. Full jitter: a random part of a limit that
 * doubles with each attempt, up to 30 s.
 * @param attempt counted from 1
 * @param first limit of the first pause
 * @param random returns 0 to 1, excluding 1
 */
export function backOff(attempt: number, first: number, random: () => number): number {
  return Math.max(random(), MIN_SHARE) * Math.min(first * 2 ** (attempt - 1), MAX_PAUSE);
}

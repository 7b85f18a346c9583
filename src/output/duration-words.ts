import { pluralize } from './pluralize.ts';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
  ['millisecond', 1],
] as const;

/**
 * Returns a duration in words, in at most two units and rounded up: "3 minutes", "1 hour 30 minutes", "400
 * milliseconds".
 * @param milliseconds 0 or more
 */
export function durationInWords(milliseconds: number): string {
  const step = precision(milliseconds);
  let left = Math.ceil(milliseconds / step) * step;
  const parts: string[] = [];
  for (const [name, length] of UNITS) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(pluralize(count, name));
  }
  return parts.length === 0 ? '0 seconds' : parts.join(' ');
}

/**
 * Milliseconds to which a duration is rounded: an hour from one day up, a minute from one hour up, a second
 * from one second up, else a millisecond.
 */
function precision(milliseconds: number): number {
  if (milliseconds < 1000) return 1;
  if (milliseconds < 3_600_000) return 1000;
  return milliseconds < 86_400_000 ? 60_000 : 3_600_000;
}

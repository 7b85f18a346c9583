import { isDay, parseDateTime } from './date-time.ts';

/** A year or a month that exists, too. */
const YEAR_OR_MONTH = /^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/;

/**
 * Whether a text is a moment that another can be compared with: a year, a month, a day, or a date-time (by
 * UTC where it names no offset).
 */
export function isMoment(text: string): boolean {
  return isSpan(text) || timeOf(text) !== undefined;
}

/**
 * Returns two texts of one length that are in the order of a moment and what it is compared with. A day
 * begins at midnight UTC, whatever the offset in which the service writes; of a day, a month or a year all of
 * it counts.
 * @returns undefined where the first is no moment
 */
export function comparableMoments(
  actual: string,
  wanted: string,
): readonly [actual: string, wanted: string] | undefined {
  const time = timeOf(actual.trim());
  if (time === undefined) return undefined;
  const own = new Date(time).toISOString();
  if (isSpan(wanted)) return [own.slice(0, wanted.length), wanted];
  const other = timeOf(wanted);
  return other === undefined ? undefined : [own, new Date(other).toISOString()];
}

function isSpan(text: string): boolean {
  return isDay(text) || YEAR_OR_MONTH.test(text);
}

/** In milliseconds since 1970. */
function timeOf(text: string): number | undefined {
  if (isDay(text)) return Date.parse(`${text}T00:00:00Z`);
  return (parseDateTime(text) ?? parseDateTime(`${text}Z`))?.time;
}

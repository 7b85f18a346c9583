import { isDay, parseDateTime } from './date-time.ts';

/** A year or an existing month. */
const YEAR_OR_MONTH = /^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/;

/**
 * Whether a text can be compared as a time: a year, a month, a day, or a date-time (in UTC if it has no
 * offset).
 */
export function isMoment(text: string): boolean {
  return isSpan(text) || timeOf(text) !== undefined;
}

/**
 * Returns two texts of equal length that sort like the two times. Days start at midnight UTC, whatever offset
 * the service writes. A year, a month or a day covers all times within it.
 * @returns undefined if the first text is not a date or a date-time
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

/** Returns the time of a day or a date-time in milliseconds since 1970. */
function timeOf(text: string): number | undefined {
  if (isDay(text)) return Date.parse(`${text}T00:00:00Z`);
  return (parseDateTime(text) ?? parseDateTime(`${text}Z`))?.time;
}

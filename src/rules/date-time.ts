const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;

const LAST_SECOND = Date.parse('9999-12-31T23:59:59Z');

/** A parsed ISO 8601 date-time. */
export interface Instant {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The calendar day as written, YYYY-MM-DD, in its original offset. */
  readonly day: string;
  /** Whether the offset is a number and not Z. */
  readonly hasNumericOffset: boolean;
}

/** Parses an ISO 8601 date-time with an offset; returns undefined if it is invalid. */
export function parseDateTime(text: string): Instant | undefined {
  const match = INSTANT.exec(text);
  if (match === null) return undefined;
  const [, day = '', hour = '', minute = '', second = '00', zone = ''] = match;
  if (!isDay(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const time = Date.parse(`${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(time) ? undefined : { time, day, hasNumericOffset: offset !== 'Z' };
}

/**
 * Whether the text has the format of a day or of a date-time with an offset, even if the date does not exist.
 */
export function hasDateForm(text: string): boolean {
  return DAY.test(text) || INSTANT.test(text);
}

/** Whether the text is an existing day in the format YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const match = DAY.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/**
 * Converts a day or a date-time to the service's format of a start date, YYYY-MM-DDT00:00:00+0000 (SCIM §2.1;
 * assumption `start-date`).
 */
export const startDateFrom = rememberingLast((text): string | undefined => {
  const day = isDay(text) ? text : parseDateTime(text)?.day;
  return day === undefined ? undefined : `${day}T00:00:00+0000`;
});

/**
 * Converts a day or a date-time to the service's format of a guest expiration, YYYY-MM-DDThh:mm:ssZ (SCIM
 * §2.1).
 */
export const expirationFrom = rememberingLast((text): string | undefined => {
  const time = isDay(text) ? Date.parse(`${text}T00:00:00Z`) : parseDateTime(text)?.time;
  // The format has no years after 9999.
  if (time === undefined || time > LAST_SECOND) return undefined;
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
});

/**
 * Returns a time as YYYY-MM-DDThh:mm:ssZ; undefined if it is out of range.
 * @param time milliseconds since 1970; any number
 */
export function momentText(time: number): string | undefined {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : `${date.toISOString().replace(/\.\d{3}Z$/, '')}Z`;
}

/** Number of cached texts: the dates of a file repeat, because many users start on the same day. */
const REMEMBERED = 512;

/** Caches the results of a function for repeated texts. */
function rememberingLast(read: (text: string) => string | undefined): (text: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined || known.has(text)) return before;
    if (known.size >= REMEMBERED) known.clear();
    const result = read(text);
    known.set(text, result);
    return result;
  };
}

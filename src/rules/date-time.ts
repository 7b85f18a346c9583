const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;

const LAST_SECOND = Date.parse('9999-12-31T23:59:59Z');

/** An ISO 8601 date-time, taken apart. */
export interface Instant {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The calendar day as it is written, YYYY-MM-DD, in the offset that is written. */
  readonly day: string;
  /** Whether the offset is written as a number and not as Z. */
  readonly hasNumericOffset: boolean;
}

/**
 * Returns the parts of an ISO 8601 date-time with an offset; undefined when it is not one or no such day
 * exists.
 */
export function parseDateTime(text: string): Instant | undefined {
  const match = INSTANT.exec(text);
  if (match === null) return undefined;
  const [, day = '', hour = '', minute = '', second = '00', zone = ''] = match;
  if (!isDay(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const time = Date.parse(`${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(time) ? undefined : { time, day, hasNumericOffset: offset !== 'Z' };
}

/** Whether the text has the form of a day or a date-time with an offset, also where no such moment exists. */
export function hasDateForm(text: string): boolean {
  return DAY.test(text) || INSTANT.test(text);
}

/** Whether the text is a day that exists, written YYYY-MM-DD. */
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
 * Returns a start date as the service writes it, YYYY-MM-DDT00:00:00+0000, from a day or a date-time
 * (SCIM §2.1; assumption `start-date`).
 */
export const startDateFrom = rememberingLast((text): string | undefined => {
  const day = isDay(text) ? text : parseDateTime(text)?.day;
  return day === undefined ? undefined : `${day}T00:00:00+0000`;
});

/**
 * Returns a guest's expiration as the service writes it, YYYY-MM-DDThh:mm:ssZ, from a day or a date-time
 * (SCIM §2.1).
 */
export const expirationFrom = rememberingLast((text): string | undefined => {
  const time = isDay(text) ? Date.parse(`${text}T00:00:00Z`) : parseDateTime(text)?.time;
  // A moment after the year 9999 has no such form.
  if (time === undefined || time > LAST_SECOND) return undefined;
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
});

/**
 * Returns a moment as YYYY-MM-DDThh:mm:ssZ; undefined where there is none. @param time milliseconds since
 * 1970, from anywhere
 */
export function momentText(time: number): string | undefined {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : `${date.toISOString().replace(/\.\d{3}Z$/, '')}Z`;
}

/** As many dates as a file is likely to repeat: people begin on few days. */
const REMEMBERED = 512;

/** Works a text out once while it is seen again and again. */
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

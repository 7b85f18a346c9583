import { isDay } from '../../rules/date-time.ts';
import { withoutMarks } from '../../values/without-marks.ts';

/**
 * Parses a date and returns it as YYYY-MM-DD, or a time as YYYY-MM-DDThh:mm:ssZ; undefined for any other
 * text.
 */
export type DateReader = (text: string) => string | undefined;

/** The parts of a date pattern, and the expression that each of them matches. */
const DATE_PARTS: ReadonlyMap<string, string> = new Map([
  ['YYYY', '(?<year>\\d{4})'],
  ['YY', '(?<short>\\d{2})'],
  ['MMMM', "(?<name>\\p{L}[\\p{L}\\p{M}']*)"],
  ['MMM', "(?<name>\\p{L}[\\p{L}\\p{M}']*)\\.?"],
  ['MM', '(?<month>\\d{1,2})'],
  ['M', '(?<month>\\d{1,2})'],
  ['DD', '(?<day>\\d{1,2})'],
  ['D', '(?<day>\\d{1,2})'],
]);

/** Distinctive first letters of the months in English, German, French and Spanish, without diacritics. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'janv', 'ene'],
  ['feb', 'fev', 'fevr'],
  ['mar', 'marz', 'mrz', 'maerz', 'mars'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'aou', 'ago'],
  ['sep', 'set'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dez', 'dic'],
];

const DAY = 24 * 60 * 60 * 1000;

/** Day 0 of spreadsheet serial dates, which count a 29 February 1900 that did not exist. */
const SERIAL_START = Date.UTC(1899, 11, 30);

/** Serial dates of the years 1954 to 2119; numbers outside of this range are not dates. */
const SERIALS = { from: 20_000, to: 80_000 };

/** Unix time: seconds from 2001 to 2286 have ten digits, milliseconds thirteen. */
const EPOCH = /^(\d{9,10}|\d{12,13})(?:[.,]\d+)?$/;

/** Date formats that are not patterns. */
const NUMBERS: Readonly<Record<string, DateReader>> = {
  epoch: (text) => {
    const number = EPOCH.exec(text.trim())?.[1];
    if (number === undefined) return undefined;
    const seconds = number.length > 10 ? Math.floor(Number(number) / 1000) : Number(number);
    return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
  },
  serial: (text) => {
    const found = /^(\d{5})(?:[.,]\d+)?$/.exec(text.trim())?.[1];
    const number = Number(found);
    if (found === undefined || number < SERIALS.from || number > SERIALS.to) return undefined;
    return new Date(SERIAL_START + number * DAY).toISOString().slice(0, 10);
  },
};

/**
 * A time of day after a date, with its zone or its name: `T08:00:00.000+0100`, ` 8:30 PM`, `, 12.30 Uhr`, `
 * 00:00:00 UTC`.
 */
const TIME =
  '(?:[T\\s,]\\s*\\d{1,2}(?:[:.h]\\d{2}){1,2}(?:[.,]\\d{1,9})?\\s*(?:[AaPp]\\.?[Mm]\\.?|Uhr|h)?\\s*(?:Z|(?:\\(?(?:UTC|GMT|[A-Z]{2,4}T)\\)?)?\\s*(?:[+-]\\d{2}:?\\d{2})?)?)?';

/** Names of the date formats that are not patterns. */
export const DATE_WORDS: readonly string[] = Object.keys(NUMBERS);

/**
 * Returns a parser for dates in a pattern, such as `DD.MM.YYYY`, `M/D/YY` or `D MMM YYYY` (month names in
 * English, German, French or Spanish), in Unix time (`epoch`) or as spreadsheet serial numbers (`serial`). A
 * time of day after the date is ignored; any other extra text is invalid.
 * @returns undefined if the pattern does not describe a day
 */
export function dateReader(pattern: string): DateReader | undefined {
  if (Object.hasOwn(NUMBERS, pattern)) return NUMBERS[pattern];
  const parts = pattern.match(/Y+|M+|D+|[^YMD]+/g) ?? [];
  const source = parts.map((part, index) => {
    if (!/^[YMD]/.test(part)) return part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    const isBeside = isNumber(parts[index - 1]) || isNumber(parts[index + 1]);
    // Without a separator, 1122024 could be a day of January or of February.
    return isBeside ? DATE_PARTS.get(part)?.replace('{1,2}', '{2}') : DATE_PARTS.get(part);
  });
  if (source.includes(undefined)) return undefined;
  const kinds = parts.map((part) => part[0]).filter((letter) => 'YMD'.includes(letter ?? ' '));
  if ([...kinds].sort().join('') !== 'DMY') return undefined;
  const expression = new RegExp(`^${source.join('')}${TIME}$`, 'u');
  return (text) => {
    const found = expression.exec(text.trim())?.groups;
    return found === undefined ? undefined : dayOf(found);
  };
}

/** Whether a part of a pattern is a number. */
function isNumber(part: string | undefined): boolean {
  return part !== undefined && /^(?:Y+|M{1,2}|D+)$/.test(part);
}

/**
 * Compares a number with a pattern without separators, such as DDMMYYYY.
 * @returns how many digits the number and the dates of the pattern have; undefined if they have equally many,
 * or if the text is no number or the pattern has separators
 */
export function digitCountMismatch(
  text: string,
  pattern: string,
): { readonly found: number; readonly expected: number } | undefined {
  const parts: readonly string[] = pattern.match(/Y+|M+|D+|[^YMD]+/g) ?? [];
  const digits = /^\d+$/.exec(text.trim())?.[0];
  if (digits === undefined || !parts.every(isNumber)) return undefined;
  const expected = parts.includes('YYYY') ? 8 : 6;
  return digits.length === expected ? undefined : { found: digits.length, expected };
}

function dayOf(found: Readonly<Record<string, string | undefined>>): string | undefined {
  const { year, short = '', name, day = '' } = found;
  const month = name === undefined ? found['month'] : monthNamed(name);
  if (month === undefined) return undefined;
  const whole = year ?? `${Number(short) < 70 ? '20' : '19'}${short}`;
  return `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function monthNamed(name: string): string | undefined {
  const word = withoutMarks(name).toLowerCase();
  const index = MONTHS.findIndex((beginnings) => beginnings.some((beginning) => word.startsWith(beginning)));
  return index < 0 ? undefined : String(index + 1);
}

/**
 * Combines several readers: returns their first result that is an existing day, otherwise their first result.
 */
export function combineDateReaders(readers: readonly DateReader[]): DateReader {
  return (text) => {
    const days = readers.map((read) => read(text)).filter((day) => day !== undefined);
    return days.find((day) => isDay(day.slice(0, 10))) ?? days[0];
  };
}

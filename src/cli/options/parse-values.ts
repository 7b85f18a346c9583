import { isIP } from 'node:net';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { isVendorName, VENDOR_CHARACTERS } from '../../profiles/vendor-name.ts';
import { expirationFrom, isDay, parseDateTime } from '../../rules/date-time.ts';
import { durationFrom, MAX_DELAY } from '../../rules/duration.ts';
import { isRelativeDay, relativeDay } from '../../rules/relative-day.ts';

/**
 * Parses a duration. A bare number is refused: 90 may mean seconds or days.
 * @returns milliseconds
 */
export function parseDuration(text: string): number {
  const duration = durationFrom(text);
  if (duration !== undefined) return duration;
  if (durationFrom(`${text}s`) !== undefined)
    throw new InvalidArgumentError(`It needs a unit: ${text}s, ${text}m, ${text}h or ${text}d.`);
  throw new InvalidArgumentError('It must be a number with ms, s, m, h or d, such as 90s.');
}

/** Like parseDuration, for a duration that a timer waits for. */
export function parseDelay(text: string): number {
  const delay = parseDuration(text);
  if (delay <= MAX_DELAY) return delay;
  throw new InvalidArgumentError('It must be at most 24d.');
}

/** Like parseDelay, for a duration that may not be zero. */
export function parsePeriod(text: string): number {
  const period = parseDelay(text);
  if (period > 0) return period;
  throw new InvalidArgumentError('It must be longer than 0.');
}

/**
 * Parses how long ago something was; a leading minus is ignored.
 * @returns milliseconds
 */
export function parseAge(text: string): number {
  return parseDuration(text.replace(/^-/, ''));
}

/** Parses a whole number of at least 1. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

/**
 * Returns a parser of a whole number from 1 to `most`.
 * @param why why there is no more, worded to follow a semicolon
 */
export function countUpTo(most: number, why?: string): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (/^\d{1,9}$/.test(text) && count >= 1 && count <= most) return count;
    const reason = why === undefined ? '' : `; ${why}`;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}${reason}.`);
  };
}

/** Parses a whole number of at least 0. */
export function parseLimit(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}

/** Parses a TCP port; 0 selects any free port. */
export function parsePort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('It must be a port from 0 to 65535.');
  return Number(text);
}

/** Parses an address of this machine to listen on. */
export function parseAddress(text: string): string {
  if (isIP(text) === 0 && text !== 'localhost')
    throw new InvalidArgumentError('It must be an IP address, such as 0.0.0.0.');
  return text;
}

/** Whether a text can be the ID of a channel: names have small letters. */
export function isChannelId(text: string): boolean {
  return /^[A-Z][A-Z0-9]*$/.test(text);
}

/** Parses the ID of a channel; no method finds a channel by its name. */
export function parseChannelId(text: string): string {
  if (!isChannelId(text))
    throw new InvalidArgumentError(
      'It must be the ID of a channel, such as C0LIGHTHOUSE; the link to a channel ends with it.',
    );
  return text;
}

/** Parses the vendor's name in schema URNs. */
export function parseVendor(text: string): string {
  if (isVendorName(text)) return text;
  throw new InvalidArgumentError(`It must consist of ${VENDOR_CHARACTERS}`);
}

/** Parses comma-separated words. */
export function parseWords(text: string): readonly string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Parses the columns to print. */
export function parseColumns(text: string): readonly string[] {
  const names = parseWords(text);
  if (names.length === 0) throw new InvalidArgumentError('It must name a column.');
  return names;
}

/** Collects the values of a repeatable flag. */
export function collectWord(word: string, before: readonly string[] = []): readonly string[] {
  return [...before, word];
}

/**
 * Parses the delimiter of a CSV: one character that is no letter, digit, _ or quote; `\\t` and `tab` are a
 * tab.
 */
export function parseDelimiter(text: string): string {
  const character = text.toLowerCase() === 'tab' || text === '\\t' ? '\t' : text;
  const isOne = /^[^\p{L}\p{N}_"\r\n]$/u.test(character) && character.length === 1;
  if (isOne) return character;
  throw new InvalidArgumentError(
    'It must be one character that is not a letter, digit, _ or quote, or "\\t" or the word tab.',
  );
}

/** Parses a delimiter that is searched for in bytes, whatever the encoding, and must therefore be ASCII. */
export function parseAsciiDelimiter(text: string): string {
  const delimiter = parseDelimiter(text);
  if (/^[\x20-\x7e\t]$/.test(delimiter)) return delimiter;
  throw new InvalidArgumentError('It must be an ASCII character here.');
}

/**
 * Parses the date or date-time at which a guest expires.
 * @returns the value in the form of the service
 */
export function parseExpiration(text: string): string {
  const expiration = expirationFrom(text);
  if (expiration !== undefined) return expiration;
  throw new InvalidArgumentError('It must be a date or a date-time with an offset, such as 2027-06-30.');
}

/** A point in time: absolute, before now, or after the midnight at the start of a day. In milliseconds. */
export type Moment =
  | { readonly time: number }
  | { readonly ago: number }
  | { readonly day: string; readonly plus: number };

/**
 * Parses an RFC 3339 time, a date, `today` or `today-7d`, or an age such as 7d, optionally with a minus. A
 * day starts at midnight UTC.
 */
export function parseMoment(text: string): Moment {
  const ago = durationFrom(text);
  if (ago !== undefined) return { ago };
  if (text.startsWith('-')) return { ago: parseAge(text) };
  if (isRelativeDay(text)) return { day: text, plus: 0 };
  const time = isDay(text) ? Date.parse(`${text}T00:00:00Z`) : parseDateTime(text)?.time;
  if (time !== undefined) return { time };
  throw new InvalidArgumentError(
    'It must be a time such as 2026-03-01T12:00:00Z, a date, or 7d for 7 days ago.',
  );
}

const DAY = 24 * 60 * 60 * 1000;

/** Parses the end of a time range: a date means its last millisecond, so that the day is included. */
export function parseEnd(text: string): Moment {
  if (isDay(text)) return { time: Date.parse(`${text}T00:00:00Z`) + DAY - 1 };
  const moment = parseMoment(text);
  return 'day' in moment ? { ...moment, plus: DAY - 1 } : moment;
}

/** Returns the moment in milliseconds since 1970. */
export function momentAt(moment: Moment, now: number): number {
  if ('time' in moment) return moment.time;
  if ('ago' in moment) return now - moment.ago;
  return Date.parse(`${relativeDay(moment.day, now)}T00:00:00Z`) + moment.plus;
}

import { characterTable, WORD_BYTES } from './dump-format.ts';

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const UNDERSCORE = 0x5f;
const FIVE = 0x35;
const HEXADECIMAL = characterTable('0123456789abcdefABCDEF');
/** Length of `%40`, as in a link. */
const PERCENT_ESCAPE = 3;
/** Maximum levels of percent-encoding; `%2540`, a link within a link, has two. */
const MAX_WRAPPED = 4;
/**
 * Characters that form an escape of one character after a backslash: in JSON, SQL, Markdown and the languages
 * that write logs.
 */
const PAIRED = characterTable(['bfn', 'rtv', '0Z_'].join(''));
/** Number of digits after `\u` and `\x`. */
const DIGITS: Readonly<Partial<Record<number, number>>> = { 117: 4, 120: 2 };

/** Length of an escape in bytes, and whether it represents a letter, digit or underscore. */
export interface ReadEscape {
  readonly length: number;
  readonly isWord: boolean;
}

/** The bytes that start an escape. */
export const ESCAPES = '%\\';

/**
 * Reads an escape at a percent sign or a backslash; undefined if it is incomplete. The same rule applies to
 * every text, because formats are nested without notice (JSON in a cell, a link in SQL): `\n`, `\u0040` and
 * `%40` directly before an ID are not letters of it, however many backslashes there are. `C:\nU0AAAAAA1` is
 * read this way too: a folder whose name is n and a complete ID of the map is far rarer than a line break
 * before an ID.
 */
export function readEscape(bytes: Uint8Array, at: number, end: number): ReadEscape | undefined {
  return bytes[at] === PERCENT ? readPercent(bytes, at, end) : readBackslash(bytes, at, end);
}

/** Whether a byte starts an escape. */
export function isEscape(byte: number | undefined): boolean {
  return byte === BACKSLASH || byte === PERCENT;
}

/**
 * Whether a byte and the start of a replacement would together be read as an escape. The replaced ID could
 * then not be found when mapping back.
 * @param before the last byte before the ID
 */
export function wouldFormEscape(before: number | undefined, [first = 0, second = 0]: Uint8Array): boolean {
  if (before === BACKSLASH) return PAIRED[first] === 1 || DIGITS[first] !== undefined;
  // The percent sign itself, or the 5 of an encoded one (`%25`).
  return (before === PERCENT || before === FIVE) && HEXADECIMAL[first] === 1 && HEXADECIMAL[second] === 1;
}

function readPercent(bytes: Uint8Array, at: number, end: number): ReadEscape | undefined {
  let length = PERCENT_ESCAPE;
  for (let level = 1; ; level += 1) {
    const code = readDigits(bytes, at + length - 2, 2, end);
    if (code === undefined) return undefined;
    // No digits follow: it is a literal percent sign, plain or encoded.
    if (code === 'none') return { length: Math.max(1, length - 2), isWord: false };
    if (code !== PERCENT || level === MAX_WRAPPED) return { length, isWord: WORD_BYTES[code] === 1 };
    length += 2;
  }
}

function readBackslash(bytes: Uint8Array, at: number, end: number): ReadEscape | undefined {
  if (at + 1 >= end) return undefined;
  const letter = bytes[at + 1] ?? 0;
  const count = DIGITS[letter];
  if (count === undefined) return { length: PAIRED[letter] === 1 ? 2 : 1, isWord: letter === UNDERSCORE };
  const code = readDigits(bytes, at + 2, count, end);
  if (code === undefined) return undefined;
  return code === 'none'
    ? { length: 1, isWord: false }
    : { length: 2 + count, isWord: WORD_BYTES[code] === 1 };
}

/** Returns the value of hexadecimal digits; `none` for other characters; undefined if incomplete. */
function readDigits(bytes: Uint8Array, at: number, count: number, end: number): number | 'none' | undefined {
  const there = Math.max(0, Math.min(count, end - at));
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + at, there).toString('latin1');
  if (!/^[0-9a-f]*$/i.test(text)) return 'none';
  return there < count ? undefined : Number.parseInt(text, 16);
}

import { marked, WORD_BYTES } from './dump-format.ts';

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const UNDERSCORE = 0x5f;
const FIVE = 0x35;
const HEXADECIMAL = marked('0123456789abcdefABCDEF');
/** `%40`, as a link has it. */
const PERCENT_ESCAPE = 3;
/** `%2540`, a link in a link: a link is wrapped so often, and not more. */
const MOST_WRAPPED = 4;
/**
 * What stands for one character behind a backslash, in JSON, SQL, Markdown, and the languages that logs come
 * from.
 */
const PAIRED = marked(['bfn', 'rtv', '0Z_'].join(''));
/** How many digits follow `\u` and `\x`. */
const DIGITS: Readonly<Partial<Record<number, number>>> = { 117: 4, 120: 2 };

/** How many bytes an escape takes, and whether it stands for a letter, digit or underscore. */
export interface ReadEscape {
  readonly length: number;
  readonly isWord: boolean;
}

/** The bytes with which an escape begins. */
export const ESCAPES = '%\\';

/**
 * Reads what begins at a percent sign or a backslash; undefined when it is cut off. One rule holds for every
 * text, because text stands in text (JSON in a cell, a link in SQL) and no name says so: `\n`, `\u0040` and
 * `%40` directly in front of an ID are no letters of it, however many backslashes there are. `C:\nU0AAAAAA1`
 * is read so, too: a folder that is called n and then a whole ID of the map is far rarer than a line end in
 * front of one.
 */
export function readEscape(bytes: Uint8Array, at: number, end: number): ReadEscape | undefined {
  return bytes[at] === PERCENT ? readPercent(bytes, at, end) : readBackslash(bytes, at, end);
}

/** Whether a byte begins an escape. */
export function isEscape(byte: number | undefined): boolean {
  return byte === BACKSLASH || byte === PERCENT;
}

/**
 * Whether a byte and what is to stand behind it would be read as an escape: an ID that became such a thing
 * would not be found on the way back.
 * @param before the last byte in front of an ID
 */
export function makesEscape(before: number | undefined, [first = 0, second = 0]: Uint8Array): boolean {
  if (before === BACKSLASH) return PAIRED[first] === 1 || DIGITS[first] !== undefined;
  // The percent sign itself, or the end of one that is wrapped.
  return (before === PERCENT || before === FIVE) && HEXADECIMAL[first] === 1 && HEXADECIMAL[second] === 1;
}

function readPercent(bytes: Uint8Array, at: number, end: number): ReadEscape | undefined {
  let length = PERCENT_ESCAPE;
  for (let level = 1; ; level += 1) {
    const code = readDigits(bytes, at + length - 2, 2, end);
    if (code === undefined) return undefined;
    // A percent sign that is one, in front of or behind those that wrap.
    if (code === 'none') return { length: Math.max(1, length - 2), isWord: false };
    if (code !== PERCENT || level === MOST_WRAPPED) return { length, isWord: WORD_BYTES[code] === 1 };
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

/**
 * Returns the number that hexadecimal digits say, `none` when there are others; undefined when they are cut
 * off.
 */
function readDigits(bytes: Uint8Array, at: number, count: number, end: number): number | 'none' | undefined {
  const there = Math.max(0, Math.min(count, end - at));
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + at, there).toString('latin1');
  if (!/^[0-9a-f]*$/i.test(text)) return 'none';
  return there < count ? undefined : Number.parseInt(text, 16);
}

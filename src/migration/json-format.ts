import { type DumpFormat, marked, WORD_BYTES } from './dump-format.ts';
import { createPropertyWatch, type PropertyWatch } from './property-watch.ts';
import { type ReadEscape, readPercent } from './text-format.ts';

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const PERCENT = 0x25;
const LETTER_U = 0x75;
/** `\u0041`, the longest escape. */
const UNICODE_ESCAPE = 6;

/**
 * JSON in any number of documents, as a dump or line by line. An escape counts as the character it stands for: in `"\nU1"` the n
 * is no letter in front of the ID; neither are the digits of `%40` in a link.
 * @param properties only what stands below a property of one of these names may be replaced; everything when absent.
 */
export function createJsonFormat(properties?: readonly string[]): DumpFormat {
  const watch = properties === undefined ? undefined : createPropertyWatch(properties);
  let isInString = false;
  let isWordEscape = false;
  return {
    special: marked(watch === undefined ? '%\\' : '%\\"{}[]:,'),
    isSelected: () => watch?.isSelected() ?? true,
    isWordEscape: () => isWordEscape,
    consume(bytes, at, end, isLast) {
      isWordEscape = false;
      const byte = bytes[at];
      if (byte === BACKSLASH || byte === PERCENT) {
        const escaped = readEscape(bytes, at, end);
        if (escaped === undefined && !isLast) return 0;
        isWordEscape = escaped?.isWord ?? false;
        return escaped?.length ?? 1;
      }
      if (watch === undefined) return 1;
      if (byte !== QUOTE) {
        if (!isInString) watch.see(byte ?? 0);
        return 1;
      }
      if (!isInString && !seeName(watch, bytes, at, end, isLast)) return 0;
      isInString = !isInString;
      return 1;
    },
    wordContinues(bytes, at, end, isLast) {
      if (bytes[at] !== BACKSLASH && bytes[at] !== PERCENT) return false;
      const escaped = readEscape(bytes, at, end);
      return escaped === undefined ? (isLast ? false : undefined) : escaped.isWord;
    },
  };
}

/** Names longer than this, as written, are none that somebody asks for. */
const LONGEST_NAME = 4096;

/** Hands the name that begins at a quote to the watch. @returns false when its end is not there yet */
function seeName(watch: PropertyWatch, bytes: Uint8Array, at: number, end: number, isLast: boolean): boolean {
  if (!watch.expectsName()) return true;
  const close = closingQuote(bytes, at + 1, Math.min(end, at + LONGEST_NAME));
  if (close === undefined) {
    if (!isLast && end - at < LONGEST_NAME) return false;
    watch.seeName(undefined);
    return true;
  }
  const written = Buffer.from(bytes.buffer, bytes.byteOffset + at, close + 1 - at).toString('utf8');
  watch.seeName(readName(written));
  return true;
}

function closingQuote(bytes: Uint8Array, from: number, end: number): number | undefined {
  for (let at = from; at < end; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at;
  }
  return undefined;
}

function readName(written: string): string | undefined {
  try {
    const name: unknown = JSON.parse(written);
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}

/** Returns how long an escape is and whether it stands for a letter, digit or underscore; undefined when it is cut off. */
function readEscape(bytes: Uint8Array, at: number, end: number): ReadEscape | undefined {
  if (bytes[at] === PERCENT) return readPercent(bytes, at, end);
  if (at + 1 >= end) return undefined;
  if (bytes[at + 1] !== LETTER_U) return { length: isShortEscape(bytes[at + 1]) ? 2 : 1, isWord: false };
  if (at + UNICODE_ESCAPE > end) return undefined;
  const digits = Buffer.from(bytes.buffer, bytes.byteOffset + at + 2, 4).toString('latin1');
  if (!/^[0-9a-f]{4}$/i.test(digits)) return { length: 1, isWord: false };
  const code = Number.parseInt(digits, 16);
  return { length: UNICODE_ESCAPE, isWord: code < 0x80 && WORD_BYTES[code] === 1 };
}

const SHORT_ESCAPES = marked('"\\/bfnrt');

/** In text that is no JSON a backslash may stand before anything; it then is a character like others. */
function isShortEscape(byte: number | undefined): boolean {
  return byte !== undefined && SHORT_ESCAPES[byte] === 1;
}

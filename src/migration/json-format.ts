import { ESCAPES, isEscape, type ReadEscape, readEscape } from './dump-escapes.ts';
import { characterTable, type DumpFormat } from './dump-format.ts';
import { createPropertyWatch, type PropertyWatch } from './property-watch.ts';

const BACKSLASH = 0x5c;
const QUOTE = 0x22;

/**
 * Any number of JSON documents, or one per line. An escape counts as the character it represents: in `"\nU1"`
 * the n is not a letter before the ID, nor are the digits of `%40` in a link.
 * @param properties only values below properties with these names may be replaced; all if absent.
 */
export function createJsonFormat(properties?: readonly string[]): DumpFormat {
  const watch = properties === undefined ? undefined : createPropertyWatch(properties);
  let isInString = false;
  let isWordEscape = false;
  return {
    isJson: true,
    special: characterTable(watch === undefined ? ESCAPES : `${ESCAPES}"{}[]:,`),
    isSelected: () => watch?.isSelected() ?? true,
    isWordEscape: () => isWordEscape,
    consume(bytes, at, end, isLast) {
      isWordEscape = false;
      const byte = bytes[at];
      if (isEscape(byte)) {
        const escaped = readInString(bytes, at, end);
        if (escaped === undefined && !isLast) return 0;
        isWordEscape = escaped?.isWord ?? false;
        return escaped?.length ?? 1;
      }
      if (watch === undefined) return 1;
      if (byte !== QUOTE) {
        if (!isInString) watch.see(byte ?? 0);
        return 1;
      }
      if (!isInString && !passNameToWatch(watch, bytes, at, end, isLast)) return 0;
      isInString = !isInString;
      return 1;
    },
    ...(watch === undefined ? {} : { absentProperties: watch.absent, otherProperties: watch.others }),
    wordContinues(bytes, at, end, isLast) {
      if (!isEscape(bytes[at])) return false;
      const escaped = readInString(bytes, at, end);
      return escaped === undefined ? (isLast ? false : undefined) : escaped.isWord;
    },
  };
}

/** Bytes of the longest property name, as written; nobody requests a longer one. */
const MAX_NAME_LENGTH = 4096;

/** Passes the name that starts at a quote to the watch. @returns false if its end has not arrived yet */
function passNameToWatch(
  watch: PropertyWatch,
  bytes: Uint8Array,
  at: number,
  end: number,
  isLast: boolean,
): boolean {
  if (!watch.expectsName()) return true;
  const close = closingQuote(bytes, at + 1, Math.min(end, at + MAX_NAME_LENGTH));
  if (close === undefined) {
    if (!isLast && end - at < MAX_NAME_LENGTH) return false;
    watch.visitName(undefined);
    return true;
  }
  const written = Buffer.from(bytes.buffer, bytes.byteOffset + at, close + 1 - at).toString('utf8');
  watch.visitName(readName(written));
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

/**
 * Reads an escape in a string. Two backslashes are one character, and a quote after a backslash does not end
 * the string. Text after two backslashes is an escape of nested text: JSON in JSON has `\\\\n` for a line
 * break. Undefined if it is incomplete.
 */
function readInString(bytes: Uint8Array, at: number, end: number): ReadEscape | undefined {
  const next = bytes[at + 1];
  if (bytes[at] !== BACKSLASH || (next !== BACKSLASH && next !== QUOTE)) return readEscape(bytes, at, end);
  if (at + 1 >= end) return undefined;
  if (next === QUOTE) return { length: 2, isWord: false };
  const inner = readEscape(bytes, at + 1, end);
  if (inner === undefined) return undefined;
  return { length: Math.max(2, inner.length + 1), isWord: inner.isWord };
}

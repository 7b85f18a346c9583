import { type DumpFormat, marked, WORD_BYTES } from './dump-format.ts';

const PERCENT = 0x25;
/** `%40`, as a link has it. */
const PERCENT_ESCAPE = 3;
/** What may follow a backslash in a dump of SQL, as the common databases write it. */
const SQL_ESCAPES = marked(['bfn', 'rtv', '0Z', '\'"\\%_'].join(''));

/** How many bytes an escape takes, and whether it stands for a letter, digit or underscore. */
export interface ReadEscape {
  readonly length: number;
  readonly isWord: boolean;
}

/**
 * Any text: an ID is replaced where it is a whole word. `%40` in a link counts as the character it stands for; in a dump of SQL `\n` does, too, so that
 * in `'\nU1'` the n is no letter in front of the ID.
 */
export function createTextFormat(hasBackslashes = false): DumpFormat {
  let isWordEscape = false;
  const read = (bytes: Uint8Array, at: number, end: number) =>
    bytes[at] === PERCENT ? readPercent(bytes, at, end) : readBackslash(bytes, at, end);
  return {
    special: marked(hasBackslashes ? '%\\' : '%'),
    isSelected: () => true,
    isWordEscape: () => isWordEscape,
    consume(bytes, at, end, isLast) {
      const escaped = read(bytes, at, end);
      isWordEscape = escaped?.isWord ?? false;
      if (escaped === undefined && !isLast) return 0;
      return escaped?.length ?? 1;
    },
    wordContinues(bytes, at, end, isLast) {
      const escaped = read(bytes, at, end);
      return escaped === undefined ? (isLast ? false : undefined) : escaped.isWord;
    },
  };
}

/** Reads a percent sign with what belongs to it; undefined when it is cut off. */
export function readPercent(bytes: Uint8Array, at: number, end: number): ReadEscape | undefined {
  const digits = Buffer.from(bytes.buffer, bytes.byteOffset + at + 1, Math.min(2, end - at - 1));
  const text = digits.toString('latin1');
  if (!/^[0-9a-f]*$/i.test(text)) return { length: 1, isWord: false };
  if (at + PERCENT_ESCAPE > end) return undefined;
  return { length: PERCENT_ESCAPE, isWord: WORD_BYTES[Number.parseInt(text, 16)] === 1 };
}

function readBackslash(bytes: Uint8Array, at: number, end: number): ReadEscape | undefined {
  if (at + 1 >= end) return undefined;
  return { length: SQL_ESCAPES[bytes[at + 1] ?? 0] === 1 ? 2 : 1, isWord: bytes[at + 1] === 0x5f };
}

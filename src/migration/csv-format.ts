import { ESCAPES, isEscape, readEscape } from './dump-escapes.ts';
import { type DumpFormat, marked } from './dump-format.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Length and last byte of a byte order mark. */
const BYTE_ORDER_MARK = 3;
const LAST_OF_MARK = 0xbf;

/**
 * A CSV (RFC 4180) in which only some columns may be changed; line ends are LF, CR LF or CR. A quote opens a cell only where the cell
 * begins.
 * @param columns their positions, from 0.
 * @param hasHeading whether the first record names the columns; it is never changed.
 */
export function createCsvFormat(
  columns: ReadonlySet<number>,
  delimiter: string,
  hasHeading: boolean,
): DumpFormat {
  const delimiterByte = delimiter.charCodeAt(0);
  const isEnd = (byte: number | undefined) =>
    byte === delimiterByte || byte === LINE_FEED || byte === CARRIAGE_RETURN;
  let isHeading = hasHeading;
  let isStart = true;
  let column = 0;
  let isQuoted = false;
  let hasJustClosed = false;
  let isWordEscape = false;
  const isInCell = (byte: number | undefined) => isEscape(byte) && byte !== delimiterByte;

  const mayOpen = (at: number, before: number | undefined) =>
    before === undefined ||
    isEnd(before) ||
    (before === QUOTE && hasJustClosed) ||
    (isStart && at === BYTE_ORDER_MARK && before === LAST_OF_MARK);
  return {
    special: marked(`"\r\n${delimiter}${ESCAPES}`),
    isSelected: () => !isHeading && columns.has(column),
    isWordEscape: () => isWordEscape,
    wordContinues(bytes, at, end, isLast) {
      if (!isInCell(bytes[at])) return false;
      const escaped = readEscape(bytes, at, end);
      return escaped === undefined ? (isLast ? false : undefined) : escaped.isWord;
    },
    consume(bytes, at, end, isLast, before) {
      const byte = bytes[at];
      isWordEscape = false;
      if (isInCell(byte)) {
        isStart = false;
        const escaped = readEscape(bytes, at, end);
        if (escaped === undefined) return isLast ? 1 : 0;
        isWordEscape = escaped.isWord;
        return escaped.length;
      }
      if (byte === QUOTE) {
        const isClosing = isQuoted;
        isQuoted = !isQuoted && mayOpen(at, before);
        hasJustClosed = isClosing;
      } else if (!isQuoted) {
        column = byte === delimiterByte ? column + 1 : 0;
        if (byte !== delimiterByte) isHeading = false;
      }
      isStart = false;
      return 1;
    },
  };
}

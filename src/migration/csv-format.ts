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

  const mayOpen = (at: number, before: number | undefined) =>
    before === undefined ||
    isEnd(before) ||
    (before === QUOTE && hasJustClosed) ||
    (isStart && at === BYTE_ORDER_MARK && before === LAST_OF_MARK);
  return {
    special: marked(`"\r\n${delimiter}`),
    isSelected: () => !isHeading && columns.has(column),
    isWordEscape: () => false,
    wordContinues: () => false,
    consume(bytes, at, _, __, before) {
      const byte = bytes[at];
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

import { CellWalker } from '../csv/cell-walker.ts';
import { ESCAPES, isEscape, readEscape } from './dump-escapes.ts';
import { characterTable, type DumpFormat } from './dump-format.ts';

/**
 * A CSV (RFC 4180) in which only some columns may be changed, read from the start of a record. Lines end with
 * LF, CR LF or CR.
 * @param columns their positions, from 0.
 * @param delimiter neither a letter, a digit nor an underscore
 */
export function createCsvFormat(columns: ReadonlySet<number>, delimiter: string): DumpFormat {
  const delimiterByte = delimiter.charCodeAt(0);
  const walker = new CellWalker(delimiter);
  let isWordEscape = false;
  const isInCell = (byte: number | undefined) => isEscape(byte) && byte !== delimiterByte;
  return {
    special: characterTable(`"\r\n${delimiter}${ESCAPES}`),
    isSelected: () => columns.has(walker.column),
    isWordEscape: () => isWordEscape,
    wordContinues(bytes, at, end, isLast) {
      if (!isInCell(bytes[at])) return false;
      const escaped = readEscape(bytes, at, end);
      return escaped === undefined ? (isLast ? false : undefined) : escaped.isWord;
    },
    consume(bytes, at, end, isLast, before) {
      const byte = bytes[at] ?? 0;
      isWordEscape = false;
      if (isInCell(byte)) {
        const escaped = readEscape(bytes, at, end);
        if (escaped === undefined) return isLast ? 1 : 0;
        isWordEscape = escaped.isWord;
        return escaped.length;
      }
      walker.see(byte, before);
      return 1;
    },
  };
}

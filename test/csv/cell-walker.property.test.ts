import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CellWalker } from '../../src/csv/cell-walker.ts';
import { readCell } from '../../src/csv/read-cell.ts';

const TEXT = fc.string({ unit: fc.constantFrom('a', '5', '"', '""', ',', '\n', '\r', ' '), maxLength: 40 });

/** The column of each character, including the end of each cell. */
function columnsRead(text: string): readonly number[] {
  const columns: number[] = [];
  let column = 0;
  for (let at = 0; at < text.length; ) {
    const { end } = readCell(text, at, ',');
    while (columns.length <= end && columns.length < text.length) columns.push(column);
    column = text[end] === ',' ? column + 1 : 0;
    at = end + 1;
  }
  return columns;
}

function columnsWalked(text: string): readonly number[] {
  const walker = new CellWalker(',');
  return [...Buffer.from(text)].map((byte, at, bytes) => {
    const { column } = walker;
    if ('",\r\n'.includes(String.fromCharCode(byte))) walker.see(byte, bytes[at - 1]);
    return column;
  });
}

it('finds the same columns byte by byte as cell by cell, even with invalid quotes', () => {
  fc.assert(
    fc.property(TEXT, (text) => {
      expect(columnsWalked(text)).toEqual(columnsRead(text));
    }),
    { numRuns: 2000 },
  );
});

/** One record of a CSV file. */
export interface CsvRow {
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The text that it was read from, without its line end, to find the place of a cell. */
  readonly raw: string;
}

const LINE_END = /\r\n|\n|\r/g;

/** Returns how many line ends a text has; CR, LF and CRLF count once. */
export function countLineEnds(text: string): number {
  let count = 0;
  LINE_END.lastIndex = 0;
  while (LINE_END.test(text)) count += 1;
  return count;
}

/** Returns the place of an offset in a text that begins on a line: line and column in characters, counted from 1. */
export function placeInText(
  text: string,
  offset: number,
  firstLine: number,
): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  return { line: firstLine + countLineEnds(before), column: [...before.slice(lineStart)].length + 1 };
}

/** Returns where a cell begins: the line, and the column in characters, counted from 1; a quote belongs to its cell. */
export function placeOfCell(row: CsvRow, cell: number, delimiter = ','): { line: number; column: number } {
  return placeInText(row.raw, offsetOfCell(row.raw, cell, delimiter), row.line);
}

/** Says that a row has another number of cells than the heading. */
export function wrongCount(cells: number, headings: number): string {
  return `this row has ${cells === 1 ? '1 cell' : `${cells} cells`}, the heading has ${headings}`;
}

/** Walks over the cells in front of the one that is wanted. */
function offsetOfCell(raw: string, cell: number, delimiter: string): number {
  let offset = 0;
  let isQuoted = false;
  for (let passed = 0; passed < cell && offset < raw.length; offset += 1) {
    const character = raw[offset];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted) passed += 1;
  }
  return offset;
}

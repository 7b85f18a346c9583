import { offsetOfCell } from './read-cell.ts';
import { placeInText } from './text-places.ts';

/** One record of a CSV file. */
export interface CsvRow {
  /** 1-based line on which the record starts. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Source text of the record, without its line end; used to find the place of a cell. */
  readonly raw: string;
}

/**
 * Returns the place where a cell starts: the line, and the column in characters, both 1-based. An opening
 * quote belongs to its cell.
 */
export function placeOfCell(row: CsvRow, cell: number, delimiter = ','): { line: number; column: number } {
  return placeInText(row.raw, offsetOfCell(row.raw, cell, delimiter), row.line);
}

/** Describes a row whose number of cells differs from the header row. */
export function wrongCount(cells: number, headings: number): string {
  return `this row has ${cells === 1 ? '1 cell' : `${cells} cells`}, but the header row has ${headings}`;
}

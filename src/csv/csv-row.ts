import { offsetOfCell } from './read-cell.ts';
import { placeInText } from './text-places.ts';

/** One record of a CSV file. */
export interface CsvRow {
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The text that it was read from, without its line end, to find the place of a cell. */
  readonly raw: string;
}

/**
 * Returns where a cell begins: the line, and the column in characters, counted from 1; a quote belongs to its
 * cell.
 */
export function placeOfCell(row: CsvRow, cell: number, delimiter = ','): { line: number; column: number } {
  return placeInText(row.raw, offsetOfCell(row.raw, cell, delimiter), row.line);
}

/** Says that a row has another number of cells than the heading. */
export function wrongCount(cells: number, headings: number): string {
  return `this row has ${cells === 1 ? '1 cell' : `${cells} cells`}, the heading has ${headings}`;
}

import { unguarded } from '../../csv/csv-line.ts';
import { placeOfCell } from '../../csv/csv-row.ts';
import { placeInText } from '../../csv/text-places.ts';
import { placesInJson } from '../../json/json-places.ts';
import { USER_ATTRIBUTE_NAMES, USER_ATTRIBUTES } from '../../spec/user-attributes.ts';

/**
 * The names of the cells of a row: the first record of a CSV, or the keys of an object. Rows with the same
 * names share one object.
 */
export interface Headings {
  readonly names: readonly string[];
  /** Line of their first occurrence. */
  readonly line: number;
  readonly raw: string;
  /** Start of `raw`, if it is not the start of a line. */
  readonly start?: RowStart;
  readonly format: InputFormat;
  /** The delimiter of a CSV; a comma if absent. */
  readonly delimiter?: string;
}

/** The start of a row within a line; line and column are 1-based, the column in characters. */
export interface RowStart {
  readonly line: number;
  readonly column: number;
}

export type InputFormat = 'csv' | 'ndjson' | 'ldif';

/** One record of an input: a record of a CSV, an object of NDJSON or an entry of LDIF. */
export interface InputRow {
  readonly headings: Headings;
  /**
   * First line of the row, 1-based; its position in an array whose objects share lines. Unique for each row.
   */
  readonly line: number;
  readonly cells: readonly string[];
  /** The source text of the row, for finding the place of a cell. */
  readonly raw: string;
  /** Start of `raw`, if it is not the start of a line. */
  readonly start?: RowStart;
}

/**
 * Returns the text of a cell, empty if the row has none there. A ' in front of a formula is removed only in a
 * CSV: spreadsheets need it there, and no other format has it.
 */
export function textOfCell({ headings, cells }: Pick<InputRow, 'headings' | 'cells'>, index: number): string {
  const cell = cells[index] ?? '';
  return headings.format === 'csv' ? unguarded(cell) : cell;
}

/** Returns the place of a cell; line and column are 1-based, the column in characters. */
export function placeOfInput(row: InputRow, cell: number): { line: number; column: number } {
  const { format, names, delimiter } = row.headings;
  if (format === 'csv') return placeOfCell(row, cell, delimiter);
  if (format === 'ldif') return placeInEntry(row, names[cell]);
  return placeInObject(row, names[cell], 'value');
}

/** Returns the place of a heading. */
export function placeOfHeading(headings: Headings, index: number): { line: number; column: number } {
  if (headings.format === 'csv')
    return placeOfCell({ ...headings, cells: headings.names }, index, headings.delimiter);
  if (headings.format === 'ldif') return placeInEntry(headings, headings.names[index]);
  return placeInObject(headings, headings.names[index], 'key');
}

function placeInObject(
  { line, raw, start }: { readonly line: number; readonly raw: string; readonly start?: RowStart },
  name: string | undefined,
  which: 'key' | 'value',
): { line: number; column: number } {
  const places = placesInJson(raw);
  const path = pathsOf(name ?? '').find((known) => places.has(known)) ?? '';
  const offset = places.get(path)?.[which] ?? 0;
  return placeAtOffset(raw, offset, start ?? { line, column: 1 });
}

/** Returns the place of an offset in a text that starts at a given place. */
export function placeAtOffset(text: string, offset: number, start: RowStart): RowStart {
  const place = placeInText(text, offset, start.line);
  return place.line === start.line ? { ...place, column: place.column + start.column - 1 } : place;
}

/** Each attribute of an LDIF entry starts a line. */
function placeInEntry(
  { line, raw }: { readonly line: number; readonly raw: string },
  name: string | undefined,
): { line: number; column: number } {
  const index = raw
    .split('\n')
    .findIndex((text) => name !== undefined && text.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return { line: line + Math.max(0, index), column: 1 };
}

/** The value of a column is at its name or, in a SCIM user, at its attribute path. */
function pathsOf(name: string): readonly string[] {
  const attribute = USER_ATTRIBUTE_NAMES.find((known) => known === name);
  return attribute === undefined ? [name] : [name, USER_ATTRIBUTES[attribute].path];
}

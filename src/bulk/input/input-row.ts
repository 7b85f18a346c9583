import { placeOfCell } from '../../csv/csv-row.ts';
import { placeInText } from '../../csv/text-places.ts';
import { placesInJson } from '../../json/json-places.ts';
import { USER_ATTRIBUTE_NAMES, USER_ATTRIBUTES } from '../../spec/user-attributes.ts';

/**
 * The names of the cells of a row: the first record of a CSV, or the keys of an object. Rows that have the
 * same share one.
 */
export interface Headings {
  readonly names: readonly string[];
  /** Where they stand first. */
  readonly line: number;
  readonly raw: string;
  /** Where `raw` begins, when that is not the beginning of the line. */
  readonly start?: RowStart;
  readonly format: InputFormat;
  /** What separates the cells of a CSV; a comma when absent. */
  readonly delimiter?: string;
}

/**
 * Where a row begins that is not a line of its own; line and column count from 1, the column in characters.
 */
export interface RowStart {
  readonly line: number;
  readonly column: number;
}

export type InputFormat = 'csv' | 'ndjson' | 'ldif';

/** One record of an input: a line of a CSV, or an object of NDJSON. */
export interface InputRow {
  readonly headings: Headings;
  /**
   * Where it begins, counted from 1; its position in an array whose objects share lines. No two rows have the
   * same.
   */
  readonly line: number;
  readonly cells: readonly string[];
  /** The text that it was read from, to find the place of a cell. */
  readonly raw: string;
  /** Where `raw` begins, when that is not the beginning of the line. */
  readonly start?: RowStart;
}

/** Returns where a cell begins; line and column count from 1, the column in characters. */
export function placeOfInput(row: InputRow, cell: number): { line: number; column: number } {
  const { format, names, delimiter } = row.headings;
  if (format === 'csv') return placeOfCell(row, cell, delimiter);
  if (format === 'ldif') return placeInEntry(row, names[cell]);
  return placeInObject(row, names[cell], 'value');
}

/** Returns where a heading stands. */
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
  return placeBehind(raw, offset, start ?? { line, column: 1 });
}

/** Returns the place of an offset in a text that begins at a place. */
export function placeBehind(text: string, offset: number, start: RowStart): RowStart {
  const place = placeInText(text, offset, start.line);
  return place.line === start.line ? { ...place, column: place.column + start.column - 1 } : place;
}

/** An attribute of a directory's entry stands at the beginning of a line. */
function placeInEntry(
  { line, raw }: { readonly line: number; readonly raw: string },
  name: string | undefined,
): { line: number; column: number } {
  const index = raw
    .split('\n')
    .findIndex((text) => name !== undefined && text.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return { line: line + Math.max(0, index), column: 1 };
}

/** A cell of a SCIM user stands at the path of its column. */
function pathsOf(name: string): readonly string[] {
  const attribute = USER_ATTRIBUTE_NAMES.find((known) => known === name);
  return attribute === undefined ? [name] : [name, USER_ATTRIBUTES[attribute].path];
}

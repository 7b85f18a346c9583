import { DELIMITERS } from '../../csv/delimiters.ts';

/** The syntax of a file of rows as set by flags; missing parts are detected. */
export interface Dialect {
  /** A label of the WHATWG Encoding Standard, such as `windows-1252`. */
  readonly encoding?: string;
  /** The character between cells. */
  readonly delimiter?: string;
  /** The line of the header row, 1-based. */
  readonly headerRow?: number;
  /** The decimal separator of numbers. */
  readonly decimal?: ',' | '.';
}

/** The detected syntax of a CSV, if it differs from the usual one: commas, and the header row in line 1. */
export type DetectedDialect = Pick<Dialect, 'delimiter' | 'headerRow'>;

/** Returns the syntax of the file that headings are from; undefined if it is the usual one. */
export function unusualDialect(headings: {
  readonly format: string;
  readonly line: number;
  readonly delimiter?: string;
}): DetectedDialect | undefined {
  const { format, line, delimiter = ',' } = headings;
  if (format !== 'csv' || (line === 1 && delimiter === ',')) return undefined;
  return { delimiter, headerRow: line };
}

/** Returns the dialect for reading a file a second time, with the header row in the same line. */
export function dialectForReread(
  dialect: Dialect | undefined,
  written: DetectedDialect | undefined,
): Dialect {
  return { ...dialect, ...(written ?? { delimiter: ',', headerRow: 1 }) };
}

/** Describes the unusual properties of a file in one line; undefined if there are none. */
export function dialectWords(found: {
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly headerLine?: number | undefined;
  readonly labelsLine?: number | undefined;
  readonly format?: string | undefined;
}): string | undefined {
  const { encoding, delimiter, headerLine, labelsLine, format } = found;
  const separated = DELIMITERS.find(({ character }) => character === delimiter)?.words;
  const words = [
    ...(format === undefined ? [] : [format]),
    ...(encoding === undefined ? [] : [encoding]),
    ...(separated === undefined ? [] : [`delimiter: ${separated}`]),
    ...(headerLine === undefined ? [] : [`header row in line ${headerLine}`]),
    ...(labelsLine === undefined ? [] : [`second header row in line ${labelsLine}, skipped`]),
  ];
  return words.length === 0 ? undefined : words.join(', ');
}

import { DELIMITERS } from '../../csv/delimiters.ts';

/** How a file of rows is written, where a person says so; what is left out is found out. */
export interface Dialect {
  /** A name that the WHATWG Encoding Standard knows, such as `windows-1252`. */
  readonly encoding?: string;
  /** The character between cells. */
  readonly delimiter?: string;
  /** The line of the heading, counted from 1. */
  readonly headerRow?: number;
  /** The mark in front of the decimals of a number. */
  readonly decimal?: ',' | '.';
}

/**
 * How a CSV turned out to be written, where that is not as usual: commas, and the heading in the first line.
 */
export type Written = Pick<Dialect, 'delimiter' | 'headerRow'>;

/** Returns what a heading says about how its file is written; undefined when it is as usual. */
export function writtenAs(headings: {
  readonly format: string;
  readonly line: number;
  readonly delimiter?: string;
}): Written | undefined {
  const { format, line, delimiter = ',' } = headings;
  if (format !== 'csv' || (line === 1 && delimiter === ',')) return undefined;
  return { delimiter, headerRow: line };
}

/** Returns how to read a file again that was read already, so that the heading is found in the same line. */
export function asBefore(dialect: Dialect | undefined, written: Written | undefined): Dialect {
  return { ...dialect, ...(written ?? { delimiter: ',', headerRow: 1 }) };
}

/** What is said about a file that is not written as most are: parts of one line. */
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
    ...(separated === undefined ? [] : [`${separated} as delimiters`]),
    ...(headerLine === undefined ? [] : [`the heading in line ${headerLine}`]),
    ...(labelsLine === undefined ? [] : [`a second heading in line ${labelsLine}, which is left out`]),
  ];
  return words.length === 0 ? undefined : words.join(', ');
}

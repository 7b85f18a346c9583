import { type ReadRecord, readRecord } from './read-cell.ts';
import { namedSeparator } from './separator.ts';

/** The heading of a CSV, and where in its text it begins and ends. */
export interface FoundHeading extends ReadRecord {
  readonly start: number;
}

/**
 * Finds the heading of a text without a byte order mark: the first record that is neither blank nor names the
 * delimiter.
 */
export function findHeading(text: string, delimiter: string): FoundHeading {
  let start = namedSeparator(text) === undefined ? 0 : text.search(/[\r\n]|$/);
  while (text[start] === '\n' || text[start] === '\r') start += 1;
  return { start, ...readRecord(text, start, delimiter) };
}

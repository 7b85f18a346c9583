import { type ReadRecord, readRecord } from './read-cell.ts';
import { namedSeparator } from './separator.ts';

/** The header row of a CSV, and where it starts and ends in the text. */
export interface FoundHeading extends ReadRecord {
  readonly start: number;
}

/**
 * Finds the header row of a text without a byte order mark: the first record that is neither empty nor a
 * `sep=` line.
 */
export function findHeading(text: string, delimiter: string): FoundHeading {
  let start = namedSeparator(text) === undefined ? 0 : text.search(/[\r\n]|$/);
  while (text[start] === '\n' || text[start] === '\r') start += 1;
  return { start, ...readRecord(text, start, delimiter) };
}

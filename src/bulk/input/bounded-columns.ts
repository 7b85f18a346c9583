import type { Issue } from '../../failure/issue.ts';

/**
 * Columns of a row that are read. Exports of people systems have some hundreds; each one may have a finding
 * with its place.
 */
export const MOST_COLUMNS = 2_000;

/**
 * Returns a finding when a row or a heading has more columns than are read. @param line where it begins,
 * counted from 1
 */
export function tooManyColumns(columns: number, file: string, line: number): Issue | undefined {
  if (columns <= MOST_COLUMNS) return undefined;
  const message = `${columns} columns are too many; at most ${MOST_COLUMNS} are read`;
  return { code: 'too_many_columns', path: '', message, at: { file, line, column: 1 } };
}

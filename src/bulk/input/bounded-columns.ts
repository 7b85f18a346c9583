import type { Issue } from '../../failure/issue.ts';

/**
 * Maximum number of columns of a row. HR exports have some hundreds; each column may have a finding with its
 * place.
 */
export const MAX_COLUMNS = 2_000;

/**
 * Returns a finding if a row or a heading has too many columns.
 * @param line first line of the row, 1-based
 */
export function tooManyColumns(columns: number, file: string, line: number): Issue | undefined {
  if (columns <= MAX_COLUMNS) return undefined;
  const message = `too many columns: ${columns}; the maximum is ${MAX_COLUMNS}`;
  return { code: 'too_many_columns', path: '', message, at: { file, line, column: 1 } };
}

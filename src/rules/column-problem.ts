import type { FilterProblem } from './parse-filter.ts';
import { asQuestion, suggest } from './suggest.ts';

/**
 * Returns what is wrong with an expression over columns, in words: of a column that is not there, which one
 * may be meant, or which there are; of a lone word, what an expression looks like.
 * @param shown the columns as they are spelled
 */
export function columnProblem(
  { code, message, unknown }: FilterProblem,
  columns: readonly string[],
  shown: readonly string[] = columns,
): string {
  if (code === 'no_filters') return `${message}; for example ${EXAMPLE}`;
  if (unknown === undefined) return message;
  const meant = suggest(unknown, columns);
  const there = meant === undefined && shown.length > 0 ? `; there are ${shown.join(', ')}` : '';
  return `there is no column "${unknown}"${asQuestion(meant)}${there}`;
}

/** What an expression looks like. */
export const EXAMPLE = 'department eq "Sales" and active eq true';

import { asQuestion, suggest } from '../values/suggest.ts';
import type { FilterProblem } from './parse-filter.ts';

/**
 * Describes the problem with an expression over columns: for an unknown column, suggests a similar one or
 * lists all; for a lone word, shows an example of an expression.
 * @param shown the columns in their original spelling
 */
export function columnProblem(
  { code, message, unknown }: FilterProblem,
  columns: readonly string[],
  shown: readonly string[] = columns,
): string {
  if (code === 'no_filters') return `${message}; for example ${EXAMPLE}`;
  if (unknown === undefined) return message;
  const meant = suggest(unknown, columns);
  const there = meant === undefined && shown.length > 0 ? `; columns: ${shown.join(', ')}` : '';
  return `there is no column "${unknown}"${asQuestion(meant)}${there}`;
}

/** Example of an expression. */
export const EXAMPLE = 'department eq "Sales" and active eq true';

import type { FilterProblem } from './parse-filter.ts';
import { asQuestion, suggest } from './suggest.ts';

/** Returns what is wrong with an expression over columns, in words: of a column that is not there, which one may be meant. */
export function columnProblem({ message, unknown }: FilterProblem, columns: readonly string[]): string {
  if (unknown === undefined) return message;
  return `there is no column "${unknown}"${asQuestion(suggest(unknown, columns))}`;
}

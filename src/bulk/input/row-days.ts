import {
  type ComparedKind,
  type ComparedProblem,
  comparedProblem,
  withMoments,
} from '../../rules/compared-kinds.ts';
import { isDay } from '../../rules/date-time.ts';
import { type Filter, type FilterComparison, mapComparisons } from '../../rules/filter.ts';
import { relativeDay } from '../../rules/relative-day.ts';
import { USER_ATTRIBUTES } from '../../spec/user-attributes.ts';
import { columnOf } from './columns.ts';

/**
 * Converts an expression over rows to compare dates as dates, by the rules for lists of users.
 * @param today YYYY-MM-DD
 * @param isOpen whether names are headings of any file: a heading may have the name of a column, but any
 * values
 * @returns the expression, or a comparison that is invalid
 */
export function withDateComparisons(
  filter: Filter,
  today: string,
  isOpen: boolean,
): { readonly filter: Filter } | { readonly problem: ComparedProblem } {
  const now = Date.parse(`${today}T00:00:00Z`);
  const problemBy = (kind: typeof kindOf) => comparedProblem(filter, kind, (name) => columnOf(name) ?? name);
  const problem = problemBy(isOpen ? () => undefined : kindOf);
  if (problem !== undefined) return { problem };
  const days = withDays(filter, now);
  return { filter: problemBy(kindOf) === undefined ? withMoments(days, kindOf, now) : days };
}

/** Returns whether the values of a column must be compared as times. */
function kindOf(name: string): ComparedKind | undefined {
  const column = columnOf(name);
  if (column === undefined || column === 'id' || column === 'groups') return undefined;
  const { kind } = USER_ATTRIBUTES[column];
  return kind === 'day' || kind === 'instant' ? 'moment' : undefined;
}

const RELATIVE = /\b(?:eq|ne|gt|ge|lt|le) ["']?(?:today\b|-?\d+(?:\.\d+)?(?:ms|s|m|h|d)(?![\w.-]))/i;

/** Whether an expression depends on the current date. */
export function mentionsToday(text: string | undefined): boolean {
  return RELATIVE.test(text ?? '');
}

/**
 * Replaces dates relative to today, and compares dates as dates. Under a heading that is not a column of
 * users, a bare 7d is a date only in a greater or less comparison.
 */
function withDays(filter: Filter, now: number): Filter {
  return mapComparisons(filter, (term) => withDay(term, now));
}

function withDay(term: FilterComparison, now: number): FilterComparison {
  if (term.operator === 'co' || term.operator === 'sw') return term;
  const { attribute, operator, value } = term;
  const isMeant = operator !== 'eq' || kindOf(attribute) !== undefined || !/^-?\d/.test(value);
  const day = (isMeant ? relativeDay(value, now) : undefined) ?? value;
  return isDay(day) ? { ...term, value: day, isDay: true } : term;
}

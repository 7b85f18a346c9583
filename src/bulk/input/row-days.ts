import {
  type ComparedKind,
  type ComparedProblem,
  comparedProblem,
  withMoments,
} from '../../rules/compared-kinds.ts';
import { isDay } from '../../rules/date-time.ts';
import type { Filter } from '../../rules/filter.ts';
import { relativeDay } from '../../rules/relative-day.ts';
import { USER_ATTRIBUTES } from '../../spec/user-attributes.ts';
import { columnOf } from './columns.ts';

/**
 * Returns an expression over rows that compares days as days, by the rules of a list of users; or a
 * comparison that makes no sense.
 * @param today YYYY-MM-DD
 * @param isOpen names are headings of any file: one may be called as a column is, and its cells say what they
 * like
 */
export function inTime(
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

/** What a column of users holds that has to be compared in time. */
function kindOf(name: string): ComparedKind | undefined {
  const column = columnOf(name);
  if (column === undefined || column === 'id' || column === 'groups') return undefined;
  const { kind } = USER_ATTRIBUTES[column];
  return kind === 'day' || kind === 'instant' ? 'moment' : undefined;
}

const RELATIVE = /\b(?:eq|ne|gt|ge|lt|le) ["']?(?:today\b|-?\d+(?:\.\d+)?(?:ms|s|m|h|d)(?![\w.-]))/i;

/** Whether an expression depends on the day. */
export function namesToday(text: string | undefined): boolean {
  return RELATIVE.test(text ?? '');
}

/**
 * Puts the days in that an expression names by today, and compares days as days. Under a heading that is no
 * column of users, a bare 7d is a day only where something is greater or less than it.
 */
function withDays(filter: Filter, now: number): Filter {
  if (filter.kind === 'not') return { kind: 'not', inner: withDays(filter.inner, now) };
  if (filter.kind === 'present') return filter;
  if (filter.kind !== 'compare')
    return { ...filter, left: withDays(filter.left, now), right: withDays(filter.right, now) };
  if (filter.operator === 'co' || filter.operator === 'sw') return filter;
  const { attribute, operator, value } = filter;
  const isMeant = operator !== 'eq' || kindOf(attribute) !== undefined || !/^-?\d/.test(value);
  const day = (isMeant ? relativeDay(value, now) : undefined) ?? value;
  return isDay(day) ? { ...filter, value: day, isDay: true } : filter;
}

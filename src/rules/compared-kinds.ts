import { durationFrom } from './duration.ts';
import { comparisonsOf, type Filter, type FilterComparison, mapComparisons } from './filter.ts';
import { isMoment } from './moments.ts';
import { isRelativeDay, relativeDay } from './relative-day.ts';

/** Type of a column that cannot be compared with any text: a date-time, a boolean, or an enumeration. */
export type ComparedKind = 'moment' | 'boolean' | readonly string[];

/** A comparison that cannot be intended, because it would match no row or all rows. */
export interface ComparedProblem {
  readonly message: string;
  /** Offset of the value in the text. */
  readonly at: number;
}

const DAY = 86_400_000;
/** 100 years. */
const MAX_DAYS = 36_500;
const BOOLEANS: ReadonlySet<string> = new Set(['true', 'false', '1', '0']);
const CURLY = /[“”„‟‘’‚«»]/;

/**
 * Returns the problem with the first senseless comparison in an expression; undefined if there is none.
 * @param kindOf returns the type of an attribute in the expression
 * @param nameOf returns the original spelling of the column
 */
export function comparedProblem(
  filter: Filter,
  kindOf: (attribute: string) => ComparedKind | undefined,
  nameOf: (attribute: string) => string,
): ComparedProblem | undefined {
  for (const term of comparisonsOf(filter)) {
    const { attribute, at = 0 } = term;
    const message = messageOf(term, kindOf(attribute), nameOf(attribute));
    if (message !== undefined) return { message, at };
  }
  return undefined;
}

function messageOf(
  { operator, value }: FilterComparison,
  kind: ComparedKind | undefined,
  name: string,
): string | undefined {
  if (CURLY.test(value.charAt(0))) return `the quotes of an expression are " or ', not ${value.charAt(0)}`;
  if (kind === 'moment') return momentMessage(operator, value, name);
  if (kind === undefined || operator === 'co' || operator === 'sw') return undefined;
  if (kind === 'boolean')
    return BOOLEANS.has(value.toLowerCase()) ? undefined : `"${name}" is true or false, not "${value}"`;
  if (operator !== 'eq' || kind.includes(value.toLowerCase())) return undefined;
  return `"${name}" is one of ${kind.join(', ')}, not "${value}"`;
}

function momentMessage(
  operator: FilterComparison['operator'],
  value: string,
  name: string,
): string | undefined {
  if (operator === 'eq' && value === '') return undefined;
  const isText = operator === 'co' || operator === 'sw';
  const isByDay = isRelativeDay(value);
  const age = ageOf(value);
  if (age === undefined && !isByDay)
    return isText || isMoment(value)
      ? undefined
      : `"${name}" is compared with a date such as 2026-03-01, or 7d for 7 days ago, not "${value}"`;
  const [days] = /\d+(?=d$)/.exec(value) ?? [];
  if ((age ?? 0) > MAX_DAYS * DAY || (isByDay && Number(days ?? 0) > MAX_DAYS))
    return `an age is at most ${MAX_DAYS}d, not "${value}"`;
  if (isText || (operator === 'eq' && !isByDay))
    return `"${value}" is a date; compare it with gt, ge, lt or le`;
  return undefined;
}

/**
 * Returns an expression that compares date-times as times: 7d and today-7d become the UTC day 7 days ago, and
 * 36h the time 36 hours ago.
 * @param now milliseconds since 1970
 */
export function withMoments(
  filter: Filter,
  kindOf: (attribute: string) => ComparedKind | undefined,
  now: number,
): Filter {
  return mapComparisons(filter, (term) => {
    const { attribute, operator, value } = term;
    if (kindOf(attribute) !== 'moment' || operator === 'co' || operator === 'sw') return term;
    const age = ageOf(value);
    const moment = age === undefined ? value : new Date(now - age).toISOString();
    return { ...term, value: relativeDay(value, now) ?? moment, isMoment: true };
  });
}

function ageOf(value: string): number | undefined {
  return durationFrom(value.replace(/^-/, ''));
}

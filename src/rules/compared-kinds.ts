import { durationFrom } from './duration.ts';
import type { Filter } from './filter.ts';

/** What a column holds, where not every text makes sense to compare with: a moment, true and false, or one of a few words. */
export type ComparedKind = 'moment' | 'boolean' | readonly string[];

/** A comparison that could only surprise: it would match nobody, or everybody. */
export interface ComparedProblem {
  readonly message: string;
  /** The offset of the value in the text. */
  readonly at: number;
}

type Comparison = Extract<Filter, { readonly kind: 'compare' }>;

/** The beginning of a date-time: a year, a month, a day, or more. */
const MOMENT = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T.*)?)?)?$/i;
const BOOLEANS: ReadonlySet<string> = new Set(['true', 'false', '1', '0']);
const CURLY = /[“”„‟‘’‚«»]/;

/**
 * Returns the first comparison of an expression that makes no sense; undefined where all do.
 * @param kindOf by the name in the expression
 * @param nameOf how the column is spelled
 */
export function comparedProblem(
  filter: Filter,
  kindOf: (attribute: string) => ComparedKind | undefined,
  nameOf: (attribute: string) => string,
): ComparedProblem | undefined {
  if (filter.kind === 'not') return comparedProblem(filter.inner, kindOf, nameOf);
  if (filter.kind === 'present') return undefined;
  if (filter.kind === 'compare') {
    const message = messageOf(filter, kindOf(filter.attribute), nameOf(filter.attribute));
    return message === undefined ? undefined : { message, at: filter.at ?? 0 };
  }
  return comparedProblem(filter.left, kindOf, nameOf) ?? comparedProblem(filter.right, kindOf, nameOf);
}

function messageOf(
  { operator, value }: Comparison,
  kind: ComparedKind | undefined,
  name: string,
): string | undefined {
  if (CURLY.test(value.charAt(0))) return `the quotes of an expression are " or ', not ${value.charAt(0)}`;
  if (kind === undefined || operator === 'co' || operator === 'sw') return undefined;
  if (kind === 'boolean')
    return BOOLEANS.has(value.toLowerCase()) ? undefined : `"${name}" is true or false, not "${value}"`;
  if (kind === 'moment')
    return MOMENT.test(value) || ageOf(value) !== undefined
      ? undefined
      : `"${name}" is compared with a date such as 2026-03-01, or 7d for 7 days ago, not "${value}"`;
  if (operator !== 'eq' || kind.includes(value.toLowerCase())) return undefined;
  return `"${name}" is one of ${kind.join(', ')}, not "${value}"`;
}

/** Returns an expression in which moments are dates: 7d is the day of 7 days ago, by UTC. @param now milliseconds since 1970 */
export function withDates(
  filter: Filter,
  kindOf: (attribute: string) => ComparedKind | undefined,
  now: number,
): Filter {
  if (filter.kind === 'not') return { kind: 'not', inner: withDates(filter.inner, kindOf, now) };
  if (filter.kind === 'present') return filter;
  if (filter.kind === 'compare') {
    const age = kindOf(filter.attribute) === 'moment' ? ageOf(filter.value) : undefined;
    return age === undefined ? filter : { ...filter, value: new Date(now - age).toISOString().slice(0, 10) };
  }
  return {
    ...filter,
    left: withDates(filter.left, kindOf, now),
    right: withDates(filter.right, kindOf, now),
  };
}

function ageOf(value: string): number | undefined {
  return durationFrom(value.replace(/^-/, ''));
}

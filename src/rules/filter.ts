import {
  BOOLEAN_FILTER_ATTRIBUTES,
  type BooleanOperator,
  type ComparisonOperator,
  PRESENCE_OPERATOR,
} from '../spec/filter-grammar.ts';
import { comparableMoments } from './moments.ts';

/**
 * A parsed filter of SCIM §4.5. Attribute names are in lower case. `not` and days exist only in expressions
 * over rows; the service supports neither. A chain of `and` or `or` is one list of parts, so a filter is only
 * as deep as its parentheses, which `parseFilter` limits, and every function here may recurse.
 */
export type Filter =
  | {
      readonly kind: 'compare';
      readonly attribute: string;
      readonly operator: ComparisonOperator;
      readonly value: string;
      /** Offset of the value in the text, in an expression over rows. */
      readonly at?: number;
      /** Set if the value is a day, YYYY-MM-DD: only the day of the compared value counts. */
      readonly isDay?: true;
      /** Set if the value is a date-time, or a year, a month or a day in UTC, and is compared as a time. */
      readonly isMoment?: true;
      /** Set if the value is a whole number and is compared as a number with whole numbers. */
      readonly isNumber?: true;
    }
  | { readonly kind: 'not'; readonly inner: Filter }
  | { readonly kind: 'present'; readonly attribute: string }
  | { readonly kind: BooleanOperator; readonly parts: readonly Filter[] };

/** A comparison of an attribute with a value. */
export type FilterComparison = Extract<Filter, { readonly kind: 'compare' }>;

/** A part of a filter that tests one attribute. */
export type FilterTerm = Extract<Filter, { readonly kind: 'compare' | 'present' }>;

/** Returns the terms of a filter, from left to right. */
export function termsOf(filter: Filter): readonly FilterTerm[] {
  if (filter.kind === 'not') return termsOf(filter.inner);
  return 'parts' in filter ? filter.parts.flatMap(termsOf) : [filter];
}

/** Returns the comparisons of a filter, from left to right. */
export function comparisonsOf(filter: Filter): readonly FilterComparison[] {
  return termsOf(filter).filter((term) => term.kind === 'compare');
}

/** Returns the attributes in a filter, from left to right. */
export function attributesIn(filter: Filter): readonly string[] {
  return termsOf(filter).map(({ attribute }) => attribute);
}

/** Returns a filter in which each term is replaced. */
export function mapTerms(filter: Filter, replace: (term: FilterTerm) => Filter): Filter {
  if (filter.kind === 'not') return { kind: 'not', inner: mapTerms(filter.inner, replace) };
  if ('parts' in filter) return { ...filter, parts: filter.parts.map((part) => mapTerms(part, replace)) };
  return replace(filter);
}

/** Returns a filter in which each comparison is replaced. */
export function mapComparisons(filter: Filter, replace: (term: FilterComparison) => Filter): Filter {
  return mapTerms(filter, (term) => (term.kind === 'compare' ? replace(term) : term));
}

/** Prints a filter so that parsing it returns an equal filter; values are JSON strings (SCIM §4.5 rule 4). */
export function printFilter(filter: Filter): string {
  if ('parts' in filter) {
    const { kind, parts } = filter;
    // A part needs parentheses unless it binds tighter.
    const isGroup = (part: Filter): boolean => part.kind === 'or' || (part.kind === 'and' && kind === 'and');
    const texts = parts.map((part) => (isGroup(part) ? `(${printFilter(part)})` : printFilter(part)));
    return texts.join(` ${kind} `);
  }
  if (filter.kind === 'not') return `not (${printFilter(filter.inner)})`;
  if (filter.kind === 'present') return `${filter.attribute} ${PRESENCE_OPERATOR}`;
  return `${filter.attribute} ${filter.operator} ${JSON.stringify(filter.value)}`;
}

/** Returns the values of an attribute as strings, booleans as true and false; empty if there are none. */
export type ValuesOf = (attribute: string) => readonly string[];

/** Whether a resource matches, ignoring letter case. */
export function matchesFilter(filter: Filter, valuesOf: ValuesOf): boolean {
  if ('parts' in filter) {
    const matches = (part: Filter) => matchesFilter(part, valuesOf);
    return filter.kind === 'and' ? filter.parts.every(matches) : filter.parts.some(matches);
  }
  return filter.kind === 'not' ? !matchesFilter(filter.inner, valuesOf) : matchesTerm(filter, valuesOf);
}

/**
 * Whether a resource matches if some of its values are uncertain. An `and` is false if one part is false, and
 * an `or` is true if one part is true, whatever the others are.
 * @param isDoubtful whether the value of a term is uncertain; called from left to right
 * @returns undefined if the result depends on an uncertain value
 */
export function matchesInDoubt(
  filter: Filter,
  valuesOf: ValuesOf,
  isDoubtful: (term: FilterTerm) => boolean,
): boolean | undefined {
  if (filter.kind === 'not') {
    const inner = matchesInDoubt(filter.inner, valuesOf, isDoubtful);
    return inner === undefined ? undefined : !inner;
  }
  if (!('parts' in filter)) return isDoubtful(filter) ? undefined : matchesTerm(filter, valuesOf);
  const decisive = filter.kind === 'or';
  let result: boolean | undefined = !decisive;
  for (const part of filter.parts) {
    const matched = matchesInDoubt(part, valuesOf, isDoubtful);
    if (matched === decisive) return decisive;
    if (matched === undefined) result = undefined;
  }
  return result;
}

function matchesTerm(term: FilterTerm, valuesOf: ValuesOf): boolean {
  const values = valuesOf(term.attribute);
  if (term.kind === 'present') return values.some((value) => value !== '');
  if (term.isDay === true) return values.some((value) => comparesDay(value, term.operator, term.value));
  if (term.isMoment === true) return values.some((value) => comparesMoment(value, term.operator, term.value));
  if (term.isNumber === true) return values.some((value) => comparesNumber(value, term.operator, term.value));
  return values.some((value) => compares(value, term.operator, wantedOf(term)));
}

type Order = Exclude<ComparisonOperator, 'eq' | 'co' | 'sw'>;
const ORDERING: readonly string[] = ['gt', 'ge', 'lt', 'le'] satisfies Order[];
const isOrder = (operator: ComparisonOperator): operator is Order => ORDERING.includes(operator);
const WHOLE_NUMBER = /^-?\d{1,30}$/;

/** Whether a text is a whole number. */
export function isWholeNumber(text: string): boolean {
  return WHOLE_NUMBER.test(text.trim());
}

/**
 * Returns a filter that compares numerically if the value of gt, ge, lt or le is a whole number: 1005 is
 * greater than 999. The service compares texts.
 */
export function withNumbers(filter: Filter): Filter {
  return mapComparisons(filter, (term) =>
    term.isMoment !== true && isOrder(term.operator) && isWholeNumber(term.value)
      ? { ...term, isNumber: true }
      : term,
  );
}

/** Compares whole numbers; any other text is neither greater nor less. */
function comparesNumber(actual: string, operator: ComparisonOperator, wanted: string): boolean {
  if (!isWholeNumber(actual)) return false;
  const [one, other] = [BigInt(actual.trim()), BigInt(wanted.trim())];
  return isOrder(operator) ? isOrdered(one, operator, other) : one === other;
}

/** Compares date-times; any other text is neither earlier nor later. */
function comparesMoment(actual: string, operator: ComparisonOperator, wanted: string): boolean {
  const texts = comparableMoments(actual, wanted);
  return texts !== undefined && compares(texts[0], operator, texts[1]);
}

/** Compares days; a text that does not start with a day is neither earlier nor later. */
function comparesDay(actual: string, operator: ComparisonOperator, day: string): boolean {
  const [own] = /^\d{4}-\d{2}-\d{2}/.exec(actual.trim()) ?? [];
  return own !== undefined && compares(own, operator, day);
}

/** Returns the values in NFC, to compare with an expression in NFC. */
export function composedValues(valuesOf: ValuesOf): ValuesOf {
  return (name) => valuesOf(name).map((value) => value.normalize('NFC'));
}

/** Returns a filter for one exact value. */
export function equals(attribute: string, value: string): Filter {
  return { kind: 'compare', attribute, operator: 'eq', value };
}

function compares(actual: string, operator: ComparisonOperator, wanted: string): boolean {
  const one = actual.toLowerCase();
  const other = wanted.toLowerCase();
  switch (operator) {
    case 'eq':
      return one === other;
    case 'co':
      return one.includes(other);
    case 'sw':
      return one.startsWith(other);
    default:
      return isOrdered(one, operator, other);
  }
}

function isOrdered<Value extends string | bigint>(one: Value, operator: Order, other: Value): boolean {
  switch (operator) {
    case 'gt':
      return one > other;
    case 'ge':
      return one >= other;
    case 'lt':
      return one < other;
    case 'le':
      return one <= other;
  }
}

/**
 * Returns the value to compare with. For boolean attributes 1 and 0 mean true and false (OBSERVED §4.5); a
 * userName of 1 is not "true".
 */
function wantedOf({ attribute, value }: { readonly attribute: string; readonly value: string }): string {
  if (!BOOLEAN_FILTER_ATTRIBUTES.some((name) => name === attribute)) return value;
  return value === '1' ? 'true' : value === '0' ? 'false' : value;
}

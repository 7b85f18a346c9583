import {
  BOOLEAN_FILTER_ATTRIBUTES,
  type BooleanOperator,
  type ComparisonOperator,
  PRESENCE_OPERATOR,
} from '../spec/filter-grammar.ts';
import { comparableMoments } from './moments.ts';

/**
 * A parsed filter of SCIM §4.5. Attribute names are in lower case. `not` and days exist only in expressions
 * over rows; the service supports neither.
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
  | { readonly kind: BooleanOperator; readonly left: Filter; readonly right: Filter };

/** Prints a filter so that parsing it returns an equal filter; values are JSON strings (SCIM §4.5 rule 4). */
export function printFilter(filter: Filter): string {
  const { first, rest } = chainOf(filter);
  let text = printTerm(first);
  for (const [index, { kind, right }] of rest.entries()) {
    // Within an "and", a left "or" needs parentheses; on the right, every operand that does not bind tighter
    // does.
    if (kind === 'and' && rest[index - 1]?.kind === 'or') text = `(${text})`;
    const isGroup = right.kind === 'or' || (right.kind === 'and' && kind === 'and');
    text += ` ${kind} ${isGroup ? `(${printFilter(right)})` : printFilter(right)}`;
  }
  return text;
}

function printTerm(term: Exclude<Filter, Combined>): string {
  if (term.kind === 'not') return `not (${printFilter(term.inner)})`;
  if (term.kind === 'present') return `${term.attribute} ${PRESENCE_OPERATOR}`;
  return `${term.attribute} ${term.operator} ${JSON.stringify(term.value)}`;
}

/** Returns the values of an attribute as strings, booleans as true and false; empty if there are none. */
export type ValuesOf = (attribute: string) => readonly string[];

/** Whether a resource matches, ignoring letter case. */
export function matchesFilter(filter: Filter, valuesOf: ValuesOf): boolean {
  const { first, rest } = chainOf(filter);
  let isMatch = matchesTerm(first, valuesOf);
  for (const { kind, right } of rest) {
    if (isMatch === (kind === 'and')) isMatch = matchesFilter(right, valuesOf);
  }
  return isMatch;
}

/** Returns the attributes in a filter, from left to right. */
export function attributesIn(filter: Filter): readonly string[] {
  if (filter.kind === 'not') return attributesIn(filter.inner);
  if ('left' in filter) return [...attributesIn(filter.left), ...attributesIn(filter.right)];
  return [filter.attribute];
}

/** A part of a filter that tests one attribute. */
export type FilterTerm = Extract<Filter, { readonly kind: 'compare' | 'present' }>;

/**
 * Whether a resource matches if some of its values are uncertain. An `and` is false if one side is false, and
 * an `or` is true if one side is true, whatever the other side is.
 * @param isDoubtful whether the value of a term is uncertain; called from left to right
 * @returns undefined if the result depends on an uncertain value
 */
export function matchesInDoubt(
  filter: Filter,
  valuesOf: ValuesOf,
  isDoubtful: (term: FilterTerm) => boolean,
): boolean | undefined {
  const { first, rest } = chainOf(filter);
  let result: boolean | undefined;
  if (first.kind === 'not') {
    const inner = matchesInDoubt(first.inner, valuesOf, isDoubtful);
    result = inner === undefined ? undefined : !inner;
  } else result = isDoubtful(first) ? undefined : matchesTerm(first, valuesOf);
  for (const { kind, right } of rest) {
    const decisive = kind === 'or';
    if (result === decisive) continue;
    const other = matchesInDoubt(right, valuesOf, isDoubtful);
    if (other === decisive) result = decisive;
    else if (other === undefined) result = undefined;
  }
  return result;
}

function matchesTerm(term: Exclude<Filter, Combined>, valuesOf: ValuesOf): boolean {
  if (term.kind === 'not') return !matchesFilter(term.inner, valuesOf);
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
  if (filter.kind === 'not') return { kind: 'not', inner: withNumbers(filter.inner) };
  if (filter.kind === 'present') return filter;
  if (filter.kind === 'compare')
    return filter.isMoment !== true && isOrder(filter.operator) && isWholeNumber(filter.value)
      ? { ...filter, isNumber: true }
      : filter;
  const { first, rest } = chainOf(filter);
  return rest.reduce<Filter>(
    (left, { kind, right }) => ({ kind, left, right: withNumbers(right) }),
    withNumbers(first),
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

/** Returns the values in the comparisons of a filter, from left to right. */
export function comparedValues(filter: Filter): readonly string[] {
  const { first, rest } = chainOf(filter);
  return [
    ...(first.kind === 'compare' ? [first.value] : []),
    ...(first.kind === 'not' ? comparedValues(first.inner) : []),
    ...rest.flatMap(({ right }) => comparedValues(right)),
  ];
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

type Combined = Extract<Filter, { readonly kind: BooleanOperator }>;

/** Flattens the left side of a filter, because a long chain of "and" and "or" is too deep for recursion. */
function chainOf(filter: Filter): {
  readonly first: Exclude<Filter, Combined>;
  readonly rest: readonly Combined[];
} {
  const rest: Combined[] = [];
  let first = filter;
  while (isCombined(first)) {
    rest.push(first);
    first = first.left;
  }
  return { first, rest: rest.reverse() };
}

function isCombined(filter: Filter): filter is Combined {
  return filter.kind === 'and' || filter.kind === 'or';
}

/** Returns the attributes in a filter. */
export function attributesOf(filter: Filter): readonly string[] {
  if (filter.kind === 'not') return attributesOf(filter.inner);
  if (filter.kind === 'compare' || filter.kind === 'present') return [filter.attribute];
  return [...attributesOf(filter.left), ...attributesOf(filter.right)];
}

import type { Place } from '../../failure/issue.ts';
import { attributesIn, comparisonsOf, type Filter, matchesFilter, withNumbers } from '../../rules/filter.ts';
import { parseFilter } from '../../rules/parse-filter.ts';
import { deriveAlways, type Remember } from '../../values/remember.ts';
import { mentionsToday, withDateComparisons } from './row-days.ts';
import { expressionWordOf } from './row-selection.ts';

/** The condition of a map rule: an expression over the cells of a row, by heading. */
export interface MapCondition {
  readonly filter: Filter;
  /** The headings in it, as expressions spell them: lower case, `_` for a space. */
  readonly headings: readonly string[];
  readonly at: Place;
  /** Whether it depends on the current date. */
  readonly isByToday: boolean;
}

/**
 * Parses a condition in the language of SCIM §4.5. Headings are checked only once a file is read.
 * @param today YYYY-MM-DD
 */
export function parseCondition(
  given: string,
  at: Place,
  today: string,
): { readonly condition: MapCondition } | { readonly problem: string } {
  // The cells of a row are in NFC.
  const text = given.normalize('NFC');
  const parsed = parseFilter(text, wordsIn(text), undefined, { negation: true });
  if ('problem' in parsed) return { problem: `${parsed.problem.message}${writtenHeading(text)}` };
  const timed = withDateComparisons(parsed.filter, today, true);
  if ('problem' in timed) return { problem: timed.problem.message };
  const filter = withNumbers(timed.filter);
  const headings = [...new Set(attributesIn(filter))];
  return { condition: { filter, headings, at, isByToday: mentionsToday(text) } };
}

/**
 * Returns a hint on how to write a heading with parentheses, which are part of the language; empty if the
 * text has no such heading.
 */
function writtenHeading(text: string): string {
  const heading = /(?:^|\s)([\p{L}\p{N}_]+\([^()\s]*\)\S*)/u.exec(text)?.[1];
  return heading === undefined ? '' : `; write the heading "${heading}" as ${expressionWordOf(heading)}`;
}

/** Every word of an expression: each may be a heading. */
function wordsIn(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s()"']+/)
    .filter((word) => word !== '');
}

/**
 * Whether a row meets a condition.
 * @param cellOf returns the cell of the row under a heading, as expressions spell it
 */
export function meetsCondition(
  { filter, headings }: MapCondition,
  cellOf: (word: string) => string,
  remember: Remember = deriveAlways,
): boolean {
  const evaluate = () =>
    matchesFilter(filter, (word) => {
      const cell = cellOf(word).trim();
      return cell === '' ? [] : [cell];
    });
  const from = [...valuesIn(filter), ...headings.map(cellOf)];
  return remember(`when ${shapeOf(filter)}`, from, () => String(evaluate())) === 'true';
}

/**
 * The structure of a condition, without headings and values; together with the values it identifies the
 * condition.
 */
function shapeOf(filter: Filter): string {
  if (filter.kind === 'not') return `not (${shapeOf(filter.inner)})`;
  if ('parts' in filter) return `(${filter.parts.map(shapeOf).join(` ${filter.kind} `)})`;
  if (filter.kind === 'present') return 'pr';
  return filter.isNumber === true ? `${filter.operator} ${filter.value}` : filter.operator;
}

function valuesIn(filter: Filter): readonly string[] {
  return comparisonsOf(filter)
    .filter(({ isNumber }) => isNumber !== true)
    .map(({ value }) => value);
}

/** Returns the headings of a condition that a file does not have. */
export function headingsMissing({ headings }: MapCondition, names: readonly string[]): readonly string[] {
  const known = new Set(names.map(expressionWordOf));
  return headings.filter((heading) => !known.has(heading));
}

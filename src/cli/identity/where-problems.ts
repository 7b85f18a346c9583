import { columnProblem } from '../../rules/column-problem.ts';
import type { FilterProblem } from '../../rules/parse-filter.ts';
import { BOOLEAN_FILTER_ATTRIBUTES } from '../../spec/filter-grammar.ts';
import { GROUP_VIEW } from '../views/group-view.ts';
import { USER_VIEW } from '../views/user-view.ts';

/** Operators of other languages, and their equivalents. */
const OPERATORS: Readonly<Record<string, string>> = {
  '=': 'eq',
  '==': 'eq',
  is: 'eq',
  equals: 'eq',
  '!=': 'ne',
  '<>': 'ne',
  '>': 'gt',
  '>=': 'ge',
  '<': 'lt',
  '<=': 'le',
  '~': 'co',
  '=~': 'co',
  like: 'co',
  contains: 'co',
  ew: 'co',
  endswith: 'co',
  startswith: 'sw',
  exists: 'pr',
};

const WORDS: readonly (readonly [written: string, meant: string])[] = [
  ['&&', 'and'],
  ['&', 'and'],
  ['||', 'or'],
  ['|', 'or'],
];

/**
 * Returns what is wrong with an expression over columns, and what to write instead of operators of other
 * tools and column headings.
 */
export function whereProblem(
  text: string,
  problem: FilterProblem,
  names: readonly string[],
  shown: readonly string[],
): string {
  const rest = text.slice(problem.at);
  const column = problem.at < text.length ? columnOfHeading(rest) : undefined;
  if (column !== undefined && (problem.unknown !== undefined || /^["']/.test(rest)))
    return `"${column.heading}" is the heading of the column ${column.name}: write ${column.name}`;
  const [, operator = ''] = /^"(\S+)" is not an operator/.exec(problem.message) ?? [];
  const meant = OPERATORS[operator.toLowerCase()];
  if (meant !== undefined) return `"${operator}" is not an operator (did you mean "${meant}"?)`;
  const word = WORDS.find(([written]) => rest.startsWith(`${written} `));
  if (word !== undefined) return `write ${word[1]} instead of "${word[0]}"`;
  const [, name, sign = '', value] = /^([\w.]+)([=!<>~]+)(\S+)$/.exec(text) ?? [];
  if (problem.code === 'no_filters' && OPERATORS[sign] !== undefined)
    return `write ${name} ${OPERATORS[sign]} "${value}" instead of "${text}"`;
  const lone = problem.code === 'no_filters' ? names.find((one) => one === text.toLowerCase()) : undefined;
  if (lone !== undefined) return `${problem.message} (did you mean ${wholeOf(lone)}?)`;
  return columnProblem(problem, names, shown);
}

/**
 * Returns the column whose heading, quoted or not, starts the text; undefined if the heading equals the name.
 */
function columnOfHeading(text: string): { readonly name: string; readonly heading: string } | undefined {
  const start = text.replace(/^["']/, '').toLowerCase();
  return [...USER_VIEW.columns, ...GROUP_VIEW.columns].find(
    ({ name, heading }) =>
      heading.toLowerCase() !== name.toLowerCase() && start.startsWith(heading.toLowerCase()),
  );
}

/** Returns the expression that is probably meant by a column name alone. */
function wholeOf(column: string): string {
  return BOOLEANS.has(column) ? `${column} eq true` : `${column} pr`;
}

const BOOLEANS: ReadonlySet<string> = new Set(BOOLEAN_FILTER_ATTRIBUTES);

import type { Issue, Place } from '../../failure/issue.ts';
import { unguarded } from '../../output/csv.ts';
import { nearest } from '../../rules/nearest.ts';
import { type ColumnMap, lookupKey, type MapRule } from './column-map.ts';
import { columnOf, HEADINGS, isReasonHeading, KEY_COLUMNS, type UserColumn } from './columns.ts';
import { type Headings, type InputRow, placeOfHeading, placeOfInput } from './input-row.ts';
import type { MatchKey } from './match-keys.ts';

/** How the cells under one set of headings become columns. */
export interface Layout {
  /** Headings of which no column is made. */
  readonly unused: readonly string[];
  /** No column says whom a row means, and that was reported. */
  readonly isKeyless: boolean;
  /** What a row says, by column. What cannot be read is reported. */
  read(row: InputRow, report: (issue: Issue) => void): ReadonlyMap<UserColumn, string>;
  /** What a row has under the heading by which managers are found (`match`); undefined when there is none. */
  keyOf(row: InputRow): string | undefined;
  /** Where the text of a column stands, and what findings call it; of no column, where the row begins. */
  locate(row: InputRow, column: UserColumn | undefined): { readonly at: Place; readonly path: string };
}

/** Lays out a file whose headings are columns. Unknown and double ones, and a missing key column, are reported. */
export function plainLayout(
  headings: Headings,
  file: string,
  report: (issue: Issue) => void,
  match?: readonly MatchKey[],
): Layout {
  const columns = headings.names.map(columnOf);
  const at = (index: number): Place => ({ file, ...placeOfHeading(headings, index) });
  for (const [index, column] of columns.entries()) {
    const heading = headings.names[index] ?? '';
    if (column === undefined) {
      if (isReasonHeading(heading) || heading.trim() === '') continue;
      const suggestion = nearest(heading, HEADINGS);
      const known = columnOf(suggestion ?? '');
      const message = `unknown column "${heading}"${known === undefined ? '' : ` (did you mean "${known}"?)`}`;
      report({ code: 'unknown_column', path: heading, message, at: at(index) });
    } else if (columns.indexOf(column) < index) {
      const first = headings.names[columns.indexOf(column)];
      const message =
        first === heading
          ? `column "${heading}" stands there twice`
          : `column "${heading}" means the same as "${first}"`;
      report({ code: 'duplicate_column', path: heading, message, at: at(index) });
    }
  }
  const missingKey =
    headings.format === 'csv' ? missingKeyColumn((key) => columns.includes(key), match) : undefined;
  if (missingKey !== undefined)
    report({ code: 'missing_key_column', path: '', message: missingKey, at: at(-1) });
  const isKeyless = missingKey !== undefined;
  const unnamed = unnamedIn(headings);
  return {
    unused: [],
    isKeyless,
    keyOf: () => undefined,
    read: (row, reportOfRow) => {
      const { cells } = row;
      const values = new Map<UserColumn, string>();
      for (const issue of underNoHeading(row, unnamed, file)) reportOfRow(issue);
      for (const [index, column] of columns.entries()) {
        if (column !== undefined && !values.has(column)) values.set(column, unguarded(cells[index] ?? ''));
      }
      return values;
    },
    locate: (row, column) => ({
      at: { file, ...placeOfInput(row, column === undefined ? -1 : columns.indexOf(column)) },
      path: column ?? '',
    }),
  };
}

/** Says which column by which users are found is not there; of a declared chain each has to be. */
function missingKeyColumn(
  isThere: (key: MatchKey) => boolean,
  declared: readonly MatchKey[] | undefined,
): string | undefined {
  if (declared === undefined)
    return KEY_COLUMNS.some(isThere)
      ? undefined
      : `no column says who is meant; one of ${KEY_COLUMNS.join(', ')} is needed`;
  const missing = declared.find((key) => !isThere(key));
  return missing === undefined
    ? undefined
    : `users are matched by ${declared.join(', ')}, and no column is ${missing}`;
}

/** Headings that are blank: behind the last column spreadsheets leave some. */
export function unnamedIn({ names }: Headings): readonly number[] {
  return names.flatMap((name, index) => (name.trim() === '' ? [index] : []));
}

/** What stands in a column that has no heading. */
export function underNoHeading(row: InputRow, unnamed: readonly number[], file: string): readonly Issue[] {
  return unnamed.flatMap((index): Issue[] => {
    const cell = row.cells[index]?.trim() ?? '';
    if (cell === '') return [];
    const message = `"${cell}" stands in a column without a heading`;
    return [{ code: 'unknown_column', path: '', message, at: { file, ...placeOfInput(row, index) } }];
  });
}

/** Lays out a file by a map. Headings that the map names and the file does not have are reported. */
export function mappedLayout(
  headings: Headings,
  map: ColumnMap,
  file: string,
  report: (issue: Issue) => void,
  keys?: readonly MatchKey[],
): Layout {
  const indexes = new Map<string, number>();
  const doubles = new Map<string, number>();
  for (const [index, name] of headings.names.entries()) {
    if (indexes.has(lookupKey(name))) doubles.set(lookupKey(name), index);
    else indexes.set(lookupKey(name), index);
  }
  const indexOf = (heading: string) => indexes.get(lookupKey(heading)) ?? -1;
  const used = new Set<number>();
  const absent = new Set<UserColumn>();
  for (const { source, at, column, match } of map.rules) {
    const wanted = [...headingsOf(source), ...(match === undefined ? [] : [match])];
    for (const heading of wanted) {
      used.add(indexOf(heading));
      const double = doubles.get(lookupKey(heading));
      if (double === undefined) continue;
      const message = `the map takes "${heading}", and two columns are called so`;
      report({
        code: 'duplicate_column',
        path: heading,
        message,
        at: { file, ...placeOfHeading(headings, double) },
      });
    }
    const missing = wanted.filter((heading) => indexOf(heading) < 0);
    const isMissing =
      'from' in source && match === undefined ? missing.length === wanted.length : missing.length > 0;
    if (!isMissing || wanted.length === 0 || headings.format === 'ndjson') continue;
    const suggestion = nearest(missing[0] ?? '', headings.names);
    const like = suggestion === undefined ? '' : ` (did you mean "${suggestion}"?)`;
    const message = `${file} has no column "${missing[0]}"${like}`;
    report({ code: 'unknown_column', path: `columns.${column}`, message, at });
    absent.add(column);
  }
  const missingKey = missingKeyColumn((key) => map.rules.some(({ column }) => column === key), keys);
  if (missingKey !== undefined)
    report({ code: 'missing_key_column', path: 'columns', message: missingKey, ...placeOfFirst(map) });
  const byColumn = new Map(map.rules.map((rule) => [rule.column, rule]));
  const cellOf = (row: InputRow, heading: string) => unguarded(row.cells[indexOf(heading)] ?? '');
  const sourceOf = (row: InputRow, rule: MapRule): string | undefined => {
    const names = headingsOf(rule.source).filter((name) => indexOf(name) >= 0);
    return names.find((name) => cellOf(row, name).trim() !== '') ?? names[0];
  };
  const locate = (row: InputRow, column: UserColumn | undefined) => {
    const rule = column === undefined ? undefined : byColumn.get(column);
    const heading = rule === undefined ? undefined : sourceOf(row, rule);
    const cell = heading === undefined ? -1 : indexOf(heading);
    const isSame = heading === undefined || columnOf(heading) === column;
    return {
      at: { file, ...placeOfInput(row, cell) },
      path: isSame ? (column ?? '') : `${headings.names[cell] ?? heading} → ${column}`,
    };
  };
  const match = byColumn.get('manager')?.match;
  return {
    unused: headings.names.filter((name, index) => !used.has(index) && !isReasonHeading(name)),
    isKeyless: (keys ?? KEY_COLUMNS).every((key) => absent.has(key) || !byColumn.has(key)),
    keyOf: (row) => (match === undefined ? undefined : lookupKey(cellOf(row, match))),
    read: (row, reportRow) => {
      const values = new Map<UserColumn, string>();
      for (const rule of map.rules) {
        const made = textOfRule(rule, (heading) => cellOf(row, heading));
        if ('problem' in made) reportRow({ ...made.problem, ...locate(row, rule.column) });
        else values.set(rule.column, made.text);
      }
      return values;
    },
    locate,
  };
}

function placeOfFirst(map: ColumnMap): { at?: Place } {
  const at = map.rules[0]?.at;
  return at === undefined ? {} : { at };
}

function headingsOf(source: MapRule['source']): readonly string[] {
  if ('from' in source) return source.from;
  if ('value' in source) return [];
  return source.template.flatMap((part) => ('heading' in part ? [part.heading] : []));
}

type Made = { readonly text: string } | { readonly problem: Pick<Issue, 'code' | 'message' | 'example'> };

/** Makes the text of a column: source, steps, date, lookup, and the default for a blank. */
function textOfRule(rule: MapRule, cellOf: (heading: string) => string): Made {
  let text = rule.steps.reduce((value, step) => step(value), textFrom(rule.source, cellOf));
  if (text.trim() === '') return { text: rule.fallback ?? '' };
  if (rule.date !== undefined) {
    const day = rule.date.read(text);
    const { pattern } = rule.date;
    if (day === undefined)
      return { problem: { code: 'not_a_date', message: `"${text}" is not a date like ${pattern}` } };
    text = day;
  }
  if (rule.lookup === undefined) return { text };
  const { values, words, name } = rule.lookup;
  const found = values.get(lookupKey(text)) ?? (rule.otherwise === KEEP ? text : rule.otherwise);
  if (found !== undefined) return { text: found };
  const suggestion = nearest(text.trim(), words);
  const like = suggestion === undefined ? '' : ` (did you mean "${suggestion}"?)`;
  return { problem: { code: 'not_in_lookup', message: `"${text}" is not in ${name}${like}` } };
}

/** `otherwise: \keep` lets through what a lookup does not have. */
const KEEP = '\\keep';

function textFrom(source: MapRule['source'], cellOf: (heading: string) => string): string {
  if ('value' in source) return source.value;
  if ('from' in source) return source.from.map(cellOf).find((cell) => cell.trim() !== '') ?? '';
  let text = '';
  for (const part of source.template) {
    if ('text' in part) {
      text += part.text;
      continue;
    }
    const cell = part.steps.reduce((value, step) => step(value), cellOf(part.heading).trim());
    if (cell === '' && !part.isOptional) return '';
    text += cell;
  }
  return text.replace(/\s+/g, ' ').trim();
}

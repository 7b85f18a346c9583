import type { Issue, Place } from '../../failure/issue.ts';
import { unguarded } from '../../output/csv.ts';
import { asQuestion, suggest } from '../../rules/suggest.ts';
import { headingsOfSource, headingsOfTemplate, textOfTemplate, textOfVariant } from './apply-map-rule.ts';
import type { ColumnMap, MapRule, MapVariant } from './column-map.ts';
import { columnOf, isReasonHeading, KEY_COLUMNS, type UserColumn } from './columns.ts';
import { type Headings, type InputRow, placeOfHeading, placeOfInput } from './input-row.ts';
import { type Layout, missingKeyColumn } from './layout.ts';
import { lookupKey } from './lookup.ts';
import { headingsMissing, holds } from './map-condition.ts';
import type { MatchKey } from './match-keys.ts';
import { NO_KEYS } from './match-managers.ts';
import { wordOf } from './row-selection.ts';
import { NUMBER_COLUMNS, wholeNumber } from './spreadsheet-damage.ts';

/** What to know of a file that a map lays out. */
export interface MappedFile {
  readonly file: string;
  readonly report: (issue: Issue) => void;
  /** By which keys its rows find their users. */
  readonly keys?: readonly MatchKey[] | undefined;
  /** The decimal mark of its numbers. */
  readonly decimal?: ',' | '.' | undefined;
}

/** Lays out a file by a map. Headings that the map names and the file does not have are reported. */
export function mappedLayout(
  headings: Headings,
  map: ColumnMap,
  { file, report, keys, decimal }: MappedFile,
): Layout {
  const cells = new CellsByHeading(headings);
  const absent = new Set<UserColumn>();
  const used = new Set<number>();
  for (const rule of map.rules) {
    for (const heading of rule.variants.flatMap(headingsNamed)) {
      used.add(cells.indexOf(heading));
      reportDouble(heading, cells, headings, file, report);
    }
    for (const word of rule.variants.flatMap(({ when }) => when?.headings ?? []))
      used.add(cells.indexOfWord(word));
    if (headings.format !== 'csv') continue;
    reportMissingInConditions(rule, headings, file, report);
    if (reportMissing(rule, cells, headings, file, report)) absent.add(rule.column);
  }
  const missingKey = missingKeyColumn((key) => map.rules.some(({ column }) => column === key), keys);
  if (missingKey !== undefined)
    report({ code: 'missing_key_column', path: 'columns', message: missingKey, ...placeOfFirst(map) });
  const byColumn = new Map(map.rules.map((rule) => [rule.column, rule]));
  const locate = (row: InputRow, column: UserColumn | undefined) => {
    const rule = column === undefined ? undefined : byColumn.get(column);
    const variant = rule === undefined ? undefined : variantFor(rule, row, cells, map);
    const heading =
      variant === undefined ? undefined : cells.firstFilled(row, headingsOfSource(variant.source));
    const cell = heading === undefined ? -1 : cells.indexOf(heading);
    const isSame = heading === undefined || columnOf(heading) === column;
    return {
      at: { file, ...placeOfInput(row, cell) },
      path: isSame ? (column ?? '') : `${headings.names[cell] ?? heading} → ${column}`,
    };
  };
  const managers = absent.has('manager') ? undefined : byColumn.get('manager');
  const matched = managers?.variants.filter(({ match }) => match !== undefined) ?? [];
  return {
    unused: headings.names.filter((name, index) => !used.has(index) && !isReasonHeading(name)),
    isKeyless: (keys ?? KEY_COLUMNS).every((key) => absent.has(key) || !byColumn.has(key)),
    isNumbered: byColumn.get('userName')?.variants.some(({ isNumbered }) => isNumbered === true) ?? false,
    managerKeys: (row) => {
      if (managers === undefined || matched.length === 0) return NO_KEYS;
      const cellOf = (heading: string) => whole(cells.cell(row, heading), decimal);
      const variant = variantFor(managers, row, cells, map);
      return {
        own: matched.map(({ match = [] }) => lookupKey(textOfTemplate(match, cellOf))),
        wanted: variant?.match === undefined ? undefined : matched.indexOf(variant),
      };
    },
    read: (row, reportRow) => {
      const values = new Map<UserColumn, string>();
      for (const rule of map.rules) {
        const variant = variantFor(rule, row, cells, map);
        if (variant === undefined) continue;
        const mark = hasWholeNumbers(rule.column, variant) ? decimal : undefined;
        const cellOf = (heading: string) => whole(cells.cell(row, heading), mark);
        const made = textOfVariant(`${rule.column} ${rule.variants.indexOf(variant)}`, variant, cellOf, map);
        if ('problem' in made) reportRow({ ...made.problem, ...locate(row, rule.column) }, rule.column);
        else values.set(rule.column, made.text);
      }
      return values;
    },
    locate,
  };
}

/** Whether numbers in the cells of a rule are names: of a person, of a row of a table, or of what is looked up. */
function hasWholeNumbers(column: UserColumn, { lookup }: MapVariant): boolean {
  return NUMBER_COLUMNS.has(column) || lookup !== undefined;
}

function whole(text: string, decimal: ',' | '.' | undefined): string {
  return decimal === undefined ? text : wholeNumber(text, decimal);
}

/** Finds the cells of a row by what the map calls their headings. */
class CellsByHeading {
  readonly doubles = new Map<string, number>();
  private readonly indexes = new Map<string, number>();
  private readonly byWord = new Map<string, number>();

  constructor({ names }: Headings) {
    for (const [index, name] of names.entries()) {
      if (!this.byWord.has(wordOf(name))) this.byWord.set(wordOf(name), index);
      if (this.indexes.has(lookupKey(name))) this.doubles.set(lookupKey(name), index);
      else this.indexes.set(lookupKey(name), index);
    }
  }

  indexOf(heading: string): number {
    return this.indexes.get(lookupKey(heading)) ?? -1;
  }

  indexOfWord(word: string): number {
    return this.byWord.get(word) ?? -1;
  }

  cell(row: InputRow, heading: string): string {
    return unguarded(row.cells[this.indexOf(heading)] ?? '');
  }

  cellOfWord(row: InputRow, word: string): string {
    return unguarded(row.cells[this.indexOfWord(word)] ?? '');
  }

  /** The heading from which the text of a row comes; the first that the file has when all cells are blank. */
  firstFilled(row: InputRow, names: readonly string[]): string | undefined {
    const there = names.filter((name) => this.indexOf(name) >= 0);
    return there.find((name) => this.cell(row, name).trim() !== '') ?? there[0];
  }
}

/** The variant that makes the column in a row; undefined when none holds. */
function variantFor(
  rule: MapRule,
  row: InputRow,
  cells: CellsByHeading,
  { remember }: ColumnMap,
): MapVariant | undefined {
  return rule.variants.find(
    ({ when }) => when === undefined || holds(when, (word) => cells.cellOfWord(row, word), remember),
  );
}

function headingsNamed({ source, match }: MapVariant): readonly string[] {
  return [...headingsOfSource(source), ...(match === undefined ? [] : headingsOfTemplate(match))];
}

function reportDouble(
  heading: string,
  cells: CellsByHeading,
  headings: Headings,
  file: string,
  report: (issue: Issue) => void,
): void {
  const double = cells.doubles.get(lookupKey(heading));
  if (double === undefined) return;
  const message = `the map takes "${heading}", and two columns are called so`;
  const at: Place = { file, ...placeOfHeading(headings, double) };
  report({ code: 'duplicate_column', path: heading, message, at });
}

/** Reports headings that a rule needs and a file does not have. Of a list of headings one is enough. @returns whether one is missing. */
function reportMissing(
  { column, at, variants }: MapRule,
  cells: CellsByHeading,
  headings: Headings,
  file: string,
  report: (issue: Issue) => void,
): boolean {
  let isMissing = false;
  for (const { source, match = [] } of variants) {
    const isThere = (heading: string) => cells.indexOf(heading) >= 0;
    const taken = headingsOfSource(source);
    const lacking = 'from' in source && taken.some(isThere) ? [] : taken.filter((name) => !isThere(name));
    const missing = [...lacking, ...headingsOfTemplate(match).filter((name) => !isThere(name))];
    if (missing[0] === undefined) continue;
    isMissing = true;
    report(missingHeading(missing[0], column, at, headings, file));
  }
  return isMissing;
}

function reportMissingInConditions(
  { column, variants }: MapRule,
  headings: Headings,
  file: string,
  report: (issue: Issue) => void,
): void {
  for (const { when } of variants) {
    if (when === undefined) continue;
    for (const word of headingsMissing(when, headings.names))
      report(missingHeading(word, column, when.at, { ...headings, names: headings.names.map(wordOf) }, file));
  }
}

function missingHeading(
  heading: string,
  column: UserColumn,
  at: Place,
  { names }: Headings,
  file: string,
): Issue {
  const suggestion = suggest(heading, names);
  const message = `${file} has no column "${heading}"${asQuestion(suggestion)}`;
  return { code: 'unknown_column', path: `columns.${column}`, message, at };
}

function placeOfFirst(map: ColumnMap): { at?: Place } {
  const at = map.rules[0]?.at;
  return at === undefined ? {} : { at };
}

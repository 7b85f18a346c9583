import type { Issue, Place } from '../../failure/issue.ts';
import { comparisonKey } from '../../values/comparison-key.ts';
import { asQuestion, suggest } from '../../values/suggest.ts';
import { headingsOfSource, headingsOfTemplate, textOfTemplate, textOfVariant } from './apply-map-rule.ts';
import { CellsByHeading } from './cells-by-heading.ts';
import type { ColumnMap, MapRule, MapVariant } from './column-map.ts';
import { columnOf, isReasonHeading, KEY_COLUMNS, type UserColumn } from './columns.ts';
import { type Headings, type InputRow, placeOfInput } from './input-row.ts';
import { type Layout, missingKeyColumn } from './layout.ts';
import { headingsMissing } from './map-condition.ts';
import type { MatchKey } from './match-keys.ts';
import { NO_KEYS } from './match-managers.ts';
import { wordOf } from './row-selection.ts';
import { NUMBER_COLUMNS, wholeNumber } from './spreadsheet-damage.ts';

/** Facts about a file that a map lays out. */
export interface MappedFile {
  readonly file: string;
  readonly report: (issue: Issue) => void;
  /** The keys by which rows find their users. */
  readonly keys?: readonly MatchKey[] | undefined;
  /** The decimal separator of its numbers. */
  readonly decimal?: ',' | '.' | undefined;
}

/**
 * Returns the layout of a file with a map. Headings that the map uses and the file does not have are
 * reported.
 */
export function mappedLayout(
  headings: Headings,
  map: ColumnMap,
  { file, report, keys, decimal }: MappedFile,
): Layout {
  const cells = new CellsByHeading(headings);
  const variantOf = ({ variants }: MapRule, row: InputRow) => cells.variantFor(row, variants, map.remember);
  const absent = new Set<UserColumn>();
  const used = new Set<number>();
  for (const rule of map.rules) {
    for (const heading of rule.variants.flatMap(headingsNamed)) {
      used.add(cells.indexOf(heading));
      cells.reportDouble(heading, file, report);
    }
    for (const word of rule.variants.flatMap(({ when }) => when?.headings ?? [])) {
      used.add(cells.indexOfWord(word));
      cells.reportDoubleWord(word, 'the map', file, report);
    }
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
    const variant = rule === undefined ? undefined : variantOf(rule, row);
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
    reportDoubles: (named) => {
      // The groups of a row are those of the map, never a cell.
      for (const { word, user } of named)
        if (columnOf(word) !== 'groups') cells.reportDoubleWord(word, user, file, report);
    },
    managerKeys: (row) => {
      if (managers === undefined || matched.length === 0) return NO_KEYS;
      const cellOf = (heading: string) => whole(cells.cell(row, heading), decimal);
      const variant = variantOf(managers, row);
      return {
        own: matched.map(({ match = [] }) => comparisonKey(textOfTemplate(match, cellOf))),
        wanted: variant?.match === undefined ? undefined : matched.indexOf(variant),
      };
    },
    read: (row, reportRow) => {
      const values = new Map<UserColumn, string>();
      for (const rule of map.rules) {
        const variant = variantOf(rule, row);
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

/**
 * Whether numbers in the cells of a rule are identifiers: of a user, of a table row, or of a lookup entry.
 */
function hasWholeNumbers(column: UserColumn, { lookup }: MapVariant): boolean {
  return NUMBER_COLUMNS.has(column) || lookup !== undefined;
}

function whole(text: string, decimal: ',' | '.' | undefined): string {
  return decimal === undefined ? text : wholeNumber(text, decimal);
}

function headingsNamed({ source, match }: MapVariant): readonly string[] {
  return [...headingsOfSource(source), ...(match === undefined ? [] : headingsOfTemplate(match))];
}

/**
 * Reports headings that a rule needs and a file does not have. Of a list of headings one is enough.
 * @returns whether one is missing
 */
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

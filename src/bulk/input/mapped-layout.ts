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
import { type ManagerKeys, NO_KEYS } from './match-managers.ts';
import { expressionWordOf } from './row-selection.ts';
import { NUMBER_COLUMNS, wholeNumber } from './spreadsheet-damage.ts';
import { type StoredKey, storedKeyOf } from './stored-manager-key.ts';

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
export function mappedLayout(headings: Headings, map: ColumnMap, of: MappedFile): Layout {
  const { file, report, keys, decimal } = of;
  const cells = new CellsByHeading(headings);
  const { used, absent } = checkRules(map, cells, headings, file, report);
  const missingKey = missingKeyColumn((key) => map.rules.some(({ column }) => column === key), keys);
  if (missingKey !== undefined)
    report({ code: 'missing_key_column', path: 'columns', message: missingKey, ...placeOfFirst(map) });
  const byColumn = new Map(map.rules.map((rule) => [rule.column, rule]));
  const managers = absent.has('manager') ? undefined : byColumn.get('manager');
  const rows = new MappedRows({ headings, cells, map, byColumn, managers, keys, file, decimal });
  return {
    unused: headings.names.filter((name, index) => !used.has(index) && !isReasonHeading(name)),
    isKeyless: (keys ?? KEY_COLUMNS).every((key) => absent.has(key) || !byColumn.has(key)),
    isNumbered: byColumn.get('userName')?.variants.some(({ isNumbered }) => isNumbered === true) ?? false,
    reportDoubles: (named) => {
      // The groups of a row are those of the map, never a cell.
      for (const { word, user } of named)
        if (columnOf(word) !== 'groups') cells.reportDoubleWord(word, user, file, report);
    },
    managerKeys: (row) => rows.managerKeys(row),
    read: (row, reportRow) => rows.read(row, reportRow),
    locate: (row, column) => rows.locate(row, column),
  };
}

/**
 * Reports headings of the rules that the file does not have, or has twice.
 * @returns the indexes of the headings that the rules use, and the columns that lack a heading
 */
function checkRules(
  map: ColumnMap,
  cells: CellsByHeading,
  headings: Headings,
  file: string,
  report: (issue: Issue) => void,
): { readonly used: ReadonlySet<number>; readonly absent: ReadonlySet<UserColumn> } {
  const used = new Set<number>();
  const absent = new Set<UserColumn>();
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
  return { used, absent };
}

/** What is needed to read the rows of a file with a map. */
interface RowsToMap extends Pick<MappedFile, 'file' | 'decimal' | 'keys'> {
  readonly headings: Headings;
  readonly cells: CellsByHeading;
  readonly map: ColumnMap;
  readonly byColumn: ReadonlyMap<UserColumn, MapRule>;
  /** The rule for managers; undefined if there is none, or the file lacks one of its headings. */
  readonly managers: MapRule | undefined;
}

/** Reads rows by the rules of a map. */
class MappedRows implements Pick<Layout, 'read' | 'managerKeys' | 'locate'> {
  private readonly from: RowsToMap;
  /** The variants of `managers` that find a manager by a value of the manager's own row. */
  private readonly matched: readonly MapVariant[];
  private readonly storedKeys: readonly (StoredKey | undefined)[];

  constructor(from: RowsToMap) {
    this.from = from;
    this.matched = from.managers?.variants.filter(({ match }) => match !== undefined) ?? [];
    this.storedKeys = this.matched.map(({ match = [] }) => storedKeyOf(match, from.map, from.keys));
  }

  read(row: InputRow, report: Parameters<Layout['read']>[1]): ReadonlyMap<UserColumn, string> {
    const { map, decimal } = this.from;
    const values = new Map<UserColumn, string>();
    for (const rule of map.rules) {
      const variant = this.variantOf(rule, row);
      if (variant === undefined) continue;
      const cellOf = this.cellsOf(row, hasWholeNumbers(rule.column, variant) ? decimal : undefined);
      const made = textOfVariant(`${rule.column} ${rule.variants.indexOf(variant)}`, variant, cellOf, map);
      if ('problem' in made) report({ ...made.problem, ...this.locate(row, rule.column) }, rule.column);
      else values.set(rule.column, made.text);
    }
    return values;
  }

  managerKeys(row: InputRow): ManagerKeys {
    const { managers, decimal } = this.from;
    if (managers === undefined || this.matched.length === 0) return NO_KEYS;
    const cellOf = this.cellsOf(row, decimal);
    const variant = this.variantOf(managers, row);
    const ruleIndex = variant?.match === undefined ? undefined : this.matched.indexOf(variant);
    return {
      own: this.matched.map(({ match = [] }) => comparisonKey(textOfTemplate(match, cellOf))),
      ruleIndex,
      storedKey: ruleIndex === undefined ? undefined : this.storedKeys[ruleIndex],
    };
  }

  locate(row: InputRow, column: UserColumn | undefined): ReturnType<Layout['locate']> {
    const { headings, cells, byColumn, file } = this.from;
    const rule = column === undefined ? undefined : byColumn.get(column);
    const variant = rule === undefined ? undefined : this.variantOf(rule, row);
    const heading =
      variant === undefined ? undefined : cells.firstFilled(row, headingsOfSource(variant.source));
    const cell = heading === undefined ? -1 : cells.indexOf(heading);
    const isSame = heading === undefined || columnOf(heading) === column;
    return {
      at: { file, ...placeOfInput(row, cell) },
      path: isSame ? (column ?? '') : `${headings.names[cell] ?? heading} → ${column}`,
    };
  }

  private variantOf({ variants }: MapRule, row: InputRow): MapVariant | undefined {
    const { cells, map } = this.from;
    return cells.variantFor(row, variants, map.remember);
  }

  /** Returns a function that reads a cell by its heading; with a decimal separator, as a whole number. */
  private cellsOf(row: InputRow, decimal: ',' | '.' | undefined): (heading: string) => string {
    return (heading) => asWholeNumber(this.from.cells.cell(row, heading), decimal);
  }
}

/**
 * Whether numbers in the cells of a rule are identifiers: of a user, of a table row, or of a lookup entry.
 */
function hasWholeNumbers(column: UserColumn, { lookup }: MapVariant): boolean {
  return NUMBER_COLUMNS.has(column) || lookup !== undefined;
}

function asWholeNumber(text: string, decimal: ',' | '.' | undefined): string {
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
    const hasHeading = (heading: string) => cells.indexOf(heading) >= 0;
    const taken = headingsOfSource(source);
    const lacking =
      'from' in source && taken.some(hasHeading) ? [] : taken.filter((name) => !hasHeading(name));
    const missing = [...lacking, ...headingsOfTemplate(match).filter((name) => !hasHeading(name))];
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
      report(
        missingHeading(
          word,
          column,
          when.at,
          { ...headings, names: headings.names.map(expressionWordOf) },
          file,
        ),
      );
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

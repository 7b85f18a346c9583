import type { Issue, Place } from '../../failure/issue.ts';
import { defined } from '../../values/defined.ts';
import { asQuestion } from '../../values/suggest.ts';
import { columnOf, isReasonHeading, KEY_COLUMNS, USER_COLUMNS, type UserColumn } from './columns.ts';
import { guessColumns } from './guess-columns.ts';
import { type Headings, type InputRow, placeOfHeading, placeOfInput, textOfCell } from './input-row.ts';
import type { MatchKey } from './match-keys.ts';
import { type ManagerKeys, NO_KEYS } from './match-managers.ts';

/** A heading as an expression spells it, and what has the expression: the map or a flag. */
export interface NamedWord {
  readonly word: string;
  readonly user: string;
}

/** The mapping from cells to columns, for rows with the same headings. */
export interface Layout {
  /** Headings that map to no column. */
  readonly unused: readonly string[];
  /** Whether no column identifies the user of a row; this was reported. */
  readonly isKeyless: boolean;
  /** Returns the values of a row by column, and reports cells that cannot be read. */
  read(row: InputRow, report: (issue: Issue, column?: UserColumn) => void): ReadonlyMap<UserColumn, string>;
  /** Reports the headings that expressions about whole rows name and that several columns have. */
  reportDoubles(named: readonly NamedWord[]): void;
  /** Whether a number is added to a userName that another user has. */
  readonly isNumbered: boolean;
  /** Returns the row's values under the headings that identify managers. */
  managerKeys(row: InputRow): ManagerKeys;
  /**
   * Returns the place of a column's text and its name in findings; the start of the row if there is no
   * column.
   */
  locate(row: InputRow, column: UserColumn | undefined): { readonly at: Place; readonly path: string };
}

/**
 * Returns the layout of a file whose headings are columns. Unknown and duplicate headings and a missing key
 * column are reported.
 */
export function plainLayout(
  headings: Headings,
  file: string,
  report: (issue: Issue) => void,
  match?: readonly MatchKey[],
): Layout {
  const columns = headings.names.map(columnOf);
  const at = (index: number): Place => ({ file, ...placeOfHeading(headings, index) });
  reportHeadings(headings, columns, at, report);
  const missingKey =
    headings.format === 'csv' ? missingKeyColumn((key) => columns.includes(key), match) : undefined;
  if (missingKey !== undefined)
    report({ code: 'missing_key_column', path: '', message: missingKey, at: at(-1) });
  const isKeyless = missingKey !== undefined;
  const unnamed = blankHeadingIndexes(headings);
  // The first of several columns with the same name counts.
  const firsts = columns.map((column, index) => (columns.indexOf(column) < index ? undefined : column));
  return {
    unused: [],
    isKeyless,
    isNumbered: false,
    // Every duplicate was reported.
    reportDoubles: () => {},
    managerKeys: () => NO_KEYS,
    read: (row, reportOfRow) => {
      const values = new Map<UserColumn, string>();
      for (const issue of issuesWithoutHeading(row, unnamed, file)) reportOfRow(issue);
      for (let index = 0; index < firsts.length; index += 1) {
        const column = firsts[index];
        if (column !== undefined) values.set(column, textOfCell(row, index));
      }
      return values;
    },
    locate: (row, column) => ({
      at: { file, ...placeOfInput(row, column === undefined ? -1 : columns.indexOf(column)) },
      path: column ?? '',
    }),
  };
}

/** Reports unknown headings, with the column that each probably means, and duplicate ones. */
function reportHeadings(
  headings: Headings,
  columns: readonly (UserColumn | undefined)[],
  at: (index: number) => Place,
  report: (issue: Issue) => void,
): void {
  let isListed = false;
  const unknown = headings.names.filter((heading, index) => columns[index] === undefined && isNamed(heading));
  const known = new Set(columns);
  const ofList = listOutputHeadings(headings.names, unknown, known);
  const meant = guessColumns(unknown, (column) => !known.has(column));
  for (const [index, column] of columns.entries()) {
    const heading = headings.names[index] ?? '';
    if (column === undefined) {
      if (!isNamed(heading)) continue;
      if (ofList?.headings.has(heading) === true) {
        const message = `unknown column "${heading}", which lists of ${ofList.of} have`;
        const expected = `the columns of an export: orgctl scim ${ofList.of} export`;
        report({ code: 'unknown_column', path: heading, message, expected, at: at(index) });
        continue;
      }
      const probably = meant.get(heading);
      const expected: string | undefined =
        probably === undefined && !isListed ? `one of ${USER_COLUMNS.join(', ')}` : undefined;
      isListed ||= expected !== undefined;
      const message = `unknown column "${heading}"${asQuestion(probably)}`;
      report({ code: 'unknown_column', path: heading, message, ...defined({ expected }), at: at(index) });
    } else if (columns.indexOf(column) < index) {
      const first = headings.names[columns.indexOf(column)];
      const message =
        first === heading
          ? `column "${heading}" appears twice`
          : `column "${heading}" is a duplicate of "${first}"`;
      report({ code: 'duplicate_column', path: heading, message, at: at(index) });
    }
  }
}

/** Columns of addresses; beside one of them, "state" is a region. */
const OF_ADDRESSES = ['streetAddress', 'locality', 'postalCode', 'country'] as const;

/** The columns of "scim groups list", of which users have only displayName and id. */
const OF_GROUP_LIST: readonly string[] = ['displayName', 'members', 'id', 'created'];

/** The unknown headings of a file that is a list, not an export. */
interface ListHeadings {
  readonly of: 'users' | 'groups';
  readonly headings: ReadonlySet<string>;
}

/**
 * Returns the headings of columns of "scim users list" or "scim groups list" that no input has; undefined if
 * other headings are unknown too, as in files of other systems.
 */
function listOutputHeadings(
  names: readonly string[],
  unknown: readonly string[],
  known: ReadonlySet<UserColumn | undefined>,
): ListHeadings | undefined {
  const isListColumn = (name: string) =>
    name === 'created' || (name === 'state' && !OF_ADDRESSES.some((column) => known.has(column)));
  const headings = new Set(unknown);
  if (unknown.every((heading) => isListColumn(heading.trim()))) return { of: 'users', headings };
  const given = names.map((name) => name.trim());
  const isGroupList = given.includes('members') && given.every((name) => OF_GROUP_LIST.includes(name));
  return isGroupList ? { of: 'groups', headings } : undefined;
}

/** Whether a heading names a column of the file: a column of reasons is the program's own. */
function isNamed(heading: string): boolean {
  return heading.trim() !== '' && !isReasonHeading(heading);
}

/**
 * Explains which key column is missing. Of declared keys, each must have a column; of the default keys, one.
 */
export function missingKeyColumn(
  isThere: (key: MatchKey) => boolean,
  declared: readonly MatchKey[] | undefined,
): string | undefined {
  if (declared === undefined)
    return KEY_COLUMNS.some(isThere)
      ? undefined
      : `no column identifies the user; add one of ${KEY_COLUMNS.join(', ')}`;
  const missing = declared.find((key) => !isThere(key));
  return missing === undefined
    ? undefined
    : `column ${missing} is missing; users are matched by ${declared.join(', ')}`;
}

/** Indexes of blank headings: spreadsheets leave some after the last column. */
export function blankHeadingIndexes({ names }: Headings): readonly number[] {
  return names.flatMap((name, index) => (name.trim() === '' ? [index] : []));
}

/** Findings about values in columns without a heading. */
export function issuesWithoutHeading(
  row: InputRow,
  unnamed: readonly number[],
  file: string,
): readonly Issue[] {
  return unnamed.flatMap((index): Issue[] => {
    const cell = row.cells[index]?.trim() ?? '';
    if (cell === '') return [];
    const message = `"${cell}" is in a column without a heading`;
    return [{ code: 'unknown_column', path: '', message, at: { file, ...placeOfInput(row, index) } }];
  });
}

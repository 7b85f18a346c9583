import { unguarded } from '../../csv/csv-line.ts';
import type { Issue, Place } from '../../failure/issue.ts';
import { asQuestion, suggest } from '../../rules/suggest.ts';
import { defined } from '../../values/defined.ts';
import {
  columnOf,
  HEADINGS,
  isReasonHeading,
  KEY_COLUMNS,
  USER_COLUMNS,
  type UserColumn,
} from './columns.ts';
import { type Headings, type InputRow, placeOfHeading, placeOfInput } from './input-row.ts';
import type { MatchKey } from './match-keys.ts';
import { type ManagerKeys, NO_KEYS } from './match-managers.ts';

/** How the cells under one set of headings become columns. */
export interface Layout {
  /** Headings that become no column. */
  readonly unused: readonly string[];
  /** No column identifies the user of a row, and that was reported. */
  readonly isKeyless: boolean;
  /** What a row says, by column. What cannot be read is reported. */
  read(row: InputRow, report: (issue: Issue, column?: UserColumn) => void): ReadonlyMap<UserColumn, string>;
  /** A userName that somebody else has gets a number. */
  readonly isNumbered: boolean;
  /** What a row has under the headings by which managers are found. */
  managerKeys(row: InputRow): ManagerKeys;
  /** Where the text of a column stands, and what findings call it; of no column, where the row begins. */
  locate(row: InputRow, column: UserColumn | undefined): { readonly at: Place; readonly path: string };
}

/**
 * Lays out a file whose headings are columns. Unknown and double ones, and a missing key column, are
 * reported.
 */
export function plainLayout(
  headings: Headings,
  file: string,
  report: (issue: Issue) => void,
  match?: readonly MatchKey[],
): Layout {
  const columns = headings.names.map(columnOf);
  const at = (index: number): Place => ({ file, ...placeOfHeading(headings, index) });
  let isListed = false;
  for (const [index, column] of columns.entries()) {
    const heading = headings.names[index] ?? '';
    if (column === undefined) {
      if (isReasonHeading(heading) || heading.trim() === '') continue;
      const known = columnOf(suggest(heading, HEADINGS) ?? '');
      const expected: string | undefined =
        known === undefined && !isListed ? `one of ${USER_COLUMNS.join(', ')}` : undefined;
      isListed ||= expected !== undefined;
      const message = `unknown column "${heading}"${asQuestion(known)}`;
      report({ code: 'unknown_column', path: heading, message, ...defined({ expected }), at: at(index) });
    } else if (columns.indexOf(column) < index) {
      const first = headings.names[columns.indexOf(column)];
      const message =
        first === heading
          ? `column "${heading}" appears twice`
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
    isNumbered: false,
    managerKeys: () => NO_KEYS,
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
export function missingKeyColumn(
  isThere: (key: MatchKey) => boolean,
  declared: readonly MatchKey[] | undefined,
): string | undefined {
  if (declared === undefined)
    return KEY_COLUMNS.some(isThere)
      ? undefined
      : `no column identifies the user; one of ${KEY_COLUMNS.join(', ')} is needed`;
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
    const message = `"${cell}" is in a column without a heading`;
    return [{ code: 'unknown_column', path: '', message, at: { file, ...placeOfInput(row, index) } }];
  });
}

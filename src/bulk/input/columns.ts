import { PLACE_HEADING, REASON_HEADINGS, TEXT_HEADING } from '../../spec/own-headings.ts';
import { USER_ATTRIBUTE_NAMES, USER_ATTRIBUTES, type UserAttributeName } from '../../spec/user-attributes.ts';

/** Content of a column of a user CSV: a value of the user, the user's ID or the user's groups. */
export type UserColumn = UserAttributeName | 'id' | 'groups';

/** Columns that can find a user, in the order of the attempts. */
export const KEY_COLUMNS = [
  'id',
  'employeeNumber',
  'email',
  'userName',
] as const satisfies readonly UserColumn[];

/** Every column, in export order. */
export const USER_COLUMNS: readonly UserColumn[] = ['id', ...USER_ATTRIBUTE_NAMES, 'groups'];

/**
 * Whether exports have the column. Omitted are values that cannot be read back or written, and groups, which
 * have a file of their own.
 */
export function isExported(column: UserColumn): column is Exclude<UserColumn, 'groups'> {
  return (
    column !== 'nickName' &&
    column !== 'groups' &&
    (column === 'id' || USER_ATTRIBUTES[column].write === 'always')
  );
}

/** Returns the column of a heading: a short name or an attribute path of SCIM §2.1, case-insensitive. */
export function columnOf(heading: string): UserColumn | undefined {
  return COLUMN_BY_HEADING.get(heading.trim().toLowerCase());
}

const COLUMN_BY_HEADING: ReadonlyMap<string, UserColumn> = new Map(
  USER_COLUMNS.flatMap((column): [string, UserColumn][] => {
    if (column === 'id' || column === 'groups') return [[column, column]];
    const attribute: { readonly path: string; readonly otherPaths?: readonly string[] } =
      USER_ATTRIBUTES[column];
    return [column, attribute.path, ...(attribute.otherPaths ?? [])].map((name) => [
      name.toLowerCase(),
      column,
    ]);
  }),
);

/** Every accepted heading, in lower case. */
export const HEADINGS: readonly string[] = [...COLUMN_BY_HEADING.keys()];

/** Whether a text starts like a file of failed or rejected rows, in any of its formats. */
export function startsLikeFailedRows(start: string): boolean {
  // A first line may name the delimiter, and empty ones put the header row where a flag expects it.
  const lines = start.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(0, 3).some((line) => line.includes(REASON_HEADINGS[0]));
}

export function isReasonHeading(heading: string): boolean {
  return [...REASON_HEADINGS, PLACE_HEADING, TEXT_HEADING].some(
    (known) => known === heading.trim().toLowerCase(),
  );
}

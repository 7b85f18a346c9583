import { USER_ATTRIBUTE_NAMES, USER_ATTRIBUTES, type UserAttributeName } from '../../spec/user-attributes.ts';

/** What a column of a user CSV holds: a value of the user, its ID, or the groups it is in. */
export type UserColumn = UserAttributeName | 'id' | 'groups';

/** Columns by which a user can be found, in the order in which they are tried. */
export const KEY_COLUMNS = [
  'id',
  'employeeNumber',
  'email',
  'userName',
] as const satisfies readonly UserColumn[];

/** Every column in the order of an export. */
export const USER_COLUMNS: readonly UserColumn[] = ['id', ...USER_ATTRIBUTE_NAMES, 'groups'];

/** Whether an export has the column: what cannot be read back or written again is left out, and groups have a
 * file of their own. */
export function isExported(column: UserColumn): column is Exclude<UserColumn, 'groups'> {
  return (
    column !== 'nickName' &&
    column !== 'groups' &&
    (column === 'id' || USER_ATTRIBUTES[column].write === 'always')
  );
}

/**
 * Returns the column of a heading: a short name or an attribute path of SCIM §2.1; letter case does not
 * count.
 */
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

/** Every heading that is understood. */
export const HEADINGS: readonly string[] = [...COLUMN_BY_HEADING.keys()];

/**
 * Headings that say why a row failed, in a file of failed rows. A reader skips them, so that it can be
 * applied as it is.
 */
export const REASON_HEADINGS = ['orgctl.code', 'orgctl.message'] as const;

/** The heading that says where a rejected row stood. */
export const PLACE_HEADING = 'orgctl.place';

/** Where a line stands that could not be read. */
export const TEXT_HEADING = 'orgctl.text';

/** Whether a text begins as a file of failed or rejected rows does, in any of its formats. */
export function isOfFailedRows(start: string): boolean {
  return start.split('\n', 3).some((line) => line.includes(REASON_HEADINGS[0]));
}

export function isReasonHeading(heading: string): boolean {
  return [...REASON_HEADINGS, PLACE_HEADING, TEXT_HEADING].some(
    (known) => known === heading.trim().toLowerCase(),
  );
}

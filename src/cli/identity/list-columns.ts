import { columnOf, KEY_COLUMNS } from '../../bulk/input/columns.ts';
import { identityColumnOf } from '../../bulk/input/naming-heading.ts';
import { isLastDay } from '../../bulk/input/status-headings.ts';
import { listed } from '../../values/listed.ts';

/** Kind of resources that a list names. */
export type NamedKind = 'users' | 'groups';

/** The name of employee numbers in `NAMING`. */
export const EMPLOYEE_NUMBER = 'employeeNumber'.toLowerCase();

/** The name of display names in `NAMING`. */
export const DISPLAY_NAME = 'displayName'.toLowerCase();

/**
 * The columns and members that identify a user or a group, best first. Each line of a group file has a group
 * and a member; in a list of members, `value` is the ID of a member and takes precedence over the group.
 */
const NAMING: Readonly<Record<NamedKind, readonly string[]>> = {
  users: [
    'id',
    'userid',
    'user_id',
    'username',
    'email',
    'user',
    'member',
    EMPLOYEE_NUMBER,
    DISPLAY_NAME,
    'value',
    'group',
  ],
  groups: ['id', DISPLAY_NAME, 'group', 'userid', 'user_id', 'username', 'email', 'user'],
};

/** Indexes of the columns that name users or groups, and of the columns of a group file. */
export interface NamingColumns {
  readonly name: number;
  /** Indexes of all columns that may name the user or group of a row, best first. */
  readonly names: readonly number[];
  readonly group: number;
  readonly action: number;
  readonly isGroupFile: boolean;
  /** Whether the column was recognized only by a heading of HR systems. */
  readonly isByMeaning: boolean;
  /** Indexes of all columns that identify the user of a row; the row must name one user. */
  readonly keys: readonly number[];
  /** The column of employee numbers, or -1. */
  readonly number: number;
  /** The column of display names of groups, or -1. */
  readonly displayName: number;
  /** The column of the last day of users, or -1. */
  readonly lastDay: number;
  /** Whether the heading is a single word that could also be a name, such as `mail` or `user`. */
  readonly mayBeName: boolean;
}

/** Headings that cannot be a name. */
const NO_NAMES: ReadonlySet<string> = new Set([
  'id',
  'userid',
  'user_id',
  'username',
  'email',
  EMPLOYEE_NUMBER,
  DISPLAY_NAME,
]);

/** Columns of a user that identify one user each (`NAMING` also has names that a row may share). */
export const USER_KEYS: readonly string[] = ['id', 'userid', 'user_id', 'username', 'email'];

/** Columns of a group that identify one group each. */
const GROUP_KEYS: readonly string[] = ['id', DISPLAY_NAME, 'group'];

/**
 * Returns the headings that name users or groups, for messages: those that identify one user or group each,
 * best first.
 */
export function namingHeadings(kind: NamedKind): string {
  const columns: readonly string[] = kind === 'groups' ? ['id', 'displayName', 'group'] : KEY_COLUMNS;
  return listed(
    NAMING[kind].flatMap((name) => columns.find((column) => column.toLowerCase() === name) ?? []),
    'or',
  );
}

/**
 * Returns the columns or members that may name the user or group of a row, best first, of those that it has:
 * the best one even if it is blank, and those that identify one user or group each. A row without a value in
 * them names nobody, whatever else it has.
 */
export function namesToRead(kind: NamedKind, has: (name: string) => boolean): readonly string[] {
  const best = NAMING[kind].find(has);
  const others = kind === 'groups' ? GROUP_KEYS : [...USER_KEYS, EMPLOYEE_NUMBER];
  return best === undefined ? [] : [best, ...others.filter(has)];
}

/** Returns the naming columns of a heading; undefined if the cells are not a heading. */
export function columnsOf(cells: readonly string[], kind: NamedKind): NamingColumns | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const words = cells.map((cell, index) => {
    const name = names[index] ?? '';
    if (kind === 'groups' || NAMING.users.includes(name)) return name;
    return columnOf(cell) === 'employeeNumber'
      ? EMPLOYEE_NUMBER
      : (identityColumnOf(cell)?.toLowerCase() ?? name);
  });
  const [best, ...others] = namesToRead(kind, (name) => words.includes(name));
  if (best === undefined) return undefined;
  const isByMeaning = !names.includes(best);
  const name = (isByMeaning ? words : names).indexOf(best);
  return {
    name,
    names: [name, ...others.map((key) => words.indexOf(key)).filter((at) => at !== name)],
    group: names.indexOf('group'),
    action: names.indexOf('action'),
    isGroupFile: best === 'member' && names.includes('group'),
    isByMeaning,
    keys: kind === 'groups' ? [] : words.flatMap((word, index) => (USER_KEYS.includes(word) ? [index] : [])),
    number: words.indexOf(EMPLOYEE_NUMBER),
    displayName: kind === 'groups' ? words.indexOf(DISPLAY_NAME) : -1,
    lastDay: kind === 'groups' ? -1 : cells.findIndex(isLastDay),
    mayBeName: cells.length === 1 && !NO_NAMES.has(names[0] ?? ''),
  };
}

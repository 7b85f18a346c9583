import { namingColumnOf } from '../../bulk/input/naming-heading.ts';

/** What a list names. */
export type NamedKind = 'users' | 'groups';

/**
 * The columns and members that name a user or a group, best first. A group file names a group and a member on
 * each line; in a list of members `value` is the ID of one, whatever its display name and its group are.
 */
export const NAMING: Readonly<Record<NamedKind, readonly string[]>> = {
  users: ['id', 'userid', 'user_id', 'username', 'email', 'user', 'member', 'displayname', 'value', 'group'],
  groups: ['id', 'displayname', 'group', 'userid', 'user_id', 'username', 'email', 'user'],
};

/** Where a heading has the name of a user or group, and what else a group file says. */
export interface NamingColumns {
  readonly name: number;
  readonly group: number;
  readonly action: number;
  readonly isGroupFile: boolean;
  /** Whether the column is known by what people systems call it alone. */
  readonly isByMeaning: boolean;
  /** Whether the heading is one word that may as well be a name, such as `mail` or `user`. */
  readonly mayBeName: boolean;
}

/** Headings that nobody has as a name. */
const NO_NAMES: ReadonlySet<string> = new Set([
  'id',
  'userid',
  'user_id',
  'username',
  'email',
  'displayname',
]);

/** The columns of a heading that names somebody; undefined for cells that are no heading. */
export function columnsOf(cells: readonly string[], kind: NamedKind): NamingColumns | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const words = cells.map((cell, index) => {
    const name = names[index] ?? '';
    const isOwn = kind === 'groups' || NAMING.users.includes(name);
    return isOwn ? name : (namingColumnOf(cell)?.toLowerCase() ?? name);
  });
  const best = NAMING[kind].find((name) => words.includes(name));
  if (best === undefined) return undefined;
  const isByMeaning = !names.includes(best);
  return {
    name: (isByMeaning ? words : names).indexOf(best),
    group: names.indexOf('group'),
    action: names.indexOf('action'),
    isGroupFile: best === 'member' && names.includes('group'),
    isByMeaning,
    mayBeName: cells.length === 1 && !NO_NAMES.has(names[0] ?? ''),
  };
}

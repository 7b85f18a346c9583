import { type GroupInParts, membersInParts } from '../../scim/group-in-parts.ts';
import { getUser } from '../../scim/users.ts';
import { userId } from '../../values/ids.ts';
import type { Context } from '../context.ts';
import { nameOf } from './describe-person.ts';
import { areUsersClosed, readUserNames } from './user-names.ts';

/** Members that are looked up one by one; for more of them the list of users is read. */
const LOOKED_UP = 10;

/**
 * Returns what people call the members of groups, by ID, where a person reads a table or asks for the column: a group has only their display
 * names. Nobody has a name where users cannot be read.
 */
export async function memberUserNames(
  context: Context,
  groups: readonly GroupInParts[],
): Promise<ReadonlyMap<string, string> | undefined> {
  if (!(await areWanted(context))) return undefined;
  const ids = new Set<string>();
  for (const group of groups)
    for (const members of membersInParts(group)) {
      for (const { id } of members) ids.add(id);
      if (ids.size > LOOKED_UP) return readUserNames(context);
    }
  const { scim } = await context.connection();
  const found = await Promise.all(
    [...ids].map(async (id): Promise<readonly [string, string][]> => {
      try {
        return [[id, nameOf(await getUser(scim, userId(id)))]];
      } catch (error) {
        if (!areUsersClosed(error)) throw error;
        return [];
      }
    }),
  );
  return new Map(found.flat());
}

async function areWanted(context: Context): Promise<boolean> {
  const { columns, query } = context.common;
  if (query !== undefined) return false;
  if (columns !== undefined) return columns.some((name) => name.toLowerCase() === 'username');
  return (await context.printer()).format === 'table';
}

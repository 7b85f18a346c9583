import { membersInParts, type PartitionedGroup } from '../../scim/partitioned-group.ts';
import type { User } from '../../scim/user.ts';
import { jsonMemberOf } from '../../scim/user-members.ts';
import { getUser } from '../../scim/users.ts';
import { USER_ATTRIBUTES } from '../../spec/user-attributes.ts';
import { userId } from '../../values/ids.ts';
import type { Context } from '../context.ts';
import { personName } from './describe-person.ts';
import { areUsersUnreadable, readOfUsers } from './user-names.ts';

/** Up to this many members are looked up one by one; for more, the list of users is read. */
const LOOKED_UP = 10;

/** What a group does not contain about its members. */
export interface MemberAccount {
  readonly userName: string;
  readonly email: string | undefined;
}

const READ = new Set(['id', jsonMemberOf('userName'), jsonMemberOf('displayName'), jsonMemberOf('email')]);

/**
 * Returns the userName and email of the members of groups, by ID: a group has only their display names.
 * Undefined unless a table is printed or a column needs them; an empty map if users cannot be read.
 */
export async function memberAccounts(
  context: Context,
  groups: readonly PartitionedGroup[],
): Promise<ReadonlyMap<string, MemberAccount> | undefined> {
  if (!(await areWanted(context))) return undefined;
  const ids = new Set<string>();
  for (const group of groups)
    for (const members of membersInParts(group)) {
      for (const { id } of members) ids.add(id);
      if (ids.size > LOOKED_UP) return readOfUsers(context, READ, accountOf);
    }
  const { scim } = await context.connection();
  const found = await Promise.all(
    [...ids].map(async (id): Promise<readonly [string, MemberAccount][]> => {
      try {
        return [[id, accountOf(await getUser(scim, userId(id)))]];
      } catch (error) {
        if (!areUsersUnreadable(error)) throw error;
        return [];
      }
    }),
  );
  return new Map(found.flat());
}

function accountOf(user: User): MemberAccount {
  return { userName: personName(user), email: user.values.email };
}

/** Columns that need the accounts, by name and by heading. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set([
  'username',
  'email',
  USER_ATTRIBUTES.email.label.toLowerCase(),
]);

async function areWanted(context: Context): Promise<boolean> {
  const { columns, query } = context.common;
  if (query !== undefined) return false;
  if (columns !== undefined) return columns.some((name) => OF_ACCOUNTS.has(name.toLowerCase()));
  return (await context.printer()).format === 'table';
}

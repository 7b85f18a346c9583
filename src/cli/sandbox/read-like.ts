import {
  type Invented,
  inventedOrganization,
  type LiveGroup,
  type LiveUser,
} from '../../sandbox/invented-people.ts';
import { listGroups } from '../../scim/groups.ts';
import { readComplete } from '../../scim/read-complete.ts';
import { listUsers } from '../../scim/users.ts';
import type { Context } from '../context.ts';

/**
 * Reads the complete organization of a profile and invents one of the same shape. Only invented data leaves
 * this function.
 * @throws Failure `stale` if a list is not whole; as every read
 */
export async function inventLike(context: Context, profile: string, seed: number): Promise<Invented> {
  await context.resolved(profile);
  const { scim, serverNow } = await context.connection();
  const users = await readComplete(
    'users',
    () => listUsers(scim, {}),
    async ({ items }) => {
      const read: LiveUser[] = [];
      for await (const { id, values } of items) read.push({ id, values });
      return read;
    },
  );
  const groups = await readComplete(
    'groups',
    () => listGroups(scim, {}),
    async ({ items }) => {
      const read: LiveGroup[] = [];
      for await (const { displayName, members } of items)
        read.push({ displayName, members: members.map(({ id }) => id) });
      return read;
    },
  );
  return inventedOrganization(users, groups, seed, serverNow());
}

import { listGroups } from '../../scim/groups.ts';
import { readComplete } from '../../scim/read-complete.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import { listUsers } from '../../scim/users.ts';
import { type CopyOptions, copyOf, type NamedGroup, userRecord } from './copy-builder.ts';
import type { OrganizationCopy, UserRecord } from './organization-copy.ts';

/** Called with the number of items read so far and the total. */
export type OnCopied = (noun: 'users' | 'groups', read: number, total: number | undefined) => void;

/**
 * Reads a complete organization over SCIM (SCIM §4.1, §4.6): its users, then its groups with their members.
 * @throws Failure `stale` if a list is incomplete in three consecutive attempts; otherwise as every read
 */
export async function copyService(
  scim: ScimClient,
  options: CopyOptions,
  onCopied: OnCopied,
): Promise<OrganizationCopy> {
  const people = await readComplete(
    'users',
    () => listUsers(scim, { isSettled: true }),
    async (list) => {
      const read: UserRecord[] = [];
      for await (const page of list.pages) {
        for (const user of page.items())
          read.push(userRecord(user.id, user.values, options, user.values.guest === undefined));
        onCopied('users', read.length, list.total());
      }
      return read;
    },
  );
  const groups = await readComplete(
    'groups',
    () => listGroups(scim, { isSettled: true }),
    async (list) => {
      const read: NamedGroup[] = [];
      for await (const page of list.pages) {
        for (const { id, displayName, members } of page.items())
          read.push({ id, displayName, members: members.map((member) => member.id) });
        onCopied('groups', read.length, list.total());
      }
      return read;
    },
  );
  return copyOf(options.name, people, groups);
}

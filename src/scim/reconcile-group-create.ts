import type { UserId } from '../values/ids.ts';
import { findGroupsByName } from './find-group.ts';
import type { Group } from './group.ts';
import { isOlder, READ_LAG } from './reconcile-create.ts';
import type { ScimClient } from './scim-client.ts';

/** A group that was to be created. */
export interface SentGroup {
  readonly displayName: string;
  readonly memberIds: readonly UserId[];
}

/**
 * Looks for groups that a create without an answer may have made. A group has no natural key: its name need
 * not be unique. So a group counts when it has the name and the members and was made since.
 * @param sentAt when the create was sent, by the service's clock, in milliseconds since 1970.
 * @returns none when there is none after looking twice; several when nobody can tell which.
 */
export async function findCreatedGroups(
  scim: ScimClient,
  sent: SentGroup,
  sentAt: number,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<readonly Group[]> {
  const look = async () => {
    const named = await findGroupsByName(scim, sent.displayName);
    return named.filter((group) => isCandidate(group, sent, sentAt));
  };
  const found = await look();
  if (found.length > 0) return found;
  await sleep(READ_LAG);
  return look();
}

function isCandidate(group: Group, sent: SentGroup, sentAt: number): boolean {
  const { displayName, members } = group;
  const ids = new Set(members.map(({ id }) => id));
  const wanted = new Set(sent.memberIds);
  return (
    displayName === sent.displayName &&
    !isOlder(group, sentAt) &&
    ids.size === wanted.size &&
    sent.memberIds.every((id) => ids.has(id))
  );
}

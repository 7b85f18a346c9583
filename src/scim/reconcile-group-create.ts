import type { UserId } from '../values/ids.ts';
import { findGroupsByName } from './find-group.ts';
import type { Group } from './group.ts';
import { isOlder, READ_LAG } from './reconcile-create.ts';
import type { ScimClient } from './scim-client.ts';

/** The values of a group in a create request. */
export interface SentGroup {
  readonly displayName: string;
  readonly memberIds: readonly UserId[];
}

/**
 * Finds the groups that a create without a response may have made. A group has no natural key, because names
 * need not be unique: a group matches if it has the name and the members and was created after `sentAt`.
 * @param sentAt when the create was sent, by the service's clock, in milliseconds since 1970.
 * @returns none if two look-ups find none; several if the created group cannot be identified.
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

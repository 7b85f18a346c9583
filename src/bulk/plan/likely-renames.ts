import { comparisonKey } from '../../values/comparison-key.ts';
import type { SnapshotGroup } from './group-snapshot.ts';
import type { WantedMembership } from './wanted-membership.ts';

/** A group that loses all members, and a new group that at least half of them join. */
export interface LikelyRename {
  readonly from: string;
  readonly to: string;
  /** Number of users who move from the old group to the new one. */
  readonly moved: number;
  readonly members: number;
}

/** Minimum number of moved users: a single one is no evidence of a rename. */
const MIN_MOVED_USERS = 2;

/**
 * Finds groups that look renamed: they lose all members, and at least half of these join one group that does
 * not exist yet. Pure.
 * @param joins memberships to create
 */
export function likelyRenames(
  empty: readonly SnapshotGroup[],
  joins: readonly Pick<WantedMembership, 'group' | 'member'>[],
  isMissing: (name: string) => boolean,
): readonly LikelyRename[] {
  const newGroups = new Map<string, { readonly name: string; readonly members: Set<string> }>();
  for (const { group, member = '' } of joins) {
    if (!isMissing(group)) continue;
    const key = comparisonKey(group);
    const known = newGroups.get(key) ?? { name: group, members: new Set<string>() };
    known.members.add(member);
    newGroups.set(key, known);
  }
  return empty.flatMap(({ displayName: from, members }): LikelyRename[] => {
    const moves = [...newGroups.values()].map(({ name, members: joining }) => ({
      from,
      to: name,
      moved: [...members].filter((member) => joining.has(member)).length,
      members: members.size,
    }));
    const [most] = moves.sort((one, other) => other.moved - one.moved);
    return most !== undefined && most.moved >= MIN_MOVED_USERS && most.moved * 2 >= members.size
      ? [most]
      : [];
  });
}

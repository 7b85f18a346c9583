import { foldedText } from '../../values/folded-text.ts';
import type { SnapshotGroup } from './group-snapshot.ts';
import type { WantedMembership } from './plan-memberships.ts';

/** A group without members, and a new one that its people join. */
export interface LikelyRename {
  readonly from: string;
  readonly to: string;
  /** People who were in the one and are to be in the other. */
  readonly moved: number;
  readonly members: number;
}

/** One person who moves says nothing about a department. */
const FEWEST = 2;

/**
 * Finds groups that look renamed: they have no members left, and at least half of their members join one
 * group that does not exist yet. Pure.
 * @param joins who is to be in which group
 */
export function likelyRenames(
  empty: readonly SnapshotGroup[],
  joins: readonly Pick<WantedMembership, 'group' | 'member'>[],
  isMissing: (name: string) => boolean,
): readonly LikelyRename[] {
  const newGroups = new Map<string, { readonly name: string; readonly members: Set<string> }>();
  for (const { group, member = '' } of joins) {
    if (!isMissing(group)) continue;
    const key = foldedText(group);
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
    return most !== undefined && most.moved >= FEWEST && most.moved * 2 >= members.size ? [most] : [];
  });
}

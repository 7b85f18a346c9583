import { comparisonKey } from '../../values/comparison-key.ts';
import type { GroupId, UserId } from '../../values/ids.ts';

/** A group as stored in the organization. */
export interface SnapshotGroup {
  readonly id: GroupId;
  readonly displayName: string;
  /** User IDs. */
  readonly members: ReadonlySet<UserId>;
}

/** All groups of the organization at one point in time, with lookups by ID and name. */
export interface GroupSnapshot {
  readonly groups: ReadonlyMap<string, SnapshotGroup>;
  /** Several groups may have the same name (assumption `group-names`). */
  readonly idsByName: ReadonlyMap<string, readonly GroupId[]>;
}

export function groupSnapshotOf(groups: Iterable<SnapshotGroup>): GroupSnapshot {
  const byId = new Map<string, SnapshotGroup>();
  const idsByName = new Map<string, GroupId[]>();
  for (const group of groups) {
    byId.set(group.id, group);
    for (const key of new Set([group.displayName, comparisonKey(group.displayName)])) {
      const ids = idsByName.get(key);
      if (ids === undefined) idsByName.set(key, [group.id]);
      else ids.push(group.id);
    }
  }
  return { groups: byId, idsByName };
}

/** Finds groups by ID, by name, or by a name that differs only in letter case. */
export function findGroups(snapshot: GroupSnapshot, identity: string): readonly SnapshotGroup[] {
  const byId = snapshot.groups.get(identity);
  if (byId !== undefined) return [byId];
  const ids = snapshot.idsByName.get(identity) ?? snapshot.idsByName.get(comparisonKey(identity)) ?? [];
  const exact = ids.flatMap((id) => snapshot.groups.get(id) ?? []);
  const named = exact.filter(({ displayName }) => displayName === identity);
  return named.length > 0 ? named : exact;
}

import type { Change, PlannedMember } from './change.ts';
import { NO_LINE } from './change-lines.ts';
import type { GroupSnapshot } from './group-snapshot.ts';

/** A group that loses members because no row of the file lists them. */
export interface GroupMemberLoss {
  readonly group: string;
  readonly leaving: number;
  /** Number of current members. */
  readonly members: number;
}

/** Smallest group that is checked: in a group of two, any list may remove one. */
const MIN_GROUP_SIZE = 3;

/** Returns the groups that lose members because no row lists them. Pure. */
export function memberLossesIn(
  changes: readonly Change[],
  { groups }: Pick<GroupSnapshot, 'groups'>,
): readonly GroupMemberLoss[] {
  const leaving = new Map<string, { readonly group: string; readonly ids: Set<string> }>();
  for (const change of changes) {
    const { id, members } = leavingIn(change);
    const absent = members.filter(({ line }) => line === NO_LINE);
    if (id === undefined || absent.length === 0) continue;
    const known = leaving.get(id) ?? { group: change.name, ids: new Set<string>() };
    for (const member of absent) if ('id' in member) known.ids.add(member.id);
    leaving.set(id, known);
  }
  return [...leaving].map(([id, { group, ids }]) => ({
    group,
    leaving: ids.size,
    members: groups.get(id)?.members.size ?? 0,
  }));
}

function leavingIn(change: Change): { readonly id?: string; readonly members: readonly PlannedMember[] } {
  if (change.kind === 'deleteGroup') return { id: change.target.id, members: change.leaving ?? [] };
  if (change.kind !== 'removeMembers' || !('id' in change.target)) return { members: [] };
  return { id: change.target.id, members: change.members };
}

/**
 * Returns the group that loses the most members, if that is more than half of them. For a file without an
 * earlier version to compare with: nothing shows that it is complete.
 */
export function largestMemberLoss(absences: readonly GroupMemberLoss[]): GroupMemberLoss | undefined {
  return absences
    .filter(({ leaving, members }) => members >= MIN_GROUP_SIZE && leaving * 2 > members)
    .reduce<GroupMemberLoss | undefined>(
      (most, one) => (most !== undefined && most.leaving >= one.leaving ? most : one),
      undefined,
    );
}

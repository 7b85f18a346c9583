import type { GroupId, UserId } from '../../values/ids.ts';
import type { Change, ChangeOf } from './change.ts';
import type { GroupSnapshot } from './group-snapshot.ts';

/** Maximum number of newcomers of a group that a message names. */
export const NEWCOMERS_SHOWN = 3;

type MembersChange = ChangeOf<'addMembers' | 'removeMembers'>;

/**
 * Returns the members who joined since a plan was made, for the groups whose members the plan knows
 * completely: groups to delete, and groups whose members must exactly match the file. Empty for other groups.
 */
export function newcomersOf(
  changes: readonly Change[],
  { groups }: Pick<GroupSnapshot, 'groups'>,
): ReadonlyMap<GroupId, readonly UserId[]> {
  const known = new Map<GroupId, Set<string>>();
  for (const change of changes) {
    if (change.kind === 'deleteGroup') known.set(change.target.id, new Set(change.members));
    else if (isOfMembers(change) && change.staying !== undefined && 'id' in change.target)
      known.set(change.target.id, new Set(change.staying));
  }
  for (const change of changes) {
    if (!isOfMembers(change) || !('id' in change.target)) continue;
    const members = known.get(change.target.id);
    for (const member of change.members) if ('id' in member) members?.add(member.id);
  }
  return new Map(
    [...known].map(([id, members]) => [
      id,
      [...(groups.get(id)?.members ?? [])].filter((member) => !members.has(member)),
    ]),
  );
}

function isOfMembers(change: Change): change is MembersChange {
  return change.kind === 'addMembers' || change.kind === 'removeMembers';
}

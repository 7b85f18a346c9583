import { changeId, type GroupId } from '../../values/ids.ts';
import { isManaged } from '../input/group-rules.ts';
import type { GroupChange } from './change.ts';
import { NO_LINE } from './change-lines.ts';
import { findGroups, type GroupSnapshot, groupSnapshotOf } from './group-snapshot.ts';
import type { ManagedScope } from './managed-input.ts';
import type { IsProtected } from './protected-changes.ts';

/** Renames groups as the map says, unless a group already has the new name. */
export function renameGroups(
  groups: GroupSnapshot,
  { rename, manage }: ManagedScope,
  isProtected: IsProtected,
): { readonly groups: GroupSnapshot; readonly renames: readonly GroupChange[] } {
  const names = new Map<GroupId, string>();
  for (const [from, to] of rename) {
    const [group, second] = findGroups(groups, from);
    if (group === undefined || second !== undefined || findGroups(groups, to).length > 0) continue;
    if (!isManaged(manage, from) || !isManaged(manage, to)) continue;
    if (!isProtected(group.id) && !isProtected(group.displayName)) names.set(group.id, to);
  }
  if (names.size === 0) return { groups, renames: [] };
  const renames = [...names].map(([id, displayName], index): GroupChange => {
    const formerName = groups.groups.get(id)?.displayName ?? id;
    const base = {
      id: changeId(`N${index + 1}`),
      line: NO_LINE,
      name: displayName,
      after: [],
      target: { id },
    };
    return { ...base, kind: 'renameGroup', formerName, displayName };
  });
  const after = [...groups.groups.values()].map((group) => ({
    ...group,
    displayName: names.get(group.id) ?? group.displayName,
  }));
  return { groups: groupSnapshotOf(after), renames };
}

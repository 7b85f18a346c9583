import { groupPatchEffect } from '../../rules/group-patch-effect.ts';
import type { Group } from '../../scim/group.ts';
import { memberChangeTo, withoutApplied } from '../../scim/group-patch.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';
import { type ChangeId, changeId, type UserId } from '../../values/ids.ts';
import type { Change, GroupBefore, PlannedMember } from '../plan/change.ts';
import { membershipChanges } from '../plan/membership-changes.ts';

/** A user as a member of a group, with a name for display. */
export interface MemberName {
  readonly id: UserId;
  readonly name: string;
  /** The userName of a deactivated user, who cannot join a group. */
  readonly deactivated?: string;
  /** The userName of a single-channel guest; the service probably refuses guests in a group. */
  readonly singleChannel?: string;
}

/** Returns the creation of a group, then of its memberships. */
export function planGroupCreation(
  displayName: string,
  members: readonly MemberName[],
  batchSize: number,
): readonly Change[] {
  const group = { id: changeId('L1'), line: 1, name: displayName, existing: undefined };
  return membershipChanges(group, members.map(asMember), [], () => [], batchSize);
}

/**
 * Returns the changes that add users to a group and remove others, without users who are already in or out.
 */
export function planMembers(
  group: Group,
  { add, remove }: { readonly add: readonly MemberName[]; readonly remove: readonly MemberName[] },
  batchSize: number,
): readonly Change[] {
  const left = withoutApplied(
    { add: add.map(({ id }) => id), remove: remove.map(({ id }) => id) },
    idsOf(group),
  );
  const given = [...add, ...remove].filter(({ id, name }) => name !== id);
  const names = new Map([...namesOf(group), ...given.map(({ id, name }) => [id, name] as const)]);
  const named = (ids: readonly UserId[]) => ids.map((id) => asMember({ id, name: names.get(id) ?? id }));
  return membershipChanges(
    { id: changeId('L1'), line: 1, name: group.displayName, existing: group.id },
    named(left.add),
    named(left.remove),
    () => [],
    batchSize,
  );
}

/** Returns the changes that make the membership match exactly. */
export function planExactMembers(
  group: Group,
  members: readonly MemberName[],
  batchSize: number,
): readonly Change[] {
  const { remove } = memberChangeTo(
    members.map(({ id }) => id),
    idsOf(group),
  );
  return planMembers(group, { add: members, remove: remove.map((id) => ({ id, name: id })) }, batchSize);
}

/**
 * Returns the change that removes all members of a group in one call (SCIM §4.6); none if the group is empty.
 */
export function planClearMembers(group: Group): readonly Change[] {
  const { id, displayName, members } = group;
  if (members.length === 0) return [];
  const leaving = members.map((member) => asMember({ id: member.id, name: nameOf(member) }));
  const base = {
    id: changeId('L1'),
    line: 1,
    name: displayName,
    after: [],
    target: { id },
    members: leaving,
  } as const;
  return [{ ...base, kind: 'removeMembers', isEverybody: true }];
}

/**
 * Returns the change that renames a group; none if the group already has the name. Spaces around the name are
 * ignored: no other command would see them.
 */
export function planRenaming({ id, displayName }: Group, name: string): readonly Change[] {
  const wanted = name.trim();
  if (wanted === displayName) return [];
  const base = { id: changeId('L1n'), line: 1, name: displayName, after: [], target: { id } } as const;
  return [{ ...base, kind: 'renameGroup', formerName: displayName, displayName: wanted }];
}

/** Returns the change that replaces name and members with a PUT (SCIM §4.6); none if nothing differs. */
export function planGroupReplacement(
  group: Group,
  displayName: string,
  members: readonly MemberName[],
): readonly Change[] {
  const wanted = members.map(({ id }) => id);
  const { add, remove } = memberChangeTo(wanted, idsOf(group));
  if (displayName === group.displayName && add.length + remove.length === 0) return [];
  const names = new Map([...namesOf(group), ...members.map(({ id, name }) => [id, name] as const)]);
  const named = (ids: readonly UserId[]) => ids.map((id) => asMember({ id, name: names.get(id) ?? id }));
  return [
    {
      ...baseOf(group),
      kind: 'replaceGroup',
      before: beforeOf(group),
      displayName,
      joining: named(add),
      leaving: named(remove),
      memberIds: wanted,
    },
  ];
}

/** Returns the change that sends a PATCH body written by the user. */
export function planWrittenGroupPatch(group: Group, body: JsonObject): readonly Change[] {
  const asks = groupPatchEffect(body, new Map(group.members.map(({ id, name }) => [id, name])));
  return [{ ...baseOf(group), kind: 'sendGroupPatch', before: beforeOf(group), body, asks }];
}

/**
 * Returns the deletion of a group.
 * @param position position of the group in the command, 1-based
 */
export function planGroupDeletion(group: Group, position: number): readonly Change[] {
  const { id, displayName } = group;
  return [
    {
      id: changeId(`L${position}`),
      line: position,
      name: displayName,
      after: [],
      kind: 'deleteGroup',
      target: { id },
      members: idsOf(group),
      implies: ['losesGroup'],
    },
  ];
}

/**
 * Renumbers the changes of one group for a command with several groups.
 * @param position position of the group in the command, 1-based
 */
export function atPosition(changes: readonly Change[], position: number): readonly Change[] {
  const renumberId = (id: ChangeId): ChangeId => changeId(id.replace(/^L1(?!\d)/, `L${position}`));
  const renumberMember = (member: PlannedMember): PlannedMember => ({ ...member, line: position });
  return changes.map((change) => {
    const base = { id: renumberId(change.id), line: position, after: change.after.map(renumberId) };
    if (change.kind === 'addMembers' || change.kind === 'removeMembers') {
      const { behind, members } = change;
      return {
        ...change,
        ...base,
        members: members.map(renumberMember),
        ...defined({ behind: behind?.map(renumberId) }),
      };
    }
    if (change.kind !== 'replaceGroup') return { ...change, ...base };
    return {
      ...change,
      ...base,
      joining: change.joining.map(renumberMember),
      leaving: change.leaving.map(renumberMember),
    };
  });
}

function baseOf({ id, displayName }: Group) {
  return { id: changeId('L1'), line: 1, name: displayName, after: [], target: { id } } as const;
}

function beforeOf(group: Group): GroupBefore {
  return { displayName: group.displayName, memberIds: idsOf(group) };
}

function idsOf({ members }: Group): readonly UserId[] {
  return members.map(({ id }) => id);
}

function namesOf({ members }: Group): readonly (readonly [UserId, string])[] {
  return members.map((member) => [member.id, nameOf(member)] as const);
}

function asMember({ id, name }: MemberName): PlannedMember {
  return { id, name, line: 1 };
}

/** Falls back to the ID: a service need not return names of members. */
function nameOf({ id, name }: MemberName): string {
  return name === '' ? id : name;
}

import { LIMITS } from '../../spec/limits.ts';
import { type ChangeId, changeId, type GroupId, type UserId } from '../../values/ids.ts';
import type { GroupChange, GroupTarget, PlannedMember } from './change.ts';

/** Returns the changes of one group in order: its creation, removed members (to make room), added members. */
export function membershipChanges(
  group: {
    readonly id: ChangeId;
    readonly line: number;
    readonly name: string;
    /** Undefined if the group is created first. */
    readonly existing: GroupId | undefined;
    /** Members who neither join nor leave, if the members must exactly match the file. */
    readonly staying?: readonly UserId[] | undefined;
  },
  joining: readonly PlannedMember[],
  leaving: readonly PlannedMember[],
  conditionsOf: (members: readonly PlannedMember[]) => readonly ChangeId[],
  batchSize: number = LIMITS.groupUsersRecommended,
): readonly GroupChange[] {
  const { id, line, name, existing, staying } = group;
  const creation =
    existing === undefined ? [{ id, line, name, kind: 'createGroup', after: [] } as const] : [];
  const target: GroupTarget = existing === undefined ? { createdBy: id } : { id: existing };
  const after = creation.map((one) => one.id);
  const changes: GroupChange[] = [...creation];
  // Sequential calls: a second one would only wait for the first (SCIM §8, Concurrency).
  const add = (kind: 'removeMembers' | 'addMembers', number: number, members: readonly PlannedMember[]) => {
    const before = changes.filter((change) => change.kind !== 'createGroup').at(-1);
    const conditions = kind === 'addMembers' ? conditionsOf(members) : [];
    const behind = [...(before === undefined ? [] : [before.id]), ...conditions];
    changes.push({
      id: changeId(`${id}${kind === 'addMembers' ? 'a' : 'r'}${number}`),
      line: members[0]?.line ?? line,
      name,
      kind,
      after,
      ...(behind.length === 0 ? {} : { behind }),
      target,
      members,
      ...(staying === undefined || before !== undefined ? {} : { staying }),
    });
  };
  for (const [index, members] of inBatches(leaving, batchSize).entries())
    add('removeMembers', index + 1, members);
  for (const [index, members] of inBatches(joining, batchSize).entries())
    add('addMembers', index + 1, members);
  return changes;
}

function inBatches(members: readonly PlannedMember[], size: number): readonly (readonly PlannedMember[])[] {
  return Array.from({ length: Math.ceil(members.length / size) }, (_, index) =>
    members.slice(index * size, (index + 1) * size),
  );
}

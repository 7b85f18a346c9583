import type { ListView } from '../../output/view.ts';
import { type Group, type GroupMember, readGroup } from '../../scim/group.ts';
import { membersInParts, type PartitionedGroup } from '../../scim/partitioned-group.ts';
import { USER_ATTRIBUTES } from '../../spec/user-attributes.ts';
import type { MemberAccount } from '../people/member-accounts.ts';

/** A member and its group. */
export interface Membership {
  readonly member: GroupMember;
  readonly group: Pick<Group, 'id' | 'displayName'>;
}

/** What is known besides the members themselves. */
export interface MembershipContext {
  /**
   * Whether exactly one group was requested. Its JSON rows then omit the group, and its columns are only
   * printed on request.
   */
  readonly isOneGroup: boolean;
  /**
   * Accounts by ID; undefined if they were not looked up. The userName column is then only printed on
   * request.
   */
  readonly accounts: ReadonlyMap<string, MemberAccount> | undefined;
}

/** Prints members of groups. One group and many groups have the same columns. */
export function membershipView({ isOneGroup, accounts }: MembershipContext): ListView<Membership> {
  const ofGroup = (importance: number) => (isOneGroup ? {} : { importance });
  return {
    noun: isOneGroup ? ['member', 'members'] : ['membership', 'memberships'],
    json: ({ member, group }) => ({
      ...(isOneGroup ? {} : { group: group.displayName, groupId: group.id }),
      value: member.id,
      display: member.name,
    }),
    columns: [
      { name: 'group', heading: 'Group', ...ofGroup(1), value: ({ group }) => group.displayName },
      {
        name: 'display',
        heading: 'Name',
        importance: isOneGroup ? 1 : 2,
        value: ({ member }) => member.name,
      },
      {
        name: 'userName',
        heading: 'Username',
        ...(accounts === undefined ? {} : { importance: 1 }),
        value: ({ member }) => accounts?.get(member.id)?.userName,
      },
      {
        name: 'email',
        heading: USER_ATTRIBUTES.email.label,
        value: ({ member }) => accounts?.get(member.id)?.email,
      },
      {
        name: 'value',
        heading: 'User ID',
        importance: isOneGroup ? 2 : 3,
        value: ({ member }) => member.id,
      },
      { name: 'groupId', heading: 'Group ID', ...ofGroup(4), value: ({ group }) => group.id },
    ],
  };
}

/** Yields the memberships of groups in parts. */
export function* membershipsInParts(
  groups: readonly PartitionedGroup[],
): Generator<readonly Membership[], void> {
  for (const one of groups) {
    const group = readGroup(one.rest);
    for (const members of membersInParts(one)) yield members.map((member) => ({ member, group }));
  }
}

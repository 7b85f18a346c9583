import type { ListView } from '../../output/view.ts';
import { type Group, type GroupMember, readGroup } from '../../scim/group.ts';
import { type GroupInParts, membersInParts } from '../../scim/group-in-parts.ts';
import { USER_ATTRIBUTES } from '../../spec/user-attributes.ts';
import type { MemberAccount } from '../people/member-accounts.ts';

/** A member, and the group that it is a member of. */
export interface Membership {
  readonly member: GroupMember;
  readonly group: Pick<Group, 'id' | 'displayName'>;
}

/** What is known beside the members themselves. */
export interface MembershipContext {
  /**
   * Whether one group was asked for by itself: then the group is no part of its rows, and a column only on
   * request.
   */
  readonly isOneGroup: boolean;
  /** Accounts by ID; undefined where nobody looked them up: then userNames are no column by themselves. */
  readonly accounts: ReadonlyMap<string, MemberAccount> | undefined;
}

/** How the members of groups are shown: with the same columns for one group and for many. */
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

/** Returns who is in these groups, a part at a time. */
export function* membershipsInParts(groups: readonly GroupInParts[]): Generator<readonly Membership[], void> {
  for (const one of groups) {
    const group = readGroup(one.rest);
    for (const members of membersInParts(one)) yield members.map((member) => ({ member, group }));
  }
}

import { describe, expect, it } from 'vitest';
import type { DesiredUser } from '../../src/bulk/input/desired-state.ts';
import { isGroupInShard } from '../../src/bulk/input/shard.ts';
import type { Change } from '../../src/bulk/plan/change.ts';
import { groupSnapshotOf } from '../../src/bulk/plan/group-snapshot.ts';
import { membershipsOf } from '../../src/bulk/plan/memberships-of-rows.ts';
import { planMemberships } from '../../src/bulk/plan/plan-memberships.ts';
import { refuseGroupsInTwoShares, shareGroups } from '../../src/bulk/plan/share-groups.ts';
import { snapshotOf } from '../../src/bulk/plan/snapshot.ts';
import type { MembershipOptions, WantedMembership } from '../../src/bulk/plan/wanted-membership.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import { changeId, groupId, userId } from '../../src/values/ids.ts';

const PEOPLE = ['ann', 'bob', 'gone'];
const SNAPSHOT = snapshotOf(
  PEOPLE.map((name) => ({
    id: userId(`W${name}`),
    values: { userName: name, email: `${name}@x.example`, active: name !== 'gone' },
  })),
);
/** Groups by name, with their members; the ID of a group is `S-` and its name. */
const groupsOf = (all: Readonly<Record<string, readonly string[]>>) =>
  groupSnapshotOf(
    Object.entries(all).map(([displayName, members]) => ({
      id: groupId(`S-${displayName}`),
      displayName,
      members: new Set(members.map((name) => userId(`W${name}`))),
    })),
  );
const row = (userName: string, groups?: readonly string[], more: Partial<DesiredUser> = {}): DesiredUser => ({
  line: 2,
  set: { userName, email: `${userName}@x.example` },
  clear: [],
  ...(groups === undefined ? {} : { groups }),
  ...more,
});
const matchOf = ({ set }: DesiredUser) => {
  const user = SNAPSHOT.users.get(`W${set.userName}`);
  return { hits: [], ...(user === undefined ? {} : { user }) };
};

describe('groups column of a user row', () => {
  const groups = groupsOf({ IT: ['ann'], HR: ['ann', 'bob'], 'dept-1': ['ann'] });
  const of = (rows: readonly DesiredUser[], exact = false, manage: readonly string[] = []) =>
    membershipsOf(rows, matchOf, groups, exact ? { exact: true } : {}, { manage }).map(
      ({ line, action, member, group }) => `${line} ${action} ${member} ${group}`,
    );

  it.each<[string, readonly DesiredUser[], boolean, readonly string[]]>([
    ['adds the user to its groups', [row('bob', ['IT', 'New'])], false, ['2 add Wbob IT', '2 add Wbob New']],
    ['adds a new user by address', [row('new', ['IT'])], false, ['2 add new@x.example IT']],
    [
      'adds a new user without an address by userName',
      [row('new', ['IT'], { set: { userName: 'new' } })],
      false,
      ['2 add new IT'],
    ],
    ['only adds groups without --exact', [row('ann', ['IT'])], false, ['2 add Wann IT']],
    [
      'removes the user from other groups with --exact',
      [row('ann', ['IT'])],
      true,
      ['2 add Wann IT', '2 remove Wann S-HR', '2 remove Wann S-dept-1'],
    ],
    [
      'matches group names in any case, and IDs',
      [row('ann', ['it', 'S-HR', 'dept-1'])],
      true,
      ['2 add Wann it', '2 add Wann S-HR', '2 add Wann dept-1'],
    ],
    [
      'removes the user from all groups on a clear',
      [row('ann', [])],
      false,
      ['2 remove Wann S-IT', '2 remove Wann S-HR', '2 remove Wann S-dept-1'],
    ],
    ['removes a new user from no group', [row('new', [])], true, []],
    ['keeps all groups if the cell is empty', [row('ann')], true, []],
    ['keeps the groups of a leaver', [row('ann', [], { outside: 'deactivate' })], true, []],
  ])('%s', (_, rows, exact, memberships) => {
    expect(of(rows, exact)).toEqual(memberships);
  });

  it('ignores groups that a map manages', () => {
    expect(of([row('ann', ['IT', 'dept-1', 'S-dept-1', 'dept-9'])], true, ['dept-*'])).toEqual([
      '2 add Wann IT',
      '2 remove Wann S-HR',
    ]);
  });
});

const join = (group: string, member: string | undefined, line = 2): WantedMembership => ({
  line,
  group,
  member,
  action: 'add',
});
const leave = (group: string, member: string, line = 2): WantedMembership => ({
  ...join(group, member, line),
  action: 'remove',
});

/** The plan for memberships, as text such as `addMembers IT ann`. */
function planned(
  wanted: readonly WantedMembership[],
  all: Readonly<Record<string, readonly string[]>>,
  more: Partial<MembershipOptions> = {},
  groups = groupsOf(all),
) {
  const issues: string[] = [];
  const options = { isExact: false, mayCreate: false, userChanges: [], ...more };
  const { changes, unchanged } = planMemberships(
    wanted,
    SNAPSHOT,
    groups,
    options,
    (line, code, path, message) => issues.push(`${line} ${code} ${path}: ${message}`),
  );
  const words = changes.map((change) => {
    const members = 'members' in change ? change.members : [];
    const names = members.map((one) => (typeof one === 'string' ? one : `${one.name}@${one.line}`));
    return [
      change.kind,
      change.name,
      ...names,
      ...[...change.after, ...(change.behind ?? [])].map((id) => `after ${id}`),
    ].join(' ');
  });
  return { issues, changes: words, unchanged };
}

const creation: Change = {
  kind: 'createUser',
  id: changeId('L9'),
  line: 9,
  name: 'new',
  after: [],
  user: { userName: 'new', email: 'new@x.example' },
  withheld: [],
};
const state = (kind: 'deactivateUser' | 'reactivateUser', name: string): Change => ({
  kind,
  id: changeId('L8'),
  line: 8,
  name,
  after: [],
  target: { id: userId(`W${name}`) },
  before: {},
  set: {},
  clear: [],
});

describe('planned memberships of a list', () => {
  it('report a member removed from a group that does not exist, and create none', () => {
    const { issues, changes } = planned(
      [leave('ITT', 'ann', 3), leave('ITT', 'bob', 4)],
      { IT: ['ann'] },
      { mayCreate: true },
    );
    expect(issues).toEqual(['3 no_such_group group: no group is named "ITT" (did you mean "IT"?)']);
    expect(changes).toEqual([]);
  });

  it.each([
    ['a row that adds a member', join('New', 'bob', 4)],
    ['a row without a member', join('New', undefined, 4)],
  ])('create a group that %s wants, whoever is removed from it', (_, wanting) => {
    for (const rows of [
      [leave('New', 'ann', 3), wanting],
      [wanting, leave('New', 'ann', 5)],
    ]) {
      const { issues, changes } = planned(rows, {}, { mayCreate: true });
      expect(issues).toEqual([]);
      expect(changes[0]).toBe('createGroup New');
    }
  });

  it.each<[string, readonly WantedMembership[], Partial<MembershipOptions>, readonly string[], number]>([
    ['a new member', [join('IT', 'bob', 4)], {}, ['addMembers IT bob@4'], 0],
    ['a new member by ID, shown by userName', [join('S-IT', 'Wbob')], {}, ['addMembers IT bob@2'], 0],
    ['an existing member', [join('IT', 'ann')], {}, [], 1],
    ['a removed member', [leave('IT', 'ann', 5)], {}, ['removeMembers IT ann@5'], 0],
    ['a removal of a user who is not a member', [leave('IT', 'bob')], {}, [], 1],
    ['an existing group without members', [join('IT', undefined)], {}, [], 1],
    ['a new group without members', [join('New', undefined)], { mayCreate: true }, ['createGroup New'], 0],
    [
      'a new group with a member',
      [join('New', 'bob')],
      { mayCreate: true },
      ['createGroup New', 'addMembers New bob@2 after G1'],
      0,
    ],
    [
      'a group that a row of a user names by name and by ID',
      [
        { ...join('IT', 'bob'), rowOf: 'bob' },
        { ...join('S-IT', 'bob'), rowOf: 'bob' },
      ],
      {},
      ['addMembers IT bob@2'],
      0,
    ],
    [
      'two rows of a group in different case',
      [join('IT', 'bob'), join('it', 'gone')],
      { userChanges: [state('reactivateUser', 'gone')] },
      ['addMembers IT bob@2 gone@2 after L8'],
      0,
    ],
    [
      'two rows of a new group',
      [join('New', 'bob'), join('NEW', 'ann')],
      { mayCreate: true },
      ['createGroup New', 'addMembers New bob@2 ann@2 after G1'],
      0,
    ],
    [
      'a user whom the plan creates',
      [join('IT', 'new@x.example')],
      { userChanges: [creation] },
      ['addMembers IT new@x.example@2 after L9'],
      0,
    ],
    [
      'a user whom the plan reactivates',
      [join('IT', 'gone')],
      { userChanges: [state('reactivateUser', 'gone')] },
      ['addMembers IT gone@2 after L8'],
      0,
    ],
    [
      'an exact list',
      [join('IT', 'bob', 4)],
      { isExact: true },
      ['removeMembers IT ann@4', 'addMembers IT bob@4 after G1r1'],
      0,
    ],
    ['an exact list of all members', [join('IT', 'ann')], { isExact: true }, [], 1],
    [
      'an exact list with skipped rows of the group',
      [join('IT', 'bob')],
      { isExact: true, inexact: new Set(['it']) },
      ['addMembers IT bob@2'],
      0,
    ],
    [
      'an exact list with skipped rows that name the group by ID',
      [join('IT', 'bob')],
      { isExact: true, inexact: new Set(['s-it']) },
      ['addMembers IT bob@2'],
      0,
    ],
    [
      'an exact list with users to keep',
      [join('IT', 'bob')],
      { isExact: true, staysUnnamed: ({ values }) => values.userName === 'ann' },
      ['addMembers IT bob@2'],
      0,
    ],
    [
      'an exact list that removes a member',
      [leave('IT', 'ann')],
      { isExact: true },
      ['removeMembers IT ann@2'],
      0,
    ],
  ])('include %s', (_, wanted, more, changes, unchanged) => {
    expect(planned(wanted, { IT: ['ann'] }, more)).toEqual({ issues: [], changes, unchanged });
  });

  it.each<[string, readonly WantedMembership[], Partial<MembershipOptions>, string]>([
    [
      'an unknown member',
      [join('IT', 'zoe', 3)],
      {},
      '3 no_such_group_members member: "zoe" is neither in the organization nor in this file',
    ],
    [
      'an unknown group with a similar name',
      [join('I T', 'bob', 3)],
      {},
      '3 no_such_group groups: no group is named "I T" (did you mean "IT"?); create it with --create-groups',
    ],
    [
      'groups with another separator',
      [join('IT, Marketing', 'bob')],
      {},
      '2 no_such_group groups: no group is named "IT, Marketing"; separate groups with ;',
    ],
    [
      'an unknown group without a similar name',
      [join('Marketing', 'bob')],
      {},
      '2 no_such_group groups: no group is named "Marketing"; create it with --create-groups',
    ],
    [
      'a deactivated user',
      [join('IT', 'gone', 3)],
      {},
      '3 unable_to_add_deleted_or_guest_to_group member: "gone" is deactivated and cannot join; activate the user first',
    ],
    [
      'a user whom the plan deactivates',
      [join('IT', 'bob', 3)],
      { userChanges: [state('deactivateUser', 'bob')] },
      '3 unable_to_add_deleted_or_guest_to_group member: "bob" is deactivated and cannot join; activate the user first',
    ],
    [
      'an exact group without members',
      [join('IT', undefined, 3)],
      { isExact: true },
      '3 groups_invalid group: "IT" would lose all of its members (1); to do this, list each one with the action remove',
    ],
    [
      'an exact group of which rows only remove others',
      [leave('IT', 'bob', 3)],
      { isExact: true },
      '3 groups_invalid group: "IT" would lose all of its members (1); to do this, list each one with the action remove',
    ],
    [
      'a new user whom the plan does not create, although another has the address',
      [{ ...join('IT', 'ann', 3), rowOf: 'ann', isNew: true }],
      {},
      '3 no_such_group_members member: "ann" is neither in the organization nor in this file',
    ],
    [
      'a member of a group by name and by ID',
      [join('IT', 'bob', 2), join('S-IT', 'bob', 3)],
      {},
      '3 same_member member: lines 2 and 3 are the same membership',
    ],
    [
      'a member of a new group',
      [join('New', 'bob', 2), join('NEW', 'Wbob', 3)],
      { mayCreate: true },
      '3 same_member member: lines 2 and 3 are the same membership',
    ],
  ])('are refused for %s', (_, wanted, more, issue) => {
    expect(planned(wanted, { IT: ['ann'] }, more).issues).toEqual([issue]);
  });

  it('accept an exact group all members of which are listed with the action remove', () => {
    expect(planned([leave('IT', 'ann')], { IT: ['ann'] }, { isExact: true })).toMatchObject({
      issues: [],
      changes: ['removeMembers IT ann@2'],
    });
  });

  it.each<[string, readonly WantedMembership[], Partial<MembershipOptions>, readonly string[]]>([
    [
      'a member by userName and by ID',
      [join('IT', 'bob', 2), leave('IT', 'Wbob', 3)],
      {},
      ['2 of 2 and 3', '3 of 2 and 3'],
    ],
    [
      'a member of an exact list, removed and added',
      [leave('IT', 'ann', 2), join('IT', 'Wann', 3)],
      { isExact: true },
      ['2 of 2 and 3', '3 of 2 and 3'],
    ],
    [
      'a member of a new group',
      [join('New', 'bob', 2), leave('NEW', 'Wbob', 3)],
      { mayCreate: true },
      ['2 of 2 and 3', '3 of 2 and 3'],
    ],
    [
      'two contradictions of one row',
      [join('IT', 'bob', 2), leave('IT', 'Wbob', 3), leave('S-IT', 'bob', 4)],
      {},
      ['2 of 2 and 3', '3 of 2 and 3', '4 of 2 and 4'],
    ],
  ])('are refused in both rows for %s', (_, wanted, more, found) => {
    const short = planned(wanted, { IT: ['ann'] }, more).issues.map((issue) =>
      issue.replace(/^(\d+) same_member member: lines (.*) are the same membership$/, '$1 of $2'),
    );
    expect(short).toEqual(found);
  });

  it('accept an empty exact group without members', () => {
    expect(planned([join('IT', undefined)], { IT: [] }, { isExact: true })).toMatchObject({
      issues: [],
      changes: [],
    });
  });

  it('create groups of a map without --create-groups', () => {
    const wanted = [{ ...join('dept-1', 'bob'), mayCreate: true as const }];
    expect(planned(wanted, {}).changes).toEqual(['createGroup dept-1', 'addMembers dept-1 bob@2 after G1']);
  });

  it('remove a deactivated member', () => {
    expect(planned([leave('IT', 'gone')], { IT: ['gone'] }).changes).toEqual(['removeMembers IT gone@2']);
  });

  it('name a member without a userName by ID', () => {
    expect(planned([join('IT', 'ann')], { IT: ['ann', 'nobody'] }, { isExact: true }).changes).toEqual([
      'removeMembers IT Wnobody@2',
    ]);
  });

  it('are refused for one of several groups with the name', () => {
    const twins = groupSnapshotOf(
      ['S1', 'S2'].map((id) => ({ id: groupId(id), displayName: 'IT', members: new Set() })),
    );
    expect(planned([join('IT', 'bob', 3)], {}, {}, twins)).toEqual({
      issues: ['3 groups_invalid group: 2 groups are named "IT": S1, S2; use the ID of one'],
      changes: [],
      unchanged: 0,
    });
    expect(planned([join('S2', 'bob', 3)], {}, {}, twins).issues).toEqual([]);
  });

  it.each([
    [LIMITS.idpGroupMembers - 1, 0],
    [LIMITS.idpGroupMembers, 1],
  ])('are limited by the maximum size of a group: it has %i members', (size, count) => {
    const full = groupsOf({ IT: Array.from({ length: size }, (_, at) => `m${at}`) });
    const { issues, changes } = planned([join('IT', 'bob', 3)], {}, {}, full);
    const message = `3 group_member_max_exceeded group: "IT" would have ${size + 1} members; the maximum is ${LIMITS.idpGroupMembers}`;
    expect([issues, changes.length]).toEqual([count === 0 ? [] : [message], 1 - count]);
  });

  it('remove members from an oversized group', () => {
    const full = groupsOf({
      IT: ['ann', ...Array.from({ length: LIMITS.idpGroupMembers + 5 }, (_, at) => `m${at}`)],
    });
    expect(planned([leave('IT', 'ann')], {}, {}, full)).toMatchObject({
      issues: [],
      changes: ['removeMembers IT ann@2'],
    });
  });
});

describe('shard of a file with groups', () => {
  const names = Array.from({ length: 20 }, (_, at) => `new-${at}`);
  const shard = { index: 0, count: 2 };
  const ours = names.find((name) => isGroupInShard(name, shard)) ?? '';
  const theirs = names.find((name) => !isGroupInShard(name, shard)) ?? '';
  const shared = (
    rows: readonly DesiredUser[],
    others: readonly DesiredUser[] = [],
    isExact = false,
    there = {},
  ) => {
    const { rows: kept, toCreate, deferred } = shareGroups(rows, others, groupsOf(there), shard, isExact);
    return {
      groups: kept.map(({ groups }) => groups),
      toCreate: toCreate.map(({ group }) => group),
      deferred,
    };
  };

  it.each<[string, readonly DesiredUser[], readonly DesiredUser[], boolean, object, object]>([
    [
      'keeps its own groups',
      [row('ann', [ours])],
      [],
      false,
      {},
      { groups: [[ours]], toCreate: [], deferred: 0 },
    ],
    [
      'omits groups of other shards',
      [row('ann', [ours, theirs])],
      [],
      false,
      {},
      { groups: [[ours]], toCreate: [], deferred: 1 },
    ],
    [
      'counts each omitted group once',
      [row('ann', [theirs]), row('bob', [theirs.toUpperCase()])],
      [],
      false,
      {},
      { groups: [undefined, undefined], toCreate: [], deferred: 1 },
    ],
    [
      'removes no user from all groups because of omitted groups',
      [row('ann', [theirs])],
      [],
      false,
      {},
      { groups: [undefined], toCreate: [], deferred: 1 },
    ],
    [
      'keeps an empty list with --exact',
      [row('ann', [theirs])],
      [],
      true,
      {},
      { groups: [[]], toCreate: [], deferred: 1 },
    ],
    [
      'keeps existing groups of other shards',
      [row('ann', [theirs])],
      [],
      false,
      { [theirs]: [] },
      { groups: [[theirs]], toCreate: [], deferred: 0 },
    ],
    [
      'keeps rows without groups',
      [row('ann'), row('bob', [])],
      [],
      false,
      {},
      { groups: [undefined, []], toCreate: [], deferred: 0 },
    ],
    [
      'creates its own groups for other shards, each once',
      [],
      [row('ann', [ours, theirs]), row('bob', [ours])],
      false,
      {},
      { groups: [], toCreate: [ours], deferred: 0 },
    ],
    [
      'creates no group that its own rows name',
      [row('cy', [ours])],
      [row('ann', [ours])],
      false,
      {},
      { groups: [[ours]], toCreate: [], deferred: 0 },
    ],
    [
      'creates no existing group',
      [],
      [row('ann', [ours])],
      false,
      { [ours]: [] },
      { groups: [], toCreate: [], deferred: 0 },
    ],
  ])('%s', (_, rows, others, isExact, there, expected) => {
    expect(shared(rows, others, isExact, there)).toEqual(expected);
  });

  it('refuses a group that another shard names differently, once', () => {
    const issues: string[] = [];
    const own = [join('IT', 'ann', 3), join('IT', 'bob', 4), join('New', 'bob', 5), join('HR', 'bob', 6)];
    const others = [join('S-IT', 'cy', 8), join('it', 'cy', 9), join('New', 'cy', 10)];
    refuseGroupsInTwoShares(own, others, groupsOf({ IT: [], HR: [] }), (line, code, path, message) =>
      issues.push(`${line} ${code} ${path}: ${message}`),
    );
    expect(issues).toEqual([
      '3 groups_invalid group: "IT" here and "S-IT" in line 8 are the same group in two shards; use one name',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { DesiredUser, Mode } from '../../src/bulk/input/desired-state.ts';
import { isGroupInShard } from '../../src/bulk/input/shard.ts';
import { groupSnapshotOf } from '../../src/bulk/plan/group-snapshot.ts';
import { planManagedGroups } from '../../src/bulk/plan/managed-groups.ts';
import type { ManagedInput, ManagedOptions, ManagedScope } from '../../src/bulk/plan/managed-input.ts';
import { snapshotOf } from '../../src/bulk/plan/snapshot.ts';
import { groupId, userId } from '../../src/values/ids.ts';

const PEOPLE = ['ann', 'bob', 'cy', 'gone'];
const SNAPSHOT = snapshotOf(
  PEOPLE.map((name) => ({ id: userId(name), values: { userName: name, active: name !== 'gone' } })),
);
const SCOPE: ManagedScope = { manage: ['dept-*'], rename: [], isPartial: false };

/** Groups by name, with their members; the ID of a group is `S-` and its name. */
const groupsOf = (all: Readonly<Record<string, readonly string[]>>) =>
  groupSnapshotOf(
    Object.entries(all).map(([displayName, members]) => ({
      id: groupId(`S-${displayName}`),
      displayName,
      members: new Set(members.map((name) => userId(name))),
    })),
  );

/** A row of a user with the managed groups of that user. */
const row = (
  userName: string,
  managed?: readonly string[],
  more: Partial<DesiredUser> = {},
): DesiredUser => ({
  line: PEOPLE.indexOf(userName) + 2,
  set: { userName, email: `${userName}@x.example` },
  clear: [],
  ...(managed === undefined ? {} : { managed }),
  ...more,
});

interface Given extends Partial<ManagedInput>, Partial<ManagedOptions> {
  readonly groups?: Readonly<Record<string, readonly string[]>>;
}

/** The plan for managed groups, as text such as `3 -bob dept-1`. */
function planned({ groups = {}, ...given }: Given) {
  const input: ManagedInput = {
    rows: [],
    elsewhere: [],
    others: [],
    hasUnreadable: false,
    mode: 'upsert',
    matchOf: ({ set }) => {
      const user = SNAPSHOT.users.get(userId(set.userName ?? ''));
      return {
        hits: user === undefined ? [] : [{ key: 'userName', value: '', users: [user] }],
        ...(user === undefined ? {} : { user, by: 'userName' }),
      };
    },
    ...given,
  };
  const options: ManagedOptions = {
    scope: SCOPE,
    isProtected: () => false,
    shard: undefined,
    prunesGroups: false,
    ...given,
  };
  const {
    wanted,
    changes,
    groups: after,
    ...rest
  } = planManagedGroups(input, SNAPSHOT, groupsOf(groups), options);
  return {
    ...rest,
    wanted: wanted.map(
      ({ line, action, member, group }) =>
        `${line} ${action === 'add' ? '+' : '-'}${member ?? 'nobody'} ${group}`,
    ),
    changes: changes.map(({ kind, name, id }) => `${id} ${kind} ${name}`),
    names: [...after.groups.values()].map(({ displayName }) => displayName),
  };
}

const wanted = (given: Given) => planned(given).wanted;

describe('members added to a managed group', () => {
  it('are empty, and no group is touched, if the map manages none', () => {
    const groups = { 'dept-1': ['ann'] };
    expect(planned({ scope: undefined, groups, rows: [row('bob', ['dept-1'])] })).toEqual({
      wanted: [],
      changes: [],
      left: [],
      spared: [],
      empty: [],
      likelyRenames: [],
      deferred: 0,
      names: ['dept-1'],
      complete: new Set(),
      isPruneWithheld: false,
    });
  });

  it.each<[string, Given, readonly string[]]>([
    ['an ID', { rows: [row('ann', ['dept-1'])] }, ['2 +ann dept-1']],
    [
      'an address for a user without an account',
      { rows: [row('new', ['dept-1'])] },
      ['1 +new@x.example dept-1'],
    ],
    [
      'a userName for a user without account and address',
      { rows: [row('new', ['dept-1'], { set: { userName: 'new' } })] },
      ['1 +new dept-1'],
    ],
    [
      'one user for several groups',
      { rows: [row('ann', ['dept-1', 'dept-2'])] },
      ['2 +ann dept-1', '2 +ann dept-2'],
    ],
    ['no user who has left', { rows: [row('ann', ['dept-1'], { outside: 'deactivate' })] }, []],
    ['no user who stays deactivated', { rows: [row('gone', ['dept-1'])] }, []],
    [
      'a reactivated user',
      { rows: [row('gone', ['dept-1'], { set: { userName: 'gone', active: true } })] },
      ['5 +gone dept-1'],
    ],
    ['no user in deactivate mode', { rows: [row('ann', ['dept-1'])], mode: 'deactivate' }, []],
    ['no user of a row without groups', { rows: [row('ann')] }, []],
  ])('have %s', (_, given, memberships) => {
    expect(wanted(given)).toEqual(memberships);
  });
});

describe('members removed from a managed group', () => {
  const groups = { 'dept-1': ['ann', 'bob'], IT: ['ann'] };
  const annIn = row('ann', ['dept-1']);
  const annOut = row('ann', []);

  it.each<[string, Given, readonly string[]]>([
    [
      'a user whose row has other groups',
      { rows: [annOut, row('bob', ['dept-1'])] },
      ['3 +bob dept-1', '2 -ann S-dept-1'],
    ],
    ['a user without a row', { rows: [annIn] }, ['2 +ann dept-1', '0 -bob S-dept-1']],
    [
      'no user without a row in a partial list',
      { rows: [annIn], scope: { ...SCOPE, isPartial: true } },
      ['2 +ann dept-1'],
    ],
    [
      'no user without a row if some rows are unreadable',
      { rows: [annIn], hasUnreadable: true },
      ['2 +ann dept-1'],
    ],
    [
      'a user with a row even if some rows are unreadable',
      { rows: [annOut, row('bob', ['dept-1'])], hasUnreadable: true },
      ['3 +bob dept-1', '2 -ann S-dept-1'],
    ],
    ['no user with a row in another shard', { rows: [annIn], others: [row('bob')] }, ['2 +ann dept-1']],
    ['no user with a rejected row', { rows: [annIn], elsewhere: [row('bob')] }, ['2 +ann dept-1']],
    [
      'no user who is outside of provision and ignored',
      { rows: [annIn, row('bob', [], { outside: 'ignore' })] },
      ['2 +ann dept-1'],
    ],
    [
      'a user who has left',
      { rows: [annIn, row('bob', ['dept-1'], { outside: 'deactivate' })] },
      ['2 +ann dept-1', '3 -bob S-dept-1'],
    ],
    ['no user with a row in create mode', { rows: [annOut, row('bob', [])], mode: 'create' as Mode }, []],
  ])('include %s', (_, given, memberships) => {
    expect(wanted({ groups, ...given })).toEqual(memberships);
  });

  it("do not include a user whose address is in another user's rejected row", () => {
    const ann = SNAPSHOT.users.get(userId('ann'));
    const found = ann === undefined ? [] : [ann];
    const hit = { hits: [{ key: 'email' as const, value: '', users: found }] };
    const matchOf: ManagedInput['matchOf'] = ({ line }) =>
      line === 9 ? hit : { ...hit, ...(ann === undefined ? {} : { user: ann, by: 'email' as const }) };
    const given = { groups: { 'dept-1': ['ann'] }, elsewhere: [row('x', [], { line: 9 })], matchOf };
    expect(wanted({ ...given, rows: [] })).toEqual([]);
    expect(wanted({ ...given, rows: [annOut] })).toEqual(['2 -ann S-dept-1']);
  });

  it('do not include a protected user, who is reported, but include an unknown user', () => {
    const isProtected = (text: string) => text === 'bob';
    const given = { groups: { 'dept-1': ['ann', 'bob', 'nobody'] }, rows: [annIn], isProtected };
    expect(planned(given)).toMatchObject({
      wanted: ['2 +ann dept-1', '0 -nobody S-dept-1'],
      spared: [{ user: 'bob', group: 'dept-1' }],
    });
  });
});

describe('managed group', () => {
  it.each([
    ['ID', 'S-dept-1'],
    ['name', 'dept-1'],
  ])('is left unchanged and reported if it is protected by %s', (_, text) => {
    const given = { groups: { 'dept-1': ['ann'] }, rows: [row('bob', ['dept-1', 'dept-2'])] };
    expect(planned({ ...given, isProtected: (one) => one === text })).toMatchObject({
      wanted: ['3 +bob dept-2'],
      left: ['dept-1'],
      empty: [],
    });
  });

  it.each<[string, Given, readonly string[], readonly string[]]>([
    ['reports a group without members', { groups: { 'dept-1': [], IT: [] } }, ['dept-1'], []],
    ['reports a group that all members leave', { groups: { 'dept-1': ['ann'] } }, ['dept-1'], []],
    [
      'does not report a group that a member stays in',
      { groups: { 'dept-1': ['ann', 'bob'] }, others: [row('bob')] },
      [],
      [],
    ],
    [
      'does not report a group that a row names',
      { groups: { 'dept-1': [] }, rows: [row('gone', ['DEPT-1'])] },
      [],
      [],
    ],
    [
      'does not report a group that a row of another shard names',
      { groups: { 'dept-1': [] }, others: [row('ann', ['dept-1'])] },
      [],
      [],
    ],
    [
      'does not report a group that a rejected row names',
      { groups: { 'dept-1': [] }, elsewhere: [row('ann', ['dept-1'])] },
      [],
      [],
    ],
    [
      'deletes an empty group with --prune-groups',
      { groups: { 'dept-1': ['ann'] }, prunesGroups: true },
      [],
      ['DS-dept-1 deleteGroup dept-1'],
    ],
  ])('%s', (_, given, empty, changes) => {
    expect(planned(given)).toMatchObject({ empty, changes });
  });

  it('is deleted without removing its members first', () => {
    expect(wanted({ groups: { 'dept-1': ['ann'] }, prunesGroups: true })).toEqual([]);
    expect(wanted({ groups: { 'dept-1': ['ann'] } })).toEqual(['0 -ann S-dept-1']);
  });
});

describe('renamed managed group', () => {
  const rename = (...pairs: readonly (readonly [string, string])[]): Given => ({
    scope: { ...SCOPE, rename: pairs, isPartial: true },
    groups: { 'dept-1': ['ann'], 'dept-2': [], IT: [] },
  });

  it.each<[string, Given, readonly string[]]>([
    ['gets its new name', rename(['dept-1', 'dept-9']), ['N1 renameGroup dept-9']],
    [
      'gets its new name together with others',
      rename(['dept-1', 'dept-8'], ['dept-2', 'dept-9']),
      ['N1 renameGroup dept-8', 'N2 renameGroup dept-9'],
    ],
    ['keeps its name if another group has the new one', rename(['dept-1', 'dept-2']), []],
    ['is ignored if it does not exist', rename(['dept-7', 'dept-9']), []],
    ['keeps its name if the old one is out of scope', rename(['IT', 'dept-9']), []],
    ['keeps its name if the new one is out of scope', rename(['dept-1', 'IT 2']), []],
    [
      'keeps its name if its ID is protected',
      { ...rename(['dept-1', 'dept-9']), isProtected: (text) => text === 'S-dept-1' },
      [],
    ],
    [
      'keeps its name if the name is protected',
      { ...rename(['dept-1', 'dept-9']), isProtected: (text) => text === 'dept-1' },
      [],
    ],
  ])('%s', (_, given, changes) => {
    expect(planned(given).changes).toEqual(changes);
  });

  it('has its members under the new name', () => {
    const given = { ...rename(['dept-1', 'dept-9']), rows: [row('ann', ['dept-9'])] };
    expect(planned(given)).toMatchObject({ names: ['dept-9', 'dept-2', 'IT'], wanted: ['2 +ann dept-9'] });
  });

  it('keeps its name if two groups have it', () => {
    const groups = groupSnapshotOf(
      ['S1', 'S2'].map((id) => ({ id: groupId(id), displayName: 'dept-1', members: new Set() })),
    );
    const scope = { ...SCOPE, rename: [['dept-1', 'dept-9']] as const };
    const input = {
      rows: [],
      elsewhere: [],
      others: [],
      hasUnreadable: false,
      mode: 'upsert' as const,
      matchOf: () => ({ hits: [] }),
    };
    const options = { scope, isProtected: () => false, shard: undefined, prunesGroups: false };
    expect(planManagedGroups(input, SNAPSHOT, groups, options).changes).toEqual([]);
  });
});

describe('shard of a file with managed groups', () => {
  const names = Array.from({ length: 20 }, (_, at) => `dept-${at}`);
  const shard = { index: 0, count: 2 };
  const ours = names.find((name) => isGroupInShard(name, shard)) ?? '';
  const theirs = names.find((name) => !isGroupInShard(name, shard)) ?? '';

  it('leaves a missing group to the shard that creates it, and counts it once', () => {
    const rows = [row('ann', [ours, theirs]), row('bob', [theirs])];
    expect(planned({ shard, rows })).toMatchObject({ wanted: [`2 +ann ${ours}`], deferred: 1 });
    expect(planned({ rows })).toMatchObject({ deferred: 0 });
  });

  it('fills an existing group of any shard', () => {
    const given = { shard, groups: { [theirs]: [] }, rows: [row('ann', [theirs])] };
    expect(planned(given)).toMatchObject({ wanted: [`2 +ann ${theirs}`], deferred: 0 });
  });

  it('creates its own groups for rows of other shards, each once', () => {
    const others = [row('ann', [ours, theirs]), row('bob', [ours])];
    expect(wanted({ shard, others })).toEqual([`2 +nobody ${ours}`]);
    expect(wanted({ shard, others, rows: [row('cy', [ours])] })).toEqual([`4 +cy ${ours}`]);
    expect(wanted({ shard, others, groups: { [ours]: [] } })).toEqual([]);
    expect(wanted({ others })).toEqual([]);
  });

  it('removes users without a row only from its own groups', () => {
    const groups = { [ours]: ['ann', 'bob'], [theirs]: ['ann', 'bob'] };
    expect(wanted({ shard, groups, rows: [row('ann', [])] })).toEqual([
      `2 -ann S-${ours}`,
      `0 -bob S-${ours}`,
      `2 -ann S-${theirs}`,
    ]);
  });

  it('reports only its own empty groups', () => {
    expect(planned({ shard, groups: { [ours]: [], [theirs]: [] } }).empty).toEqual([ours]);
  });
});

import { describe, expect, it } from 'vitest';
import { NONE_REJECTED } from '../../src/bulk/input/bad-row.ts';
import type { DesiredUser } from '../../src/bulk/input/desired-state.ts';
import { groupSnapshotOf } from '../../src/bulk/plan/group-snapshot.ts';
import { type PlannedInput, planInput } from '../../src/bulk/plan/plan-input.ts';
import { planWithoutBadRows } from '../../src/bulk/plan/quarantine.ts';
import { snapshotOf } from '../../src/bulk/plan/snapshot.ts';
import type { PlanOptions, WantedInput } from '../../src/bulk/plan/wanted-input.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { groupId, userId } from '../../src/values/ids.ts';

const NAMES = ['ann', 'bob', 'cy'];
const USERS = snapshotOf(
  NAMES.map((name, index) => ({
    id: userId(name),
    values: { userName: name, email: `${name}@x.example`, employeeNumber: `000${index}`, active: true },
  })),
);
const GROUPS = groupSnapshotOf(
  ['IT', 'HR'].map((name) => ({ id: groupId(name), displayName: name, members: new Set(NAMES.map(userId)) })),
);
const OPTIONS: PlanOptions = { mode: 'upsert', aims: {}, file: 'p.csv' };

const row = (line: number, set: UserValues): DesiredUser => ({ line, set, clear: [] });
const ann = row(2, { userName: 'ann' });
const input = (more: Partial<WantedInput>): WantedInput => ({ rows: [], memberships: [], ...more });
const listed = (line: number, group: string, member = 'ann') => ({
  line,
  group,
  member,
  action: 'add' as const,
});

/** Changes as kind, user or group, and removed members. */
const inShort = ({ changes }: PlannedInput) =>
  changes.map(({ kind, name, ...change }) => {
    const members = kind === 'removeMembers' && 'members' in change ? change.members : [];
    return [kind, name, ...members.map((member) => (typeof member === 'string' ? member : member.name))].join(
      ' ',
    );
  });

describe('users without a row, with --prune', () => {
  const prune = (more: Partial<PlanOptions> = {}) =>
    inShort(planInput(input({ rows: [ann] }), USERS, GROUPS, { ...OPTIONS, aims: { prune: true }, ...more }));

  it('are deactivated if no protection is configured', () => {
    expect(prune()).toEqual(['deactivateUser bob', 'deactivateUser cy']);
  });

  it('are kept if they are protected, or without --prune', () => {
    expect(prune({ isProtected: (text) => text === 'bob' })).toEqual(['deactivateUser cy']);
    expect(prune({ aims: {} })).toEqual([]);
  });

  it.each<[string, UserValues, boolean]>([
    ['an unknown user, with a full number', { employeeNumber: '0009' }, false],
    ['an unknown user, with a short number', { employeeNumber: '9' }, true],
    ['an unknown user, without a number', { userName: 'zoe' }, false],
    ['a known user, with a short number', { userName: 'bob', employeeNumber: '9' }, false],
    ['a known user, without a number', { userName: 'bob' }, false],
  ])('are kept if a rejected row may be theirs: a row of %s', (_, set, isWithheld) => {
    const rejected = { ...NONE_REJECTED, rows: [row(3, set)] };
    const options: PlanOptions = { ...OPTIONS, aims: { prune: true } };
    const planned = planInput(input({ rows: [ann], rejected }), USERS, GROUPS, options);
    const others =
      set.userName === 'bob' ? ['deactivateUser cy'] : ['deactivateUser bob', 'deactivateUser cy'];
    expect([planned.isPruneWithheld, inShort(planned)]).toEqual([isWithheld, isWithheld ? [] : others]);
  });
});

describe('members without a row, with --exact', () => {
  const [it1, hr] = ['removeMembers IT bob cy', 'removeMembers HR bob cy'];

  it.each<[string, boolean, NonNullable<WantedInput['rejectedMemberships']>, readonly string[]]>([
    ['are removed from all groups of the file', true, [], [it1, hr]],
    ['stay in a group with a rejected row', true, [{ group: 'hr' }], [it1]],
    ['stay in all groups if a rejected row names no group', true, [{ group: 'HR' }, {}], []],
    ['stay without --exact', false, [], []],
  ])('%s', (_, exact, rejectedMemberships, expected) => {
    const wanted = input({ memberships: [listed(2, 'IT'), listed(3, 'HR')], rejectedMemberships });
    expect(inShort(planInput(wanted, USERS, GROUPS, { ...OPTIONS, aims: exact ? { exact } : {} }))).toEqual(
      expected,
    );
  });
});

describe('shard of a file', () => {
  const wrong = row(3, { userName: 'bob', email: 'cy@x.example' });
  const change = row(2, { userName: 'ann', title: 'Lead' });
  const shared = (
    rows: readonly DesiredUser[],
    others: readonly DesiredUser[],
    more: Partial<PlanOptions> = {},
  ) =>
    planWithoutBadRows(input({ rows, others: { rows: others, memberships: [] } }), USERS, GROUPS, {
      ...OPTIONS,
      shard: { index: 0, count: 2 },
      ...more,
    });

  it('rejects its own invalid rows and counts those of other shards', () => {
    const mine = shared([change, wrong], []);
    expect([inShort(mine), mine.rejected.map(({ at }) => at?.line), mine.elsewhere]).toEqual([
      ['patchUser ann'],
      [3],
      0,
    ]);
    const others = shared([change], [wrong]);
    expect([inShort(others), others.rejected, others.elsewhere]).toEqual([['patchUser ann'], [], 1]);
  });

  it('uses the plan options to find invalid rows of other shards', () => {
    expect(shared([change], [row(3, { userName: 'bob' })], { mode: 'create' }).elsewhere).toBe(1);
    expect(shared([change], [row(3, { userName: 'bob', title: 'Lead' })]).elsewhere).toBe(0);
  });
});

describe('result of planInput', () => {
  const planned = (rows: readonly DesiredUser[], snapshot = USERS) =>
    planInput(input({ rows }), snapshot, GROUPS, OPTIONS);

  it('lists active users without a row and counts rows without a user', () => {
    const left = { id: userId('dee'), values: { userName: 'dee', active: false } };
    const snapshot = snapshotOf([...USERS.users.values(), left]);
    const { unlisted, unknown } = planned(
      [ann, row(3, { userName: 'zoe', email: 'zoe@x.example' })],
      snapshot,
    );
    expect([unlisted.map(({ id }) => id), unknown]).toEqual([['bob', 'cy'], 1]);
  });

  it('counts a row with a finding as a known user', () => {
    const both = row(3, { userName: 'bob', email: 'cy@x.example' });
    expect(planned([ann, both])).toMatchObject({ unlisted: [], unknown: 0 });
  });

  it('counts reports that wait for a manager in a rejected row', () => {
    const wrong = row(3, { userName: 'boss' });
    const report = row(2, { userName: 'ann', manager: 'boss' });
    const { rejected, waitingManagers, changes } = planWithoutBadRows(
      input({ rows: [report, wrong] }),
      USERS,
      GROUPS,
      OPTIONS,
    );
    expect(rejected.map(({ code, at }) => `${at?.line} ${code}`)).toEqual(['3 email_empty']);
    expect([waitingManagers, changes]).toEqual([1, []]);
  });

  it('rejects a row with an unknown manager', () => {
    const report = row(2, { userName: 'ann', manager: 'nobody' });
    const { rejected, issues } = planWithoutBadRows(input({ rows: [report] }), USERS, GROUPS, OPTIONS);
    expect([rejected.map(({ code }) => code), issues]).toEqual([['unknown_user'], []]);
  });

  it('rejects a protected user with its line', () => {
    const options: PlanOptions = { ...OPTIONS, isProtected: (text) => text === 'ann' };
    const change = row(2, { userName: 'ann', title: 'Lead' });
    const { rejected, changes } = planWithoutBadRows(input({ rows: [change] }), USERS, GROUPS, options);
    expect(rejected).toEqual([
      { code: 'protected', path: '', message: 'ann is protected', at: { file: 'p.csv', line: 2 } },
    ]);
    expect(changes).toEqual([]);
  });
});

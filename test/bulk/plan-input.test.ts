import { describe, expect, it } from 'vitest';
import { NONE_REJECTED } from '../../src/bulk/input/bad-row.ts';
import type { DesiredUser } from '../../src/bulk/input/desired-state.ts';
import { groupSnapshotOf } from '../../src/bulk/plan/group-snapshot.ts';
import { type PlannedInput, planInput } from '../../src/bulk/plan/plan-input.ts';
import { planGoodRows } from '../../src/bulk/plan/quarantine.ts';
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

/** Changes as the kind, the user or group, and the members. */
const inShort = ({ changes }: PlannedInput) =>
  changes.map(({ kind, name, ...change }) => {
    const members = kind === 'removeMembers' && 'members' in change ? change.members : [];
    return [kind, name, ...members.map((member) => (typeof member === 'string' ? member : member.name))].join(
      ' ',
    );
  });

describe('users who are in no row of a file that has everybody', () => {
  const prune = (more: Partial<PlanOptions> = {}) =>
    inShort(planInput(input({ rows: [ann] }), USERS, GROUPS, { ...OPTIONS, aims: { prune: true }, ...more }));

  it('are deactivated, nobody being protected where nothing says who is', () => {
    expect(prune()).toEqual(['deactivateUser bob', 'deactivateUser cy']);
  });

  it('stay where they are protected, or where the file need not have everybody', () => {
    expect(prune({ isProtected: (text) => text === 'bob' })).toEqual(['deactivateUser cy']);
    expect(prune({ aims: {} })).toEqual([]);
  });

  it.each<[string, UserValues, boolean]>([
    ['nobody, with a whole number', { employeeNumber: '0009' }, false],
    ['nobody, with a short number', { employeeNumber: '9' }, true],
    ['nobody, without a number', { userName: 'zoe' }, false],
    ['somebody, with a short number', { userName: 'bob', employeeNumber: '9' }, false],
    ['somebody, without a number', { userName: 'bob' }, false],
  ])('stay where a row that is left out may be theirs: it is of %s', (_, set, isWithheld) => {
    const rejected = { ...NONE_REJECTED, rows: [row(3, set)] };
    const options: PlanOptions = { ...OPTIONS, aims: { prune: true } };
    const planned = planInput(input({ rows: [ann], rejected }), USERS, GROUPS, options);
    const others =
      set.userName === 'bob' ? ['deactivateUser cy'] : ['deactivateUser bob', 'deactivateUser cy'];
    expect([planned.isPruneWithheld, inShort(planned)]).toEqual([isWithheld, isWithheld ? [] : others]);
  });
});

describe('members whom no row of a file of whole groups has', () => {
  const [it1, hr] = ['removeMembers IT bob cy', 'removeMembers HR bob cy'];

  it.each<[string, boolean, NonNullable<WantedInput['rejectedMemberships']>, readonly string[]]>([
    ['leave all groups of the file', true, [], [it1, hr]],
    ['stay in a group with a row that is left out', true, [{ group: 'hr' }], [it1]],
    ['stay in all groups where a row that is left out names none', true, [{ group: 'HR' }, {}], []],
    ['stay where the file need not have everybody', false, [], []],
  ])('%s', (_, exact, rejectedMemberships, expected) => {
    const wanted = input({ memberships: [listed(2, 'IT'), listed(3, 'HR')], rejectedMemberships });
    expect(inShort(planInput(wanted, USERS, GROUPS, { ...OPTIONS, aims: exact ? { exact } : {} }))).toEqual(
      expected,
    );
  });
});

describe('a share of a file', () => {
  const wrong = row(3, { userName: 'bob', email: 'cy@x.example' });
  const change = row(2, { userName: 'ann', title: 'Lead' });
  const shared = (
    rows: readonly DesiredUser[],
    others: readonly DesiredUser[],
    more: Partial<PlanOptions> = {},
  ) =>
    planGoodRows(input({ rows, others: { rows: others, memberships: [] } }), USERS, GROUPS, {
      ...OPTIONS,
      shard: { index: 0, count: 2 },
      ...more,
    });

  it('leaves out its own rows that are wrong, and counts those of the others', () => {
    const mine = shared([change, wrong], []);
    expect([inShort(mine), mine.rejected.map(({ at }) => at?.line), mine.elsewhere]).toEqual([
      ['patchUser ann'],
      [3],
      0,
    ]);
    const others = shared([change], [wrong]);
    expect([inShort(others), others.rejected, others.elsewhere]).toEqual([['patchUser ann'], [], 1]);
  });

  it('knows by the options of the plan which rows of the others are wrong', () => {
    expect(shared([change], [row(3, { userName: 'bob' })], { mode: 'create' }).elsewhere).toBe(1);
    expect(shared([change], [row(3, { userName: 'bob', title: 'Lead' })]).elsewhere).toBe(0);
  });
});

describe('input options recorded in a plan', () => {
  const planned = (rows: readonly DesiredUser[], snapshot = USERS) =>
    planInput(input({ rows }), snapshot, GROUPS, OPTIONS);

  it('is which active users are in no row, and how many rows are of nobody', () => {
    const left = { id: userId('dee'), values: { userName: 'dee', active: false } };
    const snapshot = snapshotOf([...USERS.users.values(), left]);
    const { unlisted, unknown } = planned(
      [ann, row(3, { userName: 'zoe', email: 'zoe@x.example' })],
      snapshot,
    );
    expect([unlisted.map(({ id }) => id), unknown]).toEqual([['bob', 'cy'], 1]);
  });

  it('is that a row with a finding is somebody, though nobody says who', () => {
    const both = row(3, { userName: 'bob', email: 'cy@x.example' });
    expect(planned([ann, both])).toMatchObject({ unlisted: [], unknown: 0 });
  });

  it('is that reports wait for a manager whose row is left out, with whatever else is wrong', () => {
    const wrong = row(3, { userName: 'boss' });
    const report = row(2, { userName: 'ann', manager: 'boss' });
    const { rejected, waitingManagers, changes } = planGoodRows(
      input({ rows: [report, wrong] }),
      USERS,
      GROUPS,
      OPTIONS,
    );
    expect(rejected.map(({ code, at }) => `${at?.line} ${code}`)).toEqual(['3 email_empty']);
    expect([waitingManagers, changes]).toEqual([1, []]);
  });

  it('is that a row is left out for a manager whom nobody knows', () => {
    const report = row(2, { userName: 'ann', manager: 'nobody' });
    const { rejected, issues } = planGoodRows(input({ rows: [report] }), USERS, GROUPS, OPTIONS);
    expect([rejected.map(({ code }) => code), issues]).toEqual([['unknown_user'], []]);
  });

  it('is that a protected user is left out with the line', () => {
    const options: PlanOptions = { ...OPTIONS, isProtected: (text) => text === 'ann' };
    const change = row(2, { userName: 'ann', title: 'Lead' });
    const { rejected, changes } = planGoodRows(input({ rows: [change] }), USERS, GROUPS, options);
    expect(rejected).toEqual([
      { code: 'protected', path: '', message: 'ann is protected', at: { file: 'p.csv', line: 2 } },
    ]);
    expect(changes).toEqual([]);
  });
});

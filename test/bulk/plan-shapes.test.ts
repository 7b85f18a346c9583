import { describe, expect, it } from 'vitest';
import type { Change, ChangeKind, ChangeOf } from '../../src/bulk/plan/change.ts';
import { type Plan, printPlan } from '../../src/bulk/plan/plan-file.ts';
import { planFrom } from '../../src/bulk/plan/plan-shapes.ts';
import { readPlan } from '../../src/bulk/plan/read-plan.ts';
import { changeId, groupId, runId, userId } from '../../src/values/ids.ts';
import { damagedForms } from '../support/damaged-forms.ts';

const base = {
  id: changeId('L2'),
  line: 2,
  after: [changeId('L1')],
  behind: [changeId('L0')],
  name: 'ada',
  implies: ['reactivates'],
  lacksSecrets: true,
} as const;
const update = {
  target: { id: userId('W1') },
  before: { title: 'Designer' },
  set: { title: 'Lead', active: true, manager: '' },
  clear: ['nickName'],
  managerCreatedBy: changeId('L1'),
} as const;
const members = [
  { id: userId('W1'), name: 'ada', line: 2 },
  { createdBy: changeId('L1'), name: 'bo', line: 3 },
];
const before = { displayName: 'IT', memberIds: [userId('W1')] };

/** Each kind of change with all of its members. */
const CHANGES: { readonly [Kind in ChangeKind]: Omit<ChangeOf<Kind>, keyof typeof base | 'kind'> } = {
  createUser: { user: { userName: 'ada', active: true }, body: {}, withheld: ['password'] },
  patchUser: update,
  deactivateUser: { ...update, verb: 'DELETE' },
  reactivateUser: update,
  replaceUser: { ...update, body: {} },
  sendUserPatch: {
    ...update,
    bodies: [{}],
    asks: { active: true, guest: false, names: ['ada'], managers: ['W2'], unclear: ['x'] },
  },
  createGroup: {},
  addMembers: { target: { createdBy: changeId('L1') }, members, staying: [userId('W1')] },
  removeMembers: { target: { id: groupId('S1') }, members, staying: [userId('W1')], isEverybody: true },
  deleteGroup: { target: { id: groupId('S1') }, members: [userId('W1')] },
  renameGroup: { target: { id: groupId('S1') }, formerName: 'IT', displayName: 'ICT' },
  replaceGroup: {
    target: { id: groupId('S1') },
    before,
    displayName: 'ICT',
    joining: members,
    leaving: members,
    memberIds: [userId('W1')],
  },
  sendGroupPatch: {
    target: { id: groupId('S1') },
    before,
    body: {},
    asks: { joining: ['W1'], leaving: ['W2'], isEmptied: false, names: ['ICT'], unclear: ['x'] },
  },
  callMethod: {
    method: 'admin.users.session.reset',
    arguments: {},
    encoding: 'json',
    verb: 'GET',
    isUnchecked: true,
    meaning: 'x',
  },
};

const KINDS = Object.keys(CHANGES) as readonly ChangeKind[];
const changeOf = (kind: ChangeKind) => ({ ...base, kind, ...CHANGES[kind] }) as Change;
const issue = {
  code: 'x',
  path: 'email',
  message: 'x',
  expected: 'x',
  example: 'x',
  at: { file: 'x.csv', line: 2, column: 3 },
  row: 2,
};

/** A plan with all of its members, except changes. */
const PLAN: Plan = {
  format: 'orgctl-plan',
  version: 1,
  created: '2026-01-02T03:04:05Z',
  profile: 'acme',
  origin: 'https://scim.example',
  scimVersion: '2.0',
  mode: 'upsert',
  aims: { exact: true, prune: true, createGroups: true, pruneGroups: true },
  undoes: runId('20260101-x'),
  part: { where: 'active eq true', first: 2, lines: [2], only: ['ada'] },
  source: {
    file: 'people.csv',
    digest: 'x',
    rows: 2,
    inputs: [{ file: 'map.yaml', digest: 'x' }],
    reading: {
      where: 'x',
      skip: 1,
      first: 2,
      shard: { index: 1, count: 2 },
      today: '2026-01-02',
      dialect: { encoding: 'utf-8', delimiter: ';', headerRow: 1, decimal: ',' },
      map: { file: 'map.yaml', digest: 'x' },
      idMap: { file: 'ids.csv', digest: 'x' },
      match: ['email'],
      accept: [2],
      onBadRow: 'skip',
    },
    written: { delimiter: ';', headerRow: 2 },
    feed: {
      name: 'people.csv',
      folder: 'hr',
      rows: 2,
      columns: { email: 2 },
      limits: { minRows: '90%', maxBadRows: 3 },
    },
  },
  move: {
    wave: { index: 1, count: 2 },
    where: 'x',
    rejects: 1,
    waiting: { managers: ['ada'], members: ['bo'] },
    settled: { managers: [], members: ['cy'] },
    pairs: ['WA W1', 'WB +L3'],
  },
  activeUsers: 12,
  unchanged: 1,
  population: { unlisted: 1, unlistedNames: ['bo'], unknown: 0 },
  forecast: { calls: 2, seconds: 0.5, basis: 'given' },
  rejected: [issue],
  withoutManager: { users: 1, names: ['bo'] },
  kept: [issue],
  people: {
    W1: {
      userName: 'ada',
      email: 'ada@x.example',
      created: '2024-03-04T09:00:00-08:00',
      called: 'ada',
      active: true,
      guestKind: 'multi',
    },
  },
  managers: { W2: 'bo' },
  changes: [changeOf('createUser')],
};

const ANOTHER = { a: [7] };

/** The place of the first misfit, or undefined. */
const foundIn = (value: unknown) => {
  const read = planFrom(value);
  return 'misfit' in read ? `.${read.misfit.path}` : undefined;
};
/** Places where another object is valid, because any names are allowed or nothing is required. */
const isFree = (path: string) =>
  /\.(body|arguments|bodies\[0\]|aims|part|reading|dialect|written|limits|move|W1)$/.test(path);
/** For a target with an ID or a creating change, the creating change is reported as missing. */
const placeOf = (path: string) => path.replace(/\.(id|createdBy)$/, '');

describe('reading a plan', () => {
  it('accepts a plan with all members', () => {
    expect(readPlan(printPlan(PLAN), 'plan.json')).toEqual(PLAN);
    expect(foundIn(PLAN)).toBeUndefined();
  });

  it.each(KINDS)('accepts a change of the kind %s with all members', (kind) => {
    expect(foundIn({ ...PLAN, changes: [changeOf(kind)] })).toBeUndefined();
  });

  it.each([['null', null] as const, ['a list', [[7]]] as const, ['an object', ANOTHER] as const])(
    'names the place of a value that is %s',
    (_, wrong) => {
      for (const kind of KINDS)
        for (const [path, plan] of damagedForms({ ...PLAN, changes: [changeOf(kind)] }, wrong)) {
          if (wrong === ANOTHER && isFree(path)) continue;
          const found = foundIn(plan);
          expect({ kind, path, isThere: found?.startsWith(placeOf(path)) }).toEqual({
            kind,
            path,
            isThere: true,
          });
        }
    },
  );

  it.each([
    ['[]', 'plan.json is not a plan'],
    ['"plan"', 'plan.json is not a plan'],
    [printPlan(PLAN).slice(0, -3), 'plan.json is cut off or is not JSON'],
    [`{"changes":${'['.repeat(200)}${']'.repeat(200)}}`, 'plan.json is nested deeper than 100 levels'],
  ])('refuses a text that is not a plan: case %#', (text, why) => {
    expect(() => readPlan(text, 'plan.json')).toThrow(
      expect.objectContaining({ kind: 'invalidInput', message: why, hint: 'create a new plan' }),
    );
  });

  it('refuses an invalid value with its place and the expected type', () => {
    const text = printPlan({ ...PLAN, changes: [{ ...changeOf('patchUser'), set: { title: 7 } } as never] });
    expect(() => readPlan(text, 'plan.json')).toThrow(
      'plan.json is not a complete plan: changes[0].set.title: expected a string',
    );
  });

  it.each([
    [{ kind: 'explode' }, 'changes[0].kind: expected a known value'],
    [{ kind: 'constructor' }, 'changes[0].kind: expected a known value'],
    [7, 'changes[0]: expected an object'],
    [{ ...changeOf('patchUser'), clear: ['nobody'] }, 'changes[0].clear[0]: expected a known value'],
    [{ ...changeOf('patchUser'), set: { nobody: 'x' } }, 'changes[0].set.nobody: expected a known name'],
  ])('refuses the change %j', (change, why) => {
    const text = printPlan({ ...PLAN, changes: [change as never] });
    expect(() => readPlan(text, 'plan.json')).toThrow(why);
  });
});

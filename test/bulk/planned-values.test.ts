import { describe, expect, it } from 'vitest';
import type { DesiredUser, Mode } from '../../src/bulk/input/desired-state.ts';
import { planChanges } from '../../src/bulk/plan/plan-changes.ts';
import { looksLikePlan, planKey } from '../../src/bulk/plan/plan-file.ts';
import { snapshotOf } from '../../src/bulk/plan/snapshot.ts';
import { UsersOfPlan } from '../../src/bulk/plan/users-of-plan.ts';
import type { UserAttributeName, UserValues } from '../../src/spec/user-attributes.ts';
import { changeId, userId } from '../../src/values/ids.ts';

const user = (id: string, values: UserValues) => ({ id: userId(id), values: { active: true, ...values } });
const ANN = { userName: 'ann', email: 'ann@x.example', title: 'Cook', manager: 'W2' };
const SNAPSHOT = snapshotOf([
  user('W1', ANN),
  user('W2', { userName: 'bob', email: 'bob@x.example' }),
  user('W3', {
    userName: 'guest',
    email: 'guest@x.example',
    guest: true,
    guestExpiration: '2027-01-01T00:00:00Z',
  }),
  user('W4', { userName: 'gone', email: 'gone@x.example', active: false }),
]);

interface Row extends Partial<DesiredUser> {
  /** ID of the matched user; without it, the row is of a new user. */
  readonly of?: string;
}

/** The plan of rows: changes with values, and findings. */
function planned(rows: readonly Row[], mode: Mode = 'upsert') {
  const given = rows.map(
    ({ of: _, ...row }, index): DesiredUser => ({ line: index + 2, set: {}, clear: [], ...row }),
  );
  const { changes, issues, unchanged } = planChanges(given, SNAPSHOT, {
    mode,
    file: 'p.csv',
    matchOf: ({ line, id }) => {
      const found = SNAPSHOT.users.get(rows[line - 2]?.of ?? '');
      const hits = id === undefined ? [] : [{ key: 'id' as const, value: id, users: [] }];
      return { hits, ...(found === undefined ? {} : { user: found }) };
    },
  });
  const words = changes.map((change) => {
    const values = change.kind === 'createUser' ? change.user : { ...change.set };
    const cleared = change.kind === 'createUser' ? [] : change.clear.map((name) => `-${name}`);
    const set = Object.entries(values).map(([name, value]) => `${name}=${value}`);
    const after = change.after.map((id) => `after ${id}`);
    return [change.id, change.kind, ...set, ...cleared, ...after].join(' ');
  });
  return {
    words,
    unchanged,
    changes,
    issues: issues.map(({ code, path, message, at }) => `${at?.line} ${code} ${path}: ${message}`),
  };
}

const updated = (set: UserValues, clear: readonly UserAttributeName[] = [], of = 'W1') =>
  planned([{ of, set, clear }]);

describe('row of an existing user', () => {
  it.each<[string, UserValues, readonly UserAttributeName[], readonly string[]]>([
    ['a new value', { title: 'Chef' }, [], ['L2 patchUser title=Chef']],
    ['equal values', { title: 'Cook', email: 'ANN@x.example', userName: 'Ann' }, [], []],
    ['a cleared value', {}, ['title'], ['L2 patchUser -title']],
    ['a clear of an empty value', {}, ['department'], []],
    ['a new and a cleared value', { department: 'Bar' }, ['title'], ['L2 patchUser department=Bar -title']],
    ['a normalized userName', { userName: 'Ann Lee' }, [], ['L2 patchUser userName=ann_lee']],
    ['a nickname, which is stored as userName', { nickName: 'annie' }, [], ['L2 patchUser userName=annie']],
    ['a nickname beside a userName', { nickName: 'annie', userName: 'ann' }, [], []],
    ['a userName that was an address', { userName: 'ann@x.example' }, [], []],
    ['the manager by address', { manager: 'bob@x.example' }, [], []],
    ['the manager by userName', { manager: 'bob' }, [], []],
    ['another manager', { manager: 'W3' }, [], ['L2 patchUser manager=W3']],
    ['a password, which is set once', { password: 'secret' }, [], []],
    ['a deactivation', { active: false }, [], ['L2 deactivateUser active=false']],
  ])('plans %s', (_, set, clear, words) => {
    const plan = updated(set, clear);
    expect([plan.words, plan.issues]).toEqual([words, []]);
    expect(plan.unchanged).toBe(words.length === 0 ? 1 : 0);
  });

  it('records the previous values', () => {
    const [change] = updated({ title: 'Chef', department: 'Bar' }, ['manager']).changes;
    expect(change).toMatchObject({ before: { title: 'Cook', manager: 'W2' }, name: 'ann' });
    expect(change).not.toHaveProperty('before.email');
  });

  it('sets the first manager of a user', () => {
    expect(updated({ manager: 'bob' }, [], 'W3').words).toEqual(['L2 patchUser manager=W2']);
  });

  it.each<[string, string, UserValues, readonly string[], readonly string[]]>([
    [
      'no expiration for a user who is not a guest',
      'W1',
      { userName: 'ann', guestExpiration: '2027-01-01T00:00:00Z', title: 'Chef' },
      [],
      [
        '2 invalid_attribute_format guestExpiration: "ann" is not a guest; only guests can have an expiration',
      ],
    ],
    [
      'a new expiration for a guest',
      'W3',
      { guestExpiration: '2028-01-01T00:00:00Z' },
      ['L2 patchUser guestExpiration=2028-01-01T00:00:00Z'],
      [],
    ],
    [
      'an expiration for a new guest',
      'W1',
      { guest: true, guestExpiration: '2028-01-01T00:00:00Z' },
      ['L2 patchUser guest=true guestExpiration=2028-01-01T00:00:00Z'],
      [],
    ],
    [
      'no expiration for a full member',
      'W1',
      { guest: false, guestExpiration: '2028-01-01T00:00:00Z' },
      [],
      [],
    ],
    ['a guest becoming a full member', 'W3', { guest: false }, ['L2 patchUser guest=false'], []],
    [
      'a deactivated user becoming a guest',
      'W4',
      { guest: true },
      ['L2 reactivateUser guest=true active=true'],
      [],
    ],
    [
      'a deactivated user becoming a guest and staying deactivated',
      'W4',
      { guest: true, active: false },
      ['L2 reactivateUser guest=true active=true', 'L2d deactivateUser active=false after L2'],
      [],
    ],
    ['a reactivation', 'W4', { active: true }, ['L2 reactivateUser active=true'], []],
  ])('plans guest and active state: %s', (_, of, set, words, issues) => {
    const plan = updated(set, [], of);
    expect([plan.words, plan.issues]).toEqual([words, issues]);
  });
});

const NEW = { userName: 'new', email: 'new@x.example' };

describe('row of an unknown user', () => {
  it.each<[string, UserValues, Mode, string]>([
    ['creates', NEW, 'upsert', 'L2 createUser userName=new email=new@x.example'],
    ['creates', NEW, 'create', 'L2 createUser userName=new email=new@x.example'],
    [
      'is refused in update mode',
      NEW,
      'update',
      '2 no_such_user email: "new@x.example" does not exist in this organization',
    ],
    [
      'is refused in deactivate mode',
      { userName: 'new' },
      'deactivate',
      '2 no_such_user userName: "new" does not exist in this organization',
    ],
    [
      'is refused without a userName',
      { email: 'new@x.example' },
      'upsert',
      '2 username_required userName: cannot create "new@x.example": userName is missing',
    ],
    [
      'is refused without an address',
      { userName: 'new' },
      'upsert',
      '2 email_empty email: cannot create "new": email is missing',
    ],
  ])('%s', (_, set, mode, expected) => {
    const { words, issues } = planned([{ set }], mode);
    expect([...words, ...issues]).toEqual([expected]);
  });

  it('is refused with an unknown ID', () => {
    expect(planned([{ id: 'W9', set: NEW }]).issues).toEqual(['2 no_such_user id: no user has the ID "W9"']);
  });

  it.each<[string, UserValues, readonly string[], UserValues]>([
    ['a password', { ...NEW, password: 'secret' }, ['password'], NEW],
    ['inline photo data', { ...NEW, photo: 'data:image/png;base64,AA' }, ['photo'], NEW],
    [
      'no photo with an address',
      { ...NEW, photo: 'https://x.example/a.png' },
      [],
      { ...NEW, photo: 'https://x.example/a.png' },
    ],
  ])('keeps secret values out of the plan: %s', (_, set, withheld, kept) => {
    expect(planned([{ set }]).changes).toMatchObject([{ kind: 'createUser', withheld, user: kept }]);
    expect(planned([{ set }]).changes[0]).toHaveProperty('user', kept);
  });

  it('clears default values of the service after the creation', () => {
    const clear = ['displayName', 'title', 'givenName'] as const;
    expect(planned([{ set: NEW, clear }]).words).toEqual([
      'L2 createUser userName=new email=new@x.example',
      'L2c patchUser -displayName -givenName after L2',
    ]);
    expect(planned([{ set: NEW, clear: ['title'] }]).words).toHaveLength(1);
  });
});

describe('rows with dependencies', () => {
  it.each<[string, readonly Row[], readonly string[]]>([
    [
      'the creation of a manager first',
      [{ set: { ...NEW, manager: 'boss' } }, { set: { userName: 'boss', email: 'boss@x.example' } }],
      [
        'L3 createUser userName=boss email=boss@x.example',
        'L2 createUser userName=new email=new@x.example manager=boss@x.example after L3',
      ],
    ],
    [
      'an existing manager by ID',
      [{ set: { ...NEW, manager: 'BOB@x.example' } }],
      ['L2 createUser userName=new email=new@x.example manager=W2'],
    ],
    [
      'an update after the creation of its manager',
      [{ of: 'W1', set: { manager: 'new@x.example' } }, { set: NEW }],
      ['L3 createUser userName=new email=new@x.example', 'L2 patchUser manager=new@x.example after L3'],
    ],
    [
      'users as managers of each other after both creations',
      [
        { set: { ...NEW, manager: 'boss@x.example' } },
        { set: { userName: 'boss', email: 'boss@x.example', manager: 'new@x.example' } },
      ],
      [
        'L2 createUser userName=new email=new@x.example',
        'L2m patchUser manager=boss@x.example after L2 after L3',
        'L3 createUser userName=boss email=boss@x.example',
        'L3m patchUser manager=new@x.example after L3 after L2',
      ],
    ],
    [
      'a userName in use, after its release',
      [{ set: { userName: 'ann', email: 'new@x.example' } }, { of: 'W1', set: { userName: 'annie' } }],
      ['L3 patchUser userName=annie', 'L2 createUser userName=ann email=new@x.example after L3'],
    ],
    [
      'an address in use, after its release',
      [{ set: { userName: 'new', email: 'ann@x.example' } }, { of: 'W1', set: { email: 'a2@x.example' } }],
      ['L3 patchUser email=a2@x.example', 'L2 createUser userName=new email=ann@x.example after L3'],
    ],
    [
      'an exchange of names through a temporary one',
      [
        { of: 'W1', set: { userName: 'bob' } },
        { of: 'W2', set: { userName: 'ann' } },
      ],
      [
        'L2t patchUser userName=swap-w1',
        'L3 patchUser userName=ann after L2t',
        'L2 patchUser userName=bob after L3 after L2t',
      ],
    ],
  ])('plan %s', (_, rows, words) => {
    const plan = planned(rows);
    expect(plan.issues).toEqual([]);
    expect([...plan.words].sort()).toEqual([...words].sort());
  });

  it.each<[string, readonly Row[], readonly string[]]>([
    [
      'a userName in use',
      [{ set: { userName: 'ANN', email: 'new@x.example' } }],
      ['2 username_taken userName: "ANN" belongs to ann (W1)'],
    ],
    [
      'an address in use',
      [{ of: 'W2', set: { email: 'Ann@x.example' } }],
      ['2 email_taken email: "Ann@x.example" belongs to ann (W1)'],
    ],
    [
      'a userName in use by a user with another change',
      [{ set: { userName: 'ann', email: 'new@x.example' } }, { of: 'W1', set: { title: 'Chef' } }],
      ['2 username_taken userName: "ann" belongs to ann (W1)'],
    ],
    [
      'an unknown manager',
      [{ set: { ...NEW, manager: 'zoe' } }],
      ['2 unknown_user manager: "zoe" is neither in the organization nor in this file'],
    ],
  ])('are refused for %s', (_, rows, issues) => {
    expect(planned(rows).issues).toEqual(issues);
  });
});

describe('UsersOfPlan', () => {
  const creation = (values: UserValues) =>
    ({
      kind: 'createUser',
      id: changeId('L9'),
      line: 9,
      name: 'new',
      after: [],
      user: values,
      withheld: [],
    }) as const;
  const state = (kind: 'deactivateUser' | 'reactivateUser', id: string) =>
    ({
      kind,
      id: changeId('L8'),
      line: 8,
      name: 'x',
      after: [],
      target: { id: userId(id) },
      before: {},
      set: {},
      clear: [],
    }) as const;
  const users = (...changes: ConstructorParameters<typeof UsersOfPlan>[1]) =>
    new UsersOfPlan(SNAPSHOT, changes);

  it.each([
    ['a user by ID', 'W1', { id: 'W1' }],
    ['a user by address', 'ANN@x.example', { id: 'W1' }],
    ['a new user by address', 'NEW@x.example', { createdBy: changeId('L9') }],
    ['a new user by userName', 'New', { createdBy: changeId('L9') }],
    ['no user', 'zoe', undefined],
  ])('finds %s', (_, text, target) => {
    expect(users(creation(NEW)).find(text)).toEqual(target);
  });

  it('finds no user by a userName that is an address, which the service replaces', () => {
    const made = users(creation({ userName: 'other@x.example', email: 'new@x.example' }));
    expect(made.find('other@x.example')).toBeUndefined();
  });

  it.each([
    ['an active user', 'W1', [], true],
    ['a deactivated user', 'W4', [], false],
    ['a user whom the plan deactivates', 'W1', [state('deactivateUser', 'W1')], false],
    ['a user whom the plan reactivates', 'W4', [state('reactivateUser', 'W4')], true],
  ] as const)('allows %s to join: %s', (_, id, changes, may) => {
    expect(users(...changes).mayJoin({ id: userId(id) })).toBe(may);
  });

  it.each([
    [{}, true],
    [{ active: true }, true],
    [{ active: false }, false],
  ])('allows a new user with %j to join: %s', (more, may) => {
    expect(users(creation({ ...NEW, ...more })).mayJoin({ createdBy: changeId('L9') })).toBe(may);
  });

  it('adds dependencies only for users that are created or change state', () => {
    const all = users(creation(NEW), state('reactivateUser', 'W4'));
    const member = { name: 'x', line: 2 };
    expect(
      all.conditionsOf([
        { ...member, createdBy: changeId('L9') },
        { ...member, id: userId('W4') },
        { ...member, id: userId('W1') },
      ]),
    ).toEqual(['L9', 'L8']);
  });

  it('adds dependencies for single-channel guests that are converted, and for no other new values', () => {
    const update = { line: 7, name: 'x', after: [], before: {}, clear: [], kind: 'patchUser' } as const;
    const all = users(
      { ...update, id: changeId('L6'), target: { id: userId('W1') }, set: { title: 'Lead' } },
      {
        ...update,
        id: changeId('L7'),
        target: { id: userId('W2') },
        set: { guest: true },
        implies: ['endsSingleChannel'],
      },
    );
    const members = ['W1', 'W2'].map((id) => ({ name: 'x', line: 2, id: userId(id) }));
    expect(all.conditionsOf(members)).toEqual(['L7']);
  });
});

describe('looksLikePlan and planKey', () => {
  it.each([
    ['{\n  "format": "orgctl-plan"', true],
    ['  {"format":"orgctl-plan"', true],
    ['[{"format":"orgctl-plan"}]', false],
    ['userName,"orgctl-plan"', false],
    ['{"userName":"ann"}', false],
  ])('recognize %s as a plan: %s', (text, is) => {
    expect(looksLikePlan(text)).toBe(is);
  });

  it('combine mode and options in any order', () => {
    expect(planKey({ mode: 'upsert' })).toBe('upsert');
    expect(planKey({ mode: 'upsert', aims: { prune: true, exact: true } })).toBe('upsert+exact+prune');
    expect(planKey({ mode: 'upsert', aims: { exact: true, prune: true } })).toBe('upsert+exact+prune');
  });
});

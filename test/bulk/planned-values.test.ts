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
  /** ID of the user of the row; of somebody new when absent. */
  readonly of?: string;
}

/** What rows come to: changes with values, and findings. */
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

describe('the values of a row for somebody who is there', () => {
  it.each<[string, UserValues, readonly UserAttributeName[], readonly string[]]>([
    ['that are new', { title: 'Chef' }, [], ['L2 patchUser title=Chef']],
    ['that are there', { title: 'Cook', email: 'ANN@x.example', userName: 'Ann' }, [], []],
    ['that are cleared', {}, ['title'], ['L2 patchUser -title']],
    ['that are blank and cleared', {}, ['department'], []],
    [
      'of which one is new and one is cleared',
      { department: 'Bar' },
      ['title'],
      ['L2 patchUser department=Bar -title'],
    ],
    ['a userName as the service stores it', { userName: 'Ann Lee' }, [], ['L2 patchUser userName=ann_lee']],
    ['a nickname, which is the userName', { nickName: 'annie' }, [], ['L2 patchUser userName=annie']],
    ['a nickname beside a userName', { nickName: 'annie', userName: 'ann' }, [], []],
    ['a userName that was an address', { userName: 'ann@x.example' }, [], []],
    ['the manager by address', { manager: 'bob@x.example' }, [], []],
    ['the manager by userName', { manager: 'bob' }, [], []],
    ['another manager', { manager: 'W3' }, [], ['L2 patchUser manager=W3']],
    ['a password, which is set once', { password: 'secret' }, [], []],
    ['to be deactivated', { active: false }, [], ['L2 deactivateUser active=false']],
  ])('%s', (_, set, clear, words) => {
    const plan = updated(set, clear);
    expect([plan.words, plan.issues]).toEqual([words, []]);
    expect(plan.unchanged).toBe(words.length === 0 ? 1 : 0);
  });

  it('say what they replace', () => {
    const [change] = updated({ title: 'Chef', department: 'Bar' }, ['manager']).changes;
    expect(change).toMatchObject({ before: { title: 'Cook', manager: 'W2' }, name: 'ann' });
    expect(change).not.toHaveProperty('before.email');
  });

  it('name a manager whom nobody had before', () => {
    expect(updated({ manager: 'bob' }, [], 'W3').words).toEqual(['L2 patchUser manager=W2']);
  });

  it.each<[string, string, UserValues, readonly string[], readonly string[]]>([
    [
      'no expiration for somebody who is no guest',
      'W1',
      { userName: 'ann', guestExpiration: '2027-01-01T00:00:00Z', title: 'Chef' },
      [],
      ['2 invalid_attribute_format guestExpiration: "ann" is not a guest and gets no expiration'],
    ],
    [
      'one for a guest',
      'W3',
      { guestExpiration: '2028-01-01T00:00:00Z' },
      ['L2 patchUser guestExpiration=2028-01-01T00:00:00Z'],
      [],
    ],
    [
      'one for who becomes a guest',
      'W1',
      { guest: true, guestExpiration: '2028-01-01T00:00:00Z' },
      ['L2 patchUser guest=true guestExpiration=2028-01-01T00:00:00Z'],
      [],
    ],
    [
      'none for who is and stays a full member',
      'W1',
      { guest: false, guestExpiration: '2028-01-01T00:00:00Z' },
      [],
      [],
    ],
    ['a guest who becomes a full member', 'W3', { guest: false }, ['L2 patchUser guest=false'], []],
    [
      'somebody deactivated who becomes a guest',
      'W4',
      { guest: true },
      ['L2 reactivateUser guest=true active=true'],
      [],
    ],
    [
      'and stays deactivated',
      'W4',
      { guest: true, active: false },
      ['L2 reactivateUser guest=true active=true', 'L2d deactivateUser active=false after L2'],
      [],
    ],
    ['somebody deactivated who comes back', 'W4', { active: true }, ['L2 reactivateUser active=true'], []],
  ])('%s', (_, of, set, words, issues) => {
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
      'updates nobody',
      NEW,
      'update',
      '2 no_such_user email: "new@x.example" does not exist in this organization',
    ],
    [
      'deactivates nobody',
      { userName: 'new' },
      'deactivate',
      '2 no_such_user userName: "new" does not exist in this organization',
    ],
    [
      'lacks a userName',
      { email: 'new@x.example' },
      'upsert',
      '2 username_required userName: "new@x.example" would be created and has no userName',
    ],
    [
      'lacks an address',
      { userName: 'new' },
      'upsert',
      '2 email_empty email: "new" would be created and has no email',
    ],
  ])('%s', (_, set, mode, expected) => {
    const { words, issues } = planned([{ set }], mode);
    expect([...words, ...issues]).toEqual([expected]);
  });

  it('whose ID nobody has is refused', () => {
    expect(planned([{ id: 'W9', set: NEW }]).issues).toEqual(['2 no_such_user id: no user has the ID "W9"']);
  });

  it.each<[string, UserValues, readonly string[], UserValues]>([
    ['a password', { ...NEW, password: 'secret' }, ['password'], NEW],
    ['a photo that is written out', { ...NEW, photo: 'data:image/png;base64,AA' }, ['photo'], NEW],
    [
      'no photo with an address',
      { ...NEW, photo: 'https://x.example/a.png' },
      [],
      { ...NEW, photo: 'https://x.example/a.png' },
    ],
  ])('keeps out of the plan: %s', (_, set, withheld, kept) => {
    expect(planned([{ set }]).changes).toMatchObject([{ kind: 'createUser', withheld, user: kept }]);
    expect(planned([{ set }]).changes[0]).toHaveProperty('user', kept);
  });

  it('clears afterwards what the service fills in by itself', () => {
    const clear = ['displayName', 'title', 'givenName'] as const;
    expect(planned([{ set: NEW, clear }]).words).toEqual([
      'L2 createUser userName=new email=new@x.example',
      'L2c patchUser -displayName -givenName after L2',
    ]);
    expect(planned([{ set: NEW, clear: ['title'] }]).words).toHaveLength(1);
  });
});

describe('rows that depend on each other', () => {
  it.each<[string, readonly Row[], readonly string[]]>([
    [
      'a manager who is created comes first',
      [{ set: { ...NEW, manager: 'boss' } }, { set: { userName: 'boss', email: 'boss@x.example' } }],
      [
        'L3 createUser userName=boss email=boss@x.example',
        'L2 createUser userName=new email=new@x.example manager=boss@x.example after L3',
      ],
    ],
    [
      'a manager who is there is named by ID',
      [{ set: { ...NEW, manager: 'BOB@x.example' } }],
      ['L2 createUser userName=new email=new@x.example manager=W2'],
    ],
    [
      'an update waits for the manager whom the file creates',
      [{ of: 'W1', set: { manager: 'new@x.example' } }, { set: NEW }],
      ['L3 createUser userName=new email=new@x.example', 'L2 patchUser manager=new@x.example after L3'],
    ],
    [
      'managers of each other are set when both exist',
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
      'who takes a name waits for who gives it up',
      [{ set: { userName: 'ann', email: 'new@x.example' } }, { of: 'W1', set: { userName: 'annie' } }],
      ['L3 patchUser userName=annie', 'L2 createUser userName=ann email=new@x.example after L3'],
    ],
    [
      'who takes an address waits for who gives it up',
      [{ set: { userName: 'new', email: 'ann@x.example' } }, { of: 'W1', set: { email: 'a2@x.example' } }],
      ['L3 patchUser email=a2@x.example', 'L2 createUser userName=new email=ann@x.example after L3'],
    ],
    [
      'two who exchange names do so through a third',
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
  ])('%s', (_, rows, words) => {
    const plan = planned(rows);
    expect(plan.issues).toEqual([]);
    expect([...plan.words].sort()).toEqual([...words].sort());
  });

  it.each<[string, readonly Row[], readonly string[]]>([
    [
      'a name that somebody keeps',
      [{ set: { userName: 'ANN', email: 'new@x.example' } }],
      ['2 username_taken userName: "ANN" belongs to ann (W1)'],
    ],
    [
      'an address that somebody keeps',
      [{ of: 'W2', set: { email: 'Ann@x.example' } }],
      ['2 email_taken email: "Ann@x.example" belongs to ann (W1)'],
    ],
    [
      'a name that somebody keeps who changes something else',
      [{ set: { userName: 'ann', email: 'new@x.example' } }, { of: 'W1', set: { title: 'Chef' } }],
      ['2 username_taken userName: "ann" belongs to ann (W1)'],
    ],
    [
      'a manager whom nobody knows',
      [{ set: { ...NEW, manager: 'zoe' } }],
      ['2 unknown_user manager: "zoe" is neither in the organization nor in this file'],
    ],
  ])('are refused for %s', (_, rows, issues) => {
    expect(planned(rows).issues).toEqual(issues);
  });
});

describe('members that depend on users of the same plan', () => {
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
    ['a new one by address', 'NEW@x.example', { createdBy: changeId('L9') }],
    ['a new one by userName', 'New', { createdBy: changeId('L9') }],
    ['nobody', 'zoe', undefined],
  ])('is found: %s', (_, text, target) => {
    expect(users(creation(NEW)).find(text)).toEqual(target);
  });

  it('is not found by a userName that is an address, which the service changes', () => {
    const made = users(creation({ userName: 'other@x.example', email: 'new@x.example' }));
    expect(made.find('other@x.example')).toBeUndefined();
  });

  it.each([
    ['somebody active', 'W1', [], true],
    ['somebody deactivated', 'W4', [], false],
    ['somebody who is deactivated', 'W1', [state('deactivateUser', 'W1')], false],
    ['somebody who is reactivated', 'W4', [state('reactivateUser', 'W4')], true],
  ] as const)('%s: %s', (_, id, changes, may) => {
    expect(users(...changes).mayJoin({ id: userId(id) })).toBe(may);
  });

  it.each([
    [{}, true],
    [{ active: true }, true],
    [{ active: false }, false],
  ])('is somebody new with %j: %s', (more, may) => {
    expect(users(creation({ ...NEW, ...more })).mayJoin({ createdBy: changeId('L9') })).toBe(may);
  });

  it('waits for who is made or changes state, and for nobody else', () => {
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
});

describe('a file that may be a plan', () => {
  it.each([
    ['{\n  "format": "orgctl-plan"', true],
    ['  {"format":"orgctl-plan"', true],
    ['[{"format":"orgctl-plan"}]', false],
    ['userName,"orgctl-plan"', false],
    ['{"userName":"ann"}', false],
  ])('%s: %s', (text, is) => {
    expect(looksLikePlan(text)).toBe(is);
  });

  it('has a mode and aims, in any order', () => {
    expect(planKey({ mode: 'upsert' })).toBe('upsert');
    expect(planKey({ mode: 'upsert', aims: { prune: true, exact: true } })).toBe('upsert+exact+prune');
    expect(planKey({ mode: 'upsert', aims: { exact: true, prune: true } })).toBe('upsert+exact+prune');
  });
});

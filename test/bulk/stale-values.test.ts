import { describe, expect, it } from 'vitest';
import type { DesiredUser } from '../../src/bulk/input/desired-state.ts';
import { type Change, isUserUpdate } from '../../src/bulk/plan/change.ts';
import { groupSnapshotOf } from '../../src/bulk/plan/group-snapshot.ts';
import { LostZerosFinder } from '../../src/bulk/plan/lost-zeros.ts';
import type { Match } from '../../src/bulk/plan/match.ts';
import type { People } from '../../src/bulk/plan/people.ts';
import type { Plan } from '../../src/bulk/plan/plan-file.ts';
import { deactivationOf } from '../../src/bulk/plan/plan-update.ts';
import { snapshotOf } from '../../src/bulk/plan/snapshot.ts';
import { staleness } from '../../src/bulk/plan/stale-plan.ts';
import { withTemporaryValues } from '../../src/bulk/plan/swap-values.ts';
import { userUpdates } from '../../src/bulk/plan/user-updates.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { changeId, groupId, userId } from '../../src/values/ids.ts';

const user = (id: string, values: UserValues) => ({ id: userId(id), values: { active: true, ...values } });
const base = { id: changeId('c'), line: 2, name: 'ann', after: [] };
const patch = (set: UserValues, before: UserValues = {}, more: object = {}) =>
  ({ ...base, kind: 'patchUser', target: { id: userId('W1') }, before, set, clear: [], ...more }) as Change;

describe('staleness of a saved plan', () => {
  const snapshot = snapshotOf([
    user('W1', { userName: 'ann', email: 'ann@x.example', title: 'Cook' }),
    user('W3', { userName: 'gone', active: false }),
  ]);
  const groups = groupSnapshotOf([{ id: groupId('S1'), displayName: 'Team', members: new Set() }]);
  const reasonsFor = (people: People, ...changes: readonly Change[]) =>
    staleness({ changes, people, source: { file: 'in.csv' } } as Plan, snapshot, groups).map(
      ({ code, message, at }) => `${code} ${at?.line}: ${message}`,
    );
  const reasons = (...changes: readonly Change[]) => reasonsFor({}, ...changes);
  const creation = (values: UserValues, after: readonly string[] = []) =>
    ({ ...base, after: after.map(changeId), kind: 'createUser', user: values, withheld: [] }) as Change;
  const ofGroup = (kind: Change['kind'], target: object) =>
    ({ ...base, name: 'Team', kind, target, members: [] }) as Change;

  it.each<[string, Change, string | undefined]>([
    ['a value as before the plan', patch({ title: 'Chef' }, { title: 'Cook' }), undefined],
    ['a value as planned', patch({ title: 'Cook' }, { title: 'Chef' }), undefined],
    [
      'another value',
      patch({ title: 'Chef' }, { title: 'Waiter' }),
      'title is now "Cook"; the plan has "Waiter"',
    ],
    ['a value that was blank', patch({ title: 'Chef' }), 'title is now "Cook"; the plan has ""'],
    [
      'a value that is empty now',
      patch({ department: 'Bar' }, { department: 'Pub' }),
      'department is now ""; the plan has "Pub"',
    ],
    [
      'a value to clear',
      patch({}, { title: 'Waiter' }, { clear: ['title'] }),
      'title is now "Cook"; the plan has "Waiter"',
    ],
    ['a value that the plan does not change', patch({ department: 'Bar' }, { title: 'Waiter' }), undefined],
    ['a user who is gone', patch({ title: 'x' }, {}, { target: { id: 'W9' } }), 'the user no longer exists'],
    [
      'a user whom the plan creates',
      patch({ title: 'x' }, { title: 'y' }, { target: { createdBy: changeId('c') } }),
      undefined,
    ],
    [
      'a new user whose address exists',
      creation({ email: 'ANN@x.example' }),
      'a user with this name or address exists now (W1)',
    ],
    [
      'a new user whose userName exists',
      creation({ userName: 'ann', email: 'b@x.example' }),
      'a user with this name or address exists now (W1)',
    ],
    ['a new user whose name is an address', creation({ userName: 'ann@x.example' }), undefined],
    ['a new user', creation({ userName: 'bo', email: 'bo@x.example' }), undefined],
    [
      'a new group whose name exists',
      { ...base, kind: 'createGroup', name: 'TEAM' },
      'a group with this name exists now',
    ],
    ['a new group', { ...base, kind: 'createGroup', name: 'Crew' }, undefined],
    ['an existing group', ofGroup('addMembers', { id: 'S1' }), undefined],
    ['a missing group', ofGroup('addMembers', { id: 'S9' }), 'the group no longer exists'],
    ['a deletion of a missing group', ofGroup('deleteGroup', { id: 'S9' }), 'the group no longer exists'],
    ['a group that the plan creates', ofGroup('removeMembers', { createdBy: changeId('g') }), undefined],
    ['a Web API call', ofGroup('callMethod', {}), undefined],
  ])('checks %s', (_, change, reason) => {
    expect(reasons(change)).toEqual(reason === undefined ? [] : [`stale_plan 2: ${change.name}: ${reason}`]);
  });

  describe('a new user who waits for another change', () => {
    const waiting = creation({ userName: 'ann', email: 'ann@x.example' }, ['other']);
    const other = (set: UserValues, before: UserValues, target = 'W1') =>
      patch(set, before, { id: changeId('other'), target: { id: userId(target) } });
    const EXISTS = ['stale_plan 2: ann: a user with this name or address exists now (W1)'];

    it('may have the address and name that the change frees', () => {
      const freeing = other(
        { userName: 'anna', email: 'anna@x.example' },
        { userName: 'ann', email: 'ann@x.example' },
      );
      expect(reasons(freeing, waiting)).toEqual([]);
    });

    it('is refused if the change frees only the address', () => {
      const freeing = other({ email: 'anna@x.example' }, { email: 'ann@x.example' });
      expect(reasons(freeing, waiting)).toEqual(EXISTS);
    });

    it('is refused if the change frees nothing, such as the creation of the manager', () => {
      const manager = creation({ userName: 'bo', email: 'bo@x.example' });
      expect(reasons({ ...manager, id: changeId('other') } as Change, waiting)).toEqual(EXISTS);
      expect(reasons(other({ title: 'Chef' }, { title: 'Cook' }), waiting)).toEqual(EXISTS);
    });

    it('is refused if another user has the address that the change frees', () => {
      const freeing = other({ email: 'anna@x.example' }, { email: 'ann@x.example' }, 'W2');
      expect(reasons(freeing, waiting)).toContain(EXISTS[0]);
    });
  });

  describe('whether a user is still as active as the plan assumed', () => {
    const title = (more: object = {}) => patch({ title: 'Chef' }, { title: 'Cook' }, more);
    const ofGone = (more: object = {}) => patch({ title: 'Chef' }, {}, { target: { id: 'W3' }, ...more });
    const joining = (id: string, more: object = {}) =>
      ({
        ...ofGroup('addMembers', { id: 'S1' }),
        members: [{ id: userId(id), name: 'zoe', line: 2 }],
        ...more,
      }) as Change;
    const reactivation = patch({ active: true }, { active: false }, { kind: 'reactivateUser' });
    const leaving = () =>
      patch({ active: false }, { active: true }, { kind: 'deactivateUser', target: { id: 'W3' } });

    it.each<[string, People, readonly Change[], string | undefined]>([
      ['an active user', { W1: { active: true } }, [title()], undefined],
      [
        'a user who was deactivated',
        { W3: { active: true } },
        [ofGone()],
        'ann: the user is now deactivated',
      ],
      ['a user who was reactivated', { W1: { active: false } }, [title()], 'ann: the user is now active'],
      [
        'a user who was deactivated and whom another change deactivates',
        { W3: { active: true } },
        [ofGone(), leaving()],
        undefined,
      ],
      [
        'a user who was reactivated and whom another change reactivates',
        { W1: { active: false } },
        [title({ id: changeId('d') }), reactivation],
        undefined,
      ],
      [
        'a user who was deactivated, whom a conversion would reactivate for a moment',
        { W3: { active: true } },
        [patch({ guest: true }, { guest: false }, { target: { id: 'W3' } }), leaving()],
        'ann: the user is now deactivated',
      ],
      ['a deactivated user', { W3: { active: false } }, [ofGone()], undefined],
      ['a plan that does not say so', {}, [title(), ofGone()], undefined],
      ['a user whom the plan reactivates', { W1: { active: false } }, [reactivation], undefined],
      [
        'a user whom an earlier change reactivates',
        { W1: { active: false } },
        [reactivation, title({ id: changeId('d'), after: [changeId('c')] })],
        undefined,
      ],
      ['an active member', {}, [joining('W1')], undefined],
      ['a deactivated member', {}, [joining('W3')], 'Team: zoe is now deactivated and cannot join'],
      ['a member who is gone', {}, [joining('W9')], 'Team: zoe no longer exists'],
      [
        'a deactivated member whom the plan reactivates',
        {},
        [
          patch({ active: true }, { active: false }, { kind: 'reactivateUser', target: { id: 'W3' } }),
          joining('W3'),
        ],
        undefined,
      ],
      ['a deactivated member who leaves', {}, [joining('W3', { kind: 'removeMembers' })], undefined],
      [
        'a deactivated member of a replaced group',
        {},
        [
          {
            ...ofGroup('replaceGroup', { id: 'S1' }),
            before: { displayName: 'Team', memberIds: [] },
            joining: [{ id: userId('W3'), name: 'zoe', line: 2 }],
            leaving: [],
          } as Change,
        ],
        'Team: zoe is now deactivated and cannot join',
      ],
    ])('checks %s', (_, people, changes, reason) => {
      expect(reasonsFor(people, ...changes)).toEqual(reason === undefined ? [] : [`stale_plan 2: ${reason}`]);
    });
  });

  describe('the name of a group that a plan changes', () => {
    const named = (name: string, kind: Change['kind'] = 'addMembers', more: object = {}) =>
      ({ ...ofGroup(kind, { id: 'S1' }), name, ...more }) as Change;
    const renaming = (formerName: string, displayName: string) =>
      named(displayName, 'renameGroup', { formerName, displayName });
    const replacing = (kind: 'replaceGroup' | 'sendGroupPatch', displayName: string) =>
      named('x', kind, { before: { displayName, memberIds: [] }, joining: [], leaving: [] });
    const NOW = 'the group is now named "Team"';

    it.each<[string, readonly Change[], readonly string[]]>([
      ['the same name', [named('Team')], []],
      ['another name', [named('Crew')], [`Crew: ${NOW}`]],
      ['another name of a group to empty', [named('Crew', 'removeMembers')], [`Crew: ${NOW}`]],
      ['another name of a group to delete', [named('Crew', 'deleteGroup')], [`Crew: ${NOW}`]],
      ['the name in another letter case', [named('TEAM')], [`TEAM: ${NOW}`]],
      ['the name before the plan renames it', [renaming('Team', 'Crew'), named('Crew')], []],
      ['the new name of the plan', [renaming('Crew', 'Team'), named('Crew')], []],
      ['a new group that gets the former name', [renaming('Team', 'Crew'), named('Team', 'createGroup')], []],
      [
        'a third name of a group that the plan renames',
        [renaming('Gang', 'Crew'), named('Crew')],
        [`Crew: ${NOW}`, `Crew: ${NOW}`],
      ],
      ['the name of a group to replace', [replacing('replaceGroup', 'Team')], []],
      ['another name of a group to replace', [replacing('replaceGroup', 'Crew')], [`x: ${NOW}`]],
      ['another name of a group to patch', [replacing('sendGroupPatch', 'Crew')], [`x: ${NOW}`]],
    ])('is checked: %s', (_, changes, expected) => {
      expect(reasons(...changes)).toEqual(expected.map((words) => `stale_plan 2: ${words}`));
    });
  });

  describe('members who joined a group since', () => {
    const crew = (...ids: readonly string[]) => ids.map(userId);
    const groupWith = (...ids: readonly string[]) =>
      groupSnapshotOf([{ id: groupId('S1'), displayName: 'Team', members: new Set(crew(...ids)) }]);
    const change = (kind: Change['kind'], more: object) =>
      ({ ...ofGroup(kind, { id: 'S1' }), ...more }) as Change;
    const member = (id: string) => [{ id: userId(id), name: id, line: 2 }];
    const removal = change('removeMembers', { members: member('W7'), staying: crew('W3') });
    const addition = change('addMembers', { members: member('W1') });
    const deletion = change('deleteGroup', { members: crew('W3', 'W7') });

    it.each<[string, readonly Change[], readonly string[], string | undefined]>([
      ['nobody', [removal, addition], ['W3', 'W7'], undefined],
      ['a user whom a later change adds', [removal, addition], ['W3', 'W7', 'W1'], undefined],
      ['another user', [removal], ['W3', 'W7', 'W1'], 'ann'],
      ['a user who cannot be read', [removal], ['W3', 'W8'], 'W8'],
      ['three users', [removal], ['W1', 'W4', 'W5'], 'ann, W4 and W5'],
      ['four users', [removal], ['W1', 'W4', 'W5', 'W6'], 'ann, W4, W5 and 1 other user'],
      ['a user, in a group with further members', [change('removeMembers', {})], ['W1'], undefined],
      ['nobody, in a group to delete', [deletion], ['W3'], undefined],
      ['a user, in a group to delete', [deletion], ['W3', 'W1'], 'ann'],
    ])('are found: %s', (_, changes, members, names) => {
      const plan = { changes, source: { file: 'in.csv' } } as unknown as Plan;
      const people = snapshotOf([...snapshot.users.values(), user('W7', { userName: 'W7' })]);
      expect(staleness(plan, people, groupWith(...members)).map(({ message }) => message)).toEqual(
        names === undefined ? [] : [`Team: ${names} joined the group since`],
      );
    });
  });

  it('does not look for what an earlier change of the same user makes', () => {
    const earlier = (target: object) => patch({ title: 'tmp' }, { title: 'Cook' }, { id: 'first', target });
    const later = patch({ title: 'Chef' }, { title: 'tmp' }, { after: [changeId('first')] });
    expect(reasons(earlier({ id: 'W1' }), later)).toEqual([]);
    expect(reasons(earlier({ createdBy: changeId('c') }), later)).toHaveLength(1);
    expect(reasons(later)).toHaveLength(1);
  });
});

describe('userUpdates', () => {
  const kinds = (set: UserValues, account: UserValues, isActiveAfter?: boolean) =>
    userUpdates(
      base,
      { before: {}, set, clear: ['guestExpiration'] },
      user('W1', account),
      isActiveAfter,
    ).flatMap((change) => {
      if (!isUserUpdate(change)) return [];
      const { kind, implies = [], before, set: made, clear, after } = change;
      return [{ kind, implies, before, set: made, clear, after }];
    });
  const plain = { before: {}, clear: ['guestExpiration'], after: [] };

  it.each<[string, UserValues, UserValues, object]>([
    ['a title', { title: 'x' }, {}, { kind: 'patchUser', implies: [], set: { title: 'x' }, ...plain }],
    [
      'a userName',
      { userName: 'x' },
      {},
      { kind: 'patchUser', implies: ['renamesNickName'], set: { userName: 'x' }, ...plain },
    ],
    [
      'a photo',
      { photo: 'p' },
      {},
      { kind: 'patchUser', implies: ['keepsPhoto'], set: { photo: 'p' }, ...plain },
    ],
    [
      'a deactivation',
      { active: false },
      {},
      { kind: 'deactivateUser', implies: [], set: { active: false }, ...plain },
    ],
    [
      'a reactivation',
      { active: true },
      {},
      { kind: 'reactivateUser', implies: [], set: { active: true }, ...plain },
    ],
    [
      'a guest',
      { guest: true },
      { guest: false },
      { kind: 'patchUser', implies: [], set: { guest: true }, ...plain },
    ],
    [
      'a multi-channel guest who was a single-channel guest',
      { guest: true },
      {},
      { kind: 'patchUser', implies: ['endsSingleChannel'], set: { guest: true }, ...plain },
    ],
    [
      'a deactivated guest',
      { guest: true },
      { active: false, guest: false },
      {
        kind: 'reactivateUser',
        implies: ['reactivates'],
        set: { guest: true, active: true },
        ...plain,
        before: { active: false },
      },
    ],
    [
      'a full member who was a guest with an expiration',
      { guest: false },
      { guestExpiration: '2027-01-01T00:00:00Z' },
      {
        kind: 'patchUser',
        implies: ['endsGuestExpiration'],
        set: { guest: false },
        ...plain,
        before: { guestExpiration: '2027-01-01T00:00:00Z' },
        clear: [],
      },
    ],
    [
      'a guest with an expiration',
      { guest: true },
      { guest: false, guestExpiration: '2027-01-01T00:00:00Z' },
      { kind: 'patchUser', implies: [], set: { guest: true }, ...plain },
    ],
    [
      'a full member who was a guest',
      { guest: false },
      {},
      { kind: 'patchUser', implies: [], set: { guest: false }, ...plain, clear: [] },
    ],
  ])('returns the change for %s', (_, set, account, expected) => {
    expect(kinds(set, account)).toEqual([expected]);
  });

  it('deactivates a new guest again who should stay deactivated', () => {
    const [conversion, deactivation] = userUpdates(
      base,
      { before: {}, set: { guest: true, active: false }, clear: [] },
      user('W1', { active: false }),
      false,
    );
    expect(conversion).toMatchObject({ kind: 'reactivateUser', set: { guest: true, active: true } });
    expect(deactivation).toMatchObject({
      id: 'cd',
      after: [changeId('c')],
      kind: 'deactivateUser',
      before: { active: true },
      set: { active: false },
    });
    expect(kinds({ guest: true }, { active: false }, true)).toHaveLength(1);
  });
});

describe('deactivationOf', () => {
  const row = { line: 2, set: {}, clear: [] };
  it.each([
    [true, ['deactivateUser']],
    [false, []],
  ])('returns a change only for an active account: %s', (active, kinds) => {
    expect(deactivationOf(row, user('W1', { active })).map(({ kind }) => kind)).toEqual(kinds);
  });
});

describe('activeUsers of a snapshot', () => {
  it('counts active accounts', () => {
    const accounts = [user('W1', {}), user('W2', { active: false }), user('W3', {})];
    expect(snapshotOf(accounts).activeUsers).toBe(2);
    expect(snapshotOf([]).activeUsers).toBe(0);
  });
});

describe('users who exchange addresses', () => {
  const snapshot = snapshotOf([user('W1', { email: 'a@x.example' }), user('W2', { email: 'b@x.example' })]);
  const exchange = (more: object = {}) => [
    patch({ email: 'b@x.example' }, { email: 'a@x.example' }, { id: '1', after: [changeId('2')], ...more }),
    patch(
      { email: 'a@x.example' },
      { email: 'b@x.example' },
      { id: '2', after: [changeId('1')], target: { id: 'W2' }, ...more },
    ),
  ];
  const planned = (changes: readonly Change[]) =>
    withTemporaryValues(changes as Parameters<typeof withTemporaryValues>[0], snapshot).map(
      ({ id, after }) => `${id} after ${after.join(' ') || 'nothing'}`,
    );

  it('get a temporary value in a separate change', () => {
    expect(planned(exchange())).toEqual(['1t after nothing', '1 after 2 1t', '2 after 1t']);
  });

  it.each<[string, readonly Change[]]>([
    ['no change depends on another', exchange({ after: [] })],
    ['both users are replaced', exchange({ kind: 'replaceUser' })],
    ['neither releases an address', exchange({ set: { title: 'x' } })],
    ['neither had an address', exchange({ before: {} })],
  ])('get no temporary value if %s', (_, changes) => {
    expect(planned(changes)).toEqual(
      changes.map(({ id, after }) => `${id} after ${after.join(' ') || 'nothing'}`),
    );
  });
});

describe('numbers without their leading zeros', () => {
  const found = (
    codes: readonly string[],
    row: UserValues,
    account?: UserValues,
    more: Partial<DesiredUser> = {},
    short: Parameters<typeof shortOf>[0] = [],
  ) => {
    const snapshot = snapshotOf(codes.map((employeeNumber, index) => user(`W${index}`, { employeeNumber })));
    const match: Match = { hits: [], ...(account === undefined ? {} : { user: user('W1', account) }) };
    return new LostZerosFinder(snapshot, shortOf(short))
      .in({ line: 2, set: row, clear: [], ...more }, match)
      .map(({ column, message }) => `${column} ${message}`);
  };
  const shortOf = (lines: readonly number[]) =>
    lines.map((line) => ({
      column: 'employeeNumber' as const,
      row: { line, set: {}, clear: [] },
      message: 'is short',
    }));
  const ofFive = (count: number) => Array.from({ length: count }, (_, index) => `0000${index}`);
  const five = 'employeeNumber "123" has lost its leading zeros: the accounts have 5 digits, such as 00123';

  it.each<[string, readonly string[], string, readonly string[]]>([
    ['two accounts have longer ones', ['00001', '00002'], '123', [five]],
    ['a single account is not enough', ['00001'], '123', []],
    ['accounts with different lengths are not enough', ['00001', '0002'], '123', []],
    ['accounts that never had zeros are not enough', ['01005', '1006', '7702'], '123', []],
    [
      'nearly all accounts have longer ones',
      [...ofFive(9), '7702'],
      '123',
      [five.replace('the accounts', 'nearly all accounts')],
    ],
    ['fewer accounts have longer ones', [...ofFive(8), '7702'], '123', []],
    ['the number has the same length', ['00001', '00002'], '12345', []],
    ['the number is longer', ['00001', '00002'], '123456', []],
    ['an account has the number unchanged', ['00001', '123'], '123', []],
    ['the value is not a number', ['00001', '00002'], 'A12', []],
    ['the value is empty', ['00001', '00002'], ' ', []],
  ])('are detected by the accounts: %s', (_, codes, code, expected) => {
    expect(found(codes, { employeeNumber: code })).toEqual(expected);
  });

  it('are detected by the account of the row', () => {
    expect(found([], { employeeNumber: '123' }, { employeeNumber: '00123' })).toEqual([
      'employeeNumber "123" has lost its leading zeros: the account has 00123',
    ]);
    expect(found([], { employeeNumber: '123' }, { employeeNumber: '00124' })).toEqual([]);
  });

  it('are detected by the other rows, each with its line', () => {
    expect(found([], { employeeNumber: '123' }, undefined, {}, [2])).toEqual(['employeeNumber is short']);
    expect(found([], { employeeNumber: '123' }, undefined, {}, [3])).toEqual([]);
  });

  it('are not checked in rows of leavers', () => {
    expect(found(['00001', '00002'], { employeeNumber: '123' }, undefined, { outside: 'ignore' })).toEqual(
      [],
    );
  });
});

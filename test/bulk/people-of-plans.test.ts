import { describe, expect, it } from 'vitest';
import type { Change, ChangeKind } from '../../src/bulk/plan/change.ts';
import { hasAccountOrFinding } from '../../src/bulk/plan/find-people.ts';
import { findGroups, groupSnapshotOf } from '../../src/bulk/plan/group-snapshot.ts';
import type { Match } from '../../src/bulk/plan/match.ts';
import { addressesNamed, namesInArguments, userIdsNamed } from '../../src/bulk/plan/named-in-arguments.ts';
import { ownerChange } from '../../src/bulk/plan/owner-change.ts';
import { createIdentityCheck, identitiesByName, managersOf } from '../../src/bulk/plan/people.ts';
import { protectedIn } from '../../src/bulk/plan/protected-changes.ts';
import { keyOf, rowName } from '../../src/bulk/plan/row-names.ts';
import { snapshotOf } from '../../src/bulk/plan/snapshot.ts';
import type { Json } from '../../src/spec/protocol-types.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { changeId, groupId, type UserId, userId } from '../../src/values/ids.ts';

const user = (id: string, values: UserValues, created?: string) => ({
  id: userId(id),
  created,
  values: { active: true, ...values },
});
const patch = (set: UserValues, before: UserValues = {}, id = 'W1'): Change => ({
  kind: 'patchUser',
  id: changeId('c'),
  line: 2,
  name: 'ann',
  after: [],
  target: { id: userId(id) },
  before,
  set,
  clear: [],
});

const groupChange = (kind: ChangeKind, more: object) =>
  ({
    kind,
    id: changeId('g'),
    line: 2,
    name: 'Team',
    after: [],
    target: { id: 'S1' },
    members: [],
    ...more,
  }) as Change;

describe('recognizing the user of a plan by ID', () => {
  const people = { W1: { userName: 'ann', email: 'ann@x.example', created: '2024-01-02T03:04:05Z' } };
  const stranger = (now: ReturnType<typeof user>, changes: readonly Change[] = [], created = {}) =>
    createIdentityCheck({ changes, people }, created).stranger(now);

  it.each<[string, UserValues, string | undefined]>([
    ['the userName, in any letter case', { userName: 'ANN' }, undefined],
    ['the address, in any letter case', { email: 'Ann@X.example' }, undefined],
    ['the time of creation', { userName: 'zoe' }, '2024-01-02T03:04:05Z'],
  ])('accepts one equal value: %s', (_, values, created) => {
    expect(stranger(user('W1', values, created))).toBeUndefined();
  });

  it('names the other user and the planned one', () => {
    expect(stranger(user('W1', { userName: 'zoe', email: 'zoe@x.example' }, '2025-01-01T00:00:00Z'))).toBe(
      'W1 now belongs to zoe; the plan has ann',
    );
    expect(stranger(user('W1', { email: 'zoe@x.example' }))).toBe(
      'W1 now belongs to zoe@x.example; the plan has ann',
    );
    expect(stranger(user('W1', {}))).toBe('W1 now belongs to an unnamed user; the plan has ann');
  });

  it('accepts a value that the plan sets', () => {
    const renamed = user('W1', { userName: 'anna', email: 'anna@x.example' });
    expect(stranger(renamed)).toContain('W1 now belongs to anna');
    expect(stranger(renamed, [patch({ userName: 'Anna' })])).toBeUndefined();
    expect(stranger(renamed, [patch({ userName: 'Anna' }, {}, 'W2')])).toContain('W1 now belongs to anna');
  });

  it('accepts a user without recorded values', () => {
    expect(stranger(user('W9', { userName: 'zoe' }))).toBeUndefined();
    expect(
      createIdentityCheck({ changes: [], people: { W1: {} } }).stranger(user('W1', { userName: 'zoe' })),
    ).toBeUndefined();
    expect(createIdentityCheck({ changes: [] }).stranger(user('W1', { userName: 'zoe' }))).toBeUndefined();
  });

  it('checks a user that the run created against the response of the service', () => {
    expect(stranger(user('W7', { userName: 'zoe' }), [], { W7: { userName: 'new' } })).toBe(
      'W7 now belongs to zoe; the plan has new',
    );
  });

  it.each<[string, UserValues]>([
    ['userName', { userName: 'Ann Lee' }],
    ['address', { email: 'Ann Lee' }],
    ['displayName', { displayName: 'ann lee' }],
  ])('accepts the name that the plan recorded as %s', (_, values) => {
    const called = createIdentityCheck({ changes: [], people: { W1: { called: 'Ann Lee' } } });
    expect(called.stranger(user('W1', values))).toBeUndefined();
    expect(called.stranger(user('W1', { userName: 'zoe' }))).toBe(
      'W1 now belongs to zoe; the plan has Ann Lee',
    );
  });
});

describe('users recorded in a plan', () => {
  const snapshot = snapshotOf([
    user('W1', { userName: 'ann' }),
    user('W2', { email: 'bo@x.example' }),
    user('W3', {}),
  ]);

  it('include managers that users get or lose, if they have a name', () => {
    expect(
      managersOf([patch({ manager: 'W1' }, { manager: 'W2' }), patch({ manager: 'W3' })], snapshot),
    ).toEqual({
      W1: 'ann',
      W2: 'bo@x.example',
    });
    expect(managersOf([patch({ title: 'x' }), patch({ manager: 'W3' })], snapshot)).toBeUndefined();
  });

  it('include members by the name in the file', () => {
    const changes = [
      groupChange('addMembers', {
        members: [
          { id: 'W1', name: 'ann' },
          { id: 'W2', name: 'W2' },
          { id: 'W3', name: '' },
        ],
      }),
      groupChange('removeMembers', {
        members: [
          { id: 'W4', name: 'dan' },
          { createdBy: changeId('c'), name: 'new' },
        ],
      }),
      groupChange('replaceGroup', {
        joining: [{ id: 'W5', name: 'eve' }],
        leaving: [{ id: 'W6', name: 'fay' }],
      }),
      patch({ title: 'x' }),
    ];
    expect(identitiesByName(changes)).toEqual({
      W1: { called: 'ann' },
      W4: { called: 'dan' },
      W5: { called: 'eve' },
      W6: { called: 'fay' },
    });
  });
});

describe('rowName and keyOf', () => {
  it.each<[UserValues, string | undefined, string, string]>([
    [{ userName: 'ann', email: 'a@x' }, 'W1', 'id', 'ann'],
    [{ userName: 'ann', email: 'a@x' }, undefined, 'email', 'ann'],
    [{ email: 'a@x' }, undefined, 'email', 'a@x'],
    [{ userName: 'ann' }, undefined, 'userName', 'ann'],
    [{ employeeNumber: '7' }, undefined, 'employeeNumber', '7'],
    [{ employeeNumber: '7' }, 'W1', 'id', 'W1'],
    [{}, undefined, 'employeeNumber', ''],
  ])('describe %j with the ID %s by %s as "%s"', (set, id, key, name) => {
    const row = { line: 2, set, clear: [], ...(id === undefined ? {} : { id }) };
    expect([keyOf(row), rowName(row)]).toEqual([key, name]);
  });
});

describe('findGroups', () => {
  const group = (id: string, displayName: string) => ({
    id: groupId(id),
    displayName,
    members: new Set<UserId>(),
  });
  const groups = groupSnapshotOf([
    group('S1', 'Team'),
    group('S2', 'team'),
    group('S3', ' Crew '),
    group('S4', 'S1'),
  ]);

  it.each([
    ['S1', ['S1']],
    ['Team', ['S1']],
    ['team', ['S2']],
    ['TEAM', ['S1', 'S2']],
    ['crew', ['S3']],
    [' Crew ', ['S3']],
    ['none', []],
  ])('finds a group by ID, name, or a name that differs in case: "%s"', (identity, ids) => {
    expect(findGroups(groups, identity).map(({ id }) => id)).toEqual(ids);
  });
});

describe('users named in the arguments of a call', () => {
  const words = (args: Readonly<Record<string, Json>>, method = 'x.y') =>
    namesInArguments({ method, arguments: args });

  it.each<[string, Readonly<Record<string, Json>>, readonly string[]]>([
    [
      'a text, its parts and its IDs',
      { a: 'Ann Lee, W1AAAAAAA; bo@x.example' },
      ['Ann Lee', 'W1AAAAAAA; bo@x.example', 'W1AAAAAAA', 'bo@x.example'],
    ],
    ['a list', { a: ['one', ' two '] }, ['one', 'two']],
    ['JSON in a text', { a: ' {"b":["deep"]}' }, ['{"b":["deep"]}', 'deep']],
    ['a list in a text', { a: '["deep"]' }, ['["deep"]', 'deep']],
    ['invalid JSON', { a: '{deep' }, ['{deep']],
    [
      'names of members that are IDs or addresses',
      { a: { W1AAAAAAA: true, 'bo@x.example': 1, word: null } },
      ['W1AAAAAAA', 'bo@x.example'],
    ],
    ['a name of an argument that is an address', { 'bo@x.example': false }, ['bo@x.example']],
    ['numbers and empty values', { a: 1, b: null, c: '', d: ' , ' }, []],
  ])('include %s', (_, args, expected) => {
    expect(words(args)).toEqual(expected);
  });

  it('are separated into IDs and addresses', () => {
    const call = { method: 'x.y', arguments: { a: 'W1AAAAAAA, bo@x.example, @x, x@' } };
    expect(userIdsNamed(call)).toEqual(['W1AAAAAAA']);
    expect(addressesNamed(call)).toEqual(['bo@x.example']);
  });

  it('omit the fixed values of a method', () => {
    expect(
      words({ permission_type: 'everyone', function_id: 'Fn1' }, 'functions.distributions.permissions.set'),
    ).toEqual(['Fn1']);
  });
});

describe('ownerChange', () => {
  const change = (account: UserValues, row: UserValues, outside?: 'ignore') =>
    ownerChange(user('W1', account), {
      line: 2,
      set: row,
      clear: [],
      ...(outside === undefined ? {} : { outside }),
    });
  const ann = { givenName: 'Ann', familyName: 'Lee' };
  const bo = { givenName: 'Bo', familyName: 'Ray' };

  it.each<[string, UserValues, UserValues, string | undefined]>([
    ['the same number', { ...ann, employeeNumber: '7' }, { ...bo, employeeNumber: ' 7 ' }, undefined],
    [
      'another number',
      { ...ann, employeeNumber: '7' },
      { ...ann, employeeNumber: '8' },
      ' with employeeNumber 7; this row has 8',
    ],
    ['no number and the same name', ann, ann, undefined],
    [
      'no number and another name',
      ann,
      bo,
      ', with another name and no employeeNumber; this row has none either',
    ],
    [
      'a number of the account only',
      { ...ann, employeeNumber: '7' },
      bo,
      ', with another name and employeeNumber 7; this row has none',
    ],
    [
      'a number of the row only',
      ann,
      { ...bo, employeeNumber: '8' },
      ', with another name and no employeeNumber; this row has 8',
    ],
    ['a name that is half the same', ann, { givenName: 'Ann', familyName: 'Ray' }, undefined],
    ['a name of one word', ann, { givenName: 'Bo' }, undefined],
    ['the same userName', { ...ann, userName: 'al' }, { ...bo, userName: 'AL' }, undefined],
    [
      'a leaver',
      { ...ann, active: false },
      { ...bo, active: true },
      ', deactivated, with another name and no employeeNumber; this row has none either',
    ],
    [
      'a leaver with a new family name',
      { ...ann, active: false, employeeNumber: '7' },
      { givenName: 'Ann', familyName: 'Ray', active: true },
      ', deactivated, with another name and employeeNumber 7; this row has none',
    ],
  ])('compares the owner of the account with the row: %s', (_, account, row, words) => {
    expect(change(account, row)).toBe(words);
  });

  it('compares only the number for a row without an account', () => {
    expect(change(ann, bo, 'ignore')).toBeUndefined();
    expect(change({ employeeNumber: '7' }, { employeeNumber: '8' }, 'ignore')).toContain('employeeNumber 7');
  });
});

describe('protectedIn', () => {
  const snapshot = snapshotOf([
    user('W1', { userName: 'ann', email: 'ann@x.example' }),
    user('W2', { userName: 'bo', email: 'bo@x.example', secondaryEmail: 'bo2@x.example' }),
  ]);
  const groups = groupSnapshotOf([
    { id: groupId('S1'), displayName: 'Team', members: new Set([userId('W2')]) },
  ]);
  const asks = (more: object) => ({ asks: { names: [], joining: [], leaving: [], unclear: [], ...more } });

  it.each<[string, string, Change, readonly string[]]>([
    ['the user', 'bo', patch({ title: 'x' }, {}, 'W2'), ['bo']],
    ['the user, by another address', 'bo2@x.example', patch({ title: 'x' }, {}, 'W2'), ['bo']],
    ['another user', 'bo', patch({ title: 'x' }), []],
    ['a manager', 'bo', patch({ manager: 'W2' }), ['bo (manager of ann)']],
    ['a group', 'Team', groupChange('addMembers', {}), ['Team']],
    ['a group by its ID', 'S1', groupChange('removeMembers', {}), ['Team']],
    [
      'a member who joins',
      'bo',
      groupChange('addMembers', { members: [{ id: 'W2', name: 'bo', line: 3 }] }),
      ['bo (member of Team)'],
    ],
    [
      'a member of a group that is deleted',
      'bo',
      groupChange('deleteGroup', { members: ['W2'] }),
      ['bo (member of Team)'],
    ],
    [
      'a name that a group would take',
      'Board',
      groupChange('renameGroup', { displayName: 'Board' }),
      ['Board'],
    ],
    [
      'a name that a replacement would give',
      'Board',
      groupChange('replaceGroup', { displayName: 'Board', joining: [], leaving: [] }),
      ['Board'],
    ],
    [
      'a member that a replacement omits',
      'bo',
      groupChange('replaceGroup', { displayName: 'Team', joining: [], leaving: [{ id: 'W2', name: 'bo' }] }),
      ['bo (member of Team)'],
    ],
    [
      'a name that written operations give',
      'Board',
      groupChange('sendGroupPatch', asks({ names: ['Board'] })),
      ['Board'],
    ],
    [
      'a member that written operations remove',
      'bo',
      groupChange('sendGroupPatch', asks({ leaving: ['W2'] })),
      ['bo (member of Team)'],
    ],
    [
      'a member that written operations add',
      'bo',
      groupChange('sendGroupPatch', asks({ joining: ['W2'] })),
      ['bo (member of Team)'],
    ],
    [
      'a user that a call names by ID',
      'bo',
      groupChange('callMethod', { method: 'x.y', arguments: { users: 'W1AAAAAAA,W2' } }),
      ['bo'],
    ],
    [
      'a user that a call names by address',
      'bo',
      groupChange('callMethod', { method: 'x.y', arguments: { user: 'bo@x.example' } }),
      ['bo'],
    ],
    [
      'a channel that a call names',
      'C0BOARD',
      groupChange('callMethod', { method: 'x.y', arguments: { channel: 'C0BOARD' } }),
      ['C0BOARD'],
    ],
    ['an untouched user', 'zoe', groupChange('sendGroupPatch', asks({ joining: ['W1'] })), []],
  ])('finds protected users and groups: %s', (_, name, change, found) => {
    expect(protectedIn([change, change], snapshot, groups, (text) => text === name)).toEqual(found);
  });
});

describe('hasAccountOrFinding', () => {
  const found = user('W1', { userName: 'ann' });
  const finding = { code: 'identity_conflict', message: 'x' } as const;
  const hit = (key: 'id' | 'email') => ({ key, value: 'x', users: [] });
  it.each<[string, object, 'ignore' | undefined, boolean]>([
    ['the matched user', { user: found, hits: [] }, undefined, true],
    ['the matched user, ignored', { user: found, hits: [] }, 'ignore', true],
    ['a finding', { finding, hits: [] }, undefined, true],
    ['an unknown ID', { hits: [hit('id')] }, undefined, true],
    ['an unknown ID, ignored', { hits: [hit('id')] }, 'ignore', false],
    ['an unknown address', { hits: [hit('email')] }, undefined, false],
    ['no key', { hits: [] }, undefined, false],
  ])('is known for a row with %s', (_, match, outside, is) => {
    const row = { line: 2, set: {}, clear: [], ...(outside === undefined ? {} : { outside }) };
    expect(hasAccountOrFinding(row, match as Match)).toBe(is);
  });
});

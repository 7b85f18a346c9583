import { expect, it } from 'vitest';
import type { DesiredUser } from '../../src/bulk/input/desired-state.ts';
import { contradiction, decideMatch } from '../../src/bulk/plan/decide-match.ts';
import type { KeyHit } from '../../src/bulk/plan/match.ts';
import type { SnapshotUser } from '../../src/bulk/plan/snapshot.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { userId } from '../../src/values/ids.ts';

const account = (userName: string): SnapshotUser => ({
  id: userId(`W${userName.toUpperCase()}`),
  values: { userName, active: true },
});
const ANN = account('ann');
const BOB = account('bob');
const row: DesiredUser = { line: 2, set: {}, clear: [] };
const number = (...users: readonly SnapshotUser[]): KeyHit => ({ key: 'employeeNumber', value: '7', users });
const byId: KeyHit = { key: 'id', value: 'WANN', users: [ANN] };
const byEmail: KeyHit = { key: 'email', value: 'ann@x.example', users: [ANN] };
const ofNobody: KeyHit = { ...byEmail, users: [] };
const SHARED = 'employee_number_shared employeeNumber 7 belongs to ann (WANN) and bob (WBOB)';

it.each<[string, readonly KeyHit[], KeyHit, string | undefined]>([
  ['the matched user has the number', [byEmail], number(ANN), undefined],
  ['the user found by ID has the number', [byId], number(ANN), undefined],
  ['one of two users with the number is found by ID', [byId], number(ANN, BOB), undefined],
  ['one of two users with the number is found by address', [byEmail], number(ANN, BOB), SHARED],
  ['two users have the number, and the row matches no user', [ofNobody], number(ANN, BOB), SHARED],
  [
    'the ID belongs to another user',
    [byId],
    number(BOB),
    'identity_conflict employeeNumber 7 belongs to bob (WBOB), id WANN belongs to ann (WANN)',
  ],
  [
    'a user has the number, and no user has the address',
    [ofNobody],
    number(BOB),
    'identity_conflict employeeNumber 7 belongs to bob (WBOB), email ann@x.example matches no user',
  ],
  [
    'a user has the number, and no user has the address or userName',
    [ofNobody, { key: 'userName', value: 'ann', users: [] }],
    number(BOB),
    'identity_conflict employeeNumber 7 belongs to bob (WBOB), email ann@x.example and userName ann match no user',
  ],
])(
  'contradiction finds an employee number that is not a match key but conflicts: %s',
  (_, hits, beside, expected) => {
    const first = hits.find(({ users }) => users.length > 0);
    const decided = first === undefined ? {} : { user: ANN, by: first.key };
    const found = contradiction(decided, hits, beside, row);
    expect(found && `${found.code} ${found.message}`).toBe(expected);
    expect(contradiction(decided, hits, beside, { ...row, outside: 'ignore' })).toBeUndefined();
    const finding = { code: 'identity_changed', path: 'email', message: 'x' } as const;
    expect(contradiction({ finding }, hits, beside, row)).toBeUndefined();
  },
);

const LIND = { givenName: 'Ann', familyName: 'Lind' };
const BERG = { givenName: 'Zoe', familyName: 'Berg' };

it.each<[string, KeyHit['key'], UserValues, UserValues, string | undefined]>([
  [
    'an address, and another number',
    'email',
    { employeeNumber: '1' },
    { employeeNumber: '2' },
    'identity_changed',
  ],
  [
    'a userName, and another number',
    'userName',
    { employeeNumber: '1' },
    { employeeNumber: '2' },
    'identity_changed',
  ],
  ['an ID, and only another number', 'id', { employeeNumber: '1' }, { employeeNumber: '2' }, undefined],
  ['an address, and another name', 'email', LIND, BERG, 'identity_changed'],
  [
    'an address, and another name with the same userName',
    'email',
    LIND,
    { ...BERG, userName: 'Ann' },
    undefined,
  ],
  [
    'an address, and another name with the same number',
    'email',
    { ...LIND, employeeNumber: '1' },
    { ...BERG, employeeNumber: '1' },
    undefined,
  ],
  [
    'an address, reactivated with part of its name',
    'email',
    { ...LIND, employeeNumber: '1', active: false },
    { givenName: 'Ann', active: true },
    undefined,
  ],
])(
  'decideMatch decides whether the account belongs to another user: found by %s',
  (_, key, stored, set, code) => {
    const user = { ...ANN, values: { ...ANN.values, ...stored, active: stored.active ?? true } };
    const hits: readonly KeyHit[] = [{ key, value: 'ann', users: [user] }];
    const decided = decideMatch(hits, { ...row, set });
    expect([decided.finding?.code, decided.user?.id]).toEqual([
      code,
      code === undefined ? user.id : undefined,
    ]);
  },
);

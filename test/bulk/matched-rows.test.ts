import { describe, expect, it } from 'vitest';
import type { DesiredUser } from '../../src/bulk/input/desired-state.ts';
import type { MatchKey } from '../../src/bulk/input/match-keys.ts';
import { UserMatcher } from '../../src/bulk/plan/match-users.ts';
import { isOfOtherNumber, mismatchByImmutableKey } from '../../src/bulk/plan/owner-change.ts';
import { snapshotOf } from '../../src/bulk/plan/snapshot.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { userId } from '../../src/values/ids.ts';

const user = (id: string, values: UserValues) => ({ id: userId(id), values: { active: true, ...values } });
const ANN: UserValues = {
  userName: 'ann',
  email: 'ann@x.example',
  employeeNumber: '007',
  givenName: 'Ann',
  familyName: 'Lee',
};
const BOB: UserValues = {
  userName: 'bob',
  email: 'bob@x.example',
  employeeNumber: '0042',
  givenName: 'Bob',
  familyName: 'Ray',
};
const USERS = [
  user('W1', ANN),
  user('W2', BOB),
  user('W3', {
    userName: 'cy',
    email: 'cy@x.example',
    employeeNumber: '5',
    secondaryEmail: 'second@x.example',
  }),
  user('W4', { userName: 'dee', email: 'dee@x.example', employeeNumber: '5' }),
  user('W5', { email: 'noname@x.example' }),
];

interface Given extends Partial<DesiredUser> {
  readonly accepted?: boolean;
  readonly chain?: readonly MatchKey[];
}

/** The match of a row: the user and the key, or the finding. */
function matched(set: UserValues, { accepted = false, chain, ...more }: Given = {}): string {
  const matcher = new UserMatcher(snapshotOf(USERS), chain);
  const match = matcher.match({ line: 2, set, clear: [], ...more }, accepted);
  const { user: found, by, finding, accepted: looked } = match;
  const words = finding === undefined ? '' : `${finding.code} ${finding.path}: ${finding.message}`;
  const who = found === undefined ? '' : `${found.id} by ${by}`;
  return [who, words, looked === undefined ? '' : `accepted ${looked.code}`]
    .filter((one) => one !== '')
    .join(', ');
}

const UNNUMBERED: readonly MatchKey[] = ['id', 'email', 'userName'];

describe('matching a row to a user', () => {
  it.each<[string, UserValues, Given, string]>([
    ['by ID', {}, { id: 'W1' }, 'W1 by id'],
    ['by number, ignoring spaces and case', { employeeNumber: ' 007 ' }, {}, 'W1 by employeeNumber'],
    ['by address, in any letter case', { email: 'ANN@x.example' }, {}, 'W1 by email'],
    ['by userName', { userName: 'Ann' }, {}, 'W1 by userName'],
    ['by all keys', ANN, { id: 'W1' }, 'W1 by id'],
    ['by the first key that matches', { email: 'new@x.example', userName: 'ann' }, {}, 'W1 by userName'],
    [
      'by a custom list of keys',
      { employeeNumber: '007', userName: 'ann' },
      { chain: ['userName'] },
      'W1 by userName',
    ],
    ['no user by an unknown ID', {}, { id: 'W9' }, ''],
    ['no user by a secondary address', { email: 'second@x.example' }, {}, ''],
    ['no user by a userName that is an address', { userName: 'ann@x.example' }, {}, ''],
    ['no user by a proposed userName', { userName: 'ann' }, { isNumbered: true }, ''],
    ['no user by a number with trailing zeros', { employeeNumber: '50' }, {}, ''],
    ['no user by an empty cell', { email: ' ', userName: '' }, {}, ''],
    ['no user by a key that is not used', { userName: 'ann' }, { chain: ['email'] }, ''],
    ['one of two users with a number, by ID', { employeeNumber: '5' }, { id: 'W3' }, 'W3 by id'],
    [
      'neither of two users with a number',
      { employeeNumber: '5 ' },
      {},
      'employee_number_shared employeeNumber: employeeNumber 5 belongs to cy (W3) and dee (W4)',
    ],
    [
      'no user if two keys match two users',
      { email: 'ann@x.example', userName: 'bob' },
      {},
      'identity_conflict userName: email ann@x.example belongs to ann (W1), userName bob belongs to bob (W2)',
    ],
    [
      'no user if the number has lost its zeros',
      { employeeNumber: ' 42 ' },
      {},
      'spreadsheet_damage employeeNumber: "42" has lost its leading zeros: bob (W2) has 0042',
    ],
    [
      'no user if the account lost the zeros earlier',
      { employeeNumber: '05' },
      {},
      'spreadsheet_damage employeeNumber: "05" differs only in leading zeros: cy (W3) has 5 and dee (W4) has 5',
    ],
    ['by ID even if the number lost its zeros', { employeeNumber: '42' }, { id: 'W2' }, 'W2 by id'],
    [
      'no user if the address belongs to a user with another number',
      { email: 'ann@x.example', employeeNumber: '9' },
      {},
      'identity_changed email: email ann@x.example belongs to ann (W1) with employeeNumber 007; this row has 9',
    ],
    [
      'no user if a user without a name conflicts',
      { email: 'noname@x.example', userName: 'bob' },
      {},
      'identity_conflict userName: email noname@x.example belongs to noname@x.example (W5), userName bob belongs to bob (W2)',
    ],
  ])('finds: %s', (_, set, given, expected) => {
    expect(matched(set, given)).toBe(expected);
  });

  it.each<[string, UserValues, Given, string]>([
    ['of the user', { ...ANN }, {}, 'W1 by email'],
    [
      'of another user',
      { email: 'ann@x.example', employeeNumber: '0042' },
      {},
      'identity_changed email: email ann@x.example belongs to ann (W1) with employeeNumber 007; this row has 0042',
    ],
    [
      'of a user other than the one with the ID',
      { employeeNumber: '0042' },
      { id: 'W1' },
      'identity_conflict employeeNumber: employeeNumber 0042 belongs to bob (W2), id W1 belongs to ann (W1)',
    ],
    [
      'of a user that no other key matches',
      { email: 'new@x.example', employeeNumber: '0042' },
      {},
      'identity_conflict employeeNumber: employeeNumber 0042 belongs to bob (W2), email new@x.example matches no user',
    ],
    ['without a number', { email: 'ann@x.example', givenName: 'Ann' }, {}, 'W1 by email'],
    [
      'accepted, of one user',
      { email: 'new@x.example', employeeNumber: '0042' },
      { accepted: true },
      'W2 by employeeNumber, accepted identity_conflict',
    ],
    [
      'accepted, of two users',
      { email: 'new@x.example', employeeNumber: '5' },
      { accepted: true },
      'employee_number_shared employeeNumber: employeeNumber 5 belongs to cy (W3) and dee (W4)',
    ],
  ])('checks a number that is not a match key: %s', (_, set, given, expected) => {
    expect(matched(set, { chain: UNNUMBERED, ...given })).toBe(expected);
  });

  it.each<[string, UserValues, Given, string]>([
    ['without a finding', { userName: 'ann' }, {}, 'W1 by userName'],
    [
      'the first of two keys decides',
      { email: 'ann@x.example', userName: 'bob' },
      {},
      'W1 by email, accepted identity_conflict',
    ],
    [
      'another key chooses one of two users with the number',
      { employeeNumber: '5', email: 'dee@x.example' },
      {},
      'W4 by employeeNumber, accepted employee_number_shared',
    ],
    [
      'no other key chooses one of two users with the number',
      { employeeNumber: '5', email: 'ann@x.example' },
      {},
      'employee_number_shared employeeNumber: employeeNumber 5 belongs to cy (W3) and dee (W4)',
    ],
    ['a short number is used for a new user', { employeeNumber: '42' }, {}, 'accepted spreadsheet_damage'],
    [
      'a short number is used for the user with the address',
      { employeeNumber: '42', email: 'noname@x.example' },
      {},
      'W5 by email, accepted spreadsheet_damage',
    ],
    [
      'a short number is used for its own account',
      { employeeNumber: '42', email: 'bob@x.example', givenName: 'Bob' },
      {},
      'W2 by email, accepted spreadsheet_damage',
    ],
    [
      'a short number is refused for another name',
      { employeeNumber: '42', email: 'bob@x.example', givenName: 'Zoe', familyName: 'Fox' },
      {},
      'identity_changed email: email bob@x.example belongs to bob (W2) with employeeNumber 0042; this row has 42',
    ],
    [
      'a short number is refused for another account',
      { employeeNumber: '42', email: 'ann@x.example', givenName: 'Ann' },
      {},
      'identity_changed email: email ann@x.example belongs to ann (W1) with employeeNumber 007; this row has 42',
    ],
  ])('follows an accepted line: %s', (_, set, given, expected) => {
    expect(matched(set, { accepted: true, ...given })).toBe(expected);
  });

  it.each<[string, UserValues, Given, string]>([
    ['by ID, ignoring the address', { email: 'bob@x.example' }, { id: 'W1' }, 'W1 by id'],
    [
      'by number, ignoring the address',
      { employeeNumber: '007', email: 'bob@x.example' },
      {},
      'W1 by employeeNumber',
    ],
    ['by an address without a conflict', { email: 'ann@x.example' }, {}, 'W1 by email'],
    ['no user by an address of another user', { email: 'bob@x.example', employeeNumber: '9' }, {}, ''],
  ])('finds the leaver of a row: %s', (_, set, given, expected) => {
    expect(matched(set, { outside: 'deactivate', ...given })).toBe(expected);
  });

  it('skips rows that are ignored', () => {
    const twins = { employeeNumber: '5' };
    expect(matched(twins, { outside: 'ignore' })).toBe('');
    expect(matched(twins, { outside: 'deactivate' })).toContain('employee_number_shared');
  });
});

describe('matching a manager cell', () => {
  const named = (text: string, chain?: readonly MatchKey[]) =>
    new UserMatcher(snapshotOf(USERS), chain).named(text).map(({ id }) => id);

  it.each<[string, string, readonly MatchKey[] | undefined, readonly string[]]>([
    ['an ID', 'W1', undefined, ['W1']],
    ['a number', '0042', undefined, ['W2']],
    ['a number of two users', '5', undefined, ['W3', 'W4']],
    ['an address', 'Ann@x.example', undefined, ['W1']],
    ['a second address', 'second@x.example', undefined, ['W3']],
    ['a userName', 'Bob', undefined, ['W2']],
    ['no user', 'zoe', undefined, []],
    ['no user by a number that is not a match key', '0042', UNNUMBERED, []],
  ])('finds %s', (_, text, chain, ids) => {
    expect(named(text, chain)).toEqual(ids);
  });
});

describe('owner of an account found by ID or number', () => {
  const LEE = { givenName: 'Ann', familyName: 'Lee' };
  const FOX = { givenName: 'Zoe', familyName: 'Fox' };
  const of = (
    stored: UserValues,
    set: UserValues,
    by: 'id' | 'employeeNumber' = 'employeeNumber',
    more = {},
  ) => mismatchByImmutableKey(user('W1', stored), { line: 2, set, clear: [], ...more }, by);

  it.each<[string, UserValues, UserValues, 'id' | 'employeeNumber', string | undefined]>([
    [
      'matches nothing of the row',
      { ...LEE, email: 'a@x' },
      { ...FOX, email: 'z@x' },
      'employeeNumber',
      ' with another email and name',
    ],
    [
      'matches nothing of the row, including the userName',
      { ...LEE, email: 'a@x', userName: 'a' },
      { ...FOX, email: 'z@x', userName: 'z' },
      'employeeNumber',
      ' with another email, userName and name',
    ],
    ['has no address', LEE, { ...FOX, email: 'z@x' }, 'employeeNumber', ' with another email and name'],
    ['has the address', { ...LEE, email: 'a@x' }, { ...FOX, email: 'A@X' }, 'employeeNumber', undefined],
    [
      'has the userName',
      { ...LEE, email: 'a@x', userName: 'a' },
      { ...FOX, email: 'z@x', userName: 'A' },
      'employeeNumber',
      undefined,
    ],
    [
      'has part of the name',
      { ...LEE, email: 'a@x' },
      { givenName: 'Ann', familyName: 'Fox', email: 'z@x' },
      'employeeNumber',
      undefined,
    ],
    ['differs only in the name', LEE, FOX, 'employeeNumber', undefined],
    ['has no name to compare', { email: 'a@x' }, { ...FOX, email: 'z@x' }, 'employeeNumber', undefined],
    [
      'has one part of a name',
      { familyName: 'Lee', email: 'a@x' },
      { ...FOX, email: 'z@x' },
      'employeeNumber',
      ' with another email and name',
    ],
    ['is compared without a name', { ...LEE, email: 'a@x' }, { email: 'z@x' }, 'employeeNumber', undefined],
    ['is found by ID', { ...LEE, email: 'a@x' }, { ...FOX, email: 'z@x' }, 'id', undefined],
    [
      'is found by ID, with another number',
      { ...LEE, email: 'a@x', employeeNumber: '1' },
      { ...FOX, email: 'z@x', employeeNumber: '2' },
      'id',
      ' with another employeeNumber, email and name',
    ],
  ])('is checked if the account %s', (_, stored, set, by, words) => {
    expect(of(stored, set, by)).toBe(words);
  });

  it('is not checked for a row of a leaver', () => {
    expect(
      of({ ...LEE, email: 'a@x' }, { ...FOX, email: 'z@x' }, 'employeeNumber', { outside: 'deactivate' }),
    ).toBeUndefined();
  });

  it.each([
    ['1', '2', true],
    ['1', ' 1 ', false],
    ['1', undefined, false],
    [undefined, '1', false],
  ])('has another number: %s and %s, %s', (stored, wanted, is) => {
    const number = (value: string | undefined) => (value === undefined ? {} : { employeeNumber: value });
    expect(isOfOtherNumber(user('W1', number(stored)), { line: 2, set: number(wanted), clear: [] })).toBe(is);
  });
});

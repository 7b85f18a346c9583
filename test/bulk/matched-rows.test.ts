import { describe, expect, it } from 'vitest';
import type { DesiredUser } from '../../src/bulk/input/desired-state.ts';
import type { MatchKey } from '../../src/bulk/input/match-keys.ts';
import { UserMatcher } from '../../src/bulk/plan/match-users.ts';
import { isOfOtherNumber, strangeOwner } from '../../src/bulk/plan/owner-change.ts';
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

/** What the keys of a row come to: the user and the key, or the finding. */
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

describe('the user whom a row means', () => {
  it.each<[string, UserValues, Given, string]>([
    ['by ID', {}, { id: 'W1' }, 'W1 by id'],
    ['by number, whatever blanks and letter case', { employeeNumber: ' 007 ' }, {}, 'W1 by employeeNumber'],
    ['by address, in any letter case', { email: 'ANN@x.example' }, {}, 'W1 by email'],
    ['by userName', { userName: 'Ann' }, {}, 'W1 by userName'],
    ['by all of them', ANN, { id: 'W1' }, 'W1 by id'],
    [
      'by the first of the chain that finds one',
      { email: 'new@x.example', userName: 'ann' },
      {},
      'W1 by userName',
    ],
    [
      'by a chain of its own',
      { employeeNumber: '007', userName: 'ann' },
      { chain: ['userName'] },
      'W1 by userName',
    ],
    ['nobody by an unknown ID', {}, { id: 'W9' }, ''],
    ['nobody by a secondary address', { email: 'second@x.example' }, {}, ''],
    ['nobody by a userName that is an address', { userName: 'ann@x.example' }, {}, ''],
    ['nobody by a userName that is a proposal', { userName: 'ann' }, { isNumbered: true }, ''],
    ['nobody by a number with zeros behind it', { employeeNumber: '50' }, {}, ''],
    ['nobody by a blank cell', { email: ' ', userName: '' }, {}, ''],
    ['nobody by a key that the chain does not have', { userName: 'ann' }, { chain: ['email'] }, ''],
    ['one of two with a number by ID', { employeeNumber: '5' }, { id: 'W3' }, 'W3 by id'],
    [
      'none of two with a number',
      { employeeNumber: '5 ' },
      {},
      'employee_number_shared employeeNumber: employeeNumber 5 is cy (W3) and dee (W4)',
    ],
    [
      'none where two keys find two people',
      { email: 'ann@x.example', userName: 'bob' },
      {},
      'identity_conflict userName: email ann@x.example is ann (W1), userName bob is bob (W2)',
    ],
    [
      'none where the number has lost its zeros',
      { employeeNumber: ' 42 ' },
      {},
      'spreadsheet_damage employeeNumber: "42" has lost its leading zeros: bob (W2) has 0042',
    ],
    [
      'none where the account lost them on an earlier night',
      { employeeNumber: '05' },
      {},
      'spreadsheet_damage employeeNumber: "05" differs in its leading zeros alone: cy (W3) has 5 and dee (W4) has 5',
    ],
    ['by ID whatever zeros the number lost', { employeeNumber: '42' }, { id: 'W2' }, 'W2 by id'],
    [
      'none where the address is of somebody with another number',
      { email: 'ann@x.example', employeeNumber: '9' },
      {},
      'identity_changed email: email ann@x.example is ann (W1) with employeeNumber 007; this row has 9',
    ],
    [
      'none where somebody without a name is another one',
      { email: 'noname@x.example', userName: 'bob' },
      {},
      'identity_conflict userName: email noname@x.example is noname@x.example (W5), userName bob is bob (W2)',
    ],
  ])('%s', (_, set, given, expected) => {
    expect(matched(set, given)).toBe(expected);
  });

  it.each<[string, UserValues, Given, string]>([
    ['of the user', { ...ANN }, {}, 'W1 by email'],
    [
      'of somebody else',
      { email: 'ann@x.example', employeeNumber: '0042' },
      {},
      'identity_changed email: email ann@x.example is ann (W1) with employeeNumber 007; this row has 0042',
    ],
    [
      'of somebody else than the ID says',
      { employeeNumber: '0042' },
      { id: 'W1' },
      'identity_conflict employeeNumber: employeeNumber 0042 is bob (W2), id W1 is ann (W1)',
    ],
    [
      'of somebody whom no other key finds',
      { email: 'new@x.example', employeeNumber: '0042' },
      {},
      'identity_conflict employeeNumber: employeeNumber 0042 is bob (W2), email new@x.example matches no user',
    ],
    ['of nobody', { email: 'ann@x.example', givenName: 'Ann' }, {}, 'W1 by email'],
    [
      'accepted, whose it is',
      { email: 'new@x.example', employeeNumber: '0042' },
      { accepted: true },
      'W2 by employeeNumber, accepted identity_conflict',
    ],
    [
      'accepted, and of two',
      { email: 'new@x.example', employeeNumber: '5' },
      { accepted: true },
      'employee_number_shared employeeNumber: employeeNumber 5 is cy (W3) and dee (W4)',
    ],
  ])('has a number that the chain does not ask for: %s', (_, set, given, expected) => {
    expect(matched(set, { chain: UNNUMBERED, ...given })).toBe(expected);
  });

  it.each<[string, UserValues, Given, string]>([
    ['nothing to accept', { userName: 'ann' }, {}, 'W1 by userName'],
    [
      'the first of two keys is right',
      { email: 'ann@x.example', userName: 'bob' },
      {},
      'W1 by email, accepted identity_conflict',
    ],
    [
      'of two with a number the one that another key finds',
      { employeeNumber: '5', email: 'dee@x.example' },
      {},
      'W4 by employeeNumber, accepted employee_number_shared',
    ],
    [
      'of two with a number none that no other key finds',
      { employeeNumber: '5', email: 'ann@x.example' },
      {},
      'employee_number_shared employeeNumber: employeeNumber 5 is cy (W3) and dee (W4)',
    ],
    [
      'a number is right as it is, and nobody has it',
      { employeeNumber: '42' },
      {},
      'accepted spreadsheet_damage',
    ],
    [
      'a number is right as it is, and the address says whose',
      { employeeNumber: '42', email: 'noname@x.example' },
      {},
      'W5 by email, accepted spreadsheet_damage',
    ],
    [
      'the account itself gets the number',
      { employeeNumber: '42', email: 'bob@x.example', givenName: 'Bob' },
      {},
      'W2 by email, accepted spreadsheet_damage',
    ],
    [
      'but not under another name',
      { employeeNumber: '42', email: 'bob@x.example', givenName: 'Zoe', familyName: 'Fox' },
      {},
      'identity_changed email: email bob@x.example is bob (W2) with employeeNumber 0042; this row has 42',
    ],
    [
      'and not another account than the zeros say',
      { employeeNumber: '42', email: 'ann@x.example', givenName: 'Ann' },
      {},
      'identity_changed email: email ann@x.example is ann (W1) with employeeNumber 007; this row has 42',
    ],
  ])('was looked at by a person: %s', (_, set, given, expected) => {
    expect(matched(set, { accepted: true, ...given })).toBe(expected);
  });

  it.each<[string, UserValues, Given, string]>([
    ['by ID, whatever the address says', { email: 'bob@x.example' }, { id: 'W1' }, 'W1 by id'],
    [
      'by number, whatever the address says',
      { employeeNumber: '007', email: 'bob@x.example' },
      {},
      'W1 by employeeNumber',
    ],
    ['by an address that nobody else has by now', { email: 'ann@x.example' }, {}, 'W1 by email'],
    [
      'nobody by an address that somebody else has by now',
      { email: 'bob@x.example', employeeNumber: '9' },
      {},
      '',
    ],
  ])('is to have no account: %s', (_, set, given, expected) => {
    expect(matched(set, { outside: 'deactivate', ...given })).toBe(expected);
  });

  it('is asked about nothing where the row is to be ignored', () => {
    const twins = { employeeNumber: '5' };
    expect(matched(twins, { outside: 'ignore' })).toBe('');
    expect(matched(twins, { outside: 'deactivate' })).toContain('employee_number_shared');
  });
});

describe('the users whom the cell of a manager names', () => {
  const named = (text: string, chain?: readonly MatchKey[]) =>
    new UserMatcher(snapshotOf(USERS), chain).named(text).map(({ id }) => id);

  it.each<[string, string, readonly MatchKey[] | undefined, readonly string[]]>([
    ['an ID', 'W1', undefined, ['W1']],
    ['a number', '0042', undefined, ['W2']],
    ['a number of two', '5', undefined, ['W3', 'W4']],
    ['an address', 'Ann@x.example', undefined, ['W1']],
    ['a second address', 'second@x.example', undefined, ['W3']],
    ['a userName', 'Bob', undefined, ['W2']],
    ['nobody', 'zoe', undefined, []],
    ['no number where the chain has none', '0042', UNNUMBERED, []],
  ])('%s', (_, text, chain, ids) => {
    expect(named(text, chain)).toEqual(ids);
  });
});

describe('an account that an ID or a number finds', () => {
  const LEE = { givenName: 'Ann', familyName: 'Lee' };
  const FOX = { givenName: 'Zoe', familyName: 'Fox' };
  const of = (
    stored: UserValues,
    set: UserValues,
    by: 'id' | 'employeeNumber' = 'employeeNumber',
    more = {},
  ) => strangeOwner(user('W1', stored), { line: 2, set, clear: [], ...more }, by);

  it.each<[string, UserValues, UserValues, 'id' | 'employeeNumber', string | undefined]>([
    [
      'has nothing of the row',
      { ...LEE, email: 'a@x' },
      { ...FOX, email: 'z@x' },
      'employeeNumber',
      ' with another email and name',
    ],
    [
      'has nothing of it, not the userName either',
      { ...LEE, email: 'a@x', userName: 'a' },
      { ...FOX, email: 'z@x', userName: 'z' },
      'employeeNumber',
      ' with another email, userName and name',
    ],
    [
      'has no address at all',
      LEE,
      { ...FOX, email: 'z@x' },
      'employeeNumber',
      ' with another email and name',
    ],
    ['has the address', { ...LEE, email: 'a@x' }, { ...FOX, email: 'A@X' }, 'employeeNumber', undefined],
    [
      'has the userName',
      { ...LEE, email: 'a@x', userName: 'a' },
      { ...FOX, email: 'z@x', userName: 'A' },
      'employeeNumber',
      undefined,
    ],
    [
      'has a part of the name',
      { ...LEE, email: 'a@x' },
      { givenName: 'Ann', familyName: 'Fox', email: 'z@x' },
      'employeeNumber',
      undefined,
    ],
    ['has another name alone', LEE, FOX, 'employeeNumber', undefined],
    ['has no name to compare', { email: 'a@x' }, { ...FOX, email: 'z@x' }, 'employeeNumber', undefined],
    [
      'has one part of a name',
      { familyName: 'Lee', email: 'a@x' },
      { ...FOX, email: 'z@x' },
      'employeeNumber',
      ' with another email and name',
    ],
    ['is compared with no name', { ...LEE, email: 'a@x' }, { email: 'z@x' }, 'employeeNumber', undefined],
    ['is right by ID', { ...LEE, email: 'a@x' }, { ...FOX, email: 'z@x' }, 'id', undefined],
    [
      'is not right by ID where the number is another, too',
      { ...LEE, email: 'a@x', employeeNumber: '1' },
      { ...FOX, email: 'z@x', employeeNumber: '2' },
      'id',
      ' with another employeeNumber, email and name',
    ],
  ])('%s', (_, stored, set, by, words) => {
    expect(of(stored, set, by)).toBe(words);
  });

  it('is right for a row of somebody who is to have no account', () => {
    expect(
      of({ ...LEE, email: 'a@x' }, { ...FOX, email: 'z@x' }, 'employeeNumber', { outside: 'deactivate' }),
    ).toBeUndefined();
  });

  it.each([
    ['1', '2', true],
    ['1', ' 1 ', false],
    ['1', undefined, false],
    [undefined, '1', false],
  ])('is of another number: %s and %s, %s', (stored, wanted, is) => {
    const number = (value: string | undefined) => (value === undefined ? {} : { employeeNumber: value });
    expect(isOfOtherNumber(user('W1', number(stored)), { line: 2, set: number(wanted), clear: [] })).toBe(is);
  });
});

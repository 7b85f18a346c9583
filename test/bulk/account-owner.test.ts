// cspell:ignore Джон
import { describe, expect, it } from 'vitest';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { bulkWorld } from '../support/bulk-world.ts';
import { account } from '../support/organization-world.ts';

const JOHN: UserValues = {
  email: 'post@x.example',
  givenName: 'John',
  familyName: 'Smith',
  displayName: 'John Smith',
};

type State = 'active' | 'deactivated';
type Numbers = 'same' | 'other' | 'blank' | 'absent' | 'first' | 'neither';

/** Matches a row to an account by address. @returns whether the owner is judged to be another user */
async function isStopped(state: State, numbers: Numbers, row: Readonly<Record<string, string>>) {
  const hasNumber = numbers !== 'first' && numbers !== 'neither';
  const values = {
    ...JOHN,
    active: state === 'active',
    ...(hasNumber ? { employeeNumber: '1001' } : {}),
  };
  const world = await bulkWorld({ users: [account('jsmith', values, { hasCustomProfile: true })] });
  const number = { same: '1001', other: '2002', blank: '', first: '2002' };
  const cells = {
    email: 'post@x.example',
    ...row,
    ...(numbers in number ? { employeeNumber: number[numbers as keyof typeof number] } : {}),
    active: 'true',
    title: 'VP',
  };
  const csv = `${Object.keys(cells).join(',')}\n${Object.values(cells).join(',')}\n`;
  const plan = world.plan(csv).then(
    () => '',
    (error: Error) => error.message,
  );
  const message = await plan;
  if (message !== '') expect(message).toContain('email post@x.example belongs to jsmith (WJSMITH)');
  const accepted = await world.plan(csv, {}, 'upsert', message === '' ? {} : { accept: [2] });
  expect(accepted).toMatchObject([{ target: { id: 'WJSMITH' } }]);
  return message !== '';
}

const SAME = { userName: 'jsmith', givenName: 'John', familyName: 'Smith' };
const MARRIED = { userName: 'john.doe', givenName: 'John', familyName: 'Doe' };
const OTHER = { userName: 'jane.roe', givenName: 'Jane', familyName: 'Roe' };

describe('owner of an account found by address', () => {
  it.each<[names: string, row: Readonly<Record<string, string>>, active: string, deactivated: string]>([
    // The letters mean: same, other, blank, absent, first, neither; an uppercase letter means refused.
    ['the same names', SAME, 's O b a f n', 's O b a f n'],
    ['another family name and userName', MARRIED, 's O b a f n', 's O B A f n'],
    ['all names different', OTHER, 's O B A F N', 's O B A F N'],
    [
      'all names different, no userName',
      { givenName: 'Jane', familyName: 'Roe' },
      's O B A F N',
      's O B A F N',
    ],
    [
      'all names different, the same userName',
      { ...OTHER, userName: 'jsmith' },
      's O b a f n',
      's O B A F N',
    ],
    [
      'given and family name exchanged',
      { givenName: 'Smith', familyName: 'John' },
      's O b a f n',
      's O B A f n',
    ],
    ['an entirely different displayName', { displayName: 'Jane Roe' }, 's O B A F N', 's O B A F N'],
    ['a partly different displayName', { displayName: 'John Doe' }, 's O b a f n', 's O b a f n'],
    ['a displayName of one word', { displayName: 'Jane' }, 's O b a f n', 's O B A F N'],
    ['another family name alone', { familyName: 'Doe' }, 's O b a f n', 's O B A F N'],
    ['another userName alone', { userName: 'jane.roe' }, 's O b a f n', 's O B A F n'],
    ['no names', {}, 's O b a f n', 's O b a f n'],
    ['the names in another script', { givenName: 'Джон', familyName: 'SMITH' }, 's O b a f n', 's O B A f n'],
  ])('is compared by number and name: %s', async (_, row, active, deactivated) => {
    const cases: readonly Numbers[] = ['same', 'other', 'blank', 'absent', 'first', 'neither'];
    const verdicts = async (state: State) => {
      const words = [];
      for (const one of cases) {
        const letter = one.charAt(0);
        words.push((await isStopped(state, one, row)) ? letter.toUpperCase() : letter);
      }
      return words.join(' ');
    };
    expect({ active: await verdicts('active'), deactivated: await verdicts('deactivated') }).toEqual({
      active,
      deactivated,
    });
  });

  it.each([
    ['a common particle', 'Piet van Lund', 'Anna van Berg', true],
    ['a common word in parentheses', 'Piet Lund (Agency)', 'Anna Berg (Agency)', true],
    ['a common initial', 'A Lund', 'A Berg', true],
    ['different accents', 'René Lund', 'Rene Berg', false],
  ])('is compared by significant parts of the name: %s', async (_, stored, wanted, isRefused) => {
    const world = await bulkWorld({ users: [account('p', { email: 'p@x.example', displayName: stored })] });
    const plan = world.plan(`email,displayName\np@x.example,${wanted}\n`);
    if (isRefused)
      await expect(plan).rejects.toThrow('with another name and no employeeNumber; this row has none either');
    else await expect(plan).resolves.toHaveLength(1);
  });
});

import { expect, it } from 'vitest';
import type { DesiredUser } from '../../src/bulk/input/desired-state.ts';
import { numberUserNames } from '../../src/bulk/plan/number-user-names.ts';
import { userId } from '../../src/values/ids.ts';

/**
 * Rows as `ada?` for a proposed name, `ada` for a given name, and `ada?+` for an existing user; lines count
 * from 2.
 */
function rowsOf(text: string, first = 2): readonly DesiredUser[] {
  return text.split(' ').flatMap((word, index) => {
    if (word === '') return [];
    const userName = word.replace(/[?+]/g, '');
    const line = index + first;
    const row = { line, clear: [], set: { title: word.endsWith('+') ? 'known' : 'new', userName } };
    return [word.includes('?') ? { ...row, isNumbered: true } : row];
  });
}

const isKnown = ({ set }: DesiredUser) => set.title === 'known';

it.each([
  ['an unused proposal', 'ada?', '', '', 'ada'],
  ['a proposal of two rows', 'ada? ada?', '', '', 'ada ada1'],
  ['a proposal that one user has', 'ada?', '', 'ada', 'ada1'],
  ['a proposal that two users have', 'ada?', '', 'ada ada1', 'ada2'],
  ['a proposal that is the given name of another row', 'ada? Ada', '', '', 'ada1 Ada'],
  ['a proposal of an earlier line in another shard', 'ada?', 'ada?', '', 'ada1'],
  ['a given name that a user has', 'ada', '', 'ada', 'ada'],
  ['a given name beside a proposal', 'ada bo?', '', 'ada bo', 'ada bo1'],
  ['an existing user', 'ada?+ ada?', '', 'bo', '- ada'],
])('numberUserNames decides the userName of %s', (_, rows, others, taken, expected) => {
  const ids = new Map(taken.split(' ').map((name) => [name, userId('W1')]));
  const named = numberUserNames(rowsOf(rows), rowsOf(others, 1), { idByUserName: ids }, isKnown);
  expect(named.map(({ set }) => set.userName ?? '-').join(' ')).toBe(expected);
});

it('numberUserNames keeps a proposal if all of its numbers are in use', () => {
  const names = ['ada', ...Array.from({ length: 99 }, (_, index) => `ada${index + 1}`)];
  const named = (taken: readonly string[]) =>
    numberUserNames(
      rowsOf('ada?'),
      [],
      { idByUserName: new Map(taken.map((name) => [name, userId('W1')])) },
      isKnown,
    )[0]?.set.userName;
  expect([named(names.slice(0, -1)), named(names)]).toEqual(['ada99', 'ada']);
});

import { expect, it } from 'vitest';
import type { DesiredUser } from '../../src/bulk/input/desired-state.ts';
import { numberUserNames } from '../../src/bulk/plan/number-user-names.ts';
import { userId } from '../../src/values/ids.ts';

/**
 * Rows as `ada?` for a proposal and `ada` for a name that is given, `ada?+` of somebody who is there; lines
 * count from 2.
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
  ['a proposal that nobody has', 'ada?', '', '', 'ada'],
  ['a proposal of two rows', 'ada? ada?', '', '', 'ada ada1'],
  ['a proposal that somebody has', 'ada?', '', 'ada', 'ada1'],
  ['a proposal that two have', 'ada?', '', 'ada ada1', 'ada2'],
  ['a proposal that another row gives as its name', 'ada? Ada', '', '', 'ada1 Ada'],
  ['a proposal of an earlier line of another share', 'ada?', 'ada?', '', 'ada1'],
  ['a name that is given, and that somebody has', 'ada', '', 'ada', 'ada'],
  ['a name that is given beside a proposal', 'ada bo?', '', 'ada bo', 'ada bo1'],
  ['somebody who is there', 'ada?+ ada?', '', 'bo', '- ada'],
])('the userName of %s', (_, rows, others, taken, expected) => {
  const ids = new Map(taken.split(' ').map((name) => [name, userId('W1')]));
  const named = numberUserNames(rowsOf(rows), rowsOf(others, 1), { idByUserName: ids }, isKnown);
  expect(named.map(({ set }) => set.userName ?? '-').join(' ')).toBe(expected);
});

it('a proposal stays where all of its numbers are taken', () => {
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

import { expect, it } from 'vitest';
import { likelyRenames } from '../../src/bulk/plan/likely-renames.ts';
import { groupId, userId } from '../../src/values/ids.ts';

/**
 * Groups that are to be empty as `Old: a b`, people who join as `New: a b`; a name that begins with a small
 * letter is there already.
 */
function renames(empty: readonly string[], joins: readonly string[]): readonly string[] {
  const parsed = (text: string) => {
    const [name = '', members = ''] = text.split(': ');
    return { name, members: members.split(' ').filter(Boolean) };
  };
  const groups = empty.map(parsed).map(({ name, members }) => ({
    id: groupId(name),
    displayName: name,
    members: new Set(members.map(userId)),
  }));
  const wanted = joins
    .map(parsed)
    .flatMap(({ name, members }) => members.map((member) => ({ group: name, member })));
  return likelyRenames(groups, wanted, (name) => /^[A-Z]/.test(name)).map(
    ({ from, to, moved, members }) => `${from} → ${to} ${moved}/${members}`,
  );
}

it.each([
  ['all of them', ['Old: a b'], ['New: a b'], ['Old → New 2/2']],
  ['half of them', ['Old: a b c d'], ['New: a b'], ['Old → New 2/4']],
  ['less than half of them', ['Old: a b c d e'], ['New: a b'], []],
  ['one person, who says nothing', ['Old: a'], ['New: a'], []],
  ['a group that is there already', ['Old: a b'], ['new: a b'], []],
  ['the one most of them join', ['Old: a b c d e'], ['One: a b', 'Two: c d e'], ['Old → Two 3/5']],
  ['a name in any letter case', ['Old: a b c'], ['New: a', 'NEW: b'], ['Old → New 2/3']],
  ['somebody twice', ['Old: a b'], ['New: a a'], []],
  ['two groups', ['Old: a b', 'Past: c d'], ['New: a b', 'Next: c d'], ['Old → New 2/2', 'Past → Next 2/2']],
  ['nobody', ['Old: '], [], []],
])('a group looks renamed when its people join a new one: %s', (_, empty, joins, expected) => {
  expect(renames(empty, joins)).toEqual(expected);
});

import { expect, it } from 'vitest';
import { likelyRenames } from '../../src/bulk/plan/likely-renames.ts';
import { groupId, userId } from '../../src/values/ids.ts';

/**
 * Groups that become empty as `Old: a b`, joining members as `New: a b`; a name with a small first letter
 * already exists.
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
  ['all members', ['Old: a b'], ['New: a b'], ['Old → New 2/2']],
  ['half of the members', ['Old: a b c d'], ['New: a b'], ['Old → New 2/4']],
  ['less than half of the members', ['Old: a b c d e'], ['New: a b'], []],
  ['a single member is not enough', ['Old: a'], ['New: a'], []],
  ['an existing group is not a new name', ['Old: a b'], ['new: a b'], []],
  ['the group that most members join', ['Old: a b c d e'], ['One: a b', 'Two: c d e'], ['Old → Two 3/5']],
  ['a name in any letter case', ['Old: a b c'], ['New: a', 'NEW: b'], ['Old → New 2/3']],
  ['a repeated member counts once', ['Old: a b'], ['New: a a'], []],
  ['two groups', ['Old: a b', 'Past: c d'], ['New: a b', 'Next: c d'], ['Old → New 2/2', 'Past → Next 2/2']],
  ['no member', ['Old: '], [], []],
])('detects a likely renamed group by the new group of its members: %s', (_, empty, joins, expected) => {
  expect(renames(empty, joins)).toEqual(expected);
});

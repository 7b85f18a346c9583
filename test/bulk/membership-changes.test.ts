import { expect, it } from 'vitest';
import { membershipChanges } from '../../src/bulk/plan/membership-changes.ts';
import { changeId, groupId, userId } from '../../src/values/ids.ts';

const members = (names: string) =>
  [...names].map((name, index) => ({ id: userId(name), name, line: index + 3 }));

/** Each call as ID, members, and its dependencies: `>` must succeed, `~` must end. */
function calls(existing: boolean, joining: string, leaving: string, conditions: readonly string[] = []) {
  const group = { id: changeId('G2'), line: 2, name: 'IT', existing: existing ? groupId('S1') : undefined };
  return membershipChanges(group, members(joining), members(leaving), () => conditions.map(changeId), 2).map(
    (change) => {
      const names = 'members' in change && change.kind !== 'deleteGroup' ? change.members : [];
      const letters = names.map((member) => ('name' in member ? member.name : '')).join('');
      const after = change.after.map((id) => ` >${id}`).join('');
      const behind = (change.behind ?? []).map((id) => ` ~${id}`).join('');
      return `${change.id} ${letters}${after}${behind}`;
    },
  );
}

it.each<[string, boolean, string, string, readonly string[]]>([
  ['no members', true, '', '', []],
  ['one batch', true, 'ab', '', ['G2a1 ab']],
  ['three batches', true, 'abcde', '', ['G2a1 ab', 'G2a2 cd ~G2a1', 'G2a3 e ~G2a2']],
  ['removals first', true, 'ab', 'cde', ['G2r1 cd', 'G2r2 e ~G2r1', 'G2a1 ab ~G2r2']],
  ['a new group without members', false, '', '', ['G2 ']],
  ['a new group', false, 'abc', '', ['G2 ', 'G2a1 ab >G2', 'G2a2 c >G2 ~G2a1']],
])('creates consecutive calls for a group: %s', (_, existing, joining, leaving, expected) => {
  expect(calls(existing, joining, leaving)).toEqual(expected);
});

it('only added members wait for other changes', () => {
  expect(calls(true, 'ab', 'cd', ['L7'])).toEqual(['G2r1 cd', 'G2a1 ab ~G2r1 ~L7']);
});

import { describe, expect, it } from 'vitest';
import { largestMemberLoss, memberLossesIn } from '../../src/bulk/plan/absent-members.ts';
import type { Change } from '../../src/bulk/plan/change.ts';
import { groupSnapshotOf } from '../../src/bulk/plan/group-snapshot.ts';
import { changeId, groupId, userId } from '../../src/values/ids.ts';

/** Groups as `IT 2/3`: two of its three members leave. */
const absences = (texts: readonly string[]) =>
  texts.map((text) => {
    const [group = '', leaving, members] = text.split(/[ /]/);
    return { group, leaving: Number(leaving), members: Number(members) };
  });

it.each<[string, readonly string[], string | undefined]>([
  ['none if no member leaves', [], undefined],
  ['none if a group loses half of its members', ['IT 2/4'], undefined],
  ['one that loses more than half of its members', ['IT 3/5'], 'IT'],
  ['none if the group has two members', ['IT 2/2'], undefined],
  ['one with three members', ['IT 2/3'], 'IT'],
  ['the one with the largest loss if it comes first', ['IT 4/5', 'HR 3/3'], 'IT'],
  ['the one with the largest loss if it comes last', ['HR 3/3', 'IT 4/5'], 'IT'],
  ['the first of two with equal losses', ['HR 3/3', 'IT 3/5'], 'HR'],
  ['a small group beside a large one with a larger loss', ['All 9/90', 'IT 3/3'], 'IT'],
])('finds the group that loses most of its members to a file: %s', (_, texts, expected) => {
  expect(largestMemberLoss(absences(texts))?.group).toBe(expected);
});

describe('limit on members removed because a file does not list them', () => {
  it.each([
    [2, 2, false],
    [3, 1, false],
    [3, 2, true],
    [4, 2, false],
    [4, 3, true],
  ])('of %i members, %i leave: stopped is %s', (members, leaving, isStopped) => {
    const ids = Array.from({ length: members }, (_, index) => userId(`U${index}`));
    const change = {
      kind: 'removeMembers' as const,
      id: changeId('G1r1'),
      line: 0,
      name: 'All staff',
      after: [],
      target: { id: groupId('S1') },
      members: ids.slice(0, leaving).map((id) => ({ id, name: id, line: 0 })),
    };
    const groups = groupSnapshotOf([{ id: groupId('S1'), displayName: 'All staff', members: new Set(ids) }]);
    expect(largestMemberLoss(memberLossesIn([change], groups)) !== undefined).toBe(isStopped);
    // A user with a row is removed because of that row.
    const byRow = { ...change, members: change.members.map((member) => ({ ...member, line: 2 })) };
    expect(memberLossesIn([byRow], groups)).toEqual([]);
  });

  const people = ['U0', 'U1', 'U2'].map((id) => userId(id));
  const groups = groupSnapshotOf([
    { id: groupId('S1'), displayName: 'IT', members: new Set(people) },
    { id: groupId('S2'), displayName: 'HR', members: new Set(people) },
  ]);
  /** Members who leave a group, with the lines that remove them; 0 for a user who is not in the file. */
  const leaving = (id: string, name: string, ...lines: readonly number[]): Change => ({
    kind: 'removeMembers',
    id: changeId(`${id} ${lines}`),
    line: 0,
    name,
    after: [],
    target: { id: groupId(id) },
    members: lines.map((line, at) => ({ id: people[at] ?? userId('U9'), name: 'x', line })),
  });

  it.each<[string, readonly Change[], readonly object[]]>([
    [
      'members in several calls once',
      [leaving('S1', 'IT', 0, 0), leaving('S1', 'IT', 0)],
      [{ group: 'IT', leaving: 2, members: 3 }],
    ],
    ['only members without a row', [leaving('S1', 'IT', 5, 0)], [{ group: 'IT', leaving: 1, members: 3 }]],
    [
      'each group separately',
      [leaving('S1', 'IT', 0), leaving('S2', 'HR', 0, 0)],
      [
        { group: 'IT', leaving: 1, members: 3 },
        { group: 'HR', leaving: 2, members: 3 },
      ],
    ],
    [
      'no member who leaves a group that the plan creates',
      [{ ...leaving('S1', 'IT', 0), target: { createdBy: changeId('G1') } } as Change],
      [],
    ],
    ['no member who joins', [{ ...leaving('S1', 'IT', 0), kind: 'addMembers' } as Change], []],
    [
      'members of a group that no longer exists',
      [leaving('S9', 'Old', 0)],
      [{ group: 'Old', leaving: 1, members: 0 }],
    ],
  ])('counts %s', (_, changes, absent) => {
    expect(memberLossesIn(changes, groups)).toEqual(absent);
  });
});

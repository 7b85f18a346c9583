import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/bulk/plan/change.ts';
import { isCheaperToLookUp, type Touched, touchedBy } from '../../src/bulk/plan/touched.ts';
import { changeId, groupId, userId } from '../../src/values/ids.ts';

const base = { id: changeId('L1'), line: 1, after: [], name: 'Crew' };
const update = { target: { id: userId('W1') }, before: {}, clear: [] };
const member = (id: string) => ({ id: userId(id), name: id, line: 1 });

describe('touchedBy', () => {
  it.each<[string, Change, Partial<Touched>]>([
    [
      'a creation: the address, the userName and the manager',
      { ...base, kind: 'createUser', user: { email: 'a@x', userName: 'a', manager: 'b' }, withheld: [] },
      { people: ['a@x', 'a', 'b'] },
    ],
    [
      'a creation whose userName is an address: only the address',
      { ...base, kind: 'createUser', user: { email: 'a@x', userName: 'a@x' }, withheld: [] },
      { people: ['a@x'] },
    ],
    [
      'a change: the user and the new manager',
      { ...base, ...update, kind: 'patchUser', set: { manager: 'W2', title: 'x' } },
      { userIds: [userId('W1')], people: ['W2'] },
    ],
    ['a new group: its name', { ...base, kind: 'createGroup' }, { groupNames: ['Crew'] }],
    [
      'a renamed group: the group and its new name',
      {
        ...base,
        kind: 'renameGroup',
        target: { id: groupId('S1') },
        formerName: 'Gang',
        displayName: 'Crew',
      },
      { groupIds: [groupId('S1')], groupNames: ['Crew'] },
    ],
    [
      'members: the group and each member',
      { ...base, kind: 'addMembers', target: { id: groupId('S1') }, members: [member('W1'), member('W2')] },
      { groupIds: [groupId('S1')], userIds: [userId('W1'), userId('W2')] },
    ],
    [
      'members of a group that the plan creates: each member',
      { ...base, kind: 'addMembers', target: { createdBy: changeId('L0') }, members: [member('W1')] },
      { userIds: [userId('W1')] },
    ],
    [
      'a deletion of a group: the group and its members',
      { ...base, kind: 'deleteGroup', target: { id: groupId('S1') }, members: [userId('W1'), userId('W2')] },
      { groupIds: [groupId('S1')], userIds: [userId('W1'), userId('W2')] },
    ],
  ])('lists IDs and names for %s', (_, change, touched) => {
    const nothing = { userIds: [], people: [], groupIds: [], groupNames: [] };
    expect(touchedBy([change, change])).toEqual({ ...nothing, ...touched });
  });
});

describe('isCheaperToLookUp', () => {
  const of = (userIds: number, people = 0): Touched => ({
    userIds: Array.from({ length: userIds }, (_, index) => userId(`W${index}`)),
    people: Array.from({ length: people }, (_, index) => `p${index}`),
    groupIds: [],
    groupNames: [],
  });
  const quota = { readOne: { perSecond: 5, burst: 300 } };
  it.each([
    [20, 0, 1, {}, true],
    [21, 0, 1, {}, false],
    [1000, 0, 100_000, {}, true],
    [1001, 0, 100_000, {}, false],
    [1001, 0, 100_001, {}, true],
    [0, 20, 100_000, {}, true],
    [0, 21, 100_000, {}, false],
    [300, 0, 100_000, quota, true],
    [301, 0, 100_000, quota, false],
  ])(
    'compares lookups with a full list: %i users and %i names of %i, quotas %j: %s',
    (users, names, all, limits, expected) => {
      expect(isCheaperToLookUp(of(users, names), all, limits)).toBe(expected);
    },
  );
});

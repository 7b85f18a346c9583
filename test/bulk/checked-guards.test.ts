import { describe, expect, it } from 'vitest';
import type { Change, ChangeKind } from '../../src/bulk/plan/change.ts';
import { groupSnapshotOf } from '../../src/bulk/plan/group-snapshot.ts';
import { checkGuards, type GuardInput, guardInputOf, refuseFeed } from '../../src/bulk/plan/guards.ts';
import {
  protectedIn,
  protectedLines,
  protectedUsers,
  refuseProtected,
} from '../../src/bulk/plan/protected-changes.ts';
import { snapshotOf } from '../../src/bulk/plan/snapshot.ts';
import type { Failure } from '../../src/failure/failure.ts';
import type { PlanLimits } from '../../src/profiles/plan-limits.ts';
import { changeId, groupId, userId } from '../../src/values/ids.ts';

const person = (id: string, userName: string | undefined, more = {}) => ({
  id: userId(id),
  values: { active: true, ...(userName === undefined ? {} : { userName }), ...more },
});
const SNAPSHOT = snapshotOf([
  person('W1', 'ann', { email: 'ann@x.example' }),
  person('W2', 'bo', { email: 'bo@x.example', secondaryEmail: 'bo2@x.example' }),
  person('W3', undefined),
]);
const GROUPS = groupSnapshotOf([
  { id: groupId('S1'), displayName: 'Team', members: new Set([userId('W2')]) },
]);

/** A change to ann, or to the group Team. */
const change = (kind: ChangeKind, more: object = {}) =>
  ({
    kind,
    id: changeId('c'),
    line: 2,
    name: 'ann',
    after: [],
    target: { id: 'W1' },
    before: {},
    set: {},
    clear: [],
    ...more,
  }) as Change;
const ofGroup = (kind: ChangeKind, more: object = {}) =>
  change(kind, {
    name: 'Team',
    target: { id: 'S1' },
    members: [],
    displayName: 'Team',
    joining: [],
    leaving: [],
    ...more,
  });
const asks = (more: object = {}) => ({
  asks: { names: [], managers: [], joining: [], leaving: [], unclear: [], ...more },
});
const bo = { id: 'W2', name: 'bo', line: 7 };

const found = (name: string, ...changes: readonly Change[]) =>
  protectedIn(changes, SNAPSHOT, GROUPS, (text) => text === name);

describe('protected accounts in a plan', () => {
  it.each<[string, string, Change, readonly string[]]>([
    [
      'the name of a user who is created',
      'board',
      change('createUser', { user: { userName: 'board' } }),
      ['board'],
    ],
    ['the nickname', 'board', change('createUser', { user: { nickName: 'board' } }), ['board']],
    [
      'an address',
      'b@x.example',
      change('createUser', { user: { secondaryEmail: 'b@x.example' } }),
      ['b@x.example'],
    ],
    [
      'the manager of a user who is created',
      'bo',
      change('createUser', { user: { manager: 'bo' } }),
      ['bo (manager of ann)'],
    ],
    [
      'a manager by address',
      'bo',
      change('createUser', { user: { manager: 'bo2@x.example' } }),
      ['bo (manager of ann)'],
    ],
    [
      'an unknown manager',
      'zoe',
      change('createUser', { user: { manager: 'zoe' } }),
      ['zoe (manager of ann)'],
    ],
    ['no manager', '', change('patchUser', { set: { manager: '' } }), []],
    ['another manager', 'ann', change('createUser', { user: { manager: 'bo' } }), []],
    ['a user who is changed', 'ann', change('patchUser'), ['ann']],
    ['a user who is deactivated', 'W1', change('deactivateUser'), ['ann']],
    ['a user who is reactivated', 'ann@x.example', change('reactivateUser'), ['ann']],
    ['a user who is replaced', 'ann', change('replaceUser'), ['ann']],
    ['a user without a name', 'W3', change('patchUser', { target: { id: 'W3' } }), ['W3']],
    [
      'no user whom this plan creates',
      'ann',
      change('patchUser', { target: { createdBy: changeId('x') } }),
      [],
    ],
    ['a new userName', 'board', change('patchUser', { set: { userName: 'board' } }), ['board']],
    ['a user of written requests', 'ann', change('sendUserPatch', asks()), ['ann']],
    [
      'a userName among the set values of written requests',
      'board',
      change('sendUserPatch', { set: { userName: 'board' }, ...asks() }),
      ['board'],
    ],
    [
      'a name that written requests take',
      'board',
      change('sendUserPatch', asks({ names: ['board'] })),
      ['board'],
    ],
    [
      'no name that written requests give up',
      'board',
      change('sendUserPatch', asks({ names: ['crew'] })),
      [],
    ],
    [
      'a manager whom written requests set',
      'bo',
      change('sendUserPatch', asks({ managers: ['W2'] })),
      ['bo (manager of ann)'],
    ],
    [
      'a manager among the set values of written requests',
      'bo',
      change('sendUserPatch', { set: { manager: 'bo' }, ...asks() }),
      ['bo (manager of ann)'],
    ],
    ['the name of a group that is created', 'Team', ofGroup('createGroup'), ['Team']],
    ['no other group that is created', 'Crew', ofGroup('createGroup'), []],
    ['a group that gains members', 'S1', ofGroup('addMembers'), ['Team']],
    [
      'no group that this plan creates',
      'g',
      ofGroup('addMembers', { target: { createdBy: changeId('g') } }),
      [],
    ],
    ['an unknown group, by ID', 'S9', ofGroup('removeMembers', { target: { id: 'S9' } }), ['S9']],
    ['a member who leaves', 'bo', ofGroup('removeMembers', { members: [bo] }), ['bo (member of Team)']],
    ['a group that is deleted', 'Team', ofGroup('deleteGroup'), ['Team']],
    ['a group that is renamed', 'Team', ofGroup('renameGroup', { displayName: 'Crew' }), ['Team']],
    ['no other group than the renamed one', 'Crew', ofGroup('renameGroup', { displayName: 'Board' }), []],
    ['a group that is replaced', 'Team', ofGroup('replaceGroup', { displayName: 'Crew' }), ['Team']],
    [
      'a member whom a replacement adds',
      'bo',
      ofGroup('replaceGroup', { joining: [bo] }),
      ['bo (member of Team)'],
    ],
    ['a group of written operations', 'Team', ofGroup('sendGroupPatch', asks()), ['Team']],
    [
      'a user whom a call names',
      'bo',
      change('callMethod', { method: 'x.y', arguments: { a: 'bo@x.example' } }),
      ['bo'],
    ],
    [
      'no other user whom a call names',
      'ann',
      change('callMethod', { method: 'x.y', arguments: { a: 'bo@x.example' } }),
      [],
    ],
  ])('finds: %s', (_, name, one, names) => {
    expect(found(name, one)).toEqual(names);
  });

  it('names a user once for several changes', () => {
    expect(found('ann', change('patchUser'), change('deactivateUser'))).toEqual(['ann']);
  });

  it('lists names by line, and members by their own lines', () => {
    const changes = [
      ofGroup('addMembers', { members: [bo, { id: 'W1', name: 'ann', line: 8 }] }),
      change('patchUser', { line: 3 }),
      change('patchUser', { line: 3, set: { manager: 'bo' } }),
      change('patchUser', { line: 4, target: { id: 'W3' } }),
    ];
    const lines = protectedLines(changes, SNAPSHOT, GROUPS, (text) => text === 'bo' || text === 'ann');
    expect([...lines].map(([line, names]) => [line, ...names])).toEqual([
      [7, 'bo (member of Team)'],
      [8, 'ann (member of Team)'],
      [3, 'ann', 'bo (manager of ann)'],
    ]);
    const byGroup = protectedLines(changes.slice(0, 1), SNAPSHOT, GROUPS, (text) => text === 'Team');
    expect([...byGroup.keys()]).toEqual([7, 8]);
  });

  it('lists the protected users of a policy by userName or ID', () => {
    const users = [...SNAPSHOT.users.values()];
    expect(
      protectedUsers(users, (text) => text !== 'ann@x.example' && !text.startsWith('bo') && text !== 'W2'),
    ).toEqual(['ann', 'W3']);
    expect(protectedUsers(users, () => false)).toEqual([]);
  });

  it.each([
    [1, 'n1'],
    [10, 'n1, n2, n3, n4, n5, n6, n7, n8, n9, n10'],
    [11, 'n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, …'],
  ])('refuses with the first ten of %i names', (count, shown) => {
    const names = Array.from({ length: count }, (_, at) => `n${at + 1}`);
    expect(() => refuseProtected(names)).toThrow(
      expect.objectContaining({
        kind: 'limit',
        message: `the plan touches protected users or groups: ${shown}`,
        hint: 'leave them out, or change ORGCTL_PROTECT or the profile: orgctl profile edit NAME --protect NAMES',
      }),
    );
  });

  it('accepts a plan without protected names', () => {
    expect(() => refuseProtected([])).not.toThrow();
  });
});

const NONE: GuardInput = { counts: { activeUsers: 100, groups: 1, members: {} }, touched: [] };
const excess = (message: string, way: string) => ({ message, way });
const absent = (leaving: number, members: number, group = 'IT') => ({ group, leaving, members });

/** The message and the hint of the refusal; undefined if the plan is accepted. */
function refusalOf(guarded: Partial<GuardInput>, limits: PlanLimits = {}, changes: readonly Change[] = []) {
  try {
    checkGuards({ changes }, limits, { ...NONE, ...guarded });
    return undefined;
  } catch (error) {
    const { kind, message, hint } = error as Failure;
    expect(kind).toBe('limit');
    return [message, hint];
  }
}

describe('guards of a plan', () => {
  it('collect the protected names and the sizes', () => {
    const changes = [change('deactivateUser', { before: { active: true }, set: { active: false } })];
    const guarded = guardInputOf(changes, SNAPSHOT, GROUPS, (text) => text === 'ann');
    const counts = { activeUsers: 3, touchable: 2, groups: 1, members: {} };
    expect(guarded).toEqual({ counts, touched: ['ann'] });
  });

  it.each<[string, Partial<GuardInput>, PlanLimits, readonly string[] | undefined]>([
    ['an empty plan', {}, {}, undefined],
    [
      'a file that removes most members of a group',
      { absent: [absent(3, 5), absent(2, 5, 'HR')] },
      {},
      [
        'the plan removes 3 of 5 members of IT who are not in the file; there is no earlier file to compare it with',
        'to allow this: --max-remove-members 3; to keep them: --mode update',
      ],
    ],
    ['a file that removes half of the members', { absent: [absent(2, 4)] }, {}, undefined],
    ['an explicit --max-remove-members', { absent: [absent(3, 5)] }, { maxRemoveMembers: 9 }, undefined],
    [
      'written requests for an unknown user',
      { unclear: ['a path', 'a filter'] },
      {},
      [
        'a path; a filter; it may be a protected user',
        'use the documented form (SCIM §4.3, §4.6), or the flags of the command',
      ],
    ],
  ])('judge %s', (_, guarded, limits, refusal) => {
    expect(refusalOf(guarded, limits)).toEqual(refusal);
  });

  it('refuse a plan for protected users and for its limits', () => {
    expect(refusalOf({ touched: ['ann'] })?.[0]).toBe('the plan touches protected users or groups: ann');
    const changes = [change('patchUser')];
    expect(refusalOf({}, { maxChanges: 0 }, changes)?.[0]).toContain(
      'the plan makes 1 change, but none is allowed',
    );
    expect(refusalOf({}, { maxChanges: 1 }, changes)).toBeUndefined();
  });

  it('refuse a plan first for its file, then for removed members, then for protected users', () => {
    const all = { feed: [excess('too short', '--min-rows 1')], absent: [absent(3, 5)], touched: ['ann'] };
    expect(refusalOf(all)?.[0]).toBe('too short');
    expect(refusalOf({ ...all, feed: [] })?.[0]).toContain('the plan removes 3 of 5 members');
    expect(refusalOf({ ...all, feed: [], absent: [] })?.[0]).toContain('ann');
  });
});

describe('limits on a shrinking feed', () => {
  it.each<[readonly (readonly [string, string])[], string, string]>([
    [[['a', '--min-rows 7']], 'a', '--min-rows 7'],
    [
      [
        ['a', '--max-blanked 5'],
        ['b', '--max-blanked 12'],
      ],
      'a; b',
      '--max-blanked 12',
    ],
    [
      [
        ['a', '--max-blanked 12'],
        ['b', '--max-blanked 5'],
      ],
      'a; b',
      '--max-blanked 12',
    ],
    [
      [
        ['a', '--max-blanked 100%'],
        ['b', '--max-blanked 500'],
      ],
      'a; b',
      '--max-blanked 100%',
    ],
    [
      [
        ['a', '--max-blanked 500'],
        ['b', '--max-blanked 100%'],
      ],
      'a; b',
      '--max-blanked 100%',
    ],
    [
      [
        ['a', '--min-rows 7'],
        ['b', '--max-blanked 5'],
      ],
      'a; b',
      '--min-rows 7 --max-blanked 5',
    ],
  ])('name all flags that allow it: %j', (excesses, message, ways) => {
    const feed = excesses.map(([one, way]) => excess(one, way));
    expect(() => refuseFeed(feed)).toThrow(
      expect.objectContaining({ message, hint: `to allow this: ${ways}` }),
    );
  });

  it('accept a feed without excess', () => {
    expect(() => refuseFeed([])).not.toThrow();
  });
});

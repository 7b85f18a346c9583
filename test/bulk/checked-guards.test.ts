import { describe, expect, it } from 'vitest';
import type { Change, ChangeKind } from '../../src/bulk/plan/change.ts';
import { groupSnapshotOf } from '../../src/bulk/plan/group-snapshot.ts';
import { checkGuards, type Guarded, guardedBy, refuseFeed } from '../../src/bulk/plan/guards.ts';
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

/** A change of ann, or of the group Team. */
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
      'a manager whom nobody knows',
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
    ['nobody whom this plan makes', 'ann', change('patchUser', { target: { createdBy: changeId('x') } }), []],
    ['a name that is taken', 'board', change('patchUser', { set: { userName: 'board' } }), ['board']],
    ['a user of written requests', 'ann', change('sendUserPatch', asks()), ['ann']],
    [
      'a name of the values beside them',
      'board',
      change('sendUserPatch', { set: { userName: 'board' }, ...asks() }),
      ['board'],
    ],
    ['a name that they take', 'board', change('sendUserPatch', asks({ names: ['board'] })), ['board']],
    ['no name that they leave', 'board', change('sendUserPatch', asks({ names: ['crew'] })), []],
    [
      'a manager whom they set',
      'bo',
      change('sendUserPatch', asks({ managers: ['W2'] })),
      ['bo (manager of ann)'],
    ],
    [
      'a manager of the values beside them',
      'bo',
      change('sendUserPatch', { set: { manager: 'bo' }, ...asks() }),
      ['bo (manager of ann)'],
    ],
    ['the name of a group that is created', 'Team', ofGroup('createGroup'), ['Team']],
    ['no other group that is created', 'Crew', ofGroup('createGroup'), []],
    ['a group that gets members', 'S1', ofGroup('addMembers'), ['Team']],
    [
      'no group that this plan makes',
      'g',
      ofGroup('addMembers', { target: { createdBy: changeId('g') } }),
      [],
    ],
    ['a group that nobody knows, by ID', 'S9', ofGroup('removeMembers', { target: { id: 'S9' } }), ['S9']],
    ['a member who leaves', 'bo', ofGroup('removeMembers', { members: [bo] }), ['bo (member of Team)']],
    ['a group that is deleted', 'Team', ofGroup('deleteGroup'), ['Team']],
    ['a group that is renamed', 'Team', ofGroup('renameGroup', { displayName: 'Crew' }), ['Team']],
    ['no name that a rename leaves', 'Crew', ofGroup('renameGroup', { displayName: 'Board' }), []],
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
  ])('is found: %s', (_, name, one, names) => {
    expect(found(name, one)).toEqual(names);
  });

  it('is named once, however often it is touched', () => {
    expect(found('ann', change('patchUser'), change('deactivateUser'))).toEqual(['ann']);
  });

  it('is told by line, and of members by the line of each', () => {
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

  it('is told of the users of a policy, by userName or ID', () => {
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
  ])('is refused with the first ten of %i names', (count, shown) => {
    const names = Array.from({ length: count }, (_, at) => `n${at + 1}`);
    expect(() => refuseProtected(names)).toThrow(
      expect.objectContaining({
        kind: 'limit',
        message: `the plan touches protected users or groups: ${shown}`,
        hint: 'leave them out, or change ORGCTL_PROTECT or the profile: orgctl profile edit NAME --protect NAMES',
      }),
    );
  });

  it('is nothing where nothing is protected', () => {
    expect(() => refuseProtected([])).not.toThrow();
  });
});

const NONE: Guarded = { counts: { activeUsers: 100, groups: 1, members: {} }, touched: [] };
const excess = (message: string, way: string) => ({ message, way });
const absent = (leaving: number, members: number, group = 'IT') => ({ group, leaving, members });

/** The message with which a plan is refused, and what to do; undefined where it may be applied. */
function refusalOf(guarded: Partial<Guarded>, limits: PlanLimits = {}, changes: readonly Change[] = []) {
  try {
    checkGuards({ changes }, limits, { ...NONE, ...guarded });
    return undefined;
  } catch (error) {
    const { kind, message, hint } = error as Failure;
    expect(kind).toBe('limit');
    return [message, hint];
  }
}

describe('a plan that is judged', () => {
  it('collects what it touches and how large that is', () => {
    const changes = [change('deactivateUser', { before: { active: true }, set: { active: false } })];
    const guarded = guardedBy(changes, SNAPSHOT, GROUPS, (text) => text === 'ann');
    const counts = { activeUsers: 3, touchable: 2, groups: 1, members: {} };
    expect(guarded).toEqual({ counts, touched: ['ann'] });
  });

  it.each<[string, Partial<Guarded>, PlanLimits, readonly string[] | undefined]>([
    ['nothing against it', {}, {}, undefined],
    [
      'a file that would empty most of a group',
      { absent: [absent(3, 5), absent(2, 5, 'HR')] },
      {},
      [
        'the plan removes 3 of 5 members from IT because the file does not have them, and no earlier file says that it is the whole list',
        'if it is: --max-remove-members 3; if not: --mode update removes nobody who is not in it',
      ],
    ],
    ['a file that would empty half of one', { absent: [absent(2, 4)] }, {}, undefined],
    ['a limit that somebody gave for that', { absent: [absent(3, 5)] }, { maxRemoveMembers: 9 }, undefined],
    [
      'a user of written requests whom nobody can name',
      { unclear: ['a path', 'a filter'] },
      {},
      [
        'a path; a filter; it may be a protected user',
        'write it as the document does (SCIM §4.3, §4.6), or use the flags of the command',
      ],
    ],
  ])('has %s', (_, guarded, limits, refusal) => {
    expect(refusalOf(guarded, limits)).toEqual(refusal);
  });

  it('is refused for its protection, and for its limits', () => {
    expect(refusalOf({ touched: ['ann'] })?.[0]).toBe('the plan touches protected users or groups: ann');
    const changes = [change('patchUser')];
    expect(refusalOf({}, { maxChanges: 0 }, changes)?.[0]).toContain(
      'the plan makes 1 change, none is allowed',
    );
    expect(refusalOf({}, { maxChanges: 1 }, changes)).toBeUndefined();
  });

  it('is refused for its file first, then for whom it removes, then for its protection', () => {
    const all = { feed: [excess('too short', '--min-rows 1')], absent: [absent(3, 5)], touched: ['ann'] };
    expect(refusalOf(all)?.[0]).toBe('too short');
    expect(refusalOf({ ...all, feed: [] })?.[0]).toContain('the plan removes 3 of 5 members');
    expect(refusalOf({ ...all, feed: [], absent: [] })?.[0]).toContain('ann');
  });
});

describe('a file that has less than the one before', () => {
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
  ])('is refused with what allows all of it: %j', (excesses, message, ways) => {
    const feed = excesses.map(([one, way]) => excess(one, way));
    expect(() => refuseFeed(feed)).toThrow(
      expect.objectContaining({ message, hint: `to allow this: ${ways}` }),
    );
  });

  it('is not refused for nothing', () => {
    expect(() => refuseFeed([])).not.toThrow();
  });
});

import { describe, expect, it } from 'vitest';
import type { Change, ChangeKind } from '../../src/bulk/plan/change.ts';
import {
  countChanges,
  deactivates,
  type LimitCount,
  limitCountOf,
} from '../../src/bulk/plan/counted-changes.ts';
import { touchedUsers } from '../../src/bulk/plan/people.ts';
import { changeId } from '../../src/values/ids.ts';

const change = (kind: ChangeKind, more: object = {}) =>
  ({ kind, id: changeId('c'), line: 2, name: 'x', after: [], target: { id: 'T1' }, ...more }) as Change;
const active = (before: boolean | undefined, after: boolean | undefined) => ({
  before: { active: before },
  set: { active: after },
});
const asks = (more: object = {}) => ({ asks: { unclear: [], ...more } });
const member = (id: string) => ({ id, name: id.toLowerCase() });

describe('counts of a change toward limits and quotas', () => {
  it.each<[string, Change, LimitCount]>([
    ['a deactivation', change('deactivateUser'), { as: 'deactivation' }],
    ['a reactivation', change('reactivateUser'), { as: 'reactivation' }],
    ['a patch', change('patchUser', active(true, false)), { as: 'nothing' }],
    ['a creation', change('createUser'), { as: 'nothing' }],
    ['a replacement that deactivates', change('replaceUser', active(true, false)), { as: 'deactivation' }],
    ['a replacement that reactivates', change('replaceUser', active(false, true)), { as: 'reactivation' }],
    ['a replacement that keeps a user active', change('replaceUser', active(true, true)), { as: 'nothing' }],
    [
      'a replacement that keeps a user deactivated',
      change('replaceUser', active(false, false)),
      { as: 'nothing' },
    ],
    ['a replacement of an unknown state', change('replaceUser', active(undefined, false)), { as: 'nothing' }],
    ['a replacement without a state', change('replaceUser', active(true, undefined)), { as: 'nothing' }],
    [
      'a written patch that deactivates',
      change('sendUserPatch', { ...active(true, undefined), ...asks({ active: false }) }),
      { as: 'deactivation' },
    ],
    [
      'a written patch that reactivates',
      change('sendUserPatch', { ...active(false, undefined), ...asks({ active: true }) }),
      { as: 'reactivation' },
    ],
    [
      'a written patch whose known result contradicts it',
      change('sendUserPatch', { ...active(true, true), ...asks({ active: false }) }),
      { as: 'nothing' },
    ],
    [
      'a written patch that makes a user a guest',
      change('sendUserPatch', { before: { active: false }, set: {}, ...asks({ guest: true }) }),
      { as: 'reactivation' },
    ],
    [
      'a written patch that keeps a guest',
      change('sendUserPatch', { before: { active: false, guest: true }, set: {}, ...asks({ guest: true }) }),
      { as: 'nothing' },
    ],
    [
      'a written patch that makes a guest a member',
      change('sendUserPatch', { before: { active: false, guest: true }, set: {}, ...asks({ guest: false }) }),
      { as: 'reactivation' },
    ],
    [
      'an unclear written patch of an active user',
      change('sendUserPatch', { ...active(true, undefined), asks: { unclear: ['?'] } }),
      { as: 'deactivation' },
    ],
    [
      'an unclear written patch of a deactivated user',
      change('sendUserPatch', { ...active(false, undefined), asks: { unclear: ['?'] } }),
      { as: 'reactivation' },
    ],
    ['a group that is deleted', change('deleteGroup', { members: ['W1'] }), { as: 'groupDeletion' }],
    ['a group that is renamed', change('renameGroup'), { as: 'nothing' }],
    ['a new group', change('createGroup'), { as: 'nothing' }],
    ['a Web API call', change('callMethod'), { as: 'nothing' }],
    ['members who join', change('addMembers', { members: [member('W1')] }), { as: 'nothing' }],
    [
      'members who leave',
      change('removeMembers', { members: [member('W1'), member('W2')] }),
      { as: 'removal', group: 'T1', members: ['w1', 'w2'] },
    ],
    [
      'members who leave a new group',
      change('removeMembers', { target: { createdBy: changeId('g') }, members: [member('W1')] }),
      { as: 'nothing' },
    ],
    [
      'members that a replacement omits',
      change('replaceGroup', { joining: [member('W1')], leaving: [member('W2')] }),
      { as: 'removal', group: 'T1', members: ['w2'] },
    ],
    ['a replacement that omits no member', change('replaceGroup', { leaving: [] }), { as: 'nothing' }],
    [
      'written operations that remove no member',
      change('sendGroupPatch', { before: { memberIds: ['W1'] }, ...asks({ leaving: [] }) }),
      { as: 'nothing' },
    ],
    [
      'members that written operations remove',
      change('sendGroupPatch', { before: { memberIds: ['W1', 'W2'] }, ...asks({ leaving: ['W2'] }) }),
      { as: 'removal', group: 'T1', members: ['W2'] },
    ],
    [
      'unclear written operations',
      change('sendGroupPatch', {
        before: { memberIds: ['W1', 'W2'] },
        asks: { unclear: ['?'], leaving: [] },
      }),
      { as: 'removal', group: 'T1', members: ['W1', 'W2'] },
    ],
  ])('counts %s', (_, counted, expected) => {
    expect(limitCountOf(counted)).toEqual(expected);
    // An unclear change counts as the worst case and needs its own confirmation.
    const isUnclear = 'asks' in counted && counted.asks.unclear.length > 0;
    expect(deactivates(counted)).toBe(expected.as === 'deactivation' && !isUnclear);
  });

  it('lists the names in the order of the plan', () => {
    const changes = [
      change('reactivateUser', { name: 'back' }),
      change('deactivateUser', { name: 'leaver' }),
      change('replaceUser', { name: 'same', ...active(false, false) }),
      change('replaceUser', { name: 'replaced', ...active(true, false) }),
      change('deleteGroup', { name: 'Old' }),
    ];
    expect(countChanges(changes)).toEqual({
      deactivated: ['leaver', 'replaced'],
      reactivated: ['back'],
      deletedGroups: ['Old'],
      removed: new Map(),
    });
  });

  it('sums removed members by group ID', () => {
    const { removed } = countChanges([
      change('removeMembers', { members: [member('W1')] }),
      change('createUser'),
      change('removeMembers', { target: { id: 'T2' }, members: [member('W1')] }),
      change('replaceGroup', { name: 'y', joining: [], leaving: [member('W2')] }),
    ]);
    expect([...removed]).toEqual([
      ['T1', { group: 'x', names: ['w1', 'w2'] }],
      ['T2', { group: 'x', names: ['w1'] }],
    ]);
  });
});

describe('users touched by changes', () => {
  it('are existing users, each listed once', () => {
    const changes = [
      change('patchUser', { target: { id: 'W1' } }),
      change('deactivateUser', { target: { createdBy: changeId('c') } }),
      change('createUser'),
      change('addMembers', {
        members: [member('W1'), member('W2'), { createdBy: changeId('c'), name: 'new' }],
      }),
      change('removeMembers', { members: [member('W3')] }),
      change('replaceGroup', { joining: [member('W4')], leaving: [member('W5')] }),
      change('renameGroup', { target: { id: 'S1' } }),
      change('callMethod'),
    ];
    expect(touchedUsers(changes)).toEqual(['W1', 'W2', 'W3', 'W4', 'W5']);
  });
});

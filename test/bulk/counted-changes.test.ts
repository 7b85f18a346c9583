import { describe, expect, it } from 'vitest';
import type { Change, ChangeKind } from '../../src/bulk/plan/change.ts';
import { countedFor, deactivates, removedByGroup } from '../../src/bulk/plan/counted-changes.ts';
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

describe('what a change counts for', () => {
  it.each<[string, Change, object]>([
    ['a deactivation', change('deactivateUser'), { deactivates: true }],
    ['a reactivation', change('reactivateUser'), { reactivates: true }],
    ['a patch', change('patchUser', active(true, false)), {}],
    ['a creation', change('createUser'), {}],
    ['a replacement that deactivates', change('replaceUser', active(true, false)), { deactivates: true }],
    ['a replacement that reactivates', change('replaceUser', active(false, true)), { reactivates: true }],
    ['a replacement that leaves active', change('replaceUser', active(true, true)), {}],
    ['a replacement that leaves deactivated', change('replaceUser', active(false, false)), {}],
    ['a replacement of an unknown state', change('replaceUser', active(undefined, false)), {}],
    ['a replacement that says no state', change('replaceUser', active(true, undefined)), {}],
    [
      'a written patch that deactivates',
      change('sendUserPatch', { ...active(true, undefined), ...asks({ active: false }) }),
      { deactivates: true },
    ],
    [
      'a written patch that reactivates',
      change('sendUserPatch', { ...active(false, undefined), ...asks({ active: true }) }),
      { reactivates: true },
    ],
    [
      'a written patch whose answer says more',
      change('sendUserPatch', { ...active(true, true), ...asks({ active: false }) }),
      {},
    ],
    [
      'a written patch that makes somebody a guest',
      change('sendUserPatch', { before: { active: false }, set: {}, ...asks({ guest: true }) }),
      { reactivates: true },
    ],
    [
      'a written patch that leaves a guest one',
      change('sendUserPatch', { before: { active: false, guest: true }, set: {}, ...asks({ guest: true }) }),
      {},
    ],
    [
      'a written patch that makes a guest a member',
      change('sendUserPatch', { before: { active: false, guest: true }, set: {}, ...asks({ guest: false }) }),
      { reactivates: true },
    ],
    [
      'a written patch that nobody can read, of somebody active',
      change('sendUserPatch', { ...active(true, undefined), asks: { unclear: ['?'] } }),
      { deactivates: true },
    ],
    [
      'a written patch that nobody can read, of somebody deactivated',
      change('sendUserPatch', { ...active(false, undefined), asks: { unclear: ['?'] } }),
      { reactivates: true },
    ],
    ['a group that is deleted', change('deleteGroup', { members: ['W1'] }), { deletesGroup: true }],
    ['a group that is renamed', change('renameGroup'), {}],
    ['a new group', change('createGroup'), {}],
    ['a call', change('callMethod'), {}],
    ['members who join', change('addMembers', { members: [member('W1')] }), {}],
    [
      'members who leave',
      change('removeMembers', { members: [member('W1'), member('W2')] }),
      { removes: { group: 'T1', members: ['w1', 'w2'] } },
    ],
    [
      'members who leave a new group',
      change('removeMembers', { target: { createdBy: changeId('g') }, members: [member('W1')] }),
      {},
    ],
    [
      'members that a replacement omits',
      change('replaceGroup', { joining: [member('W1')], leaving: [member('W2')] }),
      { removes: { group: 'T1', members: ['w2'] } },
    ],
    [
      'members that written operations remove',
      change('sendGroupPatch', { before: { memberIds: ['W1', 'W2'] }, ...asks({ leaving: ['W2'] }) }),
      { removes: { group: 'T1', members: ['W2'] } },
    ],
    [
      'written operations that nobody can read',
      change('sendGroupPatch', {
        before: { memberIds: ['W1', 'W2'] },
        asks: { unclear: ['?'], leaving: [] },
      }),
      { removes: { group: 'T1', members: ['W1', 'W2'] } },
    ],
  ])('%s', (_, counted, expected) => {
    expect(countedFor(counted)).toEqual(expected);
    // What nobody can read is counted for the worst, and asked about by itself.
    const isUnclear = 'asks' in counted && counted.asks.unclear.length > 0;
    expect(deactivates(counted)).toBe('deactivates' in expected && !isUnclear);
  });

  it('is summed for each group by its ID', () => {
    const removed = removedByGroup([
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

describe('the users that changes touch', () => {
  it('are those that were there before, each once', () => {
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

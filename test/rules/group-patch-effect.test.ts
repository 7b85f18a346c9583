import { describe, expect, it } from 'vitest';
import { groupPatchEffect } from '../../src/rules/group-patch-effect.ts';
import type { Json } from '../../src/spec/protocol-types.ts';

const MEMBERS = new Map([
  ['W1', 'anna'],
  ['W2', 'bo'],
  ['W22', 'cy'],
]);
const URN = 'urn:ietf:params:scim:schemas:core:2.0:Group';

function effectOf(...operations: readonly Json[]) {
  return groupPatchEffect({ Operations: operations }, MEMBERS);
}

describe('effect of PATCH operations on a group', () => {
  it.each<[string, Json, readonly string[], readonly string[]]>([
    ['a filter', { op: 'remove', path: 'members[value eq "W1"]' }, [], ['W1']],
    ['a filter without quotes', { op: 'Remove', path: 'members[value eq W1]' }, [], ['W1']],
    ['several values', { op: 'remove', path: 'members[value eq "W1" or value eq "W2"]' }, [], ['W1', 'W2']],
    ['a filter of another operator', { op: 'remove', path: 'members[value sw "W2"]' }, [], ['W2', 'W22']],
    ['a filter by display', { op: 'remove', path: 'members[display eq "bo"]' }, [], ['W2']],
    ['a URN prefix', { op: 'remove', path: `${URN}:members[value eq "W1"]` }, [], ['W1']],
    ['a URN prefix and all members', { op: 'remove', path: `${URN}:Members` }, [], ['W1', 'W2', 'W22']],
    [
      'an ID that is part of another',
      { op: 'remove', path: 'members', value: [{ value: 'W22' }] },
      [],
      ['W22'],
    ],
    ['a different order of keys', { value: [{ value: 'W3' }], path: 'members', op: 'add' }, ['W3'], []],
    ['one object as the value', { op: 'add', path: 'members', value: { value: 'W3' } }, ['W3'], []],
    [
      'a replaced list',
      { op: 'replace', path: 'members', value: [{ value: 'W1' }, { value: 'W3' }] },
      ['W3'],
      ['W2', 'W22'],
    ],
    ['null', { op: 'replace', path: 'members', value: null }, [], ['W1', 'W2', 'W22']],
    ['an added null', { op: 'add', path: 'members', value: null }, [], ['W1', 'W2', 'W22']],
    ['an empty removed list', { op: 'remove', path: 'members', value: [] }, [], []],
    ['no path', { op: 'replace', value: { members: [{ value: 'W3' }] } }, ['W3'], ['W1', 'W2', 'W22']],
    ['no path and a URN', { op: 'add', value: { [`${URN}:members`]: [{ value: 'W3' }] } }, ['W3'], []],
    ['keys in upper case', { OP: 'ADD', PATH: 'MEMBERS', Value: [{ Value: 'W3' }] }, ['W3'], []],
  ])('reports the added and removed members for %s', (_, operation, joining, leaving) => {
    expect(effectOf(operation)).toEqual({
      joining,
      leaving,
      isEmptied: leaving.length === 3 && joining.length === 0,
      names: [],
      unclear: [],
    });
  });

  it('reports a member that is removed and added again as both', () => {
    const effect = effectOf(
      { op: 'remove', path: 'members[value eq "W1"]' },
      { op: 'add', path: 'members', value: [{ value: 'W1' }] },
    );
    expect(effect).toMatchObject({ joining: ['W1'], leaving: ['W1'], isEmptied: false });
  });

  it.each<[Json]>([
    [{ op: 'replace', path: 'displayName', value: 'Boss' }],
    [{ op: 'add', path: `${URN}:displayName`, value: 'Boss' }],
    [{ op: 'replace', value: { displayname: 'Boss' } }],
  ])('reports the new name in %j', (operation) => {
    expect(effectOf(operation)).toMatchObject({ names: ['Boss'], unclear: [] });
  });

  it.each<[Json]>([
    ['text'],
    [{ op: 'move', path: 'members' }],
    [{ op: 'remove' }],
    [{ op: 'remove', path: 'members[value like "W1"]' }],
    [{ op: 'remove', path: 'members[value eq "W1"].value' }],
    [{ op: 'add', path: 'members[value eq "W1"]', value: {} }],
    [{ op: 'add', path: 'members', value: ['W3'] }],
    [{ op: 'add', path: 'owners', value: [{ value: 'W3' }] }],
    [{ op: 'add', value: { [URN]: { members: [{ value: 'W3' }] } } }],
    [{ op: 'add', path: 'members' }],
  ])('reports %j as unclear', (operation) => {
    expect(effectOf(operation).unclear).toHaveLength(1);
  });

  it('reports a filter by display as unclear if the members have no names', () => {
    const body = { Operations: [{ op: 'remove', path: 'members[display eq "bo"]' }] };
    expect(groupPatchEffect(body, new Map([['W1', '']])).unclear).toHaveLength(1);
  });
});

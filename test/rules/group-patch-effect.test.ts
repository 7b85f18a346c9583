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

describe('effect of operations on a group', () => {
  it.each<[string, Json, readonly string[], readonly string[]]>([
    ['a filter', { op: 'remove', path: 'members[value eq "W1"]' }, [], ['W1']],
    ['a filter without quotes', { op: 'Remove', path: 'members[value eq W1]' }, [], ['W1']],
    ['several values', { op: 'remove', path: 'members[value eq "W1" or value eq "W2"]' }, [], ['W1', 'W2']],
    ['a filter of another operator', { op: 'remove', path: 'members[value sw "W2"]' }, [], ['W2', 'W22']],
    ['a filter by display', { op: 'remove', path: 'members[display eq "bo"]' }, [], ['W2']],
    ['a URN in front', { op: 'remove', path: `${URN}:members[value eq "W1"]` }, [], ['W1']],
    ['a URN and all of them', { op: 'remove', path: `${URN}:Members` }, [], ['W1', 'W2', 'W22']],
    [
      'an ID that is part of another',
      { op: 'remove', path: 'members', value: [{ value: 'W22' }] },
      [],
      ['W22'],
    ],
    ['other order of keys', { value: [{ value: 'W3' }], path: 'members', op: 'add' }, ['W3'], []],
    ['one object as the value', { op: 'add', path: 'members', value: { value: 'W3' } }, ['W3'], []],
    [
      'a list that is set',
      { op: 'replace', path: 'members', value: [{ value: 'W1' }, { value: 'W3' }] },
      ['W3'],
      ['W2', 'W22'],
    ],
    ['null', { op: 'replace', path: 'members', value: null }, [], ['W1', 'W2', 'W22']],
    ['null that is added', { op: 'add', path: 'members', value: null }, [], ['W1', 'W2', 'W22']],
    ['an empty list that is taken out', { op: 'remove', path: 'members', value: [] }, [], []],
    ['no path', { op: 'replace', value: { members: [{ value: 'W3' }] } }, ['W3'], ['W1', 'W2', 'W22']],
    ['no path and a URN', { op: 'add', value: { [`${URN}:members`]: [{ value: 'W3' }] } }, ['W3'], []],
    ['keys in capitals', { OP: 'ADD', PATH: 'MEMBERS', Value: [{ Value: 'W3' }] }, ['W3'], []],
  ])('by %s', (_, operation, joining, leaving) => {
    expect(effectOf(operation)).toEqual({
      joining,
      leaving,
      isEmptied: leaving.length === 3 && joining.length === 0,
      names: [],
      unclear: [],
    });
  });

  it('counts who leaves and comes back as both', () => {
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
  ])('tells the name that %j gives', (operation) => {
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
  ])('does not guess at %j', (operation) => {
    expect(effectOf(operation).unclear).toHaveLength(1);
  });

  it('does not guess who has a display where names are not known', () => {
    const body = { Operations: [{ op: 'remove', path: 'members[display eq "bo"]' }] };
    expect(groupPatchEffect(body, new Map([['W1', '']])).unclear).toHaveLength(1);
  });
});

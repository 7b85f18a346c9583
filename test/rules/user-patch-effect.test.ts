import { describe, expect, it } from 'vitest';
import { userPatchEffect } from '../../src/rules/user-patch-effect.ts';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const OLD_ENTERPRISE = 'urn:scim:schemas:extension:enterprise:1.0';
const GUEST = 'urn:ietf:params:scim:schemas:extension:acme:guest:2.0:User';
const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';
const NOTHING = { names: [], managers: [], unclear: [] };

const operation = (one: Json): JsonObject => ({ Operations: [one] });

describe('effect of a hand-written PATCH on a user', () => {
  it.each<[JsonObject, object]>([
    [operation({ op: 'replace', path: 'active', value: false }), { active: false }],
    [operation({ value: 'False', op: 'replace', path: 'Active' }), { active: false }],
    [operation({ op: 'replace', path: `${CORE}:active`, value: false }), { active: false }],
    [operation({ op: 'replace', value: { active: true } }), { active: true }],
    [operation({ op: 'add', value: { [`${CORE}:active`]: false } }), { active: false }],
    [{ active: false }, { active: false }],
    [{ title: 'says "active":false' }, {}],
    [operation({ op: 'replace', path: 'userName', value: 'boss' }), { names: ['boss'] }],
    [operation({ op: 'replace', path: 'nickName', value: 'boss' }), { names: ['boss'] }],
    [operation({ op: 'replace', value: { username: 'boss' } }), { names: ['boss'] }],
    [
      operation({ op: 'add', path: 'emails[type eq "work"].value', value: 'a@x.example' }),
      { names: ['a@x.example'] },
    ],
    [{ emails: [{ value: 'a@x.example', type: 'work' }] }, { names: ['a@x.example'] }],
    [operation({ op: 'add', path: `${ENTERPRISE}:manager.managerId`, value: 'W1' }), { managers: ['W1'] }],
    [operation({ op: 'add', path: `${ENTERPRISE}.manager`, value: 'W1' }), { managers: ['W1'] }],
    [
      operation({ op: 'add', path: `${ENTERPRISE}:manager`, value: { managerId: 'W1' } }),
      { managers: ['W1'] },
    ],
    [operation({ op: 'add', path: ENTERPRISE, value: { manager: { value: 'W1' } } }), { managers: ['W1'] }],
    [
      operation({ op: 'add', value: { [ENTERPRISE]: { Manager: { managerId: 'W1' } } } }),
      { managers: ['W1'] },
    ],
    [operation({ op: 'add', value: { [`${ENTERPRISE}:manager`]: 'W1' } }), { managers: ['W1'] }],
    [operation({ op: 'add', path: 'manager.managerId', value: 'W1' }), { managers: ['W1'] }],
    [{ [OLD_ENTERPRISE]: { manager: { managerId: 'walt' } } }, { managers: ['walt'] }],
    [operation({ op: 'add', path: `${ENTERPRISE}:department`, value: 'X' }), {}],
    [operation({ op: 'add', path: GUEST, value: { type: 'multi' } }), { guest: true }],
    [operation({ op: 'remove', path: GUEST }), { guest: false }],
    [operation({ op: 'replace', path: `${GUEST}:expiration`, value: '2027-01-01' }), {}],
    [{ meta: { attributes: [GUEST, 'title'] } }, { guest: false }],
    [operation({ op: 'remove', path: 'title' }), {}],
  ])('finds the effect of %j', (body, effect) => {
    expect(userPatchEffect([body])).toEqual({ ...NOTHING, ...effect });
  });

  it('uses the last value in several bodies', () => {
    expect(userPatchEffect([{ active: true }, { active: false }])).toMatchObject({ active: false });
  });

  it.each<[Json]>([
    [{ op: 'remove', path: 'active' }],
    [{ op: 'replace', path: 'active', value: 'no' }],
    [{ op: 'replace', path: 'active[value eq true]', value: true }],
    [{ op: 'replace', path: 'urn:other:User:active', value: false }],
    [{ op: 'replace', value: { [CORE]: { active: false } } }],
    [{ op: 'replace', path: 'enterprise.manager', value: 'W1' }],
    [{ op: 'flip', path: 'active', value: false }],
    ['text'],
  ])('reports %j as unclear', (one) => {
    expect(userPatchEffect([operation(one)]).unclear).toHaveLength(1);
  });
});

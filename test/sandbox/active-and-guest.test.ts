import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { account } from '../support/organization-world.ts';
import {
  newUser,
  openTestSandbox,
  outcome,
  patchOp,
  type TestService,
  URNS,
} from '../support/test-sandbox.ts';

const V1 = URNS['1.1'];
const V2 = URNS['2.0'];
const GUEST = { type: 'multi' };
const toGuest = { op: 'add', path: V2.guest, value: GUEST };
const toMember = { op: 'remove', path: V2.guest };
const off = { op: 'replace', path: 'active', value: false };
const on = { op: 'replace', path: 'active', value: true };

type Start = 'member' | 'guest' | 'formerMember' | 'formerGuest';

const open = (version: '1.1' | '2.0'): Promise<TestService> =>
  openTestSandbox({
    version,
    users: [
      account('member'),
      account('guest', { guest: true }),
      account('formerMember', { active: false }),
      account('formerGuest', { guest: true, active: false }),
    ],
  });

const v1 = (body: JsonObject): JsonObject => ({ schemas: [V1.user, V1.guest], ...body });

describe('SCIM §3: an explicit `active` overrides a conversion', () => {
  it.each<[string, '1.1' | '2.0', Start, Json, boolean]>([
    ['guest, then inactive', '2.0', 'member', patchOp(toGuest, off), false],
    ['inactive, then guest', '2.0', 'member', patchOp(off, toGuest), false],
    ['member, then inactive', '2.0', 'guest', patchOp(toMember, off), false],
    ['inactive, then member', '2.0', 'guest', patchOp(off, toMember), false],
    ['the last of two values', '2.0', 'member', patchOp(off, toGuest, on), true],
    [
      'the last of two values, without a path',
      '2.0',
      'member',
      patchOp(on, toGuest, { op: 'add', value: { active: false } }),
      false,
    ],
    ['a former member stays inactive', '2.0', 'formerMember', patchOp(toGuest, off), false],
    ['active omitted', '2.0', 'formerMember', patchOp(toGuest), true],
    ['active omitted', '2.0', 'formerGuest', patchOp(toMember), true],
    ['inactive guest', '1.1', 'member', v1({ active: false, [V1.guest]: GUEST }), false],
    ['inactive member', '1.1', 'guest', v1({ active: false, meta: { attributes: [V1.guest] } }), false],
    ['active member', '1.1', 'formerGuest', v1({ active: true, meta: { attributes: [V1.guest] } }), true],
    ['active omitted', '1.1', 'formerMember', v1({ [V1.guest]: GUEST }), true],
    ['active omitted', '1.1', 'formerGuest', v1({ meta: { attributes: [V1.guest] } }), true],
  ])('PATCH: %s on %s, of a %s', async (_, version, who, body, active) => {
    const service = await open(version);
    const answer = await service.patch(`/Users/W${who.toUpperCase()}`, body);
    expect(answer).toMatchObject({ status: 200, body: { active } });
  });

  it.each(['1.1', '2.0'] as const)(
    'PUT on %s: does not reactivate a user if active is false or null',
    async (version) => {
      const service = await open(version);
      const { user, guest } = URNS[version];
      const put = (active: boolean | null) =>
        service.put(
          '/Users/WFORMERMEMBER',
          newUser(version, 'formermember', {
            schemas: [user, guest],
            active,
            emails: [{ value: 'formerMember@example.com', primary: true }],
            [guest]: GUEST,
          }),
        );
      expect((await put(false)).body).toMatchObject({ active: false, [guest]: GUEST });
      expect((await put(null)).body).toMatchObject({ active: false });
      expect((await put(true)).body).toMatchObject({ active: true });
    },
  );

  it('PUT: reactivates a converted user if the body omits active', async () => {
    const service = await open('2.0');
    const answer = await service.put(
      '/Users/WFORMERMEMBER',
      newUser('2.0', 'formermember', {
        schemas: [V2.user, V2.guest],
        emails: [{ value: 'formerMember@example.com', primary: true }],
        [V2.guest]: GUEST,
      }),
    );
    expect(answer.body).toMatchObject({ active: true });
  });
});

describe('SCIM §3: expiration of a guest', () => {
  const at = (service: TestService, value: string) =>
    service.patch('/Users/WGUEST', patchOp({ op: 'replace', path: `${V2.guest}:expiration`, value }));

  it('sets the expiration by its path if the guest already has a type', async () => {
    const service = await open('2.0');
    expect((await at(service, '2027-01-30T00:00:00Z')).body).toMatchObject({
      active: true,
      [V2.guest]: { type: 'multi', expiration: '2027-01-30T00:00:00Z' },
    });
  });

  it('SCIM §7: refuses an expiration without a type for a full member', async () => {
    const service = await open('2.0');
    const operation = { op: 'replace', path: `${V2.guest}:expiration`, value: '2027-01-30T00:00:00Z' };
    expect(outcome(await service.patch('/Users/WMEMBER', patchOp(operation)))).toBe(
      '400 invalid_attribute_format',
    );
  });

  it.each([
    ['one second ago', '2024-03-04T16:59:59Z', false],
    ['now', '2024-03-04T17:00:00Z', false],
    ['in one second', '2024-03-04T17:00:01Z', true],
  ])('expiration %s (%s) gives active %s', async (_, expiration, active) => {
    const service = await open('2.0');
    expect((await at(service, expiration)).body).toMatchObject({ active });
    const created = await service.post(
      '/Users',
      newUser('2.0', 'new', {
        schemas: [V2.user, V2.guest],
        [V2.guest]: { type: 'multi', expiration },
      }),
    );
    expect(created).toMatchObject({ status: 201, body: { active } });
  });
});

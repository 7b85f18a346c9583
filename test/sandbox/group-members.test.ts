import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { account, idOf, type Traits, team } from '../support/organization-world.ts';
import {
  type Answer,
  attributes,
  bodyOf,
  membersIn,
  newGroup,
  openTestSandbox,
  outcome,
  patchOp,
  type TestService,
  VERSIONS,
} from '../support/test-sandbox.ts';

const users = ['ada', 'bo', 'cy', 'di'].map((name) => account(name));
const values = (...names: readonly string[]): readonly JsonObject[] =>
  names.map((name) => ({ value: idOf(name) }));
const deletions = (...names: readonly string[]) =>
  values(...names).map((member) => ({ ...member, operation: 'delete' }));
const members = (...names: readonly string[]) => names.map(idOf);

async function membersOf(service: TestService): Promise<readonly Json[]> {
  return membersIn(await service.read('/Groups/S1'));
}

describe('SCIM §4.6: PATCH of a group on v1', () => {
  const open = () => openTestSandbox({ version: '1.1', users, groups: [team('ada', 'bo')] });
  const patch = async (body: JsonObject) => {
    const service = await open();
    const answer = await service.patch('/Groups/S1', attributes('1.1', body));
    return { answer, after: await service.read('/Groups/S1') };
  };

  it.each<[string, JsonObject, readonly string[]]>([
    ['adds by default', { members: values('cy') }, members('ada', 'bo', 'cy')],
    ['adds by operation add', { members: [{ value: 'WCY', operation: 'add' }] }, members('ada', 'bo', 'cy')],
    ['deletes by operation', { members: deletions('ada') }, members('bo')],
    ['adds and deletes', { members: [...values('cy'), ...deletions('ada', 'bo')] }, members('cy')],
    ['adds a member again', { members: values('ada') }, members('ada', 'bo')],
    ['changes nothing for an empty list', { members: [] }, members('ada', 'bo')],
    ['removes all by meta.attributes', { meta: { attributes: ['members'] } }, []],
    ['removes all, then adds', { meta: { attributes: ['members'] }, members: values('di') }, members('di')],
  ])('SCIM §4.6: %s and answers 204 with an empty body', async (_, body, expected) => {
    const { answer, after } = await patch(body);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(membersIn(after)).toEqual(expected);
  });

  it('SCIM §4.6: renames the group', async () => {
    const { answer, after } = await patch({ displayName: 'Cooks' });
    expect(answer.status).toBe(204);
    expect(after).toMatchObject({ displayName: 'Cooks', members: [{ value: 'WADA' }, { value: 'WBO' }] });
  });

  it.each<[string, JsonObject, string]>([
    [
      'to remove an unknown user',
      { members: [{ value: 'W0', operation: 'delete' }] },
      '400 no_such_group_members',
    ],
    [
      'an unknown operation',
      { members: [{ value: 'WADA', operation: 'remove' }] },
      '400 invalid_request_payload',
    ],
    ['to remove another attribute', { meta: { attributes: ['displayName'] } }, '400 invalid_request_payload'],
    ['v2 Operations', { Operations: [] }, '400 invalid_request_payload'],
    ['a blank name', { displayName: ' ' }, '400 invalid_attribute_format'],
  ])('SCIM §4.6: refuses %s and applies nothing', async (_, body, refusal) => {
    const { answer, after } = await patch({
      ...body,
      members: [...values('di'), ...listed(body['members'])],
    });
    expect(outcome(answer)).toBe(refusal);
    expect(membersIn(after)).toEqual(members('ada', 'bo'));
  });
});

function listed(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

describe('SCIM §4.6: PATCH of a group on v2', () => {
  const open = () => openTestSandbox({ version: '2.0', users, groups: [team('ada', 'bo')] });
  const patch = async (...operations: readonly JsonObject[]) => {
    const service = await open();
    const answer = await service.patch('/Groups/S1', patchOp(...operations));
    return { answer, after: await service.read('/Groups/S1') };
  };

  it.each<[string, readonly JsonObject[], readonly string[]]>([
    ['replaces all', [{ op: 'replace', path: 'members', value: values('cy', 'bo') }], members('bo', 'cy')],
    ['removes all', [{ op: 'remove', path: 'members' }], []],
    ['removes a member by its bare ID', [{ op: 'remove', path: 'members[value eq WADA]' }], members('bo')],
    [
      'removes a member by its quoted ID',
      [{ op: 'remove', path: 'members[value eq "WADA"]' }],
      members('bo'),
    ],
    [
      'removes two members by one filter',
      [{ op: 'remove', path: 'members[value eq "WADA" or display eq "bo"]' }],
      [],
    ],
    [
      'removes the members of a list',
      [{ op: 'remove', path: 'members', value: values('bo') }],
      members('ada'),
    ],
    ['adds a list', [{ op: 'add', path: 'members', value: values('cy', 'ada') }], members('ada', 'bo', 'cy')],
    [
      'adds one object',
      [{ op: 'add', path: 'members', value: { value: 'WDI' } }],
      members('ada', 'bo', 'di'),
    ],
    ['adds without a path', [{ op: 'add', value: { members: values('cy') } }], members('ada', 'bo', 'cy')],
    [
      'replaces without a path',
      [{ op: 'Replace', value: { id: 'S1', members: values('cy') } }],
      members('cy'),
    ],
    [
      'applies operations in order',
      [
        { op: 'remove', path: 'members' },
        { op: 'add', path: 'members', value: values('di') },
        { op: 'remove', path: 'Members[Value eq "WDI"]' },
        { op: 'add', path: 'urn:ietf:params:scim:schemas:core:2.0:Group:members', value: values('cy') },
      ],
      members('cy'),
    ],
  ])('SCIM §4.6: %s and answers with the group', async (_, operations, expected) => {
    const { answer, after } = await patch(...operations);
    expect(outcome(answer)).toBe('200');
    expect(membersIn(after)).toEqual(expected);
    expect(bodyOf(answer)).toEqual(after);
  });

  it.each<[string, JsonObject]>([
    ['with a path', { op: 'replace', path: 'displayName', value: 'Cooks' }],
    ['without a path', { op: 'replace', value: { id: 'S1', displayName: 'Cooks' } }],
  ])('SCIM §4.6: renames %s', async (_, operation) => {
    const { after } = await patch(operation);
    expect(after).toMatchObject({ displayName: 'Cooks', members: [{ value: 'WADA' }, { value: 'WBO' }] });
  });

  it.each<[string, JsonObject, string]>([
    ['an unknown operation', { op: 'delete', path: 'members' }, '400 invalid_request_payload'],
    ['another attribute', { op: 'replace', path: 'color', value: 'red' }, '400 invalid_request_payload'],
    ['a malformed filter', { op: 'remove', path: 'members[value]' }, '400 invalid_request_payload'],
    [
      'a filter in an add operation',
      { op: 'add', path: 'members[value eq WDI]', value: {} },
      '400 invalid_request_payload',
    ],
    ['removing the name', { op: 'remove', path: 'displayName' }, '400 invalid_request_payload'],
    ['a blank name', { op: 'replace', path: 'displayName', value: '' }, '400 invalid_attribute_format'],
    ['IDs as strings', { op: 'add', path: 'members', value: ['WDI'] }, '400 invalid_attribute_format'],
    [
      'to remove an unknown user',
      { op: 'remove', path: 'members[value eq W0]' },
      '400 no_such_group_members',
    ],
    [
      'to add an unknown user',
      { op: 'add', path: 'members', value: [{ value: 'W0' }] },
      '400 no_such_group_members',
    ],
  ])('SCIM §4.6: refuses %s and applies none of the operations', async (_, operation, refusal) => {
    const { answer, after } = await patch({ op: 'add', path: 'members', value: values('di') }, operation);
    expect(outcome(answer)).toBe(refusal);
    expect(membersIn(after)).toEqual(members('ada', 'bo'));
  });

  it('SCIM §2.3: requires Operations', async () => {
    const service = await open();
    const body = attributes('2.0', { members: values('cy') });
    expect(outcome(await service.patch('/Groups/S1', body))).toBe('400 invalid_request_payload');
  });
});

describe.each(VERSIONS)('SCIM §4.6, §7: users accepted as members on %s', (version) => {
  const add = (service: TestService, ids: readonly string[]): Promise<Answer> =>
    service.put('/Groups/S1', newGroup(version, 'Team', ids));

  it.each<[string, JsonObject, Traits, string]>([
    ['a regular user', {}, {}, '200'],
    ['a multi-channel guest', { guest: true }, {}, '200'],
    ['an owner', {}, { rank: 'owner' }, '200'],
    [
      'a single-channel guest',
      {},
      { isSingleChannelGuest: true },
      '400 unable_to_add_deleted_or_guest_to_group',
    ],
    ['a deactivated user', { active: false }, {}, '400 unable_to_add_deleted_or_guest_to_group'],
  ])('SCIM §4.6: %s: %s', async (_, values, traits, expected) => {
    const service = await openTestSandbox({
      version,
      users: [account('eve', values, traits)],
      groups: [team()],
    });
    expect(outcome(await add(service, ['WEVE']))).toBe(expected);
  });

  it('SCIM §4.6: keeps a member that was deactivated later and allows its removal', async () => {
    const service = await openTestSandbox({ version, users, groups: [team('ada', 'bo')] });
    await service.delete('/Users/WADA');
    expect(await membersOf(service)).toEqual(['WADA', 'WBO']);
    expect(outcome(await add(service, ['WADA', 'WBO']))).toBe('200');
    expect(outcome(await add(service, ['WBO']))).toBe('200');
    expect(outcome(await add(service, ['WADA', 'WBO']))).toBe('400 unable_to_add_deleted_or_guest_to_group');
  });
});

const crowd = Array.from({ length: 15_002 }, (_, index) => account(`p${index}`));
const ids = crowd.map(({ id }) => id);

describe('SCIM §8: limits on the number of members', () => {
  const open = (plan: 'plus' | 'enterprise') =>
    openTestSandbox({ version: '2.0', users: crowd, groups: [team()], settings: { plan } });
  const batch = (from: number, to: number) => ({
    op: 'add',
    path: 'members',
    value: ids.slice(from, to).map((value) => ({ value })),
  });

  it('SCIM §8: accepts at most 15,000 users in one call of POST, PUT and both PATCH dialects', async () => {
    const service = await open('enterprise');
    const v1 = service.with({ version: '1.1' });
    const many = newGroup('2.0', 'Crowd', ids.slice(0, 15_001));
    expect(outcome(await service.post('/Groups', many))).toBe('400 too_many_users');
    expect(outcome(await service.put('/Groups/S1', many))).toBe('400 too_many_users');
    const operations = patchOp(batch(0, 15_000), { op: 'remove', path: 'members[value eq WP0]' });
    expect(outcome(await service.patch('/Groups/S1', operations))).toBe('400 too_many_users');
    const members = ids.slice(0, 15_000).map((value) => ({ value }));
    const tooMany = attributes('1.1', { members: [...members, { value: 'WP1', operation: 'delete' }] });
    expect(outcome(await v1.patch('/Groups/S1', tooMany))).toBe('400 too_many_users');
    expect(await membersOf(service)).toEqual([]);
    expect(outcome(await v1.patch('/Groups/S1', attributes('1.1', { members })))).toBe('204');
    expect(outcome(await service.put('/Groups/S1', newGroup('2.0', 'Crowd', ids.slice(0, 15_000))))).toBe(
      '200',
    );
  });

  it('SCIM §8: an IDP group has at most 15,000 members, added in batches of 5,000', async () => {
    const service = await open('enterprise');
    for (const from of [0, 5_000, 10_000])
      expect(outcome(await service.patch('/Groups/S1', patchOp(batch(from, from + 5_000))))).toBe('200');
    expect(outcome(await service.patch('/Groups/S1', patchOp(batch(15_000, 15_001))))).toBe(
      '400 group_member_max_exceeded',
    );
    expect(await membersOf(service)).toHaveLength(15_000);
  });

  it('SCIM §8: a user group has at most 5,000 members; a removal must precede an addition on v2', async () => {
    const service = await open('plus');
    expect(outcome(await service.patch('/Groups/S1', patchOp(batch(0, 5_000))))).toBe('200');
    const [one, other] = [batch(5_000, 5_001), { op: 'remove', path: 'members[value eq WP0]' }];
    expect(outcome(await service.patch('/Groups/S1', patchOp(one, other)))).toBe(
      '400 group_member_max_exceeded',
    );
    expect(outcome(await service.patch('/Groups/S1', patchOp(other, one)))).toBe('200');
    const swap = attributes('1.1', { members: [{ value: 'WP0' }, { value: 'WP1', operation: 'delete' }] });
    expect(outcome(await service.with({ version: '1.1' }).patch('/Groups/S1', swap))).toBe('204');
  });
});

describe.each(VERSIONS)('SCIM §8: one update per group at a time on %s', (version) => {
  it('SCIM §8: refuses a concurrent update with 429 resource_locked and Retry-After, and allows reads', async () => {
    const service = await openTestSandbox({ version, users, groups: [team('ada')], latency: 5 });
    const [first, second, read] = await Promise.all([
      service.put('/Groups/S1', newGroup(version, 'First')),
      service.delete('/Groups/S1'),
      service.get('/Groups/S1'),
    ]);
    expect([first, second, read].map(outcome)).toEqual(['200', '429 resource_locked', '200']);
    expect(second.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(outcome(await service.delete('/Groups/S1'))).toBe('204');
  });
});

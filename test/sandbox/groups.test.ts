import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { account, group, team } from '../support/organization-world.ts';
import {
  bodyOf,
  idIn,
  LIST_RESPONSE,
  membersIn,
  newGroup,
  ORIGIN,
  objectsIn,
  openTestSandbox,
  outcome,
  URNS,
  VERSIONS,
} from '../support/test-sandbox.ts';

const users = [account('ada', { displayName: 'Ada Li' }), account('bo'), account('gus', { guest: true })];

describe.each(VERSIONS)('SCIM §2.2: a group on %s', (version) => {
  const open = () => openTestSandbox({ version, users, groups: [team('ada', 'bo')] });
  const base = version === '1.1' ? 'v1' : 'v2';

  it('SCIM §2.2: has an ID, a name, members with display names, a creation time and a location', async () => {
    const service = await open();
    expect(await service.read('/Groups/S1')).toEqual({
      schemas: [URNS[version].group],
      id: 'S1',
      displayName: 'Team',
      members: [
        { value: 'WADA', display: 'Ada Li' },
        { value: 'WBO', display: 'bo' },
      ],
      meta: { created: '2024-01-02T03:04:05-08:00', location: `${ORIGIN}/scim/${base}/Groups/S1` },
    });
  });

  it('SCIM §4.6: is created with or without members and reads back the same', async () => {
    const service = await open();
    const full = await service.post('/Groups', newGroup(version, 'Cooks', ['WBO', 'WGUS', 'WBO']));
    expect(outcome(full)).toBe('201');
    expect(membersIn(bodyOf(full))).toEqual(['WBO', 'WGUS']);
    const empty = await service.post('/Groups', newGroup(version, 'Cooks'));
    expect(bodyOf(empty)).toMatchObject({ displayName: 'Cooks', members: [] });
    for (const created of [full, empty]) {
      expect(idIn(bodyOf(created))).toMatch(/^S[A-Z0-9]{8}$/);
      expect(await service.read(`/Groups/${idIn(bodyOf(created))}`)).toEqual(created.body);
    }
    expect(idIn(bodyOf(full))).not.toBe(idIn(bodyOf(empty)));
  });

  it('SCIM §2.1: appears in the groups attribute of its members', async () => {
    const service = await open();
    expect((await service.read('/Users/WADA'))['groups']).toEqual([{ value: 'S1', display: 'Team' }]);
    expect((await service.read('/Users/WGUS'))['groups']).toEqual([]);
    await service.put('/Groups/S1', newGroup(version, 'Cooks', ['WGUS']));
    expect((await service.read('/Users/WADA'))['groups']).toEqual([]);
    expect((await service.read('/Users/WGUS'))['groups']).toEqual([{ value: 'S1', display: 'Cooks' }]);
  });

  it('SCIM §4.6: PUT replaces the name and all members, and clears the members if they are omitted', async () => {
    const service = await open();
    const replaced = await service.put('/Groups/S1', newGroup(version, 'Cooks', ['WGUS', 'WBO']));
    expect(outcome(replaced)).toBe('200');
    expect(bodyOf(replaced)).toMatchObject({ id: 'S1', displayName: 'Cooks' });
    expect([...membersIn(bodyOf(replaced))].sort()).toEqual(['WBO', 'WGUS']);
    const emptied = await service.put('/Groups/S1', newGroup(version, 'Cooks'));
    expect(bodyOf(emptied)['members']).toEqual([]);
    expect(await service.read('/Groups/S1')).toEqual(emptied.body);
  });

  it('SCIM §4.6: PUT of an unchanged group changes nothing', async () => {
    const service = await open();
    const before = await service.read('/Groups/S1');
    expect(bodyOf(await service.put('/Groups/S1', before))).toEqual(before);
  });

  it('SCIM §3: DELETE removes the group permanently and keeps its members', async () => {
    const service = await open();
    const deleted = await service.delete('/Groups/S1');
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect(outcome(await service.get('/Groups/S1'))).toBe('404 no_such_group');
    expect(outcome(await service.delete('/Groups/S1'))).toBe('404 no_such_group');
    expect(await service.read('/Users/WADA')).toMatchObject({ active: true, groups: [] });
  });

  it('SCIM §2.2: never reuses the ID of a deleted group', async () => {
    const service = await open();
    const first = idIn(bodyOf(await service.post('/Groups', newGroup(version, 'First'))));
    await service.delete(`/Groups/${first}`);
    const second = idIn(bodyOf(await service.post('/Groups', newGroup(version, 'Second'))));
    expect(second).not.toBe(first);
  });

  it.each<[string, JsonObject, string]>([
    ['without schemas', { displayName: 'Cooks' }, '400 missing_schema_element'],
    ['without a name', { schemas: [URNS[version].group] }, '400 invalid_attribute_format'],
    ['with a blank name', newGroup(version, ' '), '400 invalid_attribute_format'],
    [
      'whose members are not a list',
      { ...newGroup(version, 'C'), members: 'WADA' },
      '400 invalid_attribute_format',
    ],
    [
      'with a member as a string',
      { ...newGroup(version, 'C'), members: ['WADA'] },
      '400 invalid_attribute_format',
    ],
    ['with an unknown attribute', { ...newGroup(version, 'C'), color: 'red' }, '400 invalid_request_payload'],
    ['with an unknown member', newGroup(version, 'C', ['WADA', 'W0']), '400 no_such_group_members'],
  ])('SCIM §4.6: POST and PUT refuse a group %s and change nothing', async (_, body, refusal) => {
    const service = await open();
    const before = (await service.get('/Groups')).text;
    expect(outcome(await service.post('/Groups', body))).toBe(refusal);
    expect(outcome(await service.put('/Groups/S1', body))).toBe(refusal);
    expect((await service.get('/Groups')).text).toBe(before);
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)(
    'SCIM §7: %s of an unknown group gives no_such_group',
    async (method) => {
      const service = await open();
      const calls = {
        GET: () => service.get('/Groups/S0'),
        PUT: () => service.put('/Groups/S0', newGroup(version, 'Cooks')),
        PATCH: () => service.patch('/Groups/S0', newGroup(version, 'Cooks')),
        DELETE: () => service.delete('/Groups/S0'),
      };
      expect(outcome(await calls[method]())).toBe('404 no_such_group');
    },
  );

  it('SCIM §7: PUT, PATCH and DELETE without an ID give missing_group_id; POST with an ID is not allowed', async () => {
    const service = await open();
    const body = newGroup(version, 'Cooks');
    const answers = await Promise.all([
      service.put('/Groups', body),
      service.patch('/Groups/', body),
      service.delete('/Groups'),
      service.post('/Groups/S1', body),
    ]);
    const missing = '400 missing_group_id';
    expect(answers.map(outcome)).toEqual([missing, missing, missing, '405 method_not_allowed']);
  });

  it('SCIM §7: linked, automatic and connected groups refuse the changes that would break them', async () => {
    const groups = [
      group(['ada'], { id: 'S1', channels: ['general'] }),
      group(['ada'], { id: 'S2', isAutomatic: true }),
      group(['ada'], { id: 'S3', keepsMembers: true }),
    ];
    const service = await openTestSandbox({ version, users, groups });
    expect(outcome(await service.delete('/Groups/S1'))).toBe('400 idp_group_linked_to_channels');
    expect(outcome(await service.put('/Groups/S1', newGroup(version, 'Cooks', ['WBO'])))).toBe('200');
    expect(outcome(await service.put('/Groups/S2', newGroup(version, 'Cooks')))).toBe(
      '500 group_members_create_failed',
    );
    const removal = await service.put('/Groups/S3', newGroup(version, 'Cooks', ['WBO']));
    expect(outcome(removal)).toBe('500 failed_to_remove_users_for_linked_subteam');
    expect(outcome(await service.put('/Groups/S3', newGroup(version, 'Cooks', ['WADA', 'WBO'])))).toBe('200');
    expect(outcome(await service.delete('/Groups/S3'))).toBe('204');
  });
});

describe.each(VERSIONS)('SCIM §4.6: the list of groups on %s', (version) => {
  const groups = Array.from({ length: 25 }, (_, index) =>
    group(['ada'], { id: `S${index + 10}`, displayName: `Team ${index}` }),
  );
  const open = () => openTestSandbox({ version, users, groups });

  it('SCIM §4.1: returns ten groups per page in the list format of the version', async () => {
    const service = await open();
    const page = await service.read('/Groups');
    expect(page).toMatchObject({
      schemas: [version === '1.1' ? URNS['1.1'].group : LIST_RESPONSE],
      totalResults: 25,
      itemsPerPage: 10,
      startIndex: 1,
    });
    expect(objectsIn(page['Resources'])[0]).toEqual(await service.read('/Groups/S10'));
  });

  it('SCIM §4.6: pages by startIndex and count, with or without a trailing slash', async () => {
    const service = await open();
    const page = await service.read('/Groups/?startIndex=21&count=10');
    expect(objectsIn(page['Resources']).map(idIn)).toEqual(['S30', 'S31', 'S32', 'S33', 'S34']);
    expect(page).toMatchObject({ totalResults: 25, itemsPerPage: 5, startIndex: 21 });
    expect(await service.read('/Groups?startIndex=21&count=10')).toEqual(page);
  });

  it('SCIM §4.5: filters by displayName and by member', async () => {
    const service = await open();
    const found = async (filter: string) => {
      const page = await service.read(`/Groups?count=100&filter=${encodeURIComponent(filter)}`);
      return objectsIn(page['Resources']).map(idIn);
    };
    expect(await found('displayName eq "team 7"')).toEqual(['S17']);
    expect(await found('members eq "WADA" and displayName sw "Team 2"')).toHaveLength(6);
    expect(await found('members eq "WBO"')).toEqual([]);
    expect(outcome(await service.get('/Groups?filter=username+eq+%22ada%22'))).toBe('400 invalid_query');
  });

  it('SCIM §4.1: sorts by ID if sortOrder is given', async () => {
    const service = await open();
    const page = await service.read('/Groups?sortOrder=descending&count=2');
    expect(objectsIn(page['Resources']).map(idIn)).toEqual(['S34', 'S33']);
  });
});

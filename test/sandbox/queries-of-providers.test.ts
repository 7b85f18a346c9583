import { describe, expect, it } from 'vitest';
import { objectsIn } from '../../src/rules/json-value.ts';
import { account, team } from '../support/organization-world.ts';
import {
  newUser,
  openTestSandbox,
  outcome,
  patchOp,
  type TestService,
  URNS,
} from '../support/test-sandbox.ts';

const { user, group, enterprise } = URNS['2.0'];

const open = (version: '1.1' | '2.0' = '2.0'): Promise<TestService> =>
  openTestSandbox({
    version,
    users: [
      account(
        'ada',
        { secondaryEmail: 'ada@home.example', department: 'Kitchen' },
        { hasCustomProfile: true },
      ),
      account('bo', { manager: 'WADA', givenName: 'Bo' }, { hasCustomProfile: true }),
    ],
    groups: [team('ada', 'bo')],
  });

const found = async (service: TestService, filter: string, path = '/Users') =>
  objectsIn((await service.read(`${path}?filter=${encodeURIComponent(filter)}`))['Resources']).map(
    ({ id }) => id,
  );

describe('SCIM §4.5: filters that clients of SCIM 2.0 send', () => {
  it.each([
    ['emails[type eq "work"].value eq "ADA@example.com"', ['WADA']],
    ['emails[type eq "work"].value eq "ada@home.example"', []],
    ['emails[type eq "home"].value eq "ada@home.example"', ['WADA']],
    ['emails[primary eq true].value eq "ada@example.com"', ['WADA']],
    ['emails[type eq "work" and primary eq true].value sw "bo"', ['WBO']],
    [`${user}:userName eq "ada"`, ['WADA']],
    [`${user.toUpperCase()}:USERNAME eq "ada"`, ['WADA']],
    [`${user}:emails[type eq "work"].value eq "bo@example.com"`, ['WBO']],
    [`${enterprise}:department eq "Kitchen"`, ['WADA']],
    [`${enterprise}:manager eq "WADA"`, ['WBO']],
    [`${enterprise}:manager.managerId eq "WADA" and id eq "WBO"`, ['WBO']],
    ['(emails[type eq "work"].value eq "bo@example.com" or userName eq "ada")', ['WADA', 'WBO']],
  ])('%s', async (filter, expected) => {
    expect(await found(await open(), filter)).toEqual(expected);
  });

  it(`${group}:displayName eq "Team" finds a group`, async () => {
    expect(await found(await open(), `${group}:displayName eq "Team"`, '/Groups')).toEqual(['S1']);
  });

  it.each(['emails[type eq "work"].value eq "ada@example.com"', `${user}:userName eq "ada"`])(
    'SCIM §7: refuses %s on v1',
    async (filter) => {
      const service = await open('1.1');
      const answer = await service.get(`/Users?filter=${encodeURIComponent(filter)}`);
      expect(outcome(answer)).toBe('400 invalid_query');
    },
  );

  it.each([
    'emails[shoe eq "work"].value eq "x"',
    'emails[type eq "work"] eq "x"',
    'emails[type eq "work].value eq "x"',
    'phones[type eq "work"].value eq "x"',
    'urn:other:userName eq "ada"',
    `${enterprise}:shoe eq "x"`,
  ])('SCIM §7: refuses %s', async (filter) => {
    const answer = await (await open()).get(`/Users?filter=${encodeURIComponent(filter)}`);
    expect(answer.status).toBe(400);
  });
});

describe('SCIM §2.1: a userName derived from an email address', () => {
  it('finds the user by the address and keeps the derived name in PUT and PATCH', async () => {
    const service = await open();
    const body = newUser('2.0', 'ada@corp.example', {
      emails: [{ value: 'ada@corp.example', primary: true }],
    });
    const created = await service.post('/Users', body);
    expect(created.body).toMatchObject({ userName: 'ada1' });
    const { id } = created.body ?? {};
    expect(await found(service, 'userName eq "ADA@corp.example"')).toEqual([id]);
    expect(await found(service, 'active eq true and userName eq "ada@corp.example"')).toEqual([id]);
    expect(await found(service, 'userName co "@"')).toEqual([]);
    const again = await service.put(`/Users/${id}`, body);
    expect(again.body).toMatchObject({ userName: 'ada1' });
    const path = await service.patch(
      `/Users/${id}`,
      patchOp({ op: 'replace', path: 'userName', value: 'ada@corp.example' }),
    );
    expect(path.body).toMatchObject({ userName: 'ada1' });
  });

  it('finds every user whose userName was derived from the address, after updates of each', async () => {
    const service = await open();
    const create = async (email: string) => {
      const emails = [{ value: email, primary: true }];
      const { body } = await service.post('/Users', newUser('2.0', 'cy@corp.example', { emails }));
      return body?.['id'];
    };
    const [first, second] = [await create('one@x.example'), await create('two@x.example')];
    const set = (id: unknown, path: string, value: string) =>
      service.patch(`/Users/${id}`, patchOp({ op: 'replace', path, value }));
    for (const id of [first, second, first]) {
      await set(id, 'title', 'Host');
      expect(await found(service, 'userName eq "cy@corp.example"')).toEqual([first, second]);
    }
    await set(first, 'userName', 'cyril');
    expect(await found(service, 'userName eq "cy@corp.example"')).toEqual([second]);
    await set(first, 'userName', 'cy@corp.example');
    expect(await found(service, 'userName eq "cy@corp.example" and title eq "Host"')).toHaveLength(2);
  });

  it('does not find the user by the address after the userName has changed', async () => {
    const service = await open();
    const { body } = await service.post(
      '/Users',
      newUser('2.0', 'cy@corp.example', { emails: [{ value: 'cy@corp.example' }] }),
    );
    await service.patch(
      `/Users/${body?.['id']}`,
      patchOp({ op: 'replace', path: 'userName', value: 'cyril' }),
    );
    expect(await found(service, 'userName eq "cy@corp.example"')).toEqual([]);
    await service.patch(
      `/Users/${body?.['id']}`,
      patchOp({ op: 'replace', path: 'userName', value: 'cy@other.example' }),
    );
    expect(await found(service, 'userName eq "cy@other.example"')).toEqual([body?.['id']]);
  });
});

describe('SCIM §4.1: selection of returned attributes (RFC 7644 §3.9)', () => {
  const keys = async (path: string) => Object.keys(await (await open()).read(path));

  it('returns the requested attributes with schemas and id', async () => {
    expect(await keys('/Users/WADA?attributes=userName,EMAILS')).toEqual([
      'schemas',
      'id',
      'userName',
      'emails',
    ]);
    expect(await keys(`/Users/WADA?attributes=${user}:title`)).toEqual(['schemas', 'id', 'title']);
    expect(await keys('/Users/WADA?attributes=nothing')).toEqual(['schemas', 'id']);
    const service = await open();
    expect(await service.read('/Users/WADA?attributes=emails.value,name.givenName')).toMatchObject({
      emails: [{ value: 'ada@example.com' }, { value: 'ada@home.example' }],
    });
    const shown = await service.read(`/Users/WADA?attributes=emails.value,${enterprise}:department`);
    expect(shown).toEqual({
      schemas: expect.anything(),
      id: 'WADA',
      emails: [{ value: 'ada@example.com' }, { value: 'ada@home.example' }],
      [enterprise]: { department: 'Kitchen' },
    });
  });

  it('omits the excluded attributes but keeps id and schemas', async () => {
    expect(await keys('/Groups/S1?excludedAttributes=members,id')).toEqual([
      'schemas',
      'id',
      'meta',
      'displayName',
    ]);
    const service = await open();
    expect(await service.read('/Groups/S1?excludedAttributes=members.display')).toMatchObject({
      members: [{ value: 'WADA' }, { value: 'WBO' }],
    });
    const members = (await service.read('/Groups/S1?excludedAttributes=members.display'))['members'];
    expect(objectsIn(members).flatMap((member) => Object.keys(member))).toEqual(['value', 'value']);
  });

  it('selects attributes in lists and in responses to writes, which keep their Location', async () => {
    const service = await open();
    const list = await service.read('/Users?attributes=userName&count=1');
    expect(list).toMatchObject({ totalResults: 2, Resources: [{ id: 'WADA', userName: 'ada' }] });
    expect(Object.keys(objectsIn(list['Resources'])[0] ?? {})).toEqual(['schemas', 'id', 'userName']);
    const created = await service.post('/Users?attributes=id', newUser('2.0', 'cy'));
    expect(Object.keys(created.body ?? {})).toEqual(['schemas', 'id']);
    expect(created.headers['location']).toMatch(/\/scim\/v2\/Users\/W/);
  });
});

import { describe, expect, it } from 'vitest';
import { getSchema, getServiceConfig, listResourceTypes, listSchemas } from '../../src/scim/discovery.ts';
import { readSchema } from '../../src/scim/read-schema.ts';
import { answering, clientOf, clientOfAnswer } from '../support/scim-client-of.ts';
import { openTestSandbox, VERSIONS } from '../support/test-sandbox.ts';

const named = (resource: Parameters<typeof readSchema>[0]) =>
  readSchema(resource).attributes.map(({ path }) => path);

describe('SCIM §4: lenient reading of a schema (OBSERVED §4)', () => {
  it.each<[string, Parameters<typeof readSchema>[0], readonly string[]]>([
    ['plain', { attributes: [{ name: 'id' }, { name: 'userName' }] }, ['id', 'userName']],
    [
      'with scalars between the attributes',
      { attributes: [{ name: 'id' }, 'string', 7, null, false, { name: 'title' }] },
      ['id', 'title'],
    ],
    [
      'with sub-attributes',
      { attributes: [{ name: 'name', subAttributes: [{ name: 'givenName' }] }] },
      ['name', 'name.givenName'],
    ],
    [
      'with the key in lower case',
      { attributes: [{ name: 'groups', subattributes: [{ name: 'value' }] }] },
      ['groups', 'groups.value'],
    ],
    [
      'with a single sub-attribute as an object',
      { attributes: [{ name: 'manager', subAttributes: { name: 'managerId' } }] },
      ['manager', 'manager.managerId'],
    ],
    [
      'with an object of sub-attributes',
      { attributes: [{ name: 'manager', subAttributes: { a: { name: 'managerId' }, b: 1 } }] },
      ['manager', 'manager.managerId'],
    ],
    ['with nameless attributes', { attributes: [{ type: 'string' }, { name: 7 }, { name: 'id' }] }, ['id']],
    ['with attributes that are not a list', { attributes: 'none' }, []],
    ['without attributes', {}, []],
    [
      'with an extension',
      { attributes: [{ name: 'urn:x:User', subAttributes: [{ name: 'a' }] }] },
      ['urn:x:User', 'urn:x:User:a'],
    ],
  ])('%s', (_, resource, paths) => {
    expect(named(resource)).toEqual(paths);
  });

  it.each([
    [{ readOnly: true }, true],
    [{ mutability: 'readOnly' }, true],
    [{ mutability: 'immutable' }, true],
    [{ mutability: 'readWrite' }, false],
    [{ readOnly: 'yes' }, false],
    [{}, false],
  ])('%j is read-only: %s', (attribute, expected) => {
    const [read] = readSchema({ attributes: [{ name: 'a', ...attribute }] }).attributes;
    expect(read?.isReadOnly).toBe(expected);
  });
});

describe.each(VERSIONS)('SCIM §4: discovery over SCIM %s', (version) => {
  it('reads the supported features', async () => {
    const config = await getServiceConfig(clientOf(await openTestSandbox({ version })));
    expect(config.features).toContainEqual({ name: 'patch', supported: true });
    expect(config.features).toContainEqual({ name: 'bulk', supported: false });
    expect(config.authentication).toEqual(['OAuth Bearer Token']);
  });

  it('reads the attributes of users and groups', async () => {
    const scim = clientOf(await openTestSandbox({ version }));
    const users = (await getSchema(scim, 'users')).attributes.map(({ path }) => path);
    expect(users).toEqual(expect.arrayContaining(['userName', 'name.givenName', 'emails.value']));
    const groups = await getSchema(scim, 'groups');
    expect(groups.attributes.map(({ path }) => path)).toEqual([
      'id',
      'displayName',
      'members',
      'members.value',
      'members.display',
    ]);
    const extensions = version === '1.1' ? [] : ['EnterpriseUser', 'GuestUser', 'UserProfile'];
    expect((await listSchemas(scim)).map(({ name }) => name)).toEqual(['User', 'Group', ...extensions]);
  });
});

it('reads resource types and their extensions on v2 and refuses to on v1', async () => {
  const types = await listResourceTypes(clientOf(await openTestSandbox({ version: '2.0' })));
  expect(types.map(({ name, endpoint, extensions }) => [name, endpoint, extensions.length])).toEqual([
    ['User', '/Users', 3],
    ['Group', '/Groups', 0],
  ]);
  await expect(listResourceTypes(clientOf(await openTestSandbox({ version: '1.1' })))).rejects.toMatchObject({
    kind: 'usage',
  });
});

it('falls back to the plural configuration path and the list of schemas', async () => {
  const lacks = (path: string) => answering(404, '', ({ url }) => url.endsWith(path));
  const faults = [lacks('/ServiceProviderConfig'), lacks('/Schemas/Users'), lacks('/Schemas/Groups')];
  const scim = clientOf(await openTestSandbox({ version: '2.0' }), { faults });
  expect((await getServiceConfig(scim)).features).toContainEqual({ name: 'patch', supported: true });
  expect((await getSchema(scim, 'groups')).name).toBe('Group');
});

it('fails if the response is not a schema', async () => {
  for (const body of ['{"Resources": [7]}', '{}', '{"ok": false}', '{"id": "W1", "displayName": "Other"}'])
    await expect(getSchema(clientOfAnswer(200, body), 'users')).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'the answer is not a schema',
    });
  await expect(getSchema(clientOfAnswer(404, ''), 'users')).rejects.toMatchObject({ status: 404 });
  await expect(getServiceConfig(clientOfAnswer(200, ''))).rejects.toMatchObject({ kind: 'unreachable' });
});

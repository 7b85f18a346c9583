import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { account } from '../support/organization-world.ts';
import {
  type Answer,
  LIST_RESPONSE,
  newUser,
  ORIGIN,
  objectsIn,
  openTestSandbox,
  outcome,
  PATCH_OP,
  URNS,
  VERSIONS,
} from '../support/test-sandbox.ts';

const namesIn = (value: Json | undefined) => objectsIn(value).map(({ name }) => name);
const named = (value: Json | undefined, name: string): JsonObject =>
  objectsIn(value).find((attribute) => attribute['name'] === name) ?? {};

/**
 * The table of SCIM §4, copied by hand: method, path, and whether v1 and v2 have it. The plural path on v2:
 * OBSERVED §4.
 */
const TABLE = [
  ['GET', '/ServiceProviderConfigs', true, true],
  ['GET', '/ServiceProviderConfig', false, true],
  ['GET', '/ResourceTypes', false, true],
  ['GET', '/Schemas', false, true],
  ['GET', '/Schemas/Users', true, true],
  ['GET', '/Schemas/Groups', true, true],
  ['GET', '/Users', true, true],
  ['GET', '/Users/WADA', true, true],
  ['POST', '/Users', true, true],
  ['PATCH', '/Users/WADA', true, true],
  ['PUT', '/Users/WADA', true, true],
  ['DELETE', '/Users/WADA', true, true],
  ['GET', '/Groups/', true, true],
  ['GET', '/Groups/S1', true, true],
  ['POST', '/Groups', true, true],
  ['PATCH', '/Groups/S1', true, true],
  ['PUT', '/Groups/S1', true, true],
  ['DELETE', '/Groups/S1', true, true],
] as const;

describe.each(VERSIONS)('SCIM §4: every endpoint on %s', (version) => {
  const body = (path: string, method: string): JsonObject | undefined => {
    if (method === 'PATCH' && version === '2.0') return { schemas: [PATCH_OP], Operations: [] };
    if (path.startsWith('/Groups')) return { schemas: [URNS[version].group], displayName: 'Team' };
    return newUser(version, method === 'POST' ? 'bo' : 'ada');
  };

  it.each(TABLE)(
    'SCIM §4: %s %s exists only on the versions listed in the table',
    async (method, path, v1, v2) => {
      const service = await openTestSandbox({
        version,
        users: [account('ada')],
        groups: [{ id: 'S1', created: '', displayName: 'Team', members: [] }],
      });
      const calls: Record<typeof method, () => Promise<Answer>> = {
        GET: () => service.get(path),
        POST: () => service.post(path, body(path, method) ?? null),
        PUT: () => service.put(path, body(path, method) ?? null),
        PATCH: () => service.patch(path, body(path, method) ?? null),
        DELETE: () => service.delete(path),
      };
      const answer = await calls[method]();
      const isNamed = version === '1.1' ? v1 : v2;
      expect(outcome(answer)).toMatch(isNamed ? /^20[014]$/ : /^404 bad_endpoint$/);
    },
  );

  it('SCIM §5: requires a token for schemas and resource types', async () => {
    const service = await openTestSandbox({ version });
    expect(outcome(await service.send('GET', '/Schemas/Users', {}))).toBe('401 missing_authentication');
  });
});

describe('SCIM §4: GET /ResourceTypes', () => {
  it('SCIM §4: lists users with their extensions, and groups', async () => {
    const service = await openTestSandbox({ version: '2.0' });
    const { user, group, enterprise, guest, profile } = URNS['2.0'];
    const resourceType = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
    const location = (name: string) => `${ORIGIN}/scim/v2/ResourceTypes/${name}`;
    expect(await service.read('/ResourceTypes')).toEqual({
      schemas: [LIST_RESPONSE],
      totalResults: 2,
      itemsPerPage: 2,
      startIndex: 1,
      Resources: [
        {
          schemas: [resourceType],
          id: 'User',
          name: 'User',
          endpoint: '/Users',
          description: 'User Account',
          schema: user,
          schemaExtensions: [
            { schema: enterprise, required: false },
            { schema: guest, required: false },
            { schema: profile, required: false },
          ],
          meta: { location: location('User'), resourceType: 'ResourceType' },
        },
        {
          schemas: [resourceType],
          id: 'Group',
          name: 'Group',
          endpoint: '/Groups',
          description: 'Group',
          schema: group,
          meta: { location: location('Group'), resourceType: 'ResourceType' },
        },
      ],
    });
  });

  it('SCIM §2.1: uses the vendor name in schema URNs', async () => {
    const service = await openTestSandbox({ version: '2.0', settings: { vendor: 'acme' } });
    const { text } = await service.get('/ResourceTypes');
    expect(text).toContain('urn:ietf:params:scim:schemas:extension:acme:guest:2.0:User');
    expect(text).not.toContain(':service:');
  });
});

describe('SCIM §4: GET /Schemas', () => {
  it('SCIM §4: lists every schema of the resource types', async () => {
    const service = await openTestSandbox({ version: '2.0' });
    const list = await service.read('/Schemas');
    const { user, group, enterprise, guest, profile } = URNS['2.0'];
    expect(list).toMatchObject({ schemas: [LIST_RESPONSE], totalResults: 5 });
    expect(objectsIn(list['Resources']).map(({ id }) => id)).toEqual([
      user,
      group,
      enterprise,
      guest,
      profile,
    ]);
  });

  it.each(['/Schemas', '/ResourceTypes'])(
    'SCIM §4: serves each entry of %s at its meta.location',
    async (path) => {
      const service = await openTestSandbox({ version: '2.0' });
      const entries = objectsIn((await service.read(path))['Resources']);
      for (const entry of entries) {
        const { location } = entry['meta'] as { location: string };
        expect(location.startsWith(`${ORIGIN}/scim/v2${path}/`)).toBe(true);
        expect(await service.read(location.slice(`${ORIGIN}/scim/v2`.length))).toEqual(entry);
      }
      expect(outcome(await service.get(`${path}/Shoe`))).toBe('404 bad_endpoint');
    },
  );

  it('SCIM §4: finds a schema by its URN in any letter case, percent-encoded or not', async () => {
    const service = await openTestSandbox({ version: '2.0' });
    const { guest } = URNS['2.0'];
    expect(await service.read(`/Schemas/${guest.toUpperCase()}`)).toMatchObject({ id: guest });
    expect(await service.read(`/Schemas/${encodeURIComponent(guest)}`)).toMatchObject({ id: guest });
    expect(outcome(await service.with({ version: '1.1' }).get(`/Schemas/${guest}`))).toBe('404 bad_endpoint');
  });
});

/** The user attributes listed in SCIM §2.1. */
const USER_ATTRIBUTES = [
  'id',
  'userName',
  'nickName',
  'name',
  'displayName',
  'profileUrl',
  'emails',
  'photos',
  'groups',
  'active',
  'userType',
  'title',
  'preferredLanguage',
  'locale',
  'timezone',
  'addresses',
  'phoneNumbers',
  'password',
  'roles',
];
const ENTERPRISE = ['employeeNumber', 'costCenter', 'organization', 'division', 'department', 'manager'];
const GUEST = ['type', 'expiration', 'channels'];

describe('SCIM §4: GET /Schemas/Users', () => {
  it('SCIM §4: v1 returns every attribute of SCIM §2.1, and the extensions under their URNs', async () => {
    const schema = await (await openTestSandbox({ version: '1.1' })).read('/Schemas/Users');
    const { user, enterprise, guest, profile } = URNS['1.1'];
    expect(schema).toMatchObject({
      id: 'urn:scim:schemas:core:1.0:User',
      name: 'User',
      endpoint: '/Users',
      schema: [user, enterprise, guest, profile],
    });
    const attributes = objectsIn(schema['attributes']);
    const of = (uri: string) => namesIn(attributes.filter((attribute) => attribute['schema'] === uri));
    expect(of(user)).toEqual(USER_ATTRIBUTES);
    for (const [uri, names] of [
      [enterprise, ENTERPRISE],
      [guest, GUEST],
      [profile, ['startDate']],
    ] as const) {
      expect(of(uri)).toEqual([uri]);
      expect(namesIn(named(attributes, uri)['subAttributes'])).toEqual(names);
    }
    expect(named(attributes, 'active')).toMatchObject({ type: 'boolean' });
  });

  it('SCIM §4: v2 returns the same attributes, each extension as one attribute under its URN', async () => {
    const schema = await (await openTestSandbox({ version: '2.0' })).read('/Schemas/Users');
    const { user, enterprise, guest, profile } = URNS['2.0'];
    expect(schema).toMatchObject({
      id: user,
      name: 'User',
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
      meta: { resourceType: 'Schema', location: `${ORIGIN}/scim/v2/Schemas/${user}` },
    });
    const { attributes } = schema;
    expect(namesIn(attributes)).toEqual([...USER_ATTRIBUTES, enterprise, guest, profile]);
    expect(namesIn(named(attributes, enterprise)['subAttributes'])).toEqual(ENTERPRISE);
    expect(namesIn(named(attributes, guest)['subAttributes'])).toEqual(GUEST);
    expect(namesIn(named(attributes, profile)['subAttributes'])).toEqual(['startDate']);
  });

  it('SCIM §2.1: describes required, unique and never returned attributes, and sub-attributes', async () => {
    const { attributes } = await (await openTestSandbox({ version: '2.0' })).read('/Schemas/Users');
    expect(named(attributes, 'userName')).toEqual({
      name: 'userName',
      type: 'string',
      multiValued: false,
      description: expect.any(String),
      mutability: 'readWrite',
      returned: 'default',
      uniqueness: 'server',
      required: true,
      caseExact: false,
    });
    expect(named(attributes, 'password')).toMatchObject({ mutability: 'writeOnly', returned: 'never' });
    expect(named(attributes, 'id')).toMatchObject({ mutability: 'readOnly', uniqueness: 'global' });
    expect(named(attributes, 'active')).toMatchObject({ type: 'boolean' });
    expect(named(attributes, 'profileUrl')).toMatchObject({ type: 'reference', mutability: 'readOnly' });
    const emails = named(attributes, 'emails');
    expect(emails).toMatchObject({ type: 'complex', multiValued: true, required: true });
    expect(namesIn(emails['subAttributes'])).toEqual(['value', 'type', 'primary']);
    expect(namesIn(named(attributes, 'name')['subAttributes'])).toEqual([
      'familyName',
      'givenName',
      'honorificPrefix',
    ]);
    expect(namesIn(named(attributes, 'addresses')['subAttributes'])).toEqual([
      'streetAddress',
      'locality',
      'region',
      'postalCode',
      'country',
      'type',
      'primary',
    ]);
  });
});

describe('SCIM §4: GET /Schemas/Groups', () => {
  it('SCIM §2.2: v1 returns the ID, the name and the members of a group', async () => {
    const schema = await (await openTestSandbox({ version: '1.1' })).read('/Schemas/Groups');
    expect(schema).toMatchObject({ name: 'Group', endpoint: '/Groups', schema: 'urn:scim:schemas:core:1.0' });
    expect(namesIn(schema['attributes'])).toEqual(['id', 'displayName', 'members']);
    expect(named(schema['attributes'], 'members')).toMatchObject({
      multiValued: true,
      required: false,
      multiValuedAttributeChildName: 'member',
      subAttributes: [
        { name: 'value', required: true },
        { name: 'display', readOnly: true },
      ],
    });
  });

  it('SCIM §2.2: v2 returns the same attributes with their SCIM 2.0 characteristics', async () => {
    const schema = await (await openTestSandbox({ version: '2.0' })).read('/Schemas/Groups');
    expect(schema).toMatchObject({ id: URNS['2.0'].group, name: 'Group' });
    expect(namesIn(schema['attributes'])).toEqual(['id', 'displayName', 'members']);
    expect(named(schema['attributes'], 'displayName')).toMatchObject({
      returned: 'default',
      uniqueness: 'none',
      required: true,
    });
  });
});

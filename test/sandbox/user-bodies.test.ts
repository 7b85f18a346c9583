import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { account, team } from '../support/organization-world.ts';
import { bodyOf, newUser, openTestSandbox, URNS, VERSIONS } from '../support/test-sandbox.ts';

const PATHS = { '1.1': 'v1', '2.0': 'v2' } as const;

const FULL = account(
  'bo',
  { givenName: 'Bo', familyName: 'Li', displayName: 'Bo', timezone: 'Europe/Oslo', title: 'Cook' },
  { hasCustomProfile: true },
);

const CORE_PART = (path: string): JsonObject => ({
  id: 'WBO',
  externalId: '',
  meta: { created: '2024-01-02T03:04:05-08:00', location: `https://scim.example/scim/${path}/Users/WBO` },
  userName: 'bo',
  nickName: 'bo',
  name: { givenName: 'Bo', familyName: 'Li', honorificPrefix: null },
  displayName: 'Bo',
  profileUrl: 'https://org.example/team/bo',
  title: 'Cook',
  timezone: 'Europe/Oslo',
  active: true,
  emails: [
    { value: 'bo@example.com', primary: true },
    { value: '', primary: false },
  ],
  photos: [{ value: 'https://org.example/avatars/WBO.png', type: 'photo' }],
  addresses: [{ streetAddress: null, locality: null, region: null, postalCode: null, country: null }],
  phoneNumbers: [
    { value: null, type: 'mobile' },
    { value: null, primary: true },
  ],
  userType: null,
  roles: [{ value: null, primary: true }],
  preferredLanguage: null,
  locale: null,
});

const ENTERPRISE_PART = {
  employeeNumber: null,
  costCenter: null,
  organization: null,
  division: null,
  department: null,
  manager: { managerId: null },
};

describe('SCIM §2.1: exact JSON of the full user resource', () => {
  it.each(VERSIONS)(
    'returns a user without custom profile fields in the short form on %s',
    async (version) => {
      const service = await openTestSandbox({ version, users: [account('ada', { givenName: 'Ada' })] });
      const { text } = await service.get('/Users/WADA');
      expect(text).toBe(
        JSON.stringify({
          schemas: [URNS[version].user],
          id: 'WADA',
          externalId: '',
          meta: {
            created: '2024-01-02T03:04:05-08:00',
            location: `https://scim.example/scim/${PATHS[version]}/Users/WADA`,
          },
          userName: 'ada',
          nickName: 'ada',
          name: { givenName: 'Ada', familyName: '' },
          displayName: '',
          profileUrl: 'https://org.example/team/ada',
          title: '',
          timezone: 'America/Los_Angeles',
          active: true,
          emails: [{ value: 'ada@example.com', primary: true }],
          photos: [{ value: 'https://org.example/avatars/WADA.png', type: 'photo' }],
          groups: [],
        }),
      );
    },
  );

  it('returns all custom profile fields on v1 if one was written: enterprise, groups, profile', async () => {
    const { user, enterprise, profile } = URNS['1.1'];
    const service = await openTestSandbox({ version: '1.1', users: [FULL] });
    const { text } = await service.get('/Users/WBO');
    expect(text).toBe(
      JSON.stringify({
        schemas: [user, enterprise, profile],
        ...CORE_PART('v1'),
        [enterprise]: ENTERPRISE_PART,
        groups: [],
        [profile]: { startDate: null },
      }),
    );
  });

  it('returns all custom profile fields on v2: enterprise, profile, groups', async () => {
    const { user, enterprise, profile } = URNS['2.0'];
    const service = await openTestSandbox({ version: '2.0', users: [FULL] });
    const { text } = await service.get('/Users/WBO');
    expect(text).toBe(
      JSON.stringify({
        schemas: [user, enterprise, profile],
        ...CORE_PART('v2'),
        [enterprise]: ENTERPRISE_PART,
        [profile]: { startDate: null },
        groups: [],
      }),
    );
  });

  it.each([
    ['1.1', ['groups', URNS['1.1'].guest, URNS['1.1'].profile]],
    ['2.0', [URNS['2.0'].profile, 'groups', URNS['2.0'].guest]],
  ] as const)('places the guest extension of %s last, in the order of that version', async (version, end) => {
    const guest = account('gus', { guest: true }, { hasCustomProfile: true });
    const service = await openTestSandbox({ version, users: [guest] });
    const body = await service.read('/Users/WGUS');
    expect(Object.keys(body).slice(-3)).toEqual(end);
    expect(body['schemas']).toEqual([
      URNS[version].user,
      URNS[version].enterprise,
      URNS[version].profile,
      URNS[version].guest,
    ]);
  });

  it.each(VERSIONS)('returns the expiration of a guest on %s only if it is set', async (version) => {
    const service = await openTestSandbox({
      version,
      users: [
        account('gus', { guest: true }),
        account('gil', { guest: true, guestExpiration: '2027-06-30T00:00:00Z' }),
      ],
    });
    const { guest } = URNS[version];
    expect((await service.read('/Users/WGUS'))[guest]).toEqual({ type: 'multi', channels: [] });
    expect((await service.read('/Users/WGIL'))[guest]).toEqual({
      type: 'multi',
      expiration: '2027-06-30T00:00:00Z',
      channels: [],
    });
  });

  it.each(VERSIONS)('lists the groups of a user by ID and name on %s', async (version) => {
    const service = await openTestSandbox({ version, users: [account('ada')], groups: [team('ada')] });
    expect((await service.read('/Users/WADA'))['groups']).toEqual([{ value: 'S1', display: 'Team' }]);
  });

  it.each(VERSIONS)('uses the vendor name in the URNs on %s', async (version) => {
    const settings = { vendor: 'acme' };
    const service = await openTestSandbox({ version, users: [account('gus', { guest: true })], settings });
    const guest = URNS[version].guest.replace('service', 'acme');
    expect(await service.read('/Users/WGUS')).toMatchObject({
      schemas: [URNS[version].user, guest],
      [guest]: { type: 'multi' },
    });
  });

  it('returns created in whole seconds with the Pacific offset of that day', async () => {
    let now = Date.UTC(2024, 6, 1, 12, 30, 15, 999);
    const service = await openTestSandbox({ now: () => now });
    const summer = bodyOf(await service.post('/Users', newUser('1.1', 'sue')));
    now = Date.UTC(2025, 0, 1, 4, 5, 6);
    const winter = bodyOf(await service.post('/Users', newUser('1.1', 'win')));
    expect(summer['meta']).toMatchObject({ created: '2024-07-01T05:30:15-07:00' });
    expect(winter['meta']).toMatchObject({ created: '2024-12-31T20:05:06-08:00' });
  });
});

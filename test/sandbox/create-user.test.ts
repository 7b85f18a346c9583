import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { account } from '../support/organization-world.ts';
import {
  bodyOf,
  idIn,
  newUser,
  openTestSandbox,
  outcome,
  type TestService,
  URNS,
  VERSIONS,
} from '../support/test-sandbox.ts';

describe.each(VERSIONS)('SCIM §4.2: POST /Users on %s', (version) => {
  const { user, enterprise, guest, profile } = URNS[version];
  const open = (): Promise<TestService> => openTestSandbox({ version, users: [account('boss')] });
  const create = async (more: JsonObject): Promise<JsonObject> =>
    bodyOf(await (await open()).post('/Users', newUser(version, 'ada', more)));

  it('requires only a userName and an email address', async () => {
    expect(await create({})).toMatchObject({
      schemas: [user],
      userName: 'ada',
      displayName: 'ada',
      active: true,
      emails: [{ value: 'ada@example.com', primary: true }],
    });
  });

  it('gives each user a unique ID that begins with W, and a location', async () => {
    const service = await open();
    const ids = new Set<string>();
    for (let index = 0; index < 50; index += 1) {
      const body = bodyOf(await service.post('/Users', newUser(version, `user${index}`)));
      ids.add(idIn(body));
      const path = version === '1.1' ? 'v1' : 'v2';
      expect(body['meta']).toMatchObject({
        location: `https://scim.example/scim/${path}/Users/${idIn(body)}`,
      });
    }
    expect(ids.size).toBe(50);
    for (const id of ids) expect(id).toMatch(/^W[A-Z0-9]{8}$/);
  });

  it('stores every attribute and returns it in the created user', async () => {
    const body = await create({
      schemas: [user, enterprise, profile],
      name: { givenName: 'Ada', familyName: 'King', honorificPrefix: 'Lady' },
      displayName: 'Ada King',
      title: 'Countess',
      timezone: 'Europe/London',
      userType: 'Employee',
      preferredLanguage: 'en',
      locale: 'en-GB',
      emails: [
        { value: 'b@x.example', type: 'home' },
        { value: 'a@x.example', type: 'work' },
      ],
      phoneNumbers: [
        { value: '1', type: 'work' },
        { value: '2', type: 'mobile' },
      ],
      photos: [{ value: 'https://x.example/1.png' }, { value: 'https://x.example/2.png', primary: true }],
      addresses: [{ locality: 'London', country: 'GB', type: 'work', primary: true }],
      roles: [{ value: 'Analyst', primary: 'true' }],
      [enterprise]: { department: 'Engines', manager: { managerId: 'boss@example.com' } },
      [profile]: { startDate: '2024-03-15T09:00:00+0100' },
    });
    expect(body).toMatchObject({
      schemas: [user, enterprise, profile],
      name: { givenName: 'Ada', familyName: 'King', honorificPrefix: 'Lady' },
      emails: [
        { value: 'a@x.example', primary: true },
        { value: 'b@x.example', primary: false },
      ],
      // In a request, type "mobile" marks the primary phone; in a response, the mobile phone.
      phoneNumbers: [
        { value: '1', type: 'mobile' },
        { value: '2', primary: true },
      ],
      photos: [{ value: 'https://x.example/2.png', type: 'photo' }],
      addresses: [{ streetAddress: null, locality: 'London', region: null, postalCode: null, country: 'GB' }],
      roles: [{ value: 'Analyst', primary: true }],
      [enterprise]: { department: 'Engines', manager: { managerId: 'WBOSS' } },
      [profile]: { startDate: '2024-03-15T00:00:00+0000' },
    });
  });

  it('accepts a photo as a URL or as a data URL', async () => {
    const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
    for (const value of ['https://x.example/ada.png', pixel]) {
      expect((await create({ photos: [{ value }] }))['photos']).toEqual([{ value, type: 'photo' }]);
    }
  });

  it('creates a multi-channel guest, with and without an expiration', async () => {
    expect(await create({ schemas: [user, guest], [guest]: { type: 'multi' } })).toMatchObject({
      schemas: [user, guest],
      active: true,
      [guest]: { type: 'multi', channels: [] },
    });
    const expiration = '2027-06-30T00:00:00Z';
    expect(await create({ schemas: [user, guest], [guest]: { type: 'multi', expiration } })).toMatchObject({
      [guest]: { type: 'multi', expiration, channels: [] },
    });
  });

  it.each<[JsonObject, string]>([
    [{}, '400 invalid_attribute_format'],
    [{ type: 'single' }, '400 invalid_attribute_format'],
    [{ expiration: '2027-06-30T00:00:00Z' }, '400 invalid_attribute_format'],
    [{ type: 'multi', expiration: 'next year' }, '400 invalid_attribute_format'],
  ])('refuses the guest object %j', async (object, expected) => {
    const service = await open();
    const body = newUser(version, 'ada', { schemas: [user, guest], [guest]: object });
    expect(outcome(await service.post('/Users', body))).toBe(expected);
  });

  it('requires the guest URN in schemas', async () => {
    const body = newUser(version, 'ada', { [guest]: { type: 'multi' } });
    expect(outcome(await (await open()).post('/Users', body))).toBe('400 missing_schema_element');
  });

  it('accepts extensions that are listed in schemas but not sent', async () => {
    expect(await create({ schemas: [user, enterprise, guest, profile] })).toMatchObject({ schemas: [user] });
  });

  it('creates the user without custom profile fields if the manager does not exist', async () => {
    const body = await create({
      schemas: [user, enterprise],
      title: 'Countess',
      locale: 'en',
      [enterprise]: { department: 'Engines', manager: { managerId: 'nobody' } },
    });
    expect(body).toMatchObject({ schemas: [user], title: 'Countess' });
    expect(body).not.toHaveProperty('locale');
    expect(body).not.toHaveProperty([enterprise]);
  });

  it('SCIM §7: keeps the userName and email of a deactivated account reserved', async () => {
    const service = await open();
    await service.delete('/Users/WBOSS');
    expect(outcome(await service.post('/Users', newUser(version, 'boss')))).toBe('409 username_taken');
    const emails = [{ value: 'boss@example.com' }];
    expect(outcome(await service.post('/Users', newUser(version, 'other', { emails })))).toBe(
      '409 email_taken',
    );
  });

  it('frees a userName and an email address after the user has changed them', async () => {
    const service = await open();
    const emails = [{ value: 'chief@example.com' }];
    await service.put('/Users/WBOSS', newUser(version, 'chief', { emails }));
    expect(outcome(await service.post('/Users', newUser(version, 'boss')))).toBe('201');
  });

  it('creates no user if it refuses the request', async () => {
    const service = await open();
    await service.post('/Users', newUser(version, 'ada', { emails: [{ value: 'boss@example.com' }] }));
    expect(await service.read('/Users')).toMatchObject({ totalResults: 1 });
    expect(outcome(await service.post('/Users', newUser(version, 'ada')))).toBe('201');
  });
});

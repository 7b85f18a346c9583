import { describe, expect, it } from 'vitest';
import { extensionOfUri, vendorOfUri } from '../../src/rules/schema-uris.ts';
import { readDiscoveredSchemaUris, withDiscoveredSchemaUris } from '../../src/scim/discovered-schema-uris.ts';
import { readUser } from '../../src/scim/user.ts';
import { userBody } from '../../src/scim/user-body.ts';
import { createUser, getUser, patchUser } from '../../src/scim/users.ts';
import { userId } from '../../src/values/ids.ts';
import { account } from '../support/organization-world.ts';
import { answering, clientOf, noting } from '../support/scim-client-of.ts';
import { openTestSandbox, VERSIONS } from '../support/test-sandbox.ts';

const GUEST = { guest: true, guestExpiration: '2027-06-30T00:00:00Z' } as const;
const isDiscovery = ({ url }: { readonly url: string }) => /ResourceTypes|Schemas/.test(url);

describe.each(VERSIONS)('service with another vendor name over SCIM %s (SCIM §2.1)', (version) => {
  const acme = () =>
    openTestSandbox({
      version,
      settings: { vendor: 'acme' },
      users: [account('mia'), account('gus', GUEST)],
    });

  it('announces its URNs, and the client reads them', async () => {
    const announced = await readDiscoveredSchemaUris(clientOf(await acme()));
    expect(announced).toEqual(
      version === '1.1'
        ? {
            enterprise: 'urn:scim:schemas:extension:enterprise:1.0',
            guest: 'urn:scim:schemas:extension:acme:guest:1.0',
            profile: 'urn:scim:schemas:extension:acme:profile:1.0',
          }
        : {
            enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
            guest: 'urn:ietf:params:scim:schemas:extension:acme:guest:2.0:User',
            profile: 'urn:ietf:params:scim:schemas:extension:acme:profile:2.0:User',
          },
    );
  });

  it('accepts the writes of a client that did not configure the vendor name', async () => {
    const scim = withDiscoveredSchemaUris(clientOf(await acme()));
    const values = {
      ...GUEST,
      userName: 'eva',
      email: 'eva@example.com',
      startDate: '2026-01-15T00:00:00+0000',
    };
    const created = await createUser(scim, userBody(values, scim.dialect));
    expect((await getUser(scim, created.id)).values).toMatchObject(values);
    const patched = await patchUser(scim, created, {
      set: { startDate: '2027-01-15T00:00:00+0000', title: 'urn:scim:schemas:extension:service:guest:1.0' },
      clear: ['guestExpiration'],
    });
    expect(patched.values).toMatchObject({ guest: true, startDate: '2027-01-15T00:00:00+0000' });
    expect(patched.values.guestExpiration).toBeUndefined();
    expect(patched.values.title).toBe('urn:scim:schemas:extension:service:guest:1.0');
    const member = await patchUser(scim, patched, { set: { guest: false }, clear: [] });
    expect(member.values.guest).toBe(false);
  });

  it('is queried for its URNs once, and only before writing a vendor-specific attribute', async () => {
    const notes: string[] = [];
    const scim = withDiscoveredSchemaUris(clientOf(await acme(), { faults: [noting(notes)] }));
    const user = await getUser(scim, userId('WMIA'));
    await patchUser(scim, user, { set: { title: 'VP', department: 'R' }, clear: [] });
    expect(notes.filter((note) => isDiscovery({ url: note }))).toEqual([]);
    await patchUser(scim, user, { set: { startDate: '2027-01-15T00:00:00+0000' }, clear: [] });
    await patchUser(scim, user, { set: { startDate: '2027-02-15T00:00:00+0000' }, clear: [] });
    expect(notes.filter((note) => isDiscovery({ url: note }))).toHaveLength(1);
  });

  it('is read by a client that did not configure the vendor name', async () => {
    expect((await getUser(clientOf(await acme()), userId('WGUS'))).values).toMatchObject(GUEST);
  });

  it.each([
    [404, ''],
    [500, '<html>'],
    [200, '{"Resources": [{"schemaExtensions": [7, {"schema": 7}]}], "schema": 7, "attributes": "none"}'],
  ])('keeps the documented URNs if nothing is announced (%s %s)', async (status, body) => {
    const service = await openTestSandbox({ version, users: [account('mia')] });
    const scim = withDiscoveredSchemaUris(
      clientOf(service, { faults: [answering(status, body, isDiscovery)] }),
    );
    expect(await readDiscoveredSchemaUris(scim)).toEqual({});
    const patched = await patchUser(scim, await getUser(scim, userId('WMIA')), { set: GUEST, clear: [] });
    expect(patched.values).toMatchObject(GUEST);
  });
});

describe('extension and vendor of a schema URN', () => {
  it.each([
    ['urn:scim:schemas:extension:enterprise:1.0', 'enterprise', undefined],
    ['urn:scim:schemas:extension:acme:guest:1.0', 'guest', 'acme'],
    ['urn:ietf:params:scim:schemas:extension:acme:profile:2.0:User', 'profile', 'acme'],
    ['URN:IETF:params:scim:schemas:extension:Acme:Guest:2.0:User', 'guest', 'Acme'],
    ['urn:scim:schemas:extension:acme:guest:2.0:User', 'guest', 'acme'],
    ['urn:ietf:params:scim:schemas:extension:acme:directory:2.0:User', undefined, 'acme'],
    ['urn:ietf:params:scim:schemas:core:2.0:User', undefined, undefined],
    ['guest', undefined, undefined],
  ])('%s', (uri, extension, vendor) => {
    expect(extensionOfUri(uri)).toBe(extension);
    expect(vendorOfUri(uri)).toBe(vendor);
  });

  it('prefers the configured vendor if a resource has two guest extensions', () => {
    const guest = (vendor: string) => `urn:scim:schemas:extension:${vendor}:guest:1.0`;
    const resource = {
      id: 'W1',
      [guest('other')]: { type: 'multi' },
      [guest('acme')]: { type: 'multi', expiration: '2027-06-30T00:00:00Z' },
    };
    const { values } = readUser(resource, { version: '1.1', vendor: 'acme' });
    expect(values.guestExpiration).toBe('2027-06-30T00:00:00Z');
  });
});

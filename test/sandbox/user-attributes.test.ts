import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { account } from '../support/organization-world.ts';
import { bodyOf, newUser, openTestSandbox, outcome, URNS, VERSIONS } from '../support/test-sandbox.ts';

describe.each(VERSIONS)('SCIM §2.1: other attributes at creation on %s', (version) => {
  async function create(more: JsonObject, userName = 'ada') {
    const service = await openTestSandbox({ version, users: [account('taken')] });
    return service.post('/Users', newUser(version, userName, more));
  }
  async function created(more: JsonObject, userName = 'ada'): Promise<JsonObject> {
    return bodyOf(await create(more, userName));
  }

  describe('emails', () => {
    it('must contain a primary address', async () => {
      const service = await openTestSandbox({ version });
      const body = { schemas: [URNS[version].user], userName: 'ada' };
      for (const emails of [
        undefined,
        null,
        [],
        [{}],
        [{ value: null }],
        [{ value: ' ' }],
        [{ primary: true }, { value: 'a@example.com' }],
        [{ value: 'a@example.com', operation: 'delete' }],
      ]) {
        const sent = emails === undefined ? body : { ...body, emails };
        expect(outcome(await service.post('/Users', sent))).toBe('400 email_empty');
      }
    });

    it.each([
      ['anna@', '400 bad_email_address'],
      ['anna', '400 bad_email_address'],
      ['Anna <anna@example.com>', '400 bad_email_address'],
      ['anna@example', '400 bad_email_address'],
      ['taken@example.com', '409 email_taken'],
      ['TAKEN@Example.com', '409 email_taken'],
    ])('SCIM §7: refuses %s: %s', async (value, expected) => {
      expect(outcome(await create({ emails: [{ value }] }))).toBe(expected);
      const second = [{ value: 'ada@example.com', primary: true }, { value }];
      expect(outcome(await create({ emails: second }))).toBe(expected);
    });

    it('never returns a type and stores at most two emails', async () => {
      const emails = ['a', 'b', 'c'].map((name) => ({ value: `${name}@example.com`, type: 'home' }));
      expect((await created({ emails }))['emails']).toEqual([
        { value: 'a@example.com', primary: true },
        { value: 'b@example.com', primary: false },
      ]);
    });

    it('SCIM §7: refuses the same address twice with emails_invalid', async () => {
      const emails = [{ value: 'ada@example.com' }, { value: 'Ada@example.com' }];
      expect(outcome(await create({ emails }))).toBe('400 emails_invalid');
    });
  });

  describe('attributes set by the service', () => {
    it('returns its own profileUrl for any sent value', async () => {
      expect(await created({ profileUrl: 'https://ada.example' })).toMatchObject({
        profileUrl: 'https://org.example/team/ada',
      });
    });

    it('returns an empty externalId for any sent value', async () => {
      expect(await created({ externalId: 'hr-7' })).toMatchObject({ externalId: '' });
    });

    it('returns the default time zone and photo if they are omitted', async () => {
      const body = await created({});
      expect(body).toMatchObject({ timezone: 'America/Los_Angeles', photos: [{ type: 'photo' }] });
    });

    it('ignores id, meta, groups and unsupported standard attributes', async () => {
      const body = await created({
        id: 'WEVIL',
        meta: { created: 'never', resourceType: 'User' },
        groups: [{ value: 'S1' }],
        ims: [{ value: 'x' }],
        entitlements: [],
        x509Certificates: null,
      });
      expect(body['id']).not.toBe('WEVIL');
      expect(body).toMatchObject({ groups: [], meta: { created: '2024-03-04T09:00:00-08:00' } });
      expect(body).not.toHaveProperty('ims');
    });
  });

  describe('password', () => {
    it('is accepted at creation and never returned', async () => {
      const service = await openTestSandbox({ version });
      const { text } = await service.post('/Users', newUser(version, 'ada', { password: 'correct horse' }));
      expect(text).not.toContain('password');
      expect(text).not.toContain('correct horse');
    });

    it('is refused if the organization uses an identity manager', async () => {
      const service = await openTestSandbox({ version, settings: { hasIdentityManager: true } });
      const body = newUser(version, 'ada', { password: 'correct horse' });
      expect(outcome(await service.post('/Users', body))).toBe('400 password_change_not_allowed');
    });
  });

  describe('active', () => {
    it.each<[Json | undefined, boolean]>([
      [undefined, true],
      [true, true],
      [false, false],
      ['false', false],
      ['True', true],
    ])('sent as %j creates a user with active %s', async (active, shown) => {
      expect(await created(active === undefined ? {} : { active })).toMatchObject({ active: shown });
    });

    it('SCIM §7: is refused for any other value', async () => {
      expect(outcome(await create({ active: 'yes' }))).toBe('400 invalid_attribute_format');
      expect(outcome(await create({ active: 1 }))).toBe('400 invalid_attribute_format');
    });
  });

  it('does not store the password in the organization', async () => {
    const service = await openTestSandbox({ version });
    await service.post('/Users', newUser(version, 'ada', { password: 'correct horse' }));
    expect(JSON.stringify([...service.sandbox.organization.users()])).not.toContain('correct horse');
  });
});

import { describe, expect, it } from 'vitest';
import { parseUserRequest } from '../../src/rules/parse-user-request.ts';

const V1 = { version: '1.1', vendor: 'service' } as const;
const V2 = { version: '2.0', vendor: 'service' } as const;
const ACME = { version: '2.0', vendor: 'acme' } as const;
const CORE = 'urn:scim:schemas:core:1.0';

describe('SCIM §7 invalid_request_payload: unknown names', () => {
  const findings = (attributes: object) =>
    parseUserRequest({ schemas: [CORE, GUEST_V1], ...attributes }, V1, 'create').issues.map(
      ({ code, path }) => `${code} ${path}`,
    );
  const GUEST_V1 = 'urn:scim:schemas:extension:service:guest:1.0';
  const ENTERPRISE_V1 = 'urn:scim:schemas:extension:enterprise:1.0';

  it.each([
    'user_name',
    'email',
    'firstName',
    'enterprise',
    'urn:other:extension',
    '__proto__',
    'constructor',
  ])('SCIM §7 invalid_request_payload: refuses the attribute %s', (name) => {
    expect(findings(JSON.parse(`{"${name}": "x"}`))).toEqual([`invalid_request_payload ${name}`]);
  });

  it.each([
    ['name', { firstName: 'Anna' }, 'name.firstName'],
    ['emails', [{ valeu: 'anna@example.com' }], 'emails[0].valeu'],
    ['addresses', [{ city: 'Oslo' }], 'addresses[0].city'],
    [ENTERPRISE_V1, { departmnt: 'Research' }, 'enterprise.departmnt'],
    [ENTERPRISE_V1, { manager: { managerId: 'U1', name: 'Bo' } }, 'enterprise.manager.name'],
    [GUEST_V1, { type: 'multi', expires: '2027-06-30' }, 'guest.expires'],
  ])('SCIM §7 invalid_request_payload: refuses in %s the unknown name in %j', (name, value, path) => {
    expect(findings({ [name]: value })).toEqual([`invalid_request_payload ${path}`]);
  });

  it('accepts and ignores standard attributes that the service does not document', () => {
    const attributes = {
      externalId: '701984',
      ims: [{ value: 'anna', type: 'xmpp' }],
      entitlements: ['all'],
      x509Certificates: [{ value: 'MII' }],
      name: { familyName: 'Lind', middleName: 'M', honorificSuffix: 'III' },
      emails: [{ value: 'anna@example.com', display: 'Anna' }],
      addresses: [{ formatted: '1 Quay Street', locality: 'Oslo', type: 'work' }],
    };
    expect(findings(attributes)).toEqual([]);
  });

  it('SCIM §4.4: accepts the read-only attributes of a fetched user', () => {
    const shown = {
      id: 'W0001',
      meta: { created: '2024-01-02T03:04:05-08:00', location: 'https://example.com/Users/W0001' },
      groups: [{ value: 'S0001', display: 'Team' }],
      photos: [{ value: 'https://example.com/a.png', type: 'photo' }],
      phoneNumbers: [
        { value: null, type: 'mobile' },
        { value: null, primary: true },
      ],
      [GUEST_V1]: { type: 'multi', channels: [{ value: 'C1', display: 'general' }] },
      [ENTERPRISE_V1]: { department: null, manager: { managerId: null } },
    };
    expect(findings(shown)).toEqual([]);
  });
});

describe('SCIM §2.1: keys of extension objects', () => {
  const department = (body: object, dialect: Parameters<typeof parseUserRequest>[1]) =>
    parseUserRequest(body, dialect, 'create').request.enterprise?.department;

  it.each([
    [V1, 'urn:scim:schemas:extension:service:guest:1.0'],
    [V2, 'urn:ietf:params:scim:schemas:extension:service:guest:2.0:User'],
    [V2, 'urn:scim:schemas:extension:service:guest:2.0:User'],
    [V2, 'URN:IETF:params:scim:schemas:extension:Service:guest:2.0:user'],
    [ACME, 'urn:ietf:params:scim:schemas:extension:acme:guest:2.0:User'],
    [ACME, 'urn:scim:schemas:extension:acme:guest:2.0:User'],
  ])('SCIM §2.1: in %o reads the guest extension under %s', (dialect, uri) => {
    const body = { schemas: [uri], [uri]: { type: 'multi', expiration: '2027-06-30T00:00:00Z' } };
    const { request, issues } = parseUserRequest(body, dialect, 'create');
    expect(issues).toEqual([]);
    expect(request.guest).toEqual({ type: 'multi', expiration: '2027-06-30T00:00:00Z' });
  });

  it.each([
    [V1, 'urn:scim:schemas:extension:acme:guest:1.0'],
    [V1, 'urn:ietf:params:scim:schemas:extension:service:guest:2.0:User'],
    [V2, 'urn:scim:schemas:extension:service:guest:1.0'],
    [ACME, 'urn:ietf:params:scim:schemas:extension:service:guest:2.0:User'],
  ])('SCIM §2.1: in %o refuses the unknown key %s', (dialect, uri) => {
    const body = { schemas: [uri], [uri]: { type: 'multi' } };
    const { request, issues } = parseUserRequest(body, dialect, 'create');
    expect(issues).toMatchObject([{ code: 'invalid_request_payload', path: uri }]);
    expect(request.guest).toBeUndefined();
  });

  it('SCIM §2.1: accepts different spellings of a URN in schemas and as the key', () => {
    const body = {
      schemas: ['urn:scim:schemas:extension:service:guest:2.0:User'],
      'urn:ietf:params:scim:schemas:extension:service:guest:2.0:User': { type: 'multi' },
    };
    expect(parseUserRequest(body, V2, 'patch').issues).toEqual([]);
  });

  it.each([
    ['guest', { type: 'multi' }],
    ['profile', { startDate: '2026-01-15T00:00:00+0000' }],
  ])('SCIM §4.3 rule 13: requires the %s extension in schemas', (extension, object) => {
    const uri = `urn:ietf:params:scim:schemas:extension:service:${extension}:2.0:User`;
    const body = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], [uri]: object };
    expect(parseUserRequest(body, V2, 'patch').issues).toMatchObject([
      { code: 'missing_schema_element', path: 'schemas' },
    ]);
    expect(parseUserRequest({ ...body, [uri]: null }, V2, 'patch').issues).toEqual([]);
  });

  it('SCIM §4.3 rule 12: accepts the enterprise extension if schemas omits it', () => {
    const uri = 'urn:scim:schemas:extension:enterprise:1.0';
    expect(department({ schemas: [CORE], [uri]: { department: 'Research' } }, V1)).toBe('Research');
    const acme = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    expect(department({ schemas: [CORE], [acme]: { department: 'Research' } }, ACME)).toBe('Research');
  });

  it('accepts an extension that is listed but not sent', () => {
    const schemas = [CORE, 'urn:scim:schemas:extension:service:guest:1.0'];
    expect(parseUserRequest({ schemas, userName: 'anna' }, V1, 'create').issues).toEqual([]);
  });
});

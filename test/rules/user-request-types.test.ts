import { describe, expect, it } from 'vitest';
import { parseUserRequest } from '../../src/rules/parse-user-request.ts';
import type { UserOperation } from '../../src/rules/user-request.ts';

const CORE = 'urn:scim:schemas:core:1.0';
const ENTERPRISE = 'urn:scim:schemas:extension:enterprise:1.0';
const GUEST = 'urn:scim:schemas:extension:service:guest:1.0';
const PROFILE = 'urn:scim:schemas:extension:service:profile:1.0';
const V1 = { version: '1.1', vendor: 'service' } as const;

/** Returns code and path of every finding in a body with these attributes. */
function findings(attributes: object, operation: UserOperation = 'patch'): readonly string[] {
  const body = { schemas: [CORE, ENTERPRISE, GUEST, PROFILE], ...attributes };
  return parseUserRequest(body, V1, operation).issues.map(({ code, path }) => `${code} ${path}`);
}

describe('SCIM §2.1, SCIM §7: attributes of the wrong type', () => {
  it.each([
    ['userName', 5, 'username_invalid userName'],
    ['userName', ['anna'], 'username_invalid userName'],
    ['userName', { value: 'anna' }, 'username_invalid userName'],
    ['nickName', true, 'invalid_attribute_format nickName'],
    ['displayName', 5, 'invalid_attribute_format displayName'],
    ['displayName', ['Anna'], 'invalid_attribute_format displayName'],
    ['title', {}, 'invalid_attribute_format title'],
    ['userType', 1, 'invalid_attribute_format userType'],
    ['preferredLanguage', ['sv'], 'invalid_attribute_format preferredLanguage'],
    ['locale', false, 'invalid_attribute_format locale'],
    ['timezone', 2, 'invalid_attribute_format timezone'],
    ['profileUrl', [], 'invalid_attribute_format profileUrl'],
    ['password', 12345678, 'invalid_attribute_format password'],
    ['externalId', 7, 'invalid_attribute_format externalId'],
    ['active', 1, 'invalid_attribute_format active'],
    ['active', 'yes', 'invalid_attribute_format active'],
    ['active', [], 'invalid_attribute_format active'],
    ['name', 5, 'invalid_attribute_format name'],
    ['name', ['Anna'], 'invalid_attribute_format name'],
    ['emails', 'anna@example.com', 'invalid_attribute_format emails'],
    ['emails', { value: 'anna@example.com' }, 'invalid_attribute_format emails'],
    ['phoneNumbers', '+46', 'invalid_attribute_format phoneNumbers'],
    ['photos', 'https://example.com/a.png', 'invalid_attribute_format photos'],
    ['addresses', {}, 'invalid_attribute_format addresses'],
    ['roles', 'Maintainer', 'invalid_attribute_format roles'],
    ['groups', 'S1', 'invalid_attribute_format groups'],
    [ENTERPRISE, 'Research', 'invalid_attribute_format enterprise'],
    [GUEST, true, 'invalid_attribute_format guest'],
    [PROFILE, '2026-01-15', 'invalid_attribute_format profile'],
  ])('SCIM §7: %s as %j gives %s', (name, value, finding) => {
    expect(findings({ [name]: value })).toEqual([finding]);
  });

  it.each([
    ['name', { givenName: 5 }, 'invalid_attribute_format name.givenName'],
    ['name', { formatted: ['Anna'] }, 'invalid_attribute_format name.formatted'],
    [ENTERPRISE, { department: 5 }, 'invalid_attribute_format enterprise.department'],
    [ENTERPRISE, { manager: 'U1' }, 'improper_enterprise_schema_format enterprise.manager'],
    [ENTERPRISE, { manager: {} }, 'improper_enterprise_schema_format enterprise.manager'],
    [ENTERPRISE, { manager: { value: 'U1' } }, 'improper_enterprise_schema_format enterprise.manager'],
    [ENTERPRISE, { manager: { managerId: 5 } }, 'invalid_attribute_format enterprise.manager.managerId'],
    [GUEST, { type: 1 }, 'invalid_attribute_format guest.type'],
    [GUEST, { type: 'multi', expiration: 5 }, 'invalid_attribute_format guest.expiration'],
    [PROFILE, { startDate: 20260115 }, 'invalid_attribute_format profile.startDate'],
    ['meta', { attributes: 'title' }, 'invalid_attribute_format meta.attributes'],
    ['meta', { attributes: [5] }, 'invalid_attribute_format meta.attributes'],
  ])('SCIM §2.1: in %s, %j gives %s', (name, value, finding) => {
    expect(findings({ [name]: value })).toEqual([finding]);
  });
});

describe('SCIM §7: elements of the wrong type in a multi-valued attribute', () => {
  const LISTS = ['emails', 'phoneNumbers', 'photos', 'addresses', 'roles', 'groups'] as const;

  it.each(LISTS)('SCIM §7: refuses a number, a list and null as an element of %s', (name) => {
    expect(findings({ [name]: [5, ['a'], null] })).toEqual(
      [0, 1, 2].map((index) => `${name}_invalid ${name}[${index}]`),
    );
  });

  it('SCIM §4.3 rule 10: only a role may be a plain string', () => {
    for (const name of LISTS.filter((list) => list !== 'roles'))
      expect(findings({ [name]: ['a'] })).toEqual([`${name}_invalid ${name}[0]`]);
    expect(findings({ roles: ['Maintainer'] })).toEqual([]);
  });

  it.each([
    ['emails', { value: 5 }, 'email_invalid emails[0].value'],
    ['phoneNumbers', { value: 46 }, 'phoneNumbers_invalid phoneNumbers[0].value'],
    ['photos', { value: {} }, 'photos_invalid photos[0].value'],
    ['roles', { value: ['a'] }, 'roles_invalid roles[0].value'],
    ['addresses', { locality: 5 }, 'addresses_invalid addresses[0].locality'],
    ['emails', { value: 'a@example.com', type: 5 }, 'emails_invalid emails[0].type'],
    ['emails', { value: 'a@example.com', primary: 'yes' }, 'emails_invalid emails[0].primary'],
    ['emails', { value: 'a@example.com', primary: 'true' }, 'emails_invalid emails[0].primary'],
    ['phoneNumbers', { value: '1', primary: 1 }, 'phoneNumbers_invalid phoneNumbers[0].primary'],
    ['addresses', { locality: 'Oslo', primary: 1 }, 'addresses_invalid addresses[0].primary'],
    ['roles', { value: 'a', primary: 'yes' }, 'roles_invalid roles[0].primary'],
    ['phoneNumbers', { value: '1', operation: 'remove' }, 'phoneNumbers_invalid phoneNumbers[0].operation'],
    ['emails', { value: 'a@example.com', operation: true }, 'emails_invalid emails[0].operation'],
  ])('SCIM §2.1: in the list %s, %j gives %s', (name, element, finding) => {
    expect(findings({ [name]: [element] })).toEqual([finding]);
  });

  it('SCIM §2.1: accepts a string as primary of a role', () => {
    const { request, issues } = parseUserRequest(
      { schemas: [CORE], roles: [{ value: 'a', primary: 'True' }] },
      V1,
      'patch',
    );
    expect(issues).toEqual([]);
    expect(request.roles).toEqual([{ value: 'a', type: undefined, primary: true, isDeletion: false }]);
  });
});

describe('SCIM §7: body or schemas of the wrong type', () => {
  it.each([undefined, null, 'anna', 5, true, [], [{ userName: 'anna' }]])(
    'SCIM §7 invalid_request_payload: refuses the body %j',
    (body) => {
      const { request, issues } = parseUserRequest(body, V1, 'create');
      expect(issues).toMatchObject([{ code: 'invalid_request_payload', path: '' }]);
      expect(request).toEqual({ strings: {}, remove: [] });
    },
  );

  it.each([CORE, [5], [CORE, 5], [[CORE, [5]]], {}, 5])(
    'SCIM §7 invalid_attribute_format: refuses schemas as %j',
    (schemas) => {
      const { issues } = parseUserRequest({ schemas, userName: 'anna' }, V1, 'create');
      expect(issues).toMatchObject([{ code: 'invalid_attribute_format', path: 'schemas' }]);
    },
  );

  it('SCIM §2.1: accepts nested lists of URNs, as a published client sends them', () => {
    const guest = 'urn:scim:schemas:extension:service:guest:1.0';
    const body = { schemas: [[CORE], [[guest]]], [guest]: { type: 'multi' } };
    expect(parseUserRequest(body, V1, 'patch')).toMatchObject({
      request: { guest: { type: 'multi' } },
      issues: [],
    });
  });

  it.each([undefined, null, [], [[]]])(
    'SCIM §7 missing_schema_element: treats schemas as %j as missing',
    (schemas) => {
      const { issues } = parseUserRequest({ schemas, userName: 'anna' }, V1, 'create');
      expect(issues).toMatchObject([{ code: 'missing_schema_element', path: 'schemas' }]);
    },
  );

  it.each([
    [{ title: [] }, { message: 'title is an array', expected: 'a string' }],
    [{ active: 'yes' }, { message: 'active is a string', expected: 'true or false' }],
    [{ emails: 'a' }, { message: 'emails is a string', expected: 'an array' }],
    [{ emails: [null] }, { message: 'emails[0] is null', expected: 'an object' }],
    [
      { phoneNumbers: [{ operation: 'remove' }] },
      { message: 'phoneNumbers[0].operation is "remove"', expected: 'delete, or nothing' },
    ],
    [{ photos: [{ primary: 1 }] }, { message: 'photos[0].primary is a number', expected: 'true or false' }],
  ])('reports for %j the value found and the expected one', (attributes, finding) => {
    const { issues } = parseUserRequest({ schemas: [CORE], ...attributes }, V1, 'patch');
    expect(issues).toEqual([expect.objectContaining(finding)]);
  });

  it('reports all findings at once', () => {
    expect(findings({ userName: 5, title: 5, emails: [5], nothing: 1 })).toEqual([
      'invalid_request_payload nothing',
      'invalid_attribute_format title',
      'username_invalid userName',
      'emails_invalid emails[0]',
    ]);
  });
});

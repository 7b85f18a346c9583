import { describe, expect, it } from 'vitest';
import { parseUserRequest } from '../../src/rules/parse-user-request.ts';
import type { UserOperation } from '../../src/rules/user-request.ts';

const CORE = 'urn:scim:schemas:core:1.0';
const ENTERPRISE = 'urn:scim:schemas:extension:enterprise:1.0';
const GUEST = 'urn:scim:schemas:extension:service:guest:1.0';
const PROFILE = 'urn:scim:schemas:extension:service:profile:1.0';

/** Parses a valid body with these attributes. */
function read(attributes: object, operation: UserOperation = 'create') {
  const body = { schemas: [CORE, GUEST, PROFILE], ...attributes };
  const { request, issues } = parseUserRequest(body, { version: '1.1', vendor: 'service' }, operation);
  expect(issues).toEqual([]);
  return request;
}

describe('SCIM §2.1: reading a user from a request', () => {
  it('SCIM §2.1: reads every attribute', () => {
    const request = read({
      userName: 'anna',
      nickName: 'anna',
      displayName: 'Anna Lind',
      profileUrl: 'https://example.com/anna',
      title: 'Engineer',
      userType: 'Employee',
      preferredLanguage: 'sv',
      locale: 'sv-SE',
      timezone: 'Europe/Stockholm',
      active: false,
      password: 'secret',
      externalId: '7',
      name: { givenName: 'Anna', familyName: 'Lind', honorificPrefix: 'Dr.' },
      emails: [{ value: 'anna@example.com', type: 'Work', primary: true }],
      phoneNumbers: [{ value: '+46', operation: 'delete' }],
      photos: [{ value: 'https://example.com/a.png' }],
      addresses: [{ streetAddress: '1 Quay Street', locality: 'Oslo', country: 'NO', primary: true }],
      roles: ['Maintainer'],
      [ENTERPRISE]: { employeeNumber: '7', manager: { managerId: 'U1' } },
      [GUEST]: { type: 'multi', expiration: '2027-06-30T00:00:00Z' },
      [PROFILE]: { startDate: '2026-01-15T00:00:00+0000' },
      meta: { attributes: ['title', 'name.honorificPrefix'] },
    });
    const plain = { type: undefined, primary: undefined, isDeletion: false };
    expect(request).toEqual({
      userName: 'anna',
      nickName: 'anna',
      profileUrl: 'https://example.com/anna',
      password: 'secret',
      externalId: '7',
      active: false,
      strings: {
        displayName: 'Anna Lind',
        title: 'Engineer',
        userType: 'Employee',
        preferredLanguage: 'sv',
        locale: 'sv-SE',
        timezone: 'Europe/Stockholm',
      },
      name: { givenName: 'Anna', familyName: 'Lind', honorificPrefix: 'Dr.' },
      emails: [{ value: 'anna@example.com', type: 'work', primary: true, isDeletion: false }],
      phoneNumbers: [{ ...plain, value: '+46', isDeletion: true }],
      photos: [{ ...plain, value: 'https://example.com/a.png' }],
      addresses: [
        {
          ...plain,
          value: undefined,
          primary: true,
          parts: { streetAddress: '1 Quay Street', locality: 'Oslo', country: 'NO' },
        },
      ],
      roles: [{ ...plain, value: 'Maintainer' }],
      enterprise: { employeeNumber: '7', managerId: 'U1' },
      guest: { type: 'multi', expiration: '2027-06-30T00:00:00Z' },
      profile: { startDate: '2026-01-15T00:00:00+0000' },
      remove: ['title', 'name.honorificPrefix'],
    });
  });

  it('treats null like an omitted attribute everywhere', () => {
    const names = [
      'userName',
      'nickName',
      'displayName',
      'title',
      'active',
      'name',
      'emails',
      'phoneNumbers',
    ];
    const more = ['photos', 'addresses', 'roles', 'groups', 'meta', 'password', ENTERPRISE, GUEST, PROFILE];
    expect(read(Object.fromEntries([...names, ...more].map((name) => [name, null])))).toEqual({
      strings: {},
      remove: [],
    });
  });

  it('treats null inside an object like an omitted value', () => {
    const entry = { value: undefined, type: undefined, primary: undefined, isDeletion: false };
    expect(
      read({
        name: { givenName: null, familyName: 'Lind' },
        emails: [{ value: null, type: null, primary: null, operation: null }],
        addresses: [{ locality: null }],
        [ENTERPRISE]: { department: null, manager: { managerId: null } },
        [GUEST]: { type: 'multi', expiration: null },
        meta: { attributes: null },
      }),
    ).toEqual({
      strings: {},
      name: { familyName: 'Lind' },
      emails: [entry],
      addresses: [{ ...entry, parts: {} }],
      enterprise: {},
      guest: { type: 'multi' },
      remove: [],
    });
  });

  it.each([
    [true, true],
    [false, false],
    ['true', true],
    ['False', false],
  ])('SCIM §2.1: reads active %j as %s', (sent, active) => {
    expect(read({ active: sent }).active).toBe(active);
  });
});

describe('SCIM §2.1: full name', () => {
  it.each([
    ['Anna Lind', 'Anna', 'Lind'],
    ['  Anna   Maria  Lind ', 'Anna Maria', 'Lind'],
    ['Anna', 'Anna', ''],
    ['', '', ''],
  ])('SCIM §2.1: splits %j into %j and %j', (fullName, givenName, familyName) => {
    expect(read({ name: fullName }).name).toEqual({ givenName, familyName });
    expect(read({ name: { formatted: fullName } }).name).toEqual({ givenName, familyName });
  });

  it('SCIM §2.1: fills only the sub-attributes that are not sent', () => {
    expect(read({ name: { formatted: 'Anna Lind', givenName: 'Ann' } }).name).toEqual({
      givenName: 'Ann',
      familyName: 'Lind',
    });
  });

  it('SCIM §4.3 rule 11: changes only the sub-attributes sent in a PATCH', () => {
    expect(read({ name: { formatted: 'Anna Lind', givenName: 'Ann' } }, 'patch').name).toEqual({
      givenName: 'Ann',
    });
  });
});

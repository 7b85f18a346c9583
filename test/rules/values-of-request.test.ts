import { describe, expect, it } from 'vitest';
import { parseUserRequest } from '../../src/rules/parse-user-request.ts';
import { valuesOfRequest } from '../../src/rules/stored-values.ts';

const CORE = 'urn:scim:schemas:core:1.0';
const ENTERPRISE = 'urn:scim:schemas:extension:enterprise:1.0';
const GUEST = 'urn:scim:schemas:extension:service:guest:1.0';
const PROFILE = 'urn:scim:schemas:extension:service:profile:1.0';

function valuesOf(attributes: object) {
  const body = { schemas: [CORE, GUEST, PROFILE], ...attributes };
  const { request, issues } = parseUserRequest(body, { version: '1.1', vendor: 'service' }, 'create');
  expect(issues).toEqual([]);
  return valuesOfRequest(request);
}

describe('SCIM §2.1: values of a request by attribute name', () => {
  it('SCIM §2.1: maps every attribute to its name', () => {
    expect(
      valuesOf({
        userName: 'anna',
        nickName: 'anna',
        displayName: 'Anna Lind',
        profileUrl: 'https://example.com/anna',
        title: 'Engineer',
        timezone: 'Europe/Oslo',
        userType: 'Employee',
        locale: 'sv-SE',
        preferredLanguage: 'sv',
        active: true,
        password: 'secret',
        name: { givenName: 'Anna', familyName: 'Lind', honorificPrefix: 'Dr.' },
        emails: [{ value: 'anna@home.example' }, { value: 'anna@example.com', primary: true }],
        phoneNumbers: [
          { value: '+46 70', type: 'work' },
          { value: '+46 8', type: 'mobile' },
        ],
        photos: [{ value: 'https://example.com/a.png' }],
        roles: ['Maintainer', 'Reader'],
        addresses: [
          {
            streetAddress: '1 Quay Street',
            locality: 'Oslo',
            region: 'O',
            postalCode: '0150',
            country: 'NO',
          },
        ],
        [ENTERPRISE]: {
          employeeNumber: '7',
          costCenter: '4130',
          organization: 'Acme',
          division: 'Products',
          department: 'Research',
          manager: { managerId: 'bo@example.com' },
        },
        [GUEST]: { type: 'multi', expiration: '2027-06-30T02:00:00+0200' },
        [PROFILE]: { startDate: '2026-01-15T09:30:00+0000' },
      }),
    ).toEqual({
      userName: 'anna',
      nickName: 'anna',
      displayName: 'Anna Lind',
      profileUrl: 'https://example.com/anna',
      title: 'Engineer',
      timezone: 'Europe/Oslo',
      userType: 'Employee',
      locale: 'sv-SE',
      preferredLanguage: 'sv',
      active: true,
      password: 'secret',
      givenName: 'Anna',
      familyName: 'Lind',
      honorificPrefix: 'Dr.',
      email: 'anna@example.com',
      secondaryEmail: 'anna@home.example',
      phone: '+46 8',
      mobilePhone: '+46 70',
      photo: 'https://example.com/a.png',
      role: 'Maintainer',
      streetAddress: '1 Quay Street',
      locality: 'Oslo',
      region: 'O',
      postalCode: '0150',
      country: 'NO',
      employeeNumber: '7',
      costCenter: '4130',
      organization: 'Acme',
      division: 'Products',
      department: 'Research',
      manager: 'bo@example.com',
      guest: true,
      guestExpiration: '2027-06-30T00:00:00Z',
      startDate: '2026-01-15T00:00:00+0000',
    });
  });

  it('returns no value for an omitted attribute and an empty value for an empty one', () => {
    expect(valuesOf({})).toEqual({});
    expect(valuesOf({ title: '', emails: [], phoneNumbers: [{}] })).toEqual({ title: '' });
  });

  it('SCIM §2.1: keeps an invalid date for the later check', () => {
    expect(valuesOf({ [GUEST]: { type: 'multi', expiration: 'never' } })).toEqual({
      guest: true,
      guestExpiration: 'never',
    });
  });
});

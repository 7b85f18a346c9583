import { describe, expect, it } from 'vitest';
import { READ_ONLY_ATTRIBUTES } from '../../src/spec/scim-schemas.ts';
import {
  USER_ATTRIBUTE_NAMES,
  USER_ATTRIBUTES,
  type UserAttribute,
  type UserAttributeName,
} from '../../src/spec/user-attributes.ts';
import { EMAIL_NAMES, LIST_SLOTS, OTHER_EMAIL_NAMES } from '../../src/spec/user-slots.ts';

const row = (name: UserAttributeName): UserAttribute => USER_ATTRIBUTES[name];
const namesOf = (path: string) =>
  USER_ATTRIBUTE_NAMES.filter((name) => [row(name).path, ...(row(name).otherPaths ?? [])].includes(path));
const namesWhere = (test: (attribute: UserAttribute) => boolean) =>
  USER_ATTRIBUTE_NAMES.filter((name) => test(row(name)));

describe('SCIM §2.1: every attribute of the two tables is reachable by its path', () => {
  it.each([
    ['userName', 'userName'],
    ['name.familyName', 'familyName'],
    ['name.givenName', 'givenName'],
    ['nickName', 'nickName'],
    ['displayName', 'displayName'],
    ['emails[0].value', 'email'],
    ['profileUrl', 'profileUrl'],
    ['photos[0].value', 'photo'],
    ['title', 'title'],
    ['timezone', 'timezone'],
    ['active', 'active'],
    ['password', 'password'],
    ['profile.startDate', 'startDate'],
    ['addresses[0].streetAddress', 'streetAddress'],
    ['addresses[0].region', 'region'],
    ['addresses[primary].locality', 'locality'],
    ['addresses[primary].postalCode', 'postalCode'],
    ['addresses[primary].country', 'country'],
    ['enterprise.costCenter', 'costCenter'],
    ['enterprise.department', 'department'],
    ['enterprise.division', 'division'],
    ['enterprise.employeeNumber', 'employeeNumber'],
    ['enterprise.manager.managerId', 'manager'],
    ['enterprise.organization', 'organization'],
    ['name.honorificPrefix', 'honorificPrefix'],
    ['locale', 'locale'],
    ['phoneNumbers[0].value', 'phone'],
    ['preferredLanguage', 'preferredLanguage'],
    ['roles', 'role'],
    ['userType', 'userType'],
    ['guest.type', 'guest'],
    ['guest.expiration', 'guestExpiration'],
  ])('SCIM §2.1: %s is %s', (path, name) => {
    expect(namesOf(path)).toEqual([name]);
  });

  it('SCIM §4.3 rules 6, 7: the second e-mail and the second phone number have a name of their own', () => {
    expect(namesOf('emails[1].value')).toEqual(['secondaryEmail']);
    expect(namesOf('phoneNumbers[1].value')).toEqual(['mobilePhone']);
  });

  it('SCIM §4.3 rules 6–10: what is kept of each list, the primary value first, and nothing by its type', () => {
    expect(LIST_SLOTS).toEqual({
      emails: { ranked: ['email', 'secondaryEmail'], typed: [], names: ['email', 'secondaryEmail'] },
      phoneNumbers: { ranked: ['phone', 'mobilePhone'], typed: [], names: ['phone', 'mobilePhone'] },
      photos: { ranked: ['photo'], typed: [], names: ['photo'] },
      roles: { ranked: ['role'], typed: [], names: ['role'] },
    });
    expect(EMAIL_NAMES).toEqual(['email', 'secondaryEmail']);
    expect(OTHER_EMAIL_NAMES).toEqual(['secondaryEmail']);
  });

  it('SCIM §2.1: groups are read and never written on a user', () => {
    expect(READ_ONLY_ATTRIBUTES).toContain('groups');
    expect(namesOf('groups')).toEqual([]);
  });

  it('no path means two attributes, whatever its letter case', () => {
    const paths = USER_ATTRIBUTE_NAMES.flatMap((name) => [
      ...new Set([name, row(name).path, ...(row(name).otherPaths ?? [])].map((path) => path.toLowerCase())),
    ]);
    expect(new Set(paths).size).toBe(paths.length);
  });
});

describe('SCIM §2.1: what may be done with an attribute', () => {
  it('SCIM §2.1: password and profileUrl are only written when a user is created', () => {
    expect(namesWhere(({ write }) => write === 'create').sort()).toEqual(['password', 'profileUrl']);
  });

  it('SCIM §4.3 rules 1, 4, 6: a username, a primary e-mail, a state and a photo cannot be made blank', () => {
    expect(namesWhere(({ mayClear }) => !mayClear).sort()).toEqual([
      'active',
      'email',
      'guest',
      'nickName',
      'password',
      'photo',
      'profileUrl',
      'userName',
    ]);
  });

  it('SCIM §2.1: active is a boolean, and so is being a guest; all else is a string', () => {
    expect(namesWhere(({ kind }) => kind === 'boolean').sort()).toEqual(['active', 'guest']);
  });

  it('SCIM §2.1: these create a custom profile field beside the ones of the two extensions', () => {
    expect(namesWhere(({ part }) => part === 'customProfile').sort()).toEqual([
      'country',
      'honorificPrefix',
      'locale',
      'locality',
      'mobilePhone',
      'phone',
      'postalCode',
      'preferredLanguage',
      'region',
      'role',
      'streetAddress',
      'userType',
    ]);
  });

  it('every attribute has a label and an example for people', () => {
    expect(namesWhere(({ label, example }) => label.trim() === '' || example.trim() === '')).toEqual([]);
  });
});

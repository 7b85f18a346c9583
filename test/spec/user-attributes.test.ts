import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  ADDRESS_SUB_ATTRIBUTES,
  ENTERPRISE_STRINGS,
  IGNORED_CORE_ATTRIBUTES,
  NAME_SUB_ATTRIBUTES,
  PLAIN_STRINGS,
  READ_ONLY_ATTRIBUTES,
} from '../../src/spec/scim-schemas.ts';
import {
  USER_ATTRIBUTE_NAMES,
  USER_ATTRIBUTES,
  type UserAttribute,
  type UserAttributeName,
} from '../../src/spec/user-attributes.ts';
import { EMAIL_NAMES, LIST_SLOTS, OTHER_EMAIL_NAMES, VALUE_LISTS } from '../../src/spec/user-slots.ts';

const row = (name: UserAttributeName): UserAttribute => USER_ATTRIBUTES[name];
const namesOf = (path: string) =>
  USER_ATTRIBUTE_NAMES.filter((name) => [row(name).path, ...(row(name).otherPaths ?? [])].includes(path));
const namesWhere = (test: (attribute: UserAttribute) => boolean) =>
  USER_ATTRIBUTE_NAMES.filter((name) => test(row(name)));

/** The paths of the two tables, and the attribute of each. */
const PATHS = [
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
  // The second values have their own names (SCIM §4.3 rules 6, 7).
  ['emails[1].value', 'secondaryEmail'],
  ['phoneNumbers[1].value', 'mobilePhone'],
] as const;

/** The rows of the two tables of the digest: the names in backticks in the first and the second cell. */
const DIGEST_ROWS = [...sectionOf('docs/spec/scim.md', '2.1').matchAll(/^\| (.+?) \| (.+) \|$/gm)].map(
  ([, first = '', second = '']) => ({ first, named: namedIn(first), listed: namedIn(second) }),
);

function sectionOf(file: string, number: string): string {
  const [, behind = ''] = readFileSync(file, 'utf8').split(`<a id="${number}"></a>`);
  return behind.split('<a id=')[0] ?? '';
}

function namedIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

describe('SCIM §2.1: attribute tables of the digest', () => {
  it.each(['enterprise', 'guest', 'profile'])(
    'SCIM §2.1: the row of the %s extension lists all its attributes',
    (part) => {
      const [extension] = DIGEST_ROWS.filter(({ first }) => first === part);
      const paths = namesWhere((attribute) => attribute.part === part).map((name) =>
        row(name).path.slice(part.length + 1),
      );
      // `multi` is a value of the type of a guest, not an attribute.
      expect(extension?.listed.filter((name) => name !== 'multi').toSorted()).toEqual(paths.toSorted());
    },
  );

  it('SCIM §2.1: the first table contains every other attribute or its parent', () => {
    const named = DIGEST_ROWS.flatMap((one) => [...one.named, ...(one.first === '`name`' ? one.listed : [])]);
    const others = namesWhere(({ part }) => !['enterprise', 'guest', 'profile'].includes(part));
    const missing = others.filter((name) => {
      const { path } = row(name);
      return !named.includes(path.replace(/^name\./, '')) && !named.includes(path.replace(/\[.*$/, ''));
    });
    expect(missing).toEqual([]);
  });
});

describe('SCIM §2.1: paths of the user attributes', () => {
  it.each(PATHS)('SCIM §2.1: %s is the path of %s', (path, name) => {
    expect(namesOf(path)).toEqual([name]);
  });

  it('SCIM §2.1: covers every attribute', () => {
    expect(PATHS.map(([, name]) => name).toSorted()).toEqual(USER_ATTRIBUTE_NAMES.toSorted());
  });

  it('SCIM §4.3 rules 6–10: lists the stored values of each list, the primary value first, none by type', () => {
    expect(LIST_SLOTS).toEqual({
      emails: { ranked: ['email', 'secondaryEmail'], typed: [], names: ['email', 'secondaryEmail'] },
      phoneNumbers: { ranked: ['phone', 'mobilePhone'], typed: [], names: ['phone', 'mobilePhone'] },
      photos: { ranked: ['photo'], typed: [], names: ['photo'] },
      roles: { ranked: ['role'], typed: [], names: ['role'] },
    });
    expect(EMAIL_NAMES).toEqual(['email', 'secondaryEmail']);
    expect(OTHER_EMAIL_NAMES).toEqual(['secondaryEmail']);
  });

  it('SCIM §4.3 rules 6–10: numbers the entries of each list consecutively from 0', () => {
    for (const [list, { ranked }] of Object.entries(LIST_SLOTS))
      expect(ranked.map((name) => row(name).path)).toEqual(
        ranked.map((_, place) => `${list}[${place}].value`),
      );
    for (const name of LIST_SLOTS.emails.names) expect(row(name).kind).toBe('email');
  });

  it('SCIM §2.1: groups are read-only on a user', () => {
    expect(READ_ONLY_ATTRIBUTES).toContain('groups');
    expect(namesOf('groups')).toEqual([]);
  });

  it('SCIM §7: attributes that the service accepts and ignores are not user attributes', () => {
    for (const name of IGNORED_CORE_ATTRIBUTES) expect(namesOf(name)).toEqual([]);
  });

  it('paths are unique in any letter case', () => {
    const paths = USER_ATTRIBUTE_NAMES.flatMap((name) => [
      ...new Set([name, row(name).path, ...(row(name).otherPaths ?? [])].map((path) => path.toLowerCase())),
    ]);
    expect(new Set(paths).size).toBe(paths.length);
  });
});

describe('SCIM §2.1: properties of the user attributes', () => {
  it('SCIM §2.1: password and profileUrl can only be set at creation', () => {
    expect(namesWhere(({ write }) => write === 'create').sort()).toEqual(['password', 'profileUrl']);
  });

  it('SCIM §4.3 rules 1, 4, 6: userName, primary email, state and photo cannot be cleared', () => {
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

  it('SCIM §2.1: active and guest are booleans, all other attributes strings', () => {
    expect(namesWhere(({ kind }) => kind === 'boolean').sort()).toEqual(['active', 'guest']);
  });

  it('SCIM §2.1: these attributes create a custom profile field, besides those of the two extensions', () => {
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

  it('every attribute has a label and an example', () => {
    expect(namesWhere(({ label, example }) => label.trim() === '' || example.trim() === '')).toEqual([]);
  });
});

describe('SCIM §2.1: string attributes of each part', () => {
  it('SCIM §2.1: a name has familyName, givenName and honorificPrefix', () => {
    expect([...NAME_SUB_ATTRIBUTES].sort()).toEqual(['familyName', 'givenName', 'honorificPrefix']);
  });

  it('SCIM §2.1: an address has exactly five strings', () => {
    expect(ADDRESS_SUB_ATTRIBUTES).toEqual(['streetAddress', 'locality', 'region', 'postalCode', 'country']);
  });

  it('SCIM §2.1: the enterprise extension has these strings and a manager', () => {
    expect([...ENTERPRISE_STRINGS].sort()).toEqual([
      'costCenter',
      'department',
      'division',
      'employeeNumber',
      'organization',
    ]);
  });

  it('SCIM §4.3 rule 5: these attributes are plain strings', () => {
    expect([...PLAIN_STRINGS].sort()).toEqual([
      'displayName',
      'locale',
      'preferredLanguage',
      'timezone',
      'title',
      'userType',
    ]);
  });

  it('SCIM §2.1: all others are entries of lists or have code of their own', () => {
    const listed: readonly string[] = [
      ...PLAIN_STRINGS,
      ...NAME_SUB_ATTRIBUTES,
      ...ADDRESS_SUB_ATTRIBUTES,
      ...ENTERPRISE_STRINGS,
      ...VALUE_LISTS.flatMap((list) => LIST_SLOTS[list].names),
    ];
    // A text attribute is in none of these lists only if its name is not the last part of its path; then no
    // request would contain it.
    expect(USER_ATTRIBUTE_NAMES.filter((name) => !listed.includes(name)).sort()).toEqual([
      'active',
      'guest',
      'guestExpiration',
      'manager',
      'nickName',
      'password',
      'profileUrl',
      'startDate',
      'userName',
    ]);
  });
});

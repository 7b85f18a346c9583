import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UserPatch } from '../../src/scim/user.ts';
import { userBody } from '../../src/scim/user-body.ts';
import { patchBodies } from '../../src/scim/user-patch.ts';
import { createUser, getUser, patchUser, replaceUser } from '../../src/scim/users.ts';
import {
  type StringAttributeName,
  USER_ATTRIBUTE_NAMES,
  type UserValues,
} from '../../src/spec/user-attributes.ts';
import { userId } from '../../src/values/ids.ts';
import { account } from '../support/organization-world.ts';
import { clientOf } from '../support/scim-client-of.ts';
import { openTestSandbox, URNS, VERSIONS } from '../support/test-sandbox.ts';

const text = fc.string({ unit: fc.constantFrom(...'abcxyzÅéøЖ09.-'), minLength: 1, maxLength: 8 });
const address = (name: string) => fc.constantFrom('a', 'b', 'c').map((word) => `${name}.${word}@x.example`);

/** Values that are stored as sent; attributes that the service fills in are omitted. */
const stringValues: { readonly [Name in StringAttributeName]?: fc.Arbitrary<string> } = {
  secondaryEmail: address('second'),
  givenName: text,
  familyName: text,
  honorificPrefix: text,
  displayName: text.map((word) => `w${word}`),
  title: text,
  department: text,
  division: text,
  organization: text,
  costCenter: text,
  employeeNumber: text,
  manager: fc.constant('WADA'),
  phone: text.map((word) => `1${word}`),
  mobilePhone: text.map((word) => `2${word}`),
  userType: text,
  role: text,
  startDate: fc.constantFrom('2026-01-15T00:00:00+0000', '2027-12-31T00:00:00+0000'),
  streetAddress: text,
  locality: text,
  region: text,
  postalCode: text,
  country: text,
  locale: text,
  preferredLanguage: text,
};
const names = Object.keys(stringValues) as (keyof typeof stringValues)[];
const someValues: fc.Arbitrary<UserValues> = fc.record(stringValues, { requiredKeys: [] });
const guest: fc.Arbitrary<UserValues> = fc.constantFrom(
  {},
  { guest: true },
  { guest: true, guestExpiration: '2027-06-30T00:00:00Z' },
);

const stored = (values: UserValues): UserValues =>
  Object.fromEntries(
    USER_ATTRIBUTE_NAMES.filter(
      (name) => name in stringValues || name === 'guest' || name === 'guestExpiration',
    )
      .map((name) => [name, values[name]] as const)
      .filter(([name, value]) => value !== undefined && !(name === 'guest' && value === false)),
  );

describe.each(VERSIONS)('user sent by a client of SCIM %s', (version) => {
  it('SCIM §4.2: a created user has every sent value', async () => {
    const scim = clientOf(await openTestSandbox({ version, users: [account('ada')] }));
    let count = 0;
    await fc.assert(
      fc.asyncProperty(someValues, guest, async (values, more) => {
        count += 1;
        const sent: UserValues = {
          ...values,
          ...more,
          ...(values.secondaryEmail === undefined ? {} : { secondaryEmail: `s${count}@x.example` }),
        };
        const body = userBody({ ...sent, userName: `u${count}`, email: `u${count}@x.example` }, scim.dialect);
        const { id } = await createUser(scim, body);
        const read = stored((await getUser(scim, id)).values);
        expect(read).toMatchObject(sent);
        const filledIn = Object.keys(read).filter((name) => !(name in sent));
        // The display name defaults to the userName, the given name to the display name (SCIM §2.1; OBSERVED
        // §2.1).
        expect(filledIn.filter((name) => name !== 'displayName' && name !== 'givenName')).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('SCIM §4.4: a replaced user has exactly the sent values', async () => {
    const service = await openTestSandbox({ version, users: [account('ada'), account('mia')] });
    const scim = clientOf(service);
    await fc.assert(
      fc.asyncProperty(someValues, async (values) => {
        const body = userBody(
          {
            ...values,
            userName: 'mia',
            email: 'mia@example.com',
            givenName: 'M',
            familyName: 'M',
            active: true,
          },
          scim.dialect,
        );
        await replaceUser(scim, userId('WMIA'), body);
        expect(stored((await getUser(scim, userId('WMIA'))).values)).toEqual({
          ...values,
          givenName: 'M',
          familyName: 'M',
        });
      }),
      { numRuns: 40 },
    );
  });

  it('SCIM §4.3: a patch sets and clears the given values and keeps the others', async () => {
    const service = await openTestSandbox({ version, users: [account('ada'), account('mia')] });
    const scim = clientOf(service);
    await fc.assert(
      fc.asyncProperty(someValues, someValues, fc.subarray(names), async (before, set, cleared) => {
        const base = {
          userName: 'mia',
          email: 'mia@example.com',
          givenName: 'M',
          familyName: 'M',
          active: true,
        };
        await replaceUser(scim, userId('WMIA'), userBody({ ...base, ...before }, scim.dialect));
        const current = await getUser(scim, userId('WMIA'));
        const clear = cleared.filter((name) => set[name] === undefined && current.values[name] !== undefined);
        await patchUser(scim, current, { set, clear });
        const after = stored((await getUser(scim, userId('WMIA'))).values);
        const expected = { ...stored(current.values), ...set };
        for (const name of clear) delete expected[name];
        expect(after).toEqual(expected);
      }),
      { numRuns: 120 },
    );
  });
});

const MIA: UserValues = {
  userName: 'mia',
  email: 'mia@x.example',
  secondaryEmail: 'mia@home.example',
  phone: '1',
  mobilePhone: '2',
  role: 'Lead',
  locality: 'Oslo',
  country: 'NO',
  guest: true,
};

const V1 = { version: '1.1', vendor: 'service' } as const;
const V2 = { version: '2.0', vendor: 'service' } as const;
const { user, enterprise, guest: guestUri, profile } = URNS['1.1'];
const two = URNS['2.0'];

describe('SCIM §4.3: patch bodies by rule', () => {
  it.each<[string, UserPatch, object, readonly object[]]>([
    [
      'rule 1: a cleared value is a single space',
      { set: {}, clear: ['title'] },
      { schemas: [user], title: ' ' },
      [{ op: 'replace', path: 'title', value: ' ' }],
    ],
    [
      'rule 3: active',
      { set: { active: false }, clear: [] },
      { schemas: [user], active: false },
      [{ op: 'replace', path: 'active', value: false }],
    ],
    [
      'rule 6: a secondary email is sent with the primary one',
      { set: { secondaryEmail: 'm@x.example' }, clear: [] },
      {
        schemas: [user],
        emails: [
          { value: 'mia@x.example', primary: true },
          { value: 'm@x.example', primary: false },
        ],
      },
      [
        {
          op: 'replace',
          path: 'emails',
          value: [
            { value: 'mia@x.example', primary: true },
            { value: 'm@x.example', primary: false },
          ],
        },
      ],
    ],
    [
      'rule 6: operation delete',
      { set: {}, clear: ['secondaryEmail'] },
      { schemas: [user], emails: [{ value: 'mia@home.example', operation: 'delete' }] },
      [{ op: 'remove', path: 'emails[value eq "mia@home.example"]' }],
    ],
    [
      'rule 7: operation delete for each number',
      { set: {}, clear: ['phone', 'mobilePhone'] },
      {
        schemas: [user],
        phoneNumbers: [
          { value: '1', operation: 'delete' },
          { value: '2', operation: 'delete' },
        ],
      },
      [
        { op: 'remove', path: 'phoneNumbers[value eq "1"]' },
        { op: 'remove', path: 'phoneNumbers[value eq "2"]' },
      ],
    ],
    [
      'rule 7: a single mobilePhone has type work in a request',
      { set: { mobilePhone: '3' }, clear: ['phone'] },
      {
        schemas: [user],
        phoneNumbers: [
          { value: '1', operation: 'delete' },
          { value: '3', type: 'work' },
        ],
      },
      [
        { op: 'remove', path: 'phoneNumbers[value eq "1"]' },
        { op: 'replace', path: 'phoneNumbers', value: [{ value: '3', type: 'work' }] },
      ],
    ],
    [
      'rule 8: photo',
      { set: { photo: 'https://x.example/1.png' }, clear: [] },
      { schemas: [user], photos: [{ value: 'https://x.example/1.png', primary: true }] },
      [{ op: 'replace', path: 'photos', value: [{ value: 'https://x.example/1.png', primary: true }] }],
    ],
    [
      'rule 9: the address is sent as a whole',
      { set: { locality: 'Bergen' }, clear: ['country'] },
      {
        schemas: [user],
        addresses: [
          {
            streetAddress: ' ',
            locality: 'Bergen',
            region: ' ',
            postalCode: ' ',
            country: ' ',
            primary: true,
          },
        ],
      },
      [
        {
          op: 'replace',
          path: 'addresses',
          value: [
            {
              streetAddress: ' ',
              locality: 'Bergen',
              region: ' ',
              postalCode: ' ',
              country: ' ',
              primary: true,
            },
          ],
        },
      ],
    ],
    [
      'rule 10: operation delete',
      { set: {}, clear: ['role'] },
      { schemas: [user], roles: [{ value: 'Lead', operation: 'delete' }] },
      [{ op: 'remove', path: 'roles' }],
    ],
    [
      'rule 11: one part of the name set, another removed',
      { set: { givenName: 'Mia' }, clear: ['honorificPrefix'] },
      { schemas: [user], name: { givenName: 'Mia' }, meta: { attributes: ['name.honorificPrefix'] } },
      [
        { op: 'remove', path: 'name.honorificPrefix' },
        { op: 'replace', path: 'name.givenName', value: 'Mia' },
      ],
    ],
    [
      'rule 12: manager with managerId',
      { set: { manager: 'bo@x.example', department: 'R' }, clear: ['costCenter', 'employeeNumber'] },
      {
        schemas: [user, enterprise],
        [enterprise]: { department: 'R', manager: { managerId: 'bo@x.example' } },
        meta: { attributes: [`${enterprise}.costCenter`, `${enterprise}.employeeNumber`] },
      },
      [
        { op: 'replace', path: `${two.enterprise}:department`, value: 'R' },
        { op: 'replace', path: `${two.enterprise}:manager`, value: { managerId: 'bo@x.example' } },
        { op: 'remove', path: `${two.enterprise}:costCenter` },
        { op: 'remove', path: `${two.enterprise}:employeeNumber` },
      ],
    ],
    [
      'rule 12: removal of the manager',
      { set: {}, clear: ['manager'] },
      { schemas: [user], meta: { attributes: [`${enterprise}.manager.managerId`] } },
      [{ op: 'remove', path: `${two.enterprise}.manager.managerId` }],
    ],
    [
      'rule 13, §3: a guest with an expiration',
      { set: { guest: true, guestExpiration: '2027-06-30T00:00:00Z' }, clear: [] },
      { schemas: [user, guestUri], [guestUri]: { type: 'multi', expiration: '2027-06-30T00:00:00Z' } },
      [{ op: 'add', path: two.guest, value: { type: 'multi', expiration: '2027-06-30T00:00:00Z' } }],
    ],
    [
      '§3: removal of the expiration',
      { set: {}, clear: ['guestExpiration'] },
      { schemas: [user], meta: { attributes: [`${guestUri}.expiration`] } },
      [{ op: 'remove', path: `${two.guest}.expiration` }],
    ],
    [
      '§3: conversion to a full member',
      { set: { guest: false }, clear: [] },
      { schemas: [user], meta: { attributes: [guestUri] } },
      [{ op: 'remove', path: two.guest }],
    ],
  ])('%s', (_, patch, v1, v2) => {
    expect(patchBodies(patch, MIA, V1)).toEqual([v1]);
    const [body] = patchBodies(patch, MIA, V2);
    expect(body?.['schemas']).toEqual(['urn:ietf:params:scim:api:messages:2.0:PatchOp']);
    expect(new Set(operationsIn(body))).toEqual(new Set(v2));
  });

  it('rule 14: a start date on v2 is sent separately, in the documented form', () => {
    const patch: UserPatch = { set: { startDate: '2026-01-15T00:00:00+0000', title: 'VP' }, clear: [] };
    expect(patchBodies(patch, MIA, V1)).toEqual([
      { schemas: [user, profile], title: 'VP', [profile]: { startDate: '2026-01-15T00:00:00+0000' } },
    ]);
    expect(patchBodies(patch, MIA, V2)).toEqual([
      expect.objectContaining({ Operations: [{ op: 'replace', path: 'title', value: 'VP' }] }),
      { schemas: [two.profile], [two.profile]: { startDate: '2026-01-15T00:00:00+0000' } },
    ]);
  });

  it('uses the vendor name and only URNs of its own version', () => {
    const patch: UserPatch = { set: { guest: true, startDate: '2026-01-15T00:00:00+0000' }, clear: [] };
    for (const [dialect, other] of [
      [V1, ':2.0'],
      [V2, ':1.0'],
    ] as const) {
      const text = JSON.stringify(patchBodies(patch, MIA, { ...dialect, vendor: 'acme' }));
      expect(text).toContain('extension:acme:guest');
      expect(text).toContain('extension:acme:profile');
      expect(text).not.toContain('service');
      expect(text).not.toContain(other);
    }
  });
});

function operationsIn(body: { readonly [name: string]: unknown } | undefined): readonly unknown[] {
  const operations = body?.['Operations'];
  return Array.isArray(operations) ? operations : [];
}

import fc from 'fast-check';
import type { Json, JsonObject, ScimVersion } from '../../src/spec/protocol-types.ts';
import { newUser, patchOp, URNS, VERSIONS } from './test-sandbox.ts';

/** Few names, so that users often want the same one; some are changed before they are stored. */
const userName = fc.constantFrom(
  'ann',
  'bob',
  'Cat',
  'dan.d',
  'eve-1',
  'f g',
  'gus@mail.example',
  'ann@mail.example',
);
const address = fc
  .tuple(fc.constantFrom('ann', 'bob', 'Cat', 'dan', 'eve', 'fay'), fc.constantFrom('x.example', 'y.example'))
  .map(([name, host]) => `${name}@${host}`);
const text = fc.string({
  unit: fc.constantFrom(...'abcxyzÅéøЖ 019.-'),
  minLength: 1,
  maxLength: 12,
});
const word = text.map((value) => `w${value}`);
const mark = fc.record(
  { type: fc.constantFrom('work', 'home', 'mobile'), primary: fc.boolean() },
  { requiredKeys: [] },
);

const entry = (value: fc.Arbitrary<string>): fc.Arbitrary<JsonObject> =>
  fc.tuple(value, mark).map(([given, marks]) => ({ value: given, ...marks }));
const entries = (value: fc.Arbitrary<string>): fc.Arbitrary<Json> => fc.array(entry(value), { maxLength: 3 });
const emails: fc.Arbitrary<Json> = fc.array(entry(address), { minLength: 1, maxLength: 3 });

const values = fc.record(
  {
    displayName: word,
    title: text,
    userType: text,
    preferredLanguage: text,
    locale: text,
    timezone: word,
    active: fc.boolean(),
    name: fc.record({ givenName: word, familyName: text, honorificPrefix: text }, { requiredKeys: [] }),
    phoneNumbers: entries(text),
    photos: entries(fc.constantFrom('https://x.example/1.png', 'https://x.example/2.png')),
    addresses: fc.array(
      fc.record(
        { locality: text, country: text, postalCode: text, primary: fc.boolean() },
        { requiredKeys: [] },
      ),
      { maxLength: 2 },
    ),
    roles: fc.array(fc.oneof(text, entry(text)), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

const extensions = (version: ScimVersion): fc.Arbitrary<JsonObject> => {
  const { enterprise, guest, profile } = URNS[version];
  return fc
    .subarray<readonly [string, JsonObject]>([
      [enterprise, { department: 'Kitchen', costCenter: ' ' }],
      [enterprise, { manager: { managerId: 'WADA' } }],
      [guest, { type: 'multi' }],
      [guest, { type: 'multi', expiration: '2027-06-30T00:00:00Z' }],
      [profile, { startDate: '2024-03-15T08:00:00+0100' }],
    ])
    .map((pairs) => Object.fromEntries(pairs));
};

const withSchemas = (version: ScimVersion, body: JsonObject): JsonObject => ({
  ...body,
  schemas: [URNS[version].user, URNS[version].guest, URNS[version].profile],
});

const createBody = (version: ScimVersion): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(userName, values, extensions(version), emails)
    .map(([name, more, extended, addresses]) =>
      withSchemas(version, newUser(version, name, { ...more, ...extended, emails: addresses })),
    );

const attributesBody = (version: ScimVersion): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(
      values,
      extensions(version),
      fc.record({ userName, nickName: userName, emails }, { requiredKeys: [] }),
    )
    .map(([more, extended, names]) => withSchemas(version, { ...more, ...extended, ...names }));

const operation = fc.oneof(
  fc.tuple(values, fc.record({ userName, emails }, { requiredKeys: [] })).map(([more, names]) => ({
    op: 'replace',
    value: { ...more, ...names },
  })),
  fc
    .constantFrom(
      'title',
      'name',
      'emails',
      'phoneNumbers',
      'addresses',
      'roles',
      'photos',
      URNS['2.0'].enterprise,
    )
    .map((path) => ({ op: 'remove', path })),
  text.map((value) => ({ op: 'add', path: 'phoneNumbers[type eq "mobile"].value', value })),
  address.map((value) => ({ op: 'replace', path: 'emails[primary eq false].value', value })),
  text.map((value) => ({ op: 'replace', path: 'addresses[type eq "work"].locality', value })),
);

const patchBody = (version: ScimVersion): fc.Arbitrary<JsonObject> =>
  version === '1.1'
    ? attributesBody(version)
    : fc.array(operation, { minLength: 1, maxLength: 4 }).map((operations) => patchOp(...operations));

/** A step of a client; `who` is an index into the users, modulo their number. */
export type Step =
  | { readonly does: 'create'; readonly version: ScimVersion; readonly body: JsonObject }
  | { readonly does: 'patch'; readonly version: ScimVersion; readonly who: number; readonly body: JsonObject }
  | { readonly does: 'delete' | 'putBack'; readonly version: ScimVersion; readonly who: number };

export const step: fc.Arbitrary<Step> = fc.constantFrom(...VERSIONS).chain((version) =>
  fc.oneof(
    { weight: 3, arbitrary: createBody(version).map((body): Step => ({ does: 'create', version, body })) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.nat(20), patchBody(version))
        .map(([who, body]): Step => ({ does: 'patch', version, who, body })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.nat(20), fc.constantFrom('delete' as const, 'putBack' as const))
        .map(([who, does]): Step => ({ does, version, who })),
    },
  ),
);

import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { ADDRESS_SUB_ATTRIBUTES } from '../../src/spec/scim-schemas.ts';
import { type PatchCase, patchTable } from '../support/patch-table.ts';

function sent(
  attribute: 'photos' | 'addresses' | 'roles',
  does: string,
  entries: readonly (JsonObject | string)[],
  more: Omit<PatchCase, 'does' | 'v1' | 'v2'> = {},
): PatchCase {
  return {
    does,
    v1: { [attribute]: entries },
    v2: [{ op: 'add', path: attribute, value: entries }],
    ...more,
  };
}

const photo = (value: string): { changes: JsonObject } => ({
  changes: { photos: [{ value, type: 'photo' }] },
});
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';

patchTable('SCIM §4.3 rule 8: one photo, not yet in the response', [
  sent('photos', 'a URL', [{ value: 'https://x.example/new.png' }], photo('https://x.example/new.png')),
  sent('photos', 'a Data URL', [{ value: PIXEL }], photo(PIXEL)),
  sent(
    'photos',
    'the one with primary true',
    [{ value: 'https://x.example/1.png' }, { value: 'https://x.example/2.png', primary: true }],
    photo('https://x.example/2.png'),
  ),
  sent(
    'photos',
    'otherwise the first',
    [{ value: 'https://x.example/1.png', type: 'thumbnail' }, { value: 'https://x.example/2.png' }],
    photo('https://x.example/1.png'),
  ),
  {
    does: 'removed, which restores the default',
    v1: { meta: { attributes: ['photos'] } },
    v2: [{ op: 'remove', path: 'photos' }],
    ...photo('https://org.example/avatars/WMIA.png'),
  },
  {
    does: 'by a value path',
    v2: [{ op: 'replace', path: 'photos[type eq "photo"].value', value: 'https://x.example/new.png' }],
    ...photo('https://x.example/new.png'),
  },
  ...[
    'x.png',
    'ftp://x.example/a.png',
    'data:text/html;base64,PGI+',
    'data:image/png;base64,not base64!',
  ].map((value) =>
    sent('photos', `SCIM §7: refuses ${value}`, [{ value }], { refused: '400 photos_invalid' }),
  ),
]);

const QUAY = {
  streetAddress: '1 Quay Street',
  locality: 'Gothenburg',
  region: 'Västra Götaland',
  postalCode: '411 01',
  country: 'SE',
};
/** An address with no value set. */
const NOWHERE = Object.fromEntries(ADDRESS_SUB_ATTRIBUTES.map((name) => [name, null]));
const address = (parts: Partial<Record<keyof typeof QUAY, string | null>>): { changes: JsonObject } => ({
  changes: { addresses: [{ ...NOWHERE, ...parts }] },
});

patchTable('SCIM §4.3 rule 9: one address', [
  sent(
    'addresses',
    'replaces the stored one',
    [{ locality: 'Oslo', country: 'NO' }],
    address({ locality: 'Oslo', country: 'NO' }),
  ),
  sent(
    'addresses',
    'is the one with primary true',
    [
      { locality: 'Oslo', type: 'work' },
      { locality: 'Rome', primary: true },
    ],
    address({ locality: 'Rome' }),
  ),
  sent(
    'addresses',
    'is otherwise the one of type work',
    [{ locality: 'Oslo' }, { locality: 'Rome', type: 'work' }],
    address({ locality: 'Rome' }),
  ),
  sent(
    'addresses',
    'is otherwise the first',
    [{ locality: 'Oslo', type: 'home' }, { locality: 'Rome' }],
    address({ locality: 'Oslo' }),
  ),
  sent(
    'addresses',
    'is deleted if all five values equal the stored ones',
    [{ ...QUAY, operation: 'delete' }],
    address({}),
  ),
  ...(Object.keys(QUAY) as (keyof typeof QUAY)[]).map((name) =>
    sent('addresses', `is not deleted when ${name} differs`, [
      { ...QUAY, [name]: 'other', operation: 'delete' },
    ]),
  ),
  sent('addresses', 'is not deleted by fewer values', [{ locality: 'Gothenburg', operation: 'delete' }]),
  {
    does: 'is removed by name',
    v1: { meta: { attributes: ['addresses'] } },
    v2: [{ op: 'remove', path: 'addresses' }],
    ...address({}),
  },
  {
    does: 'is removed by the attribute name "address" of the samples',
    v2: [{ op: 'remove', path: 'address' }],
    ...address({}),
  },
  {
    does: 'is added by the attribute name "address" of the samples',
    v2: [{ op: 'add', path: 'address', value: { locality: 'Oslo' } }],
    ...address({ locality: 'Oslo' }),
  },
  {
    does: 'is removed by a value path',
    v2: [{ op: 'remove', path: 'addresses[type eq "work"]' }],
    ...address({}),
  },
  {
    does: 'keeps the other parts if a value path sets one',
    v2: [{ op: 'replace', path: 'addresses[type eq "work"].locality', value: 'Oslo' }],
    ...address({ ...QUAY, locality: 'Oslo' }),
  },
  {
    does: 'keeps the other parts if a value path removes one',
    v2: [{ op: 'remove', path: 'addresses[primary eq true].PostalCode' }],
    ...address({ ...QUAY, postalCode: null }),
  },
  {
    does: 'keeps the other parts if a value path sets several',
    v2: [{ op: 'add', path: 'addresses[type eq "work"]', value: { locality: 'Oslo', country: 'NO' } }],
    ...address({ ...QUAY, locality: 'Oslo', country: 'NO' }),
  },
  {
    does: 'is selected by any type, as in a body',
    v2: [{ op: 'replace', path: 'addresses[type eq "home"].locality', value: 'Oslo' }],
    ...address({ ...QUAY, locality: 'Oslo' }),
  },
  ...['addresses[type eq "work"].formatted', 'addresses.type', 'addresses[primary eq true].display'].map(
    (path) => ({
      does: `ignores ${path}, which the service does not store`,
      v2: [{ op: 'replace', path, value: 'Oslo' }],
    }),
  ),
  {
    does: 'SCIM §2.1: refuses an unknown sub-attribute',
    v2: [{ op: 'replace', path: 'addresses[type eq "work"].city', value: 'Oslo' }],
    refused: '400 invalid_request_payload',
  },
]);

const role = (value: string | null): { changes: JsonObject } => ({
  changes: { roles: [{ value, primary: true }] },
});

patchTable('SCIM §4.3 rule 10: one role', [
  sent('roles', 'as an object', [{ value: 'Chef', primary: 'true' }], role('Chef')),
  sent('roles', 'as a plain string', ['Chef'], role('Chef')),
  sent('roles', 'the one with primary true', ['Chef', { value: 'Host', primary: true }], role('Host')),
  sent('roles', 'otherwise the first', ['Chef', { value: 'Host', primary: false }], role('Chef')),
  sent('roles', 'deleted by value', [{ value: 'Lead', operation: 'delete' }], role(null)),
  sent('roles', 'not deleted by another value', [{ value: 'Chef', operation: 'delete' }]),
  {
    does: 'removed by name',
    v1: { meta: { attributes: ['roles'] } },
    v2: [{ op: 'remove', path: 'roles' }],
    ...role(null),
  },
  { does: 'removed by a value path', v2: [{ op: 'remove', path: 'roles[value eq "Lead"]' }], ...role(null) },
  {
    does: 'set by a value path',
    v2: [{ op: 'add', path: 'roles[primary eq "True"].value', value: 'Chef' }],
    ...role('Chef'),
  },
  { does: 'added as one string', v2: [{ op: 'add', path: 'roles', value: 'Chef' }], ...role('Chef') },
]);

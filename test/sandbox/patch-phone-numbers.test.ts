import type { JsonObject } from '../../src/spec/wire.ts';
import { type PatchCase, patchTable } from '../support/patch-table.ts';

/** Stored before: primaryPhone +1 1, mobilePhone +1 2. */
const stored = (primaryPhone: string | null, mobilePhone: string | null): JsonObject => ({
  phoneNumbers: [
    { value: mobilePhone, type: 'mobile' },
    { value: primaryPhone, primary: true },
  ],
});

function sent(does: string, entries: readonly JsonObject[], changes?: JsonObject): PatchCase {
  return {
    does,
    v1: { phoneNumbers: entries },
    v2: [{ op: 'add', path: 'phoneNumbers', value: entries }],
    ...(changes === undefined ? {} : { changes }),
  };
}

patchTable('SCIM §4.3 rule 7: one phone number', [
  sent('without a mark is primaryPhone', [{ value: '5' }], stored('5', '+1 2')),
  sent('with primary true is primaryPhone', [{ value: '5', primary: true }], stored('5', '+1 2')),
  sent('with primary false is primaryPhone too', [{ value: '5', primary: false }], stored('5', '+1 2')),
  sent('of type mobile is primaryPhone', [{ value: '5', type: 'mobile' }], stored('5', '+1 2')),
  sent('of type work is mobilePhone', [{ value: '5', type: 'work' }], stored('+1 1', '5')),
  sent(
    'of type work with primary true is primaryPhone',
    [{ value: '5', type: 'work', primary: true }],
    stored('5', '+1 2'),
  ),
  sent('that is a space clears primaryPhone', [{ value: ' ', primary: true }], stored(null, '+1 2')),
  sent('that is a space clears mobilePhone', [{ value: ' ', type: 'work' }], stored('+1 1', null)),
]);

patchTable('SCIM §4.3 rule 7: two phone numbers set both', [
  sent(
    'primary true and false',
    [
      { value: '6', primary: false },
      { value: '5', primary: true },
    ],
    stored('5', '6'),
  ),
  sent(
    'type mobile and work',
    [
      { value: '6', type: 'work' },
      { value: '5', type: 'mobile' },
    ],
    stored('5', '6'),
  ),
  sent('primary true and no mark', [{ value: '6' }, { value: '5', primary: true }], stored('5', '6')),
  sent('no marks: in order', [{ value: '5' }, { value: '6' }], stored('5', '6')),
  sent(
    'primary outranks type',
    [
      { value: '6', type: 'mobile' },
      { value: '5', type: 'work', primary: true },
    ],
    stored('5', '6'),
  ),
  sent(
    'a third one is not stored',
    [{ value: '5', primary: true }, { value: '6', primary: false }, { value: '7' }],
    stored('5', '6'),
  ),
]);

patchTable('SCIM §4.3 rule 7: deleting phone numbers', [
  sent('by value', [{ value: '+1 1', operation: 'delete' }], stored(null, '+1 2')),
  sent(
    'both by value',
    [
      { value: '+1 1', operation: 'delete' },
      { value: '+1 2', operation: 'delete' },
    ],
    stored(null, null),
  ),
  sent('a number that is not stored changes nothing', [{ value: '9', operation: 'delete' }]),
  sent(
    'one number and setting the other',
    [
      { value: '+1 1', operation: 'delete' },
      { value: '6', type: 'work' },
    ],
    stored(null, '6'),
  ),
  {
    does: 'all of them with the name of the attribute',
    v1: { meta: { attributes: ['phoneNumbers'] } },
    v2: [{ op: 'remove', path: 'phoneNumbers' }],
    changes: stored(null, null),
  },
]);

patchTable('SCIM §4.3 rule 7: value paths of a PatchOp', [
  {
    does: 'adds one object',
    v2: [{ op: 'add', path: 'phoneNumbers', value: { value: '5', type: 'work' } }],
    changes: stored('+1 1', '5'),
  },
  {
    does: 'removes one by value',
    v2: [{ op: 'remove', path: 'phoneNumbers[value eq "+1 2"]' }],
    changes: stored('+1 1', null),
  },
  {
    does: 'removes one entry alone where both have the same number',
    stored: { phone: '5', mobilePhone: '5' },
    v2: [{ op: 'remove', path: 'phoneNumbers[type eq "mobile"]' }],
    changes: stored('5', null),
  },
  {
    does: 'replaces one by value',
    v2: [{ op: 'replace', path: 'phoneNumbers[value eq "+1 2"].value', value: '6' }],
    changes: stored('+1 1', '6'),
  },
  {
    does: 'selects mobilePhone by type mobile, as a read shows it',
    v2: [{ op: 'replace', path: 'phoneNumbers[type eq "mobile"].value', value: '6' }],
    changes: stored('+1 1', '6'),
  },
  {
    does: 'selects primaryPhone by type work or primary true',
    v2: [
      { op: 'replace', path: 'phoneNumbers[type eq "work"].value', value: '4' },
      { op: 'replace', path: 'phoneNumbers[primary eq true].value', value: '5' },
    ],
    changes: stored('5', '+1 2'),
  },
  {
    does: 'sets a number where there was none',
    stored: { mobilePhone: '' },
    v2: [{ op: 'add', path: 'phoneNumbers[type eq "mobile"].value', value: '6' }],
    changes: stored('+1 1', '6'),
  },
  ...['phoneNumbers[value eq "9"].value', 'phoneNumbers[type eq "fax"].value', 'phoneNumbers.type'].map(
    (path) => ({
      does: `refuses to set ${path}`,
      v2: [{ op: 'replace', path, value: '9' }],
      refused: '400 invalid_request_payload',
    }),
  ),
  {
    does: 'refuses a value that is not a string',
    v2: [{ op: 'replace', path: 'phoneNumbers[type eq "mobile"].value', value: 5 }],
    refused: '400 phoneNumbers_invalid',
  },
]);

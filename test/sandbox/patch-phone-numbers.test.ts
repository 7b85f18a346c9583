import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { type PatchCase, patchTable } from '../support/patch-table.ts';

/** Stored before: primaryPhone +1 1, mobilePhone +1 2. */
const stored = (primaryPhone: string | null, mobilePhone: string | null): JsonObject => ({
  phoneNumbers: [
    { value: mobilePhone, type: 'mobile' },
    { value: primaryPhone, primary: true },
  ],
});

/** Entries of a v1 body, and on v2 the value of an operation. */
function sent(
  does: string,
  entries: readonly JsonObject[],
  changes?: JsonObject,
  op?: 'add' | 'replace',
): PatchCase {
  return {
    does,
    v1: { phoneNumbers: entries },
    ...(op === undefined ? {} : { v2: [{ op, path: 'phoneNumbers', value: entries }] }),
    ...(changes === undefined ? {} : { changes }),
  };
}

patchTable('SCIM §4.3 rule 7: one phone number', [
  sent('without type or primary is primaryPhone', [{ value: '5' }], stored('5', '+1 2')),
  sent('with primary true is primaryPhone', [{ value: '5', primary: true }], stored('5', '+1 2')),
  sent('with primary false is mobilePhone', [{ value: '5', primary: false }], stored('+1 1', '5')),
  sent('of type mobile is primaryPhone', [{ value: '5', type: 'mobile' }], stored('5', '+1 2')),
  sent('of type work is mobilePhone', [{ value: '5', type: 'work' }], stored('+1 1', '5')),
  sent(
    'of type work with primary true is primaryPhone',
    [{ value: '5', type: 'work', primary: true }],
    stored('5', '+1 2'),
  ),
  sent('that is a space clears primaryPhone', [{ value: ' ', primary: true }], stored(null, '+1 2'), 'add'),
  sent('that is a space clears mobilePhone', [{ value: ' ', type: 'work' }], stored('+1 1', null), 'add'),
]);

patchTable('SCIM §4.3 rule 7: two phone numbers', [
  sent(
    'primary true and false',
    [
      { value: '6', primary: false },
      { value: '5', primary: true },
    ],
    stored('5', '6'),
    'replace',
  ),
  sent(
    'type mobile and work',
    [
      { value: '6', type: 'work' },
      { value: '5', type: 'mobile' },
    ],
    stored('5', '6'),
    'replace',
  ),
  sent(
    'primary true and an entry without primary',
    [{ value: '6' }, { value: '5', primary: true }],
    stored('5', '6'),
    'replace',
  ),
  sent('without type or primary: in order', [{ value: '5' }, { value: '6' }], stored('5', '6'), 'replace'),
  sent(
    'primary takes precedence over type',
    [
      { value: '6', type: 'mobile' },
      { value: '5', type: 'work', primary: true },
    ],
    stored('5', '6'),
    'replace',
  ),
  sent(
    'a third number is ignored',
    [{ value: '5', primary: true }, { value: '6', primary: false }, { value: '7' }],
    stored('5', '6'),
    'replace',
  ),
]);

patchTable('SCIM §4.3 rule 7: deleting phone numbers', [
  sent('by value', [{ value: '+1 1', operation: 'delete' }], stored(null, '+1 2'), 'add'),
  sent(
    'both by value',
    [
      { value: '+1 1', operation: 'delete' },
      { value: '+1 2', operation: 'delete' },
    ],
    stored(null, null),
    'add',
  ),
  sent('a number that is not stored changes nothing', [{ value: '9', operation: 'delete' }]),
  sent(
    'one number and setting the other',
    [
      { value: '+1 1', operation: 'delete' },
      { value: '6', type: 'work' },
    ],
    stored(null, '6'),
    'add',
  ),
  {
    does: 'all numbers by the attribute name',
    v1: { meta: { attributes: ['phoneNumbers'] } },
    v2: [{ op: 'remove', path: 'phoneNumbers' }],
    changes: stored(null, null),
  },
]);

patchTable('SCIM §4.3 rule 7: a list that replaces the stored one on v2', [
  {
    does: 'removes numbers that are not in the list',
    v2: [{ op: 'replace', path: 'phoneNumbers', value: [{ value: '5', type: 'work' }] }],
    changes: stored(null, '5'),
  },
  {
    does: 'removes both numbers if the list is empty',
    v2: [{ op: 'replace', path: 'phoneNumbers', value: [] }],
    changes: stored(null, null),
  },
]);

patchTable('SCIM §4.3 rule 7: adding numbers to the stored list on v2', [
  {
    does: 'a number is stored by its type',
    stored: { mobilePhone: '' },
    v2: [{ op: 'add', path: 'phoneNumbers', value: { value: '5', type: 'work' } }],
    changes: stored('+1 1', '5'),
  },
  {
    does: 'a primary number is stored as mobilePhone if primaryPhone is set',
    stored: { mobilePhone: '' },
    v2: [{ op: 'add', path: 'phoneNumbers', value: [{ value: '5', primary: true }] }],
    changes: stored('+1 1', '5'),
  },
  {
    does: 'two numbers are stored by their types',
    stored: { phone: '', mobilePhone: '' },
    v2: [
      {
        op: 'add',
        path: 'phoneNumbers',
        value: [
          { value: '6', type: 'work' },
          { value: '5', Type: 'mobile' },
          { value: '7', type: 'fax' },
        ],
      },
    ],
    changes: stored('5', '6'),
  },
  {
    does: 'a third or already stored number is ignored',
    v2: [{ op: 'add', path: 'phoneNumbers', value: [{ value: '5' }, { value: '+1 1', type: 'work' }] }],
  },
]);

patchTable('SCIM §4.3 rule 7: value paths of a PatchOp', [
  {
    does: 'removes a number by value',
    v2: [{ op: 'remove', path: 'phoneNumbers[value eq "+1 2"]' }],
    changes: stored('+1 1', null),
  },
  {
    does: 'removes only one of two entries with the same number',
    stored: { phone: '5', mobilePhone: '5' },
    v2: [{ op: 'remove', path: 'phoneNumbers[type eq "work"]' }],
    changes: stored('5', null),
  },
  {
    does: 'replaces a number by value',
    v2: [{ op: 'replace', path: 'phoneNumbers[value eq "+1 2"].value', value: '6' }],
    changes: stored('+1 1', '6'),
  },
  {
    does: 'selects mobilePhone by type work, like an entry in a body',
    v2: [{ op: 'replace', path: 'phoneNumbers[type eq "work"].value', value: '6' }],
    changes: stored('+1 1', '6'),
  },
  ...[
    'phoneNumbers[type eq "mobile"].value',
    'phoneNumbers[type eq "home"].value',
    'phoneNumbers[primary eq true].value',
    'phoneNumbers[type eq "work" and primary eq true].value',
  ].map((path) => ({
    does: `selects primaryPhone by ${path}`,
    v2: [{ op: 'replace', path, value: '5' }],
    changes: stored('5', '+1 2'),
  })),
  {
    does: 'selects mobilePhone by primary false',
    v2: [{ op: 'add', path: 'phoneNumbers[primary eq "False"].value', value: '6' }],
    changes: stored('+1 1', '6'),
  },
  {
    does: 'sets a missing number',
    stored: { mobilePhone: '' },
    v2: [{ op: 'add', path: 'phoneNumbers[type eq "work"].value', value: '6' }],
    changes: stored('+1 1', '6'),
  },
  {
    does: 'makes the other number the primary one',
    v2: [{ op: 'replace', path: 'phoneNumbers[type eq "work"].primary', value: true }],
    changes: stored('+1 2', '+1 1'),
  },
  {
    does: 'keeps the primary number if it is already primary or the value is false',
    v2: [
      { op: 'replace', path: 'phoneNumbers[type eq "mobile"].primary', value: 'True' },
      { op: 'replace', path: 'phoneNumbers[type eq "work"].primary', value: false },
    ],
  },
  ...['phoneNumbers[type eq "fax"].value', 'phoneNumbers[type eq "pager"].value', 'phoneNumbers.type'].map(
    (path) => ({ does: `ignores ${path}`, v2: [{ op: 'replace', path, value: '9' }] }),
  ),
  {
    does: 'refuses to set a value if the filter selects nothing',
    v2: [{ op: 'replace', path: 'phoneNumbers[value eq "9"].value', value: '9' }],
    refused: '400 invalid_request_payload',
  },
  {
    does: 'refuses a value that is not a string',
    v2: [{ op: 'replace', path: 'phoneNumbers[type eq "mobile"].value', value: 5 }],
    refused: '400 phoneNumbers_invalid',
  },
]);

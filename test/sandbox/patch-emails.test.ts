import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { type PatchCase, patchTable } from '../support/patch-table.ts';

const PRIMARY = 'mia@example.com';
const SECONDARY = 'mia@home.example';

const stored = (primary: string, secondary = ''): JsonObject => ({
  emails: [
    { value: primary, primary: true },
    { value: secondary, primary: false },
  ],
});

type Result = Omit<PatchCase, 'does' | 'v1' | 'v2'>;

/** Entries of a v1 body. */
function sent(does: string, entries: readonly JsonObject[], more: Result): PatchCase {
  return { does, v1: { emails: entries }, ...more };
}

/** The same entries in a v1 body and as a v2 list that replaces the stored one. */
function whole(does: string, entries: readonly JsonObject[], more: Result): PatchCase {
  return { does, v1: { emails: entries }, v2: [{ op: 'replace', path: 'emails', value: entries }], ...more };
}

/** The same entries in a v1 body and in a v2 add operation. */
function both(does: string, entries: readonly JsonObject[], more: Result): PatchCase {
  return { does, v1: { emails: entries }, v2: [{ op: 'add', path: 'emails', value: entries }], ...more };
}

patchTable('SCIM §4.3 rule 6: choice of the primary email', [
  whole(
    'the entry with primary true',
    [
      { value: 'a@x.example', type: 'work' },
      { value: 'b@x.example', primary: true },
    ],
    { changes: stored('b@x.example', 'a@x.example') },
  ),
  whole(
    'otherwise the entry of type work',
    [{ value: 'a@x.example' }, { value: 'b@x.example', type: 'Work' }],
    {
      changes: stored('b@x.example', 'a@x.example'),
    },
  ),
  whole('otherwise in order', [{ value: 'a@x.example', type: 'home' }, { value: 'b@x.example' }], {
    changes: stored('a@x.example', 'b@x.example'),
  }),
  sent('a single entry is the primary', [{ value: 'a@x.example' }], {
    changes: stored('a@x.example', SECONDARY),
  }),
  whole('a single entry with primary false is the secondary', [{ value: 'a@x.example', primary: false }], {
    changes: stored(PRIMARY, 'a@x.example'),
  }),
  whole(
    'only two are stored',
    [{ value: 'a@x.example' }, { value: 'b@x.example' }, { value: 'c@x.example', primary: true }],
    { changes: stored('c@x.example', 'a@x.example') },
  ),
  whole('the secondary becomes the primary', [{ value: SECONDARY, primary: true }], {
    changes: stored(SECONDARY),
  }),
  whole(
    'primary and secondary are swapped',
    [
      { value: SECONDARY, primary: true },
      { value: PRIMARY, primary: false },
    ],
    {
      changes: stored(SECONDARY, PRIMARY),
    },
  ),
  both('no entries change nothing', [], {}),
]);

patchTable('SCIM §4.3 rule 6: a list that replaces the stored one on v2', [
  {
    does: 'removes emails that are not in the list',
    v2: [{ op: 'replace', path: 'emails', value: [{ value: PRIMARY, primary: true }] }],
    changes: stored(PRIMARY),
  },
  {
    does: 'keeps the primary if the list is empty',
    v2: [{ op: 'replace', path: 'emails', value: [] }],
    changes: stored(PRIMARY),
  },
  {
    does: 'replaces the list without a path',
    v2: [{ op: 'replace', value: { EMAILS: [{ value: 'a@x.example', primary: true }] } }],
    changes: stored('a@x.example'),
  },
]);

const add = (...entries: readonly JsonObject[]) => ({ op: 'add', path: 'emails', value: entries });

patchTable('SCIM §4.3 rule 6: adding emails to the stored list on v2', [
  {
    does: 'a home address becomes the missing secondary',
    stored: { secondaryEmail: '' },
    v2: [add({ value: 'a@x.example', type: 'home', primary: false })],
    changes: stored(PRIMARY, 'a@x.example'),
  },
  {
    does: 'an address without type or primary becomes the missing secondary',
    stored: { secondaryEmail: '' },
    v2: [{ op: 'add', path: 'emails', value: { value: 'a@x.example' } }],
    changes: stored(PRIMARY, 'a@x.example'),
  },
  {
    does: 'a new primary makes the former one the missing secondary',
    stored: { secondaryEmail: '' },
    v2: [add({ value: 'a@x.example', primary: true })],
    changes: stored('a@x.example', PRIMARY),
  },
  {
    does: 'a new primary replaces the former one if a secondary exists',
    v2: [add({ value: 'a@x.example', primary: true })],
    changes: stored('a@x.example', SECONDARY),
  },
  {
    does: 'a secondary that becomes the primary swaps places with it',
    v2: [add({ value: SECONDARY.toUpperCase(), primary: true })],
    changes: stored(SECONDARY.toUpperCase(), PRIMARY),
  },
  { does: 'a third address is ignored', v2: [add({ value: 'a@x.example', primary: false })] },
  { does: 'stored addresses are not duplicated', v2: [add({ value: PRIMARY }, { value: SECONDARY })] },
  {
    does: 'two add operations in one request',
    stored: { secondaryEmail: '' },
    v2: [add({ value: 'a@x.example', primary: true }), add({ value: 'b@x.example' })],
    changes: stored('a@x.example', PRIMARY),
  },
]);

patchTable('SCIM §4.3 rule 6: deleting emails', [
  both('the secondary by value, in any case', [{ value: SECONDARY.toUpperCase(), operation: 'delete' }], {
    changes: stored(PRIMARY),
  }),
  both('the primary is refused without a replacement', [{ value: PRIMARY, operation: 'delete' }], {
    refused: '400 missing_primary_email',
  }),
  both(
    'the primary is refused with a blank replacement',
    [{ value: PRIMARY, operation: 'delete' }, { primary: true }],
    { refused: '400 missing_primary_email' },
  ),
  both(
    'the primary with a replacement',
    [
      { value: PRIMARY, operation: 'delete' },
      { value: 'a@x.example', primary: true },
    ],
    { changes: stored('a@x.example', SECONDARY) },
  ),
  both(
    'the primary when the secondary takes its place',
    [
      { value: PRIMARY, operation: 'delete' },
      { value: SECONDARY, primary: true },
    ],
    { changes: stored(SECONDARY) },
  ),
  both('an address that is not stored changes nothing', [{ value: 'a@x.example', operation: 'delete' }], {}),
  {
    does: 'emails in meta.attributes leaves the primary',
    v1: { meta: { attributes: ['emails'] } },
    v2: [{ op: 'remove', path: 'emails' }],
    changes: stored(PRIMARY),
  },
]);

patchTable('SCIM §7: refused emails', [
  both('a bad address', [{ value: 'mia@' }], { refused: '400 bad_email_address' }),
  whole('a bad secondary address', [{ value: PRIMARY, primary: true }, { value: 'x' }], {
    refused: '400 bad_email_address',
  }),
  both('a blank primary', [{ value: ' ', primary: true }], { refused: '400 email_empty' }),
  both('the address of another user', [{ value: 'Boss@example.com', primary: true }], {
    refused: '409 email_taken',
  }),
  whole('the address of another user as the secondary', [{ value: PRIMARY }, { value: 'boss@example.com' }], {
    refused: '409 email_taken',
  }),
]);

patchTable('SCIM §4.3 rule 6: value paths of a PatchOp', [
  {
    does: 'adds one object',
    v2: [{ op: 'add', path: 'emails', value: { value: 'a@x.example', primary: true } }],
    changes: stored('a@x.example', SECONDARY),
  },
  {
    does: 'replaces the secondary',
    v2: [
      { op: 'replace', path: 'emails[primary eq false]', value: { value: 'a@x.example', primary: false } },
    ],
    changes: stored(PRIMARY, 'a@x.example'),
  },
  {
    does: 'sets a missing secondary',
    stored: { secondaryEmail: '' },
    v2: [{ op: 'replace', path: 'emails[primary eq false]', value: { value: 'a@x.example' } }],
    changes: stored(PRIMARY, 'a@x.example'),
  },
  ...['emails[primary eq false]', `emails[value eq "${SECONDARY}"]`, 'emails[type eq "home"].value'].map(
    (path) => ({
      does: `removes the secondary with ${path}`,
      v2: [{ op: 'remove', path }],
      changes: stored(PRIMARY),
    }),
  ),
  ...[`emails[value eq "${PRIMARY}"]`, 'emails[primary eq true]', 'emails[type eq "work"]'].map((path) => ({
    does: `cannot remove the primary with ${path}`,
    v2: [{ op: 'remove', path }],
    refused: '400 missing_primary_email',
  })),
  ...[
    'emails[type eq "work"].value',
    'emails[type eq work].value',
    "emails[type eq 'work'].value",
    'emails[primary eq true].value',
    'emails[primary eq "True"].value',
    `emails[value eq "${PRIMARY}"].value`,
    'emails[type eq "work" and primary eq true].value',
    'EMAILS[TYPE EQ "WORK"].VALUE',
  ].map((path) => ({
    does: `sets the primary with ${path}`,
    v2: [{ op: 'replace', path, value: 'a@x.example' }],
    changes: stored('a@x.example', SECONDARY),
  })),
  ...[
    'emails[type eq "home"].value',
    'emails[type eq "other"].value',
    `emails[value eq ${SECONDARY}].value`,
  ].map((path) => ({
    does: `sets the secondary with ${path}`,
    v2: [{ op: 'add', path, value: 'a@x.example' }],
    changes: stored(PRIMARY, 'a@x.example'),
  })),
  {
    does: 'removes nothing if the filter selects nothing',
    v2: [{ op: 'remove', path: 'emails[value eq "nobody@x.example"]' }],
  },
  {
    does: 'refuses to set a value if the filter selects nothing',
    v2: [{ op: 'replace', path: 'emails[value eq "nobody@x.example"].value', value: 'a@x.example' }],
    refused: '400 invalid_request_payload',
  },
  ...['emails[shoe eq "7"].value', 'emails[].value', 'emails[type eq].value', 'emails[0].value'].map(
    (path) => ({
      does: `refuses ${path}`,
      v2: [{ op: 'replace', path, value: 'a@x.example' }],
      refused: '400 invalid_request_payload',
    }),
  ),
  {
    does: 'refuses a list for a path with a filter',
    v2: [{ op: 'replace', path: 'emails[primary eq false]', value: [{ value: 'a@x.example' }] }],
    refused: '400 invalid_request_payload',
  },
]);

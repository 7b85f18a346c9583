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

/** The same entries in a v1 body and as a list that replaces the stored one. */
function whole(does: string, entries: readonly JsonObject[], more: Result): PatchCase {
  return { does, v1: { emails: entries }, v2: [{ op: 'replace', path: 'emails', value: entries }], ...more };
}

/** The same entries in a v1 body and added to the stored ones. */
function both(does: string, entries: readonly JsonObject[], more: Result): PatchCase {
  return { does, v1: { emails: entries }, v2: [{ op: 'add', path: 'emails', value: entries }], ...more };
}

patchTable('SCIM §4.3 rule 6: which of the e-mails is the primary one', [
  whole(
    'the entry with primary true',
    [
      { value: 'a@x.example', type: 'work' },
      { value: 'b@x.example', primary: true },
    ],
    { changes: stored('b@x.example', 'a@x.example') },
  ),
  whole('else the entry of type work', [{ value: 'a@x.example' }, { value: 'b@x.example', type: 'Work' }], {
    changes: stored('b@x.example', 'a@x.example'),
  }),
  whole('else in order', [{ value: 'a@x.example', type: 'home' }, { value: 'b@x.example' }], {
    changes: stored('a@x.example', 'b@x.example'),
  }),
  sent('a lone entry is the primary', [{ value: 'a@x.example' }], {
    changes: stored('a@x.example', SECONDARY),
  }),
  whole('a lone entry with primary false is the secondary', [{ value: 'a@x.example', primary: false }], {
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
    'both change places',
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
    does: 'takes away what is not in it',
    v2: [{ op: 'replace', path: 'emails', value: [{ value: PRIMARY, primary: true }] }],
    changes: stored(PRIMARY),
  },
  {
    does: 'without entries leaves the primary, which cannot go',
    v2: [{ op: 'replace', path: 'emails', value: [] }],
    changes: stored(PRIMARY),
  },
  {
    does: 'does the same without a path',
    v2: [{ op: 'replace', value: { EMAILS: [{ value: 'a@x.example', primary: true }] } }],
    changes: stored('a@x.example'),
  },
]);

const add = (...entries: readonly JsonObject[]) => ({ op: 'add', path: 'emails', value: entries });

patchTable('SCIM §4.3 rule 6: adding to the stored list on v2 takes nothing away', [
  {
    does: 'a private address goes to the free place',
    stored: { secondaryEmail: '' },
    v2: [add({ value: 'a@x.example', type: 'home', primary: false })],
    changes: stored(PRIMARY, 'a@x.example'),
  },
  {
    does: 'an address without a mark goes to the free place',
    stored: { secondaryEmail: '' },
    v2: [{ op: 'add', path: 'emails', value: { value: 'a@x.example' } }],
    changes: stored(PRIMARY, 'a@x.example'),
  },
  {
    does: 'a new primary address moves the former one to the free place',
    stored: { secondaryEmail: '' },
    v2: [add({ value: 'a@x.example', primary: true })],
    changes: stored('a@x.example', PRIMARY),
  },
  {
    does: 'a new primary address is the primary one where no place is free',
    v2: [add({ value: 'a@x.example', primary: true })],
    changes: stored('a@x.example', SECONDARY),
  },
  {
    does: 'the secondary that becomes the primary changes places with it',
    v2: [add({ value: SECONDARY.toUpperCase(), primary: true })],
    changes: stored(SECONDARY.toUpperCase(), PRIMARY),
  },
  { does: 'a third address is not kept', v2: [add({ value: 'a@x.example', primary: false })] },
  { does: 'what is stored is not stored again', v2: [add({ value: PRIMARY }, { value: SECONDARY })] },
  {
    does: 'two of them in one request',
    stored: { secondaryEmail: '' },
    v2: [add({ value: 'a@x.example', primary: true }), add({ value: 'b@x.example' })],
    changes: stored('a@x.example', PRIMARY),
  },
]);

patchTable('SCIM §4.3 rule 6: deleting e-mails', [
  both('the secondary by value, in any case', [{ value: SECONDARY.toUpperCase(), operation: 'delete' }], {
    changes: stored(PRIMARY),
  }),
  both('the primary is refused without a replacement', [{ value: PRIMARY, operation: 'delete' }], {
    refused: '400 missing_primary_email',
  }),
  both(
    'the primary is refused when the replacement is blank',
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

patchTable('SCIM §7: e-mails that are refused', [
  both('a bad address', [{ value: 'mia@' }], { refused: '400 bad_email_address' }),
  whole('a bad secondary address', [{ value: PRIMARY, primary: true }, { value: 'x' }], {
    refused: '400 bad_email_address',
  }),
  both('a blank primary', [{ value: ' ', primary: true }], { refused: '400 email_empty' }),
  both("somebody else's address", [{ value: 'Boss@example.com', primary: true }], {
    refused: '409 email_taken',
  }),
  whole("somebody else's address as the secondary", [{ value: PRIMARY }, { value: 'boss@example.com' }], {
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
    does: 'sets a secondary where there was none',
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
    does: 'removes nothing when nothing is selected',
    v2: [{ op: 'remove', path: 'emails[value eq "nobody@x.example"]' }],
  },
  {
    does: 'refuses to set what is not selected',
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
    does: 'refuses a list behind a filter',
    v2: [{ op: 'replace', path: 'emails[primary eq false]', value: [{ value: 'a@x.example' }] }],
    refused: '400 invalid_request_payload',
  },
]);

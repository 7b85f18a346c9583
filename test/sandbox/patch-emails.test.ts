import type { JsonObject } from '../../src/spec/wire.ts';
import { type PatchCase, patchTable } from '../support/patch-table.ts';

const PRIMARY = 'mia@example.com';
const SECONDARY = 'mia@home.example';

const stored = (primary: string, secondary = ''): JsonObject => ({
  emails: [
    { value: primary, primary: true },
    { value: secondary, primary: false },
  ],
});

/** The same entries in a v1 body and as the value of an operation. */
function sent(
  does: string,
  entries: readonly JsonObject[],
  more: Omit<PatchCase, 'does' | 'v1' | 'v2'>,
): PatchCase {
  return { does, v1: { emails: entries }, v2: [{ op: 'add', path: 'emails', value: entries }], ...more };
}

patchTable('SCIM §4.3 rule 6: which of the e-mails is the primary one', [
  sent(
    'the entry with primary true',
    [
      { value: 'a@x.example', type: 'work' },
      { value: 'b@x.example', primary: true },
    ],
    { changes: stored('b@x.example', 'a@x.example') },
  ),
  sent('else the entry of type work', [{ value: 'a@x.example' }, { value: 'b@x.example', type: 'Work' }], {
    changes: stored('b@x.example', 'a@x.example'),
  }),
  sent('else in order', [{ value: 'a@x.example', type: 'home' }, { value: 'b@x.example' }], {
    changes: stored('a@x.example', 'b@x.example'),
  }),
  sent('a lone entry is the primary', [{ value: 'a@x.example' }], {
    changes: stored('a@x.example', SECONDARY),
  }),
  sent('a lone entry is, also with primary false', [{ value: 'a@x.example', primary: false }], {
    changes: stored('a@x.example', SECONDARY),
  }),
  sent(
    'only two are stored',
    [{ value: 'a@x.example' }, { value: 'b@x.example' }, { value: 'c@x.example', primary: true }],
    { changes: stored('c@x.example', 'a@x.example') },
  ),
  sent('the secondary becomes the primary', [{ value: SECONDARY, primary: true }], {
    changes: stored(SECONDARY),
  }),
  sent(
    'both change places',
    [
      { value: SECONDARY, primary: true },
      { value: PRIMARY, primary: false },
    ],
    {
      changes: stored(SECONDARY, PRIMARY),
    },
  ),
  sent('no entries change nothing', [], {}),
]);

patchTable('SCIM §4.3 rule 6: deleting e-mails', [
  sent('the secondary by value, in any case', [{ value: SECONDARY.toUpperCase(), operation: 'delete' }], {
    changes: stored(PRIMARY),
  }),
  sent('the primary is refused without a replacement', [{ value: PRIMARY, operation: 'delete' }], {
    refused: '400 missing_primary_email',
  }),
  sent(
    'the primary is refused when the replacement is blank',
    [{ value: PRIMARY, operation: 'delete' }, { primary: true }],
    { refused: '400 missing_primary_email' },
  ),
  sent(
    'the primary with a replacement',
    [
      { value: PRIMARY, operation: 'delete' },
      { value: 'a@x.example', primary: true },
    ],
    { changes: stored('a@x.example', SECONDARY) },
  ),
  sent(
    'the primary when the secondary takes its place',
    [
      { value: PRIMARY, operation: 'delete' },
      { value: SECONDARY, primary: true },
    ],
    { changes: stored(SECONDARY) },
  ),
  sent('an address that is not stored changes nothing', [{ value: 'a@x.example', operation: 'delete' }], {}),
  {
    does: 'emails in meta.attributes leaves the primary',
    v1: { meta: { attributes: ['emails'] } },
    v2: [{ op: 'remove', path: 'emails' }],
    changes: stored(PRIMARY),
  },
]);

patchTable('SCIM §7: e-mails that are refused', [
  sent('a bad address', [{ value: 'mia@' }], { refused: '400 bad_email_address' }),
  sent('a bad secondary address', [{ value: PRIMARY, primary: true }, { value: 'x' }], {
    refused: '400 bad_email_address',
  }),
  sent('a blank primary', [{ value: ' ', primary: true }], { refused: '400 email_empty' }),
  sent("somebody else's address", [{ value: 'Boss@example.com' }], { refused: '409 email_taken' }),
  sent("somebody else's address as the secondary", [{ value: PRIMARY }, { value: 'boss@example.com' }], {
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

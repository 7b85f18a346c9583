import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { type PatchCase, patchTable } from '../support/patch-table.ts';

const A = 'a'.repeat(21);

function replaced(path: string, value: JsonObject[string], more: Omit<PatchCase, 'v1' | 'v2'>): PatchCase {
  return { v1: { [path]: value }, v2: [{ op: 'replace', path, value }], ...more };
}

function removed(path: string, more: Omit<PatchCase, 'v1' | 'v2'>): PatchCase {
  return { v1: { meta: { attributes: [path] } }, v2: [{ op: 'remove', path }], ...more };
}

const MIRRORED = (name: string): JsonObject => ({
  userName: name,
  nickName: name,
  profileUrl: `https://org.example/team/${name}`,
});

patchTable('SCIM §4.3 rule 1: omitted values and a single space', [
  { does: 'changes nothing for an empty body', v1: {}, v2: [] },
  replaced('title', ' ', { does: 'clears a text with a single space', changes: { title: '' } }),
  replaced('title', '', { does: 'clears a text with an empty string', changes: { title: '' } }),
  replaced('displayName', ' ', { does: 'clears the display name', changes: { displayName: '' } }),
  replaced('locale', ' ', { does: 'clears a custom profile field to null', changes: { locale: null } }),
  replaced('timezone', ' ', {
    does: 'clears the time zone to its default',
    changes: { timezone: 'America/Los_Angeles' },
  }),
]);

patchTable('SCIM §4.3 rule 1: null', [
  replaced('title', null, { does: 'clears a text', changes: { title: '' } }),
  replaced('locale', null, { does: 'clears a custom profile field', changes: { locale: null } }),
  replaced('emails', null, {
    does: 'keeps the primary address',
    changes: {
      emails: [
        { value: 'mia@example.com', primary: true },
        { value: '', primary: false },
      ],
    },
  }),
  replaced('roles', null, { does: 'clears the role', changes: { roles: [{ value: null, primary: true }] } }),
  replaced('name', null, {
    does: 'clears the name',
    changes: { name: { givenName: '', familyName: '', honorificPrefix: null } },
  }),
  {
    does: 'clears a part of the name',
    v1: { name: { familyName: null } },
    v2: [{ op: 'replace', path: 'name.familyName', value: null }],
    changes: { name: { givenName: 'Mia', familyName: '', honorificPrefix: 'Dr.' } },
  },
  {
    does: 'clears one number and keeps the other',
    v1: { phoneNumbers: [{ value: null, primary: true }] },
    v2: [{ op: 'replace', path: 'phoneNumbers[primary eq true].value', value: null }],
    changes: {
      phoneNumbers: [
        { value: '+1 2', type: 'mobile' },
        { value: null, primary: true },
      ],
    },
  },
  {
    does: 'clears attributes without a path, in any letter case',
    v2: [{ op: 'replace', value: { TITLE: null, 'name.honorificPrefix': null } }],
    changes: { title: '', name: { givenName: 'Mia', familyName: 'Tan', honorificPrefix: null } },
  },
  replaced('userName', null, { does: 'refuses to clear the userName', refused: '400 username_empty' }),
  replaced('nickName', null, { does: 'refuses to clear the nickName', refused: '400 username_empty' }),
  replaced('active', null, { does: 'refuses to clear active', refused: '400 invalid_attribute_format' }),
  replaced('password', null, {
    does: 'refuses to clear a password',
    refused: '400 password_change_not_allowed',
  }),
  replaced('externalId', null, { does: 'refuses an externalId', refused: '400 invalid_request_payload' }),
  replaced('profileUrl', null, { does: 'refuses a profileUrl', refused: '400 invalid_request_payload' }),
  {
    does: 'refuses to clear the primary address',
    v2: [{ op: 'replace', path: 'emails[type eq "work"].value', value: null }],
    refused: '400 missing_primary_email',
  },
  {
    does: 'refuses a null address in a body',
    v1: { emails: [{ value: null, primary: true }] },
    refused: '400 email_empty',
  },
]);

patchTable('SCIM §4.3 rule 2: attributes refused in an update', [
  replaced('password', 'secret', { does: 'refuses a password', refused: '400 password_change_not_allowed' }),
  replaced('externalId', 'hr-7', { does: 'refuses an externalId', refused: '400 invalid_request_payload' }),
  replaced('profileUrl', 'https://mia.example', {
    does: 'SCIM §2.1: refuses a profileUrl',
    refused: '400 invalid_request_payload',
  }),
  removed('password', { does: 'refuses to remove a password', refused: '400 password_change_not_allowed' }),
]);

patchTable('SCIM §4.3 rule 3: active', [
  replaced('active', false, { does: 'deactivates with false', changes: { active: false } }),
  replaced('active', 'False', { does: 'deactivates with the string "False"', changes: { active: false } }),
  replaced('active', true, {
    does: 'reactivates with true',
    stored: { active: false },
    changes: { active: true },
  }),
  removed('active', { does: 'cannot be removed', refused: '400 invalid_attribute_format' }),
]);

patchTable('SCIM §4.3 rule 4: userName and nickName are mirrored', [
  replaced('userName', 'mika', { does: 'userName changes nickName', changes: MIRRORED('mika') }),
  replaced('nickName', 'mika', { does: 'nickName changes userName', changes: MIRRORED('mika') }),
  replaced('nickName', 'Mika Tan', {
    does: 'nickName is normalized before it is stored',
    changes: MIRRORED('mika_tan'),
  }),
  replaced('userName', 'mika@example.com', {
    does: 'userName is derived from an email address',
    changes: MIRRORED('mika'),
  }),
  replaced('userName', 'MIA', { does: 'the same name in another case is no change' }),
  {
    does: 'an unchanged userName overrides a different nickName',
    v1: { userName: 'mia', nickName: 'mika' },
    v2: [
      { op: 'replace', path: 'userName', value: 'mia' },
      { op: 'replace', path: 'nickName', value: 'mika' },
    ],
  },
  {
    does: 'userName overrides a different nickName in any order',
    v1: { nickName: 'mika', userName: 'mina' },
    v2: [
      { op: 'replace', path: 'userName', value: 'mina' },
      { op: 'replace', value: { nickName: 'mika' } },
    ],
    changes: MIRRORED('mina'),
  },
  replaced('userName', ' ', { does: 'userName may not be empty', refused: '400 username_empty' }),
  replaced('nickName', '', { does: 'nickName may not be empty', refused: '400 username_empty' }),
  {
    does: 'nickName may not be empty even with a userName',
    v1: { userName: 'mika', nickName: '' },
    refused: '400 username_empty',
  },
  removed('userName', { does: 'userName cannot be removed', refused: '400 username_empty' }),
  removed('nickName', { does: 'nickName cannot be removed', refused: '400 username_empty' }),
  replaced('nickName', `${A}a`, { does: 'SCIM §7: long_nickname', refused: '400 long_nickname' }),
  replaced('userName', `${A}a`, { does: 'SCIM §7: username_too_long', refused: '400 username_too_long' }),
  replaced('userName', 'boss', { does: 'SCIM §7: username_taken', refused: '409 username_taken' }),
  replaced('nickName', 'Boss', { does: 'SCIM §7: nickName of another user', refused: '409 username_taken' }),
  replaced('userName', 'random', { does: 'SCIM §7: name of a channel', refused: '409 username_taken' }),
  replaced('userName', 'admin', {
    does: 'SCIM §7: username_not_allowed',
    refused: '400 username_not_allowed',
  }),
  replaced('userName', '---', { does: 'SCIM §7: username_invalid', refused: '400 username_invalid' }),
]);

patchTable('SCIM §4.3 rule 5: singular strings', [
  ...(['displayName', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone'] as const).map((name) =>
    replaced(name, 'New value', { does: `${name} is set`, changes: { [name]: 'New value' } }),
  ),
  ...(['displayName', 'title'] as const).map((name) =>
    removed(name, { does: `${name} is removed`, changes: { [name]: '' } }),
  ),
  ...(['userType', 'preferredLanguage', 'locale'] as const).map((name) =>
    removed(name, { does: `${name} is removed`, changes: { [name]: null } }),
  ),
  replaced('title', 'Cook 🍳', { does: 'refuses an emoji', refused: '400 invalid_emoji_not_allowed' }),
  replaced('displayName', '@mia', { does: 'refuses a leading @', refused: '400 invalid_starts_with_at' }),
  replaced('displayName', 'x'.repeat(81), {
    does: 'refuses 81 characters',
    refused: '400 invalid_name_maxlength',
  }),
]);

patchTable('SCIM §4.3 rule 11: name', [
  {
    does: 'changes only the sub-attributes that are sent',
    v1: { name: { familyName: 'King' } },
    v2: [{ op: 'replace', path: 'name.familyName', value: 'King' }],
    changes: { name: { givenName: 'Mia', familyName: 'King', honorificPrefix: 'Dr.' } },
  },
  {
    does: 'accepts an object for the path name',
    v1: { name: { givenName: 'Ada', familyName: 'King' } },
    v2: [{ op: 'add', path: 'name', value: { givenName: 'Ada', familyName: 'King' } }],
    changes: { name: { givenName: 'Ada', familyName: 'King', honorificPrefix: 'Dr.' } },
  },
  ...(['givenName', 'familyName'] as const).map((part) =>
    removed(`name.${part}`, {
      does: `removes ${part}`,
      changes: { name: { givenName: 'Mia', familyName: 'Tan', honorificPrefix: 'Dr.', [part]: '' } },
    }),
  ),
  removed('name.honorificPrefix', {
    does: 'removes honorificPrefix',
    changes: { name: { givenName: 'Mia', familyName: 'Tan', honorificPrefix: null } },
  }),
  removed('name', {
    does: 'removes the whole name',
    changes: { name: { givenName: '', familyName: '', honorificPrefix: null } },
  }),
  {
    does: 'SCIM §7: refuses two blank sub-attributes',
    v1: { name: { givenName: ' ', familyName: ' ' } },
    v2: [{ op: 'replace', path: 'name', value: { givenName: ' ', familyName: ' ' } }],
    refused: '400 invalid_name_required',
  },
  ...['name.middleName', 'name.formatted', 'NAME.honorificsuffix'].map((path) => ({
    does: `ignores ${path}, which the service does not store`,
    v2: [
      { op: 'replace', path, value: 'Other' },
      { op: 'remove', path },
    ],
  })),
]);

patchTable('SCIM §4.3 rule 15: several removals at once', [
  {
    does: 'removes every listed path and sets the given values',
    v1: { locale: 'en', meta: { attributes: ['title', 'name.familyName', 'phoneNumbers', 'LOCALE'] } },
    v2: [
      { op: 'remove', path: 'title' },
      { op: 'remove', path: 'name.familyName' },
      { op: 'remove', path: 'phoneNumbers' },
      { op: 'remove', path: 'LOCALE' },
      { op: 'replace', path: 'locale', value: 'en' },
    ],
    changes: {
      title: '',
      name: { givenName: 'Mia', familyName: '', honorificPrefix: 'Dr.' },
      phoneNumbers: [
        { value: null, type: 'mobile' },
        { value: null, primary: true },
      ],
      locale: 'en',
    },
  },
  ...['shoeSize', 'constructor', '__proto__', 'id', 'groups', 'schemas', ''].map((path) =>
    removed(path, { does: `refuses the path "${path}"`, refused: '400 invalid_request_payload' }),
  ),
  {
    does: 'removes nothing if one path is invalid',
    v1: { meta: { attributes: ['title', 'shoeSize'] } },
    v2: [
      { op: 'remove', path: 'title' },
      { op: 'remove', path: 'shoeSize' },
    ],
    refused: '400 invalid_request_payload',
  },
]);

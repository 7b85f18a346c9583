import { describe, expect, it } from 'vitest';
import { checkUser } from '../../src/rules/check-user.ts';
import { parseUserRequest } from '../../src/rules/parse-user-request.ts';
import type { UserOperation } from '../../src/rules/user-request.ts';

const CORE = 'urn:scim:schemas:core:1.0';
const GUEST = 'urn:scim:schemas:extension:service:guest:1.0';
const PROFILE = 'urn:scim:schemas:extension:service:profile:1.0';
const ENTERPRISE = 'urn:scim:schemas:extension:enterprise:1.0';
const OPERATIONS = ['create', 'replace', 'patch'] as const;

/** Returns the findings of a request whose attributes have the right types. */
function issuesOf(attributes: object, operation: UserOperation) {
  const body = { schemas: [CORE, GUEST, PROFILE], ...attributes };
  const parsed = parseUserRequest(body, { version: '1.1', vendor: 'service' }, operation);
  expect(parsed.issues).toEqual([]);
  return checkUser(parsed.request, operation, 'service');
}

const codesOf = (attributes: object, operation: UserOperation) =>
  issuesOf(attributes, operation).map(({ code, path }) => `${code} ${path}`);

/** A valid user; a patch requires none of its attributes. */
const VALID = { userName: 'anna', emails: [{ value: 'anna@example.com', primary: true }] };
const withValid = (attributes: object, operation: UserOperation) =>
  operation === 'patch' ? attributes : { ...VALID, ...attributes };

describe('SCIM §7: codes of a value, the same for create, replace and patch', () => {
  it.each([
    [{ userName: ' ' }, 'username_empty userName'],
    [{ userName: '' }, 'username_empty userName'],
    [{ userName: '...' }, 'username_invalid userName'],
    [{ userName: 'a'.repeat(22) }, 'username_too_long userName'],
    [{ userName: 'everyone' }, 'username_not_allowed userName'],
    [{ userName: 'anna😀' }, 'invalid_emoji_not_allowed userName'],
    [{ nickName: '' }, 'username_empty nickName'],
    [{ nickName: 'a'.repeat(22) }, 'long_nickname nickName'],
    [{ nickName: 'everyone' }, 'username_not_allowed nickName'],
    [{ displayName: '@anna' }, 'invalid_starts_with_at displayName'],
    [{ displayName: 'a'.repeat(81) }, 'invalid_name_maxlength displayName'],
    [{ displayName: 'Anna@Home' }, 'invalid_name_specials displayName'],
    [{ displayName: 'everyone' }, 'invalid_reserved_word displayName'],
    [{ displayName: 'Anna 😀' }, 'invalid_emoji_not_allowed displayName'],
    [{ title: 'Engineer 🚀' }, 'invalid_emoji_not_allowed title'],
    [{ name: { givenName: 'Anna 😀' } }, 'invalid_emoji_not_allowed name.givenName'],
    [{ name: { givenName: ' ', familyName: '  ' } }, 'invalid_name_required name.givenName'],
    [{ emails: [{ value: 'anna' }] }, 'bad_email_address emails[0].value'],
    [{ emails: [{ value: ' ' }] }, 'email_empty emails[0].value'],
    [{ emails: [{ value: 'anna😀@example.com' }] }, 'invalid_emoji_not_allowed emails[0].value'],
    [
      { emails: [{ value: 'anna@example.com', primary: true }, { value: 'home' }] },
      'bad_email_address emails[1].value',
    ],
    [{ photos: [{ value: 'anna.png' }] }, 'photos_invalid photos[0].value'],
    [{ phoneNumbers: [{ value: '📞' }] }, 'invalid_emoji_not_allowed phoneNumbers[0].value'],
    [{ addresses: [{ locality: 'Oslo 🏔️' }] }, 'invalid_emoji_not_allowed addresses[0].locality'],
    [{ roles: ['😀'] }, 'invalid_emoji_not_allowed roles[0].value'],
    [{ [ENTERPRISE]: { department: '😀' } }, 'invalid_emoji_not_allowed enterprise.department'],
    [{ [GUEST]: { type: 'single' } }, 'invalid_attribute_format guest.type'],
    [{ [GUEST]: { expiration: '2027-06-30T00:00:00Z' } }, 'invalid_attribute_format guest.type'],
    [{ [GUEST]: { type: 'multi', expiration: 'never' } }, 'invalid_attribute_format guest.expiration'],
    [{ [GUEST]: { type: 'multi', expiration: '2027-06-30' } }, 'invalid_attribute_format guest.expiration'],
    [{ [PROFILE]: { startDate: 'soon' } }, 'invalid_attribute_format profile.startDate'],
    [{ [PROFILE]: { startDate: '2026-01-15' } }, 'invalid_attribute_format profile.startDate'],
    [{ [PROFILE]: { startDate: '2026-01-15T00:00:00Z' } }, 'invalid_attribute_format profile.startDate'],
  ])('SCIM §7: %j gives %s once', (attributes, finding) => {
    for (const operation of OPERATIONS)
      expect(codesOf(withValid(attributes, operation), operation)).toEqual([finding]);
  });
});

describe('SCIM §4.2, SCIM §4.4: required attributes of create and replace', () => {
  const [address] = VALID.emails;

  it.each([
    ['no userName', { emails: VALID.emails }, 'username_required userName'],
    ['no emails', { userName: 'anna' }, 'email_empty emails'],
    ['an empty list of emails', { ...VALID, emails: [] }, 'email_empty emails'],
    ['an address without a value', { ...VALID, emails: [{ primary: true }] }, 'email_empty emails'],
    [
      'a primary address without a value next to another address',
      { ...VALID, emails: [{ primary: true }, { value: 'anna@home.example' }] },
      'email_empty emails',
    ],
    [
      'only an address with operation delete',
      { ...VALID, emails: [{ ...address, operation: 'delete' }] },
      'email_empty emails',
    ],
  ])('SCIM §4.2: %s is refused, but accepted in a patch', (_, attributes, finding) => {
    expect(codesOf(attributes, 'create')).toEqual([finding]);
    expect(codesOf(attributes, 'replace')).toEqual([finding]);
    expect(codesOf(attributes, 'patch')).toEqual([]);
  });

  it('SCIM §4.2: accepts a userName with an email, and an empty patch', () => {
    expect(codesOf(VALID, 'create')).toEqual([]);
    expect(codesOf(VALID, 'replace')).toEqual([]);
    expect(codesOf({}, 'patch')).toEqual([]);
  });
});

describe('SCIM §4.3 rule 2: attributes refused in an update', () => {
  it.each([
    [
      { password: 'secret' },
      [],
      ['password_change_not_allowed password'],
      ['password_change_not_allowed password'],
    ],
    [{ profileUrl: 'https://example.com' }, [], [], ['invalid_request_payload profileUrl']],
    [{ externalId: '7' }, [], [], ['invalid_request_payload externalId']],
  ])(
    'SCIM §4.3 rule 2: %j gives %j in a create, %j in a replace and %j in a patch',
    (attributes, ...expected) => {
      expect(OPERATIONS.map((operation) => codesOf(withValid(attributes, operation), operation))).toEqual(
        expected,
      );
    },
  );
});

describe('SCIM §4.3 rule 1: a single space, which clears an attribute', () => {
  it.each([
    { displayName: ' ' },
    { title: ' ' },
    { timezone: ' ' },
    { name: { honorificPrefix: ' ' } },
    { name: { familyName: ' ' } },
    { phoneNumbers: [{ value: ' ' }] },
    { emails: [{ value: 'anna@example.com', primary: true }, { value: ' ' }] },
    { [ENTERPRISE]: { department: ' ', manager: { managerId: ' ' } } },
    { [PROFILE]: { startDate: ' ' } },
  ])('SCIM §4.3 rule 1: accepts %j', (attributes) => {
    expect(codesOf(attributes, 'patch')).toEqual([]);
  });

  it('SCIM §4.3 rule 4: refuses an empty userName or nickName, even next to the other', () => {
    expect(codesOf({ userName: ' ' }, 'patch')).toEqual(['username_empty userName']);
    expect(codesOf({ userName: 'anna', nickName: ' ' }, 'patch')).toEqual(['username_empty nickName']);
    expect(codesOf({ userName: 'anna', nickName: 'here' }, 'patch')).toEqual([
      'username_not_allowed nickName',
    ]);
  });
});

describe('SCIM §7: findings of one request', () => {
  it('SCIM §7: are all reported at once, each with the value found and an example', () => {
    const issues = issuesOf(
      { userName: 'everyone', emails: [{ value: 'anna@' }], displayName: '@a', title: '😀' },
      'create',
    );
    expect(issues).toEqual([
      {
        code: 'username_not_allowed',
        path: 'userName',
        message: '"everyone" is reserved',
        example: 'anna.lind',
      },
      {
        code: 'bad_email_address',
        path: 'emails[0].value',
        message: '"anna@" is not an address',
        example: 'anna.lind@example.com',
      },
      {
        code: 'invalid_starts_with_at',
        path: 'displayName',
        message: '"@a" starts with @',
        example: 'Anna Lind',
      },
      { code: 'invalid_emoji_not_allowed', path: 'title', message: '"😀" has an emoji', example: 'Engineer' },
    ]);
  });

  it('ignore entries that the service does not store', () => {
    const emails = [...VALID.emails, { value: 'anna@home.example' }, { value: 'no address' }];
    expect(codesOf({ ...VALID, emails }, 'create')).toEqual([]);
  });
});

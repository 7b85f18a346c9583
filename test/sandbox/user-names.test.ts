import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { account } from '../support/organization-world.ts';
import { bodyOf, newUser, openTestSandbox, outcome, URNS, VERSIONS } from '../support/test-sandbox.ts';

const A = 'a'.repeat(21);
const NAME_80 = 'n'.repeat(80);

describe.each(VERSIONS)('SCIM §2.1: names of a user at creation on %s', (version) => {
  async function create(more: JsonObject, userName = 'ada') {
    const service = await openTestSandbox({ version, users: [account('taken')] });
    return service.post('/Users', newUser(version, userName, more));
  }
  async function created(more: JsonObject, userName = 'ada'): Promise<JsonObject> {
    return bodyOf(await create(more, userName));
  }

  describe('userName', () => {
    const address = { emails: [{ value: 'x@example.com' }] };

    it.each([
      ['a.b_c-d9', 'a.b_c-d9'],
      ['ada lovelace', 'ada_lovelace'],
      ["o'neil+1", 'o_neil_1'],
      ['GuestUser', 'guestuser'],
      ['Łukasz.Ø', 'łukasz.ø'],
      ['ada.lovelace@example.com', 'ada.lovelace'],
      ['Ada+Work@example.com', 'ada_work'],
      [`${A}aaa@example.com`, A],
      [A, A],
    ])('stores "%s" as "%s"', async (given, stored) => {
      const body = await created(address, given);
      expect(body).toMatchObject({ userName: stored, nickName: stored });
    });

    it.each([
      [`${A}a`, '400 username_too_long'],
      ['', '400 username_empty'],
      [' ', '400 username_empty'],
      ['_._', '400 username_invalid'],
      ['@', '400 username_invalid'],
      ['ada😀', '400 invalid_emoji_not_allowed'],
      ['everyone', '400 username_not_allowed'],
      ['Here', '400 username_not_allowed'],
      ['servicebot', '400 username_not_allowed'],
      ['taken', '409 username_taken'],
      ['Taken', '409 username_taken'],
      ['general', '409 username_taken'],
    ])('refuses "%s": %s', async (given, expected) => {
      expect(outcome(await create(address, given))).toBe(expected);
    });

    it('must be present and a string', async () => {
      const service = await openTestSandbox({ version });
      const body = { schemas: [URNS[version].user], ...address };
      expect(outcome(await service.post('/Users', body))).toBe('400 username_required');
      expect(outcome(await service.post('/Users', { ...body, userName: null }))).toBe(
        '400 username_required',
      );
      expect(outcome(await service.post('/Users', { ...body, userName: 7 }))).toBe('400 username_invalid');
    });

    it('gets a number if it is derived from an email and taken, until 99 are used', async () => {
      const service = await openTestSandbox({ version, users: [account('ada')] });
      const add = (index: number) =>
        service.post(
          '/Users',
          newUser(version, 'ada@x.example', { emails: [{ value: `${index}@x.example` }] }),
        );
      expect(bodyOf(await add(0))).toMatchObject({ userName: 'ada1', displayName: 'ada1' });
      for (let index = 1; index < 99; index += 1) bodyOf(await add(index));
      expect(outcome(await add(99))).toBe('400 truncation_error');
    });
  });

  describe('name', () => {
    it.each<[string, Json, JsonObject]>([
      ['sub-attributes', { givenName: 'Ada', familyName: 'King' }, { givenName: 'Ada', familyName: 'King' }],
      ['one full name', 'Ada King Lovelace', { givenName: 'Ada King', familyName: 'Lovelace' }],
      [
        'a full name next to sub-attributes',
        { formatted: 'Ada King', familyName: 'Byron' },
        { givenName: 'Ada', familyName: 'Byron' },
      ],
      ['one word', 'Ada', { givenName: 'Ada', familyName: '' }],
    ])('accepts %s', async (_, name, shown) => {
      expect((await created({ name }))['name']).toEqual(shown);
    });

    it('defaults to the display name, and the display name to the userName', async () => {
      expect(await created({ displayName: 'Lady Ada' })).toMatchObject({
        displayName: 'Lady Ada',
        name: { givenName: 'Lady Ada', familyName: '' },
      });
      expect(await created({ displayName: ' ' })).toMatchObject({
        displayName: 'ada',
        name: { givenName: 'ada', familyName: '' },
      });
    });

    it('SCIM §7: must not consist of spaces only', async () => {
      const name = { givenName: ' ', familyName: '  ' };
      expect(outcome(await create({ name }))).toBe('400 invalid_name_required');
      expect(outcome(await create({ name: { ...name, givenName: 'Ada' } }))).toBe('201');
    });

    it('stores the honorific prefix as a custom profile field', async () => {
      expect(await created({ name: { givenName: 'Ada', honorificPrefix: 'Dr.' } })).toMatchObject({
        schemas: [URNS[version].user, URNS[version].enterprise, URNS[version].profile],
        name: { givenName: 'Ada', familyName: '', honorificPrefix: 'Dr.' },
        addresses: [{ locality: null }],
      });
    });
  });

  describe('nickName', () => {
    it('mirrors the userName', async () => {
      expect(await created({ nickName: 'other' })).toMatchObject({ userName: 'ada', nickName: 'ada' });
    });

    it('SCIM §8: has at most 21 characters', async () => {
      expect(outcome(await create({ nickName: A }))).toBe('201');
      expect(outcome(await create({ nickName: `${A}a` }))).toBe('400 long_nickname');
    });
  });

  describe('displayName', () => {
    it.each(['Ada King', "Zoë O'Neil-Łukasz (IT)", 'a.b_c-d', NAME_80])(
      'accepts "%s"',
      async (displayName) => {
        expect(await created({ displayName })).toMatchObject({ displayName });
      },
    );

    it.each([
      [`${NAME_80}n`, 'invalid_name_maxlength'],
      ['@ada', 'invalid_starts_with_at'],
      ['ada@home', 'invalid_name_specials'],
      ['Ada <King>', 'invalid_name_specials'],
      ['Ada\nKing', 'invalid_name_specials'],
      ['Ada 🎉', 'invalid_emoji_not_allowed'],
      ['Everyone', 'invalid_reserved_word'],
    ])('SCIM §7: refuses "%s": %s', async (displayName, code) => {
      expect(outcome(await create({ displayName }))).toBe(`400 ${code}`);
    });

    it('SCIM §8: counts characters, not UTF-16 units, for 80 letters outside the BMP', async () => {
      expect(outcome(await create({ displayName: '𝒜'.repeat(80) }))).toBe('201');
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/spec/protocol-types.ts';
import { account } from '../support/organization-world.ts';
import { attributes, newUser, openTestSandbox, outcome, URNS, VERSIONS } from '../support/test-sandbox.ts';

/** Each value has the wrong shape and is refused with this code of SCIM §7. */
const WRONG: readonly (readonly [path: string, value: Json, code: string])[] = [
  ['title', 7, 'invalid_attribute_format'],
  ['title', ['Cook'], 'invalid_attribute_format'],
  ['displayName', { value: 'Ada' }, 'invalid_attribute_format'],
  ['timezone', true, 'invalid_attribute_format'],
  ['nickName', 7, 'invalid_attribute_format'],
  ['name', 7, 'invalid_attribute_format'],
  ['name', ['Ada'], 'invalid_attribute_format'],
  ['name', { givenName: 7 }, 'invalid_attribute_format'],
  ['name', { nick: 'Ada' }, 'invalid_request_payload'],
  ['emails', 'ada@example.com', 'invalid_attribute_format'],
  ['emails', { value: 'ada@example.com' }, 'invalid_attribute_format'],
  ['emails', ['ada@example.com'], 'emails_invalid'],
  ['emails', [{ value: 7 }], 'email_invalid'],
  ['emails', [{ value: 'ada@example.com', primary: 'yes' }], 'emails_invalid'],
  ['emails', [{ value: 'ada@example.com', operation: 'remove' }], 'emails_invalid'],
  ['phoneNumbers', '1', 'invalid_attribute_format'],
  ['phoneNumbers', ['1'], 'phoneNumbers_invalid'],
  ['phoneNumbers', [{ value: 1 }], 'phoneNumbers_invalid'],
  ['phoneNumbers', [{ value: '1', primary: 1 }], 'phoneNumbers_invalid'],
  ['phoneNumbers', [{ value: '1', extension: '2' }], 'invalid_request_payload'],
  ['photos', 'https://x.example/a.png', 'invalid_attribute_format'],
  ['photos', ['https://x.example/a.png'], 'photos_invalid'],
  ['photos', [{ value: {} }], 'photos_invalid'],
  ['addresses', {}, 'invalid_attribute_format'],
  ['addresses', ['Berlin'], 'addresses_invalid'],
  ['addresses', [{ locality: 7 }], 'addresses_invalid'],
  ['addresses', [{ city: 'Berlin' }], 'invalid_request_payload'],
  ['roles', 'Lead', 'invalid_attribute_format'],
  ['roles', [7], 'roles_invalid'],
  ['roles', [{ value: 7 }], 'roles_invalid'],
  ['groups', {}, 'invalid_attribute_format'],
  ['groups', ['S1'], 'groups_invalid'],
  ['enterprise', 'Sales', 'invalid_attribute_format'],
  ['enterprise', { department: 7 }, 'invalid_attribute_format'],
  ['enterprise', { departmnt: 'Sales' }, 'invalid_request_payload'],
  ['enterprise', { manager: 'mia' }, 'improper_enterprise_schema_format'],
  ['enterprise', { manager: { displayName: 'Mia' } }, 'improper_enterprise_schema_format'],
  ['enterprise', { manager: { managerId: 7 } }, 'invalid_attribute_format'],
  ['guest', ['multi'], 'invalid_attribute_format'],
  ['guest', { type: 'multi', until: 'x' }, 'invalid_request_payload'],
  ['profile', { startDate: 2024 }, 'invalid_attribute_format'],
  ['shoeSize', 42, 'invalid_request_payload'],
];

describe.each(VERSIONS)('SCIM §2.1: singular and multi-valued attributes on %s', (version) => {
  it.each(WRONG)('SCIM §7: refuses %s sent as %j: %s', async (path, value, code) => {
    const service = await openTestSandbox({ version, users: [account('mia')] });
    const before = (await service.get('/Users')).text;
    const urns: Readonly<Record<string, string>> = URNS[version];
    const sent = { [urns[path] ?? path]: value };
    const listed = attributes(version, sent);
    for (const answer of [
      await service.post('/Users', { ...newUser(version, 'ada'), ...listed }),
      await service.put('/Users/WMIA', { ...newUser(version, 'mia'), ...listed }),
      await service.patch('/Users/WMIA', listed),
    ]) {
      expect(outcome(answer)).toBe(`400 ${code}`);
    }
    expect((await service.get('/Users')).text).toBe(before);
  });

  it('SCIM §4.3 rule 12: accepts an empty manager in a PUT, refuses it in a POST and a PATCH', async () => {
    const service = await openTestSandbox({ version, users: [account('mia')] });
    const { enterprise } = URNS[version];
    const nobody = { [enterprise]: { manager: {} } };
    expect(outcome(await service.put('/Users/WMIA', newUser(version, 'mia', nobody)))).toBe('200');
    for (const answer of [
      await service.post('/Users', newUser(version, 'ada', nobody)),
      await service.patch('/Users/WMIA', attributes(version, nobody)),
    ]) {
      expect(outcome(answer)).toBe('400 improper_enterprise_schema_format');
    }
  });

  it('treats null in a create and a replacement like an omitted attribute', async () => {
    const { enterprise, guest, profile } = URNS[version];
    const service = await openTestSandbox({ version });
    const nothing = {
      nickName: null,
      displayName: null,
      title: null,
      active: null,
      name: null,
      phoneNumbers: null,
      photos: null,
      addresses: null,
      roles: null,
      [enterprise]: null,
      [guest]: null,
      [profile]: null,
    };
    const plain = await service.post('/Users', newUser(version, 'ada'));
    const { id } = plain.body ?? {};
    const again = await service.put(`/Users/${id}`, { ...newUser(version, 'ada'), ...nothing });
    const { displayName: _, ...created } = plain.body ?? {};
    expect(again.body).toMatchObject({
      ...created,
      displayName: '',
      name: { givenName: '', familyName: '' },
    });
  });

  it('accepts attribute and sub-attribute names in any letter case (RFC 7643 §2.1)', async () => {
    const { user, enterprise } = URNS[version];
    const service = await openTestSandbox({ version, users: [account('boss')] });
    const answer = await service.post('/Users', {
      SCHEMAS: [user, enterprise],
      username: 'ada',
      EMAILS: [{ VALUE: 'ada@x.example', Primary: true }],
      Name: { givenname: 'Ada', FAMILYNAME: 'King' },
      Addresses: [{ Locality: 'Oslo' }],
      [enterprise.toUpperCase()]: { DEPARTMENT: 'Kitchen', Manager: { managerid: 'boss' } },
    });
    expect(outcome(answer)).toBe('201');
    expect(answer.body).toMatchObject({
      userName: 'ada',
      emails: [{ value: 'ada@x.example' }, {}],
      name: { givenName: 'Ada', familyName: 'King' },
      addresses: [{ locality: 'Oslo' }],
      [enterprise]: { department: 'Kitchen', manager: { managerId: 'WBOSS' } },
    });
  });

  it.each<[string, Json]>([
    ['absent', null],
    ['empty', []],
    ['a string', 'urn:scim:schemas:core:1.0'],
    ['a list of numbers', [1]],
  ])('SCIM §7: refuses a request if schemas is %s', async (how, schemas) => {
    const isMissing = how === 'absent' || how === 'empty';
    const expected = isMissing ? '400 missing_schema_element' : '400 invalid_attribute_format';
    const service = await openTestSandbox({ version, users: [account('mia')] });
    const body = { ...newUser(version, 'ada'), schemas };
    expect(outcome(await service.post('/Users', body))).toBe(expected);
    expect(outcome(await service.put('/Users/WMIA', body))).toBe(expected);
    expect(outcome(await service.patch('/Users/WMIA', { schemas, title: 'Cook' }))).toBe(expected);
    const operations = [{ op: 'replace', path: 'title', value: 'Cook' }];
    expect(outcome(await service.patch('/Users/WMIA', { schemas, Operations: operations }))).toBe(
      version === '1.1' ? '400 invalid_request_payload' : expected,
    );
  });

  it('SCIM §4.3 rules 13 and 14: requires the guest and profile extensions in schemas if they are sent', async () => {
    const { user, guest, profile, enterprise } = URNS[version];
    const service = await openTestSandbox({ version, users: [account('mia')] });
    const send = (more: Record<string, Json>) => service.patch('/Users/WMIA', { schemas: [user], ...more });
    expect(outcome(await send({ [guest]: { type: 'multi' } }))).toBe('400 missing_schema_element');
    expect(outcome(await send({ [profile]: { startDate: '2024-01-01T00:00:00+0000' } }))).toBe(
      '400 missing_schema_element',
    );
    expect(outcome(await send({ [enterprise]: { department: 'Sales' } }))).toBe('200');
  });
});

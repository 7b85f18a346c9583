import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { account, everyKindOfAccount, idOf } from '../support/organization-world.ts';
import { RICH } from '../support/patch-table.ts';
import {
  bodyOf,
  newUser,
  openTestSandbox,
  outcome,
  type TestService,
  URNS,
  VERSIONS,
} from '../support/test-sandbox.ts';

describe.each(VERSIONS)('SCIM §4.4: PUT /Users/<id> on %s', (version) => {
  const { user, enterprise, guest, profile } = URNS[version];
  const open = (): Promise<TestService> =>
    openTestSandbox({
      version,
      users: [
        account('mia', RICH, { hasCustomProfile: true }),
        account('boss'),
        ...everyKindOfAccount().filter(({ values }) => values.userName !== 'mia'),
      ],
    });

  it('clears omitted attributes', async () => {
    const service = await open();
    expect(bodyOf(await service.put('/Users/WMIA', newUser(version, 'mia')))).toMatchObject({
      name: { givenName: '', familyName: '', honorificPrefix: null },
      displayName: '',
      title: '',
      timezone: 'America/Los_Angeles',
      active: true,
      emails: [
        { value: 'mia@example.com', primary: true },
        { value: '', primary: false },
      ],
      addresses: [{ streetAddress: null, locality: null, region: null, postalCode: null, country: null }],
      phoneNumbers: [
        { value: null, type: 'mobile' },
        { value: null, primary: true },
      ],
      userType: null,
      roles: [{ value: null, primary: true }],
      preferredLanguage: null,
      locale: null,
      [enterprise]: { department: null, manager: { managerId: null } },
      [profile]: { startDate: null },
    });
    expect(await service.read('/Users/WMIA')).toMatchObject({
      photos: [{ value: 'https://org.example/avatars/WMIA.png', type: 'photo' }],
    });
  });

  it('clears attributes that are empty, a space or null', async () => {
    const service = await open();
    const body = newUser(version, 'mia', {
      title: '',
      displayName: ' ',
      locale: null,
      roles: [],
      phoneNumbers: [],
    });
    expect(bodyOf(await service.put('/Users/WMIA', body))).toMatchObject({
      title: '',
      displayName: '',
      locale: null,
      roles: [{ value: null, primary: true }],
    });
  });

  it('stores the given values', async () => {
    const service = await open();
    const body = newUser(version, 'mika', {
      schemas: [user, enterprise],
      title: 'Chef',
      emails: [{ value: 'mika@x.example', primary: true }],
      phoneNumbers: [{ value: '5', type: 'work' }],
      [enterprise]: { manager: { managerId: 'boss' } },
    });
    expect(bodyOf(await service.put('/Users/WMIA', body))).toMatchObject({
      id: 'WMIA',
      userName: 'mika',
      nickName: 'mika',
      title: 'Chef',
      phoneNumbers: [
        { value: '5', type: 'mobile' },
        { value: null, primary: true },
      ],
      [enterprise]: { manager: { managerId: 'WBOSS' } },
    });
  });

  it.each(
    everyKindOfAccount().flatMap(({ values, isErased }) => (isErased === true ? [] : [values.userName])),
  )('changes nothing if %s is put back as fetched', async (name) => {
    const service = await open();
    const fetched = await service.get(`/Users/${idOf(name)}`);
    expect((await service.put(`/Users/${idOf(name)}`, bodyOf(fetched))).text).toBe(fetched.text);
    expect((await service.get(`/Users/${idOf(name)}`)).text).toBe(fetched.text);
  });

  it('SCIM §7: refuses to replace an erased user: cannot_modify_gdpr', async () => {
    const service = await open();
    const fetched = await service.read('/Users/WERASED');
    expect(outcome(await service.put('/Users/WERASED', fetched))).toBe('400 cannot_modify_gdpr');
  });

  it('ignores id, meta, groups, externalId and profileUrl', async () => {
    const service = await open();
    await service.put('/Users/WMIA', newUser(version, 'mia'));
    const before = await service.read('/Users/WMIA');
    const more = {
      id: 'WBOSS',
      meta: { created: 'x', attributes: ['title'] },
      groups: [{ value: 'S9', display: 'None' }],
      externalId: 'hr-7',
      profileUrl: 'https://mia.example',
    };
    expect(bodyOf(await service.put('/Users/WMIA', newUser(version, 'mia', more)))).toEqual(before);
  });

  it('SCIM §4.3 rule 4: uses the userName if the nickName differs', async () => {
    const service = await open();
    const fetched = await service.read('/Users/WMIA');
    const renamed = bodyOf(await service.put('/Users/WMIA', { ...fetched, userName: 'Mina' }));
    expect(renamed).toMatchObject({ userName: 'mina', nickName: 'mina' });
    const nicked = bodyOf(await service.put('/Users/WMIA', { ...renamed, nickName: 'mika' }));
    expect(nicked).toMatchObject({ userName: 'mina', nickName: 'mina' });
  });

  it('SCIM §4.3 rule 4: changes nothing if the same request is repeated', async () => {
    const service = await open();
    const body = newUser(version, 'mia.tan@corp.example', {
      nickName: 'Mimi',
      emails: [{ value: 'mia@example.com', primary: true }],
    });
    await service.put('/Users/WMIA', body);
    const first = await service.read('/Users/WMIA');
    expect(first).toMatchObject({ userName: 'mia.tan', nickName: 'mia.tan' });
    expect(bodyOf(await service.put('/Users/WMIA', body))).toEqual(first);
  });

  it('SCIM §4.3 rule 6: refuses emails that all have primary false', async () => {
    const service = await open();
    const body = newUser(version, 'mia', { emails: [{ value: 'new@x.example', primary: false }] });
    expect(outcome(await service.put('/Users/WMIA', body))).toBe('400 email_empty');
  });

  it.each([false, true])('keeps active %s if active is omitted', async (active) => {
    const service = await open();
    await service.put('/Users/WMIA', newUser(version, 'mia', { active }));
    expect(bodyOf(await service.put('/Users/WMIA', newUser(version, 'mia')))).toMatchObject({ active });
  });

  it('keeps a guest if the guest extension is omitted', async () => {
    const service = await open();
    expect(bodyOf(await service.put('/Users/WGUS', newUser(version, 'gus')))[guest]).toEqual({
      type: 'multi',
      expiration: '2027-06-30T00:00:00Z',
      channels: [],
    });
  });

  it('clears the expiration of a guest if the extension omits it', async () => {
    const service = await open();
    const body = newUser(version, 'gus', { schemas: [user, guest], [guest]: { type: 'multi' } });
    expect(bodyOf(await service.put('/Users/WGUS', body))[guest]).toEqual({ type: 'multi', channels: [] });
  });

  it.each<[string, JsonObject, string]>([
    ['a userName', { userName: null }, '400 username_required'],
    ['a non-blank userName', { userName: ' ' }, '400 username_empty'],
    ['an address', { emails: [] }, '400 email_empty'],
    ['an unused userName', { userName: 'boss' }, '409 username_taken'],
    ['an unused address', { emails: [{ value: 'boss@example.com' }] }, '409 email_taken'],
    ['an existing manager', { [enterprise]: { manager: { managerId: 'nobody' } } }, '400 unknown_user'],
    ['the password to be absent', { password: 'secret' }, '400 password_change_not_allowed'],
  ])('SCIM §7: requires %s', async (_, wrong, expected) => {
    const service = await open();
    const before = (await service.get('/Users/WMIA')).text;
    expect(outcome(await service.put('/Users/WMIA', newUser(version, 'mia', wrong)))).toBe(expected);
    expect((await service.get('/Users/WMIA')).text).toBe(before);
  });

  it('SCIM §4.3 rule 8: does not return a new photo in the response yet', async () => {
    const service = await open();
    const fetched = await service.read('/Users/WMIA');
    const photos = [{ value: 'https://x.example/new.png', type: 'photo' }];
    expect(bodyOf(await service.put('/Users/WMIA', { ...fetched, photos }))).toEqual(fetched);
    expect(await service.read('/Users/WMIA')).toEqual({ ...fetched, photos });
  });
});

describe('SCIM §7: invalid_display_name if users may change their own display name', () => {
  const settings = { mayChangeOwnDisplayName: true };

  it.each(VERSIONS)('accepts a display name at creation and refuses to change it on %s', async (version) => {
    const service = await openTestSandbox({
      version,
      settings,
      users: [account('mia', { displayName: 'Mia' })],
    });
    expect(outcome(await service.post('/Users', newUser(version, 'ada', { displayName: 'Ada' })))).toBe(
      '201',
    );
    const put = (displayName: string) => service.put('/Users/WMIA', newUser(version, 'mia', { displayName }));
    expect(outcome(await put('Mika'))).toBe('400 invalid_display_name');
    expect(outcome(await put('Mia'))).toBe('200');
  });
});

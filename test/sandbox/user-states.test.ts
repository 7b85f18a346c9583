import { describe, expect, it } from 'vitest';
import { account, everyKindOfAccount, idOf } from '../support/organization-world.ts';
import {
  type Answer,
  type EitherPatch,
  newUser,
  openTestSandbox,
  outcome,
  sendPatch,
  type TestService,
  URNS,
  VERSIONS,
} from '../support/test-sandbox.ts';

const GUEST_V1 = URNS['1.1'].guest;
const GUEST_V2 = URNS['2.0'].guest;

const turn = (active: boolean): EitherPatch => ({
  v1: { active },
  v2: [{ op: 'replace', path: 'active', value: active }],
});
const toGuest = (more: { expiration?: string } = {}): EitherPatch => ({
  v1: { [GUEST_V1]: { type: 'multi', ...more } },
  v2: [{ op: 'add', path: GUEST_V2, value: { type: 'multi', ...more } }],
});
const toMember: EitherPatch = {
  v1: { meta: { attributes: [GUEST_V1] } },
  v2: [{ op: 'remove', path: GUEST_V2 }],
};
const withoutExpiration: EitherPatch = {
  v1: { meta: { attributes: [`${GUEST_V1}.expiration`] } },
  v2: [{ op: 'remove', path: `${GUEST_V2}.expiration` }],
};

const WAYS_TO_DEACTIVATE: Readonly<Record<string, (service: TestService, name: string) => Promise<Answer>>> =
  {
    DELETE: (service, name) => service.delete(`/Users/${idOf(name)}`),
    PATCH: (service, name) => sendPatch(service, `/Users/${idOf(name)}`, turn(false)),
    PUT: (service, name) =>
      service.put(`/Users/${idOf(name)}`, newUser(service.version, name, { active: false })),
  };

describe.each(VERSIONS)('SCIM §3: states and transitions of a user on %s', (version) => {
  const open = () =>
    openTestSandbox({
      version,
      users: [...everyKindOfAccount(), account('gina', { guest: true, active: false })],
    });

  describe.each(Object.keys(WAYS_TO_DEACTIVATE))('deactivation by %s', (way) => {
    const deactivate = WAYS_TO_DEACTIVATE[way] ?? expect.unreachable();

    it.each(['mia', 'gus', 'solo', 'adam', 'olga'])('deactivates %s, who stays readable', async (name) => {
      const service = await open();
      expect((await deactivate(service, name)).status).toBeLessThan(300);
      expect(await service.read(`/Users/${idOf(name)}`)).toMatchObject({ userName: name, active: false });
    });

    it.each([
      ['bot', 'cannot_disable_bot_user_with_scim'],
      ['prima', 'cannot_disable_primary_owner'],
      ['walt', 'primary_owner_check_failure'],
    ])('is refused for %s: %s', async (name, code) => {
      const service = await open();
      const before = await service.read(`/Users/${idOf(name)}`);
      expect(outcome(await deactivate(service, name))).toBe(`403 ${code}`);
      expect(await service.read(`/Users/${idOf(name)}`)).toEqual(before);
    });

    it('SCIM §7: is refused for an erased user: cannot_modify_gdpr', async () => {
      expect(outcome(await deactivate(await open(), 'erased'))).toBe('400 cannot_modify_gdpr');
    });
  });

  it('keeps all other attributes of a deactivated user', async () => {
    const service = await open();
    const before = await service.read('/Users/WGUS');
    await service.delete('/Users/WGUS');
    expect(await service.read('/Users/WGUS')).toEqual({ ...before, active: false });
  });

  it('activates a deactivated user by PATCH', async () => {
    const service = await open();
    expect(await sendPatch(service, '/Users/WGONE', turn(true))).toMatchObject({ body: { active: true } });
    expect(await service.read('/Users/WGONE')).toMatchObject({ active: true });
  });

  it('SCIM §4.4: activates a deactivated user by PUT', async () => {
    const service = await open();
    await service.put('/Users/WGONE', newUser(version, 'gone', { active: true }));
    expect(await service.read('/Users/WGONE')).toMatchObject({ active: true });
  });

  it('converts a full member to a multi-channel guest, with an expiration if sent', async () => {
    const service = await open();
    const { guest } = URNS[version];
    const without = await sendPatch(service, '/Users/WMIA', toGuest());
    expect(without.body).toMatchObject({ schemas: [URNS[version].user, guest], [guest]: { type: 'multi' } });
    expect(without.body?.[guest]).not.toHaveProperty('expiration');
    const later = await sendPatch(service, '/Users/WMIA', toGuest({ expiration: '2028-01-31T12:00:00Z' }));
    expect(later.body).toMatchObject({ [guest]: { expiration: '2028-01-31T12:00:00Z' } });
    expect(await service.read('/Users?filter=restricted+eq+1')).toMatchObject({ totalResults: 3 });
  });

  it.each(['adam', 'olga', 'walt', 'prima'])(
    'SCIM §7: refuses to convert %s to a guest: cannot_make_user_guest',
    async (name) => {
      const service = await open();
      const answer = await sendPatch(service, `/Users/${idOf(name)}`, toGuest());
      expect(outcome(answer)).toBe('400 cannot_make_user_guest');
      expect(await service.read(`/Users/${idOf(name)}`)).not.toHaveProperty([URNS[version].guest]);
    },
  );

  it('activates a deactivated full member on conversion to a guest', async () => {
    const service = await open();
    const { body } = await sendPatch(service, '/Users/WGONE', toGuest());
    expect(body).toMatchObject({ active: true, [URNS[version].guest]: { type: 'multi' } });
  });

  it('converts a guest to a full member and removes the expiration', async () => {
    const service = await open();
    const { body } = await sendPatch(service, '/Users/WGUS', toMember);
    expect(body).toMatchObject({ schemas: [URNS[version].user], active: true });
    expect(body).not.toHaveProperty([URNS[version].guest]);
    const again = await sendPatch(service, '/Users/WGUS', toGuest());
    expect(again.body?.[URNS[version].guest]).toEqual({ type: 'multi', channels: [] });
  });

  it('activates a deactivated guest on conversion to a full member', async () => {
    const service = await open();
    expect(await sendPatch(service, '/Users/WGINA', toMember)).toMatchObject({ body: { active: true } });
  });

  it('removes the expiration of a guest and keeps the guest', async () => {
    const service = await open();
    const { body } = await sendPatch(service, '/Users/WGUS', withoutExpiration);
    expect(body?.[URNS[version].guest]).toEqual({ type: 'multi', channels: [] });
  });

  it('converts a single-channel guest to a multi-channel guest', async () => {
    const service = await open();
    const { body } = await sendPatch(service, '/Users/WSOLO', toGuest());
    expect(body).toMatchObject({ [URNS[version].guest]: { type: 'multi' } });
    expect(await service.read('/Users?filter=ultra_restricted+eq+1')).toMatchObject({ totalResults: 0 });
  });

  it('keeps a guest deactivated if only the expiration changes', async () => {
    const service = await open();
    const answer = await sendPatch(service, '/Users/WGINA', toGuest({ expiration: '2028-01-31T00:00:00Z' }));
    expect(answer.body).toMatchObject({ active: false });
  });
});

describe.each(VERSIONS)('SCIM §4.4: DELETE on %s', (version) => {
  it('returns the same response on repeated calls', async () => {
    const service = await openTestSandbox({ version, users: [account('ada')] });
    const first = await service.delete('/Users/WADA');
    expect(await service.delete('/Users/WADA')).toEqual(first);
    expect(await service.delete('/Users/WADA')).toEqual(first);
    expect(await service.read('/Users/WADA')).toMatchObject({ active: false });
  });

  it('SCIM §7: answers no_such_user for an unknown ID', async () => {
    const service = await openTestSandbox({ version });
    expect(outcome(await service.delete('/Users/W0'))).toBe('404 no_such_user');
  });
});

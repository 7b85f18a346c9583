import { describe, expect, it } from 'vitest';
import type { OrganizationSettings } from '../../src/sandbox/organization-data.ts';
import { account, everyKindOfAccount, TOKENS } from '../support/organization-world.ts';
import {
  attributes,
  newUser,
  openTestSandbox,
  outcome,
  patchOp,
  serviceOf,
  type TestService,
  VERSIONS,
} from '../support/test-sandbox.ts';

const CALLS: Readonly<Record<string, (service: TestService) => ReturnType<TestService['get']>>> = {
  'GET /Users': (service) => service.get('/Users'),
  'GET /Users/<id>': (service) => service.get('/Users/WMIA'),
  'POST /Users': (service) => service.post('/Users', newUser(service.version, 'new')),
  'PUT /Users/<id>': (service) => service.put('/Users/WMIA', newUser(service.version, 'mia')),
  'PATCH /Users/<id>': (service) => retitle(service, 'mia'),
  'DELETE /Users/<id>': (service) => service.delete('/Users/WMIA'),
};

function retitle(service: TestService, name: string): ReturnType<TestService['get']> {
  const body =
    service.version === '1.1'
      ? attributes('1.1', { title: 'Cook' })
      : patchOp({ op: 'replace', path: 'title', value: 'Cook' });
  return service.patch(`/Users/W${name.toUpperCase()}`, body);
}

const everyCall = VERSIONS.flatMap((version) => Object.keys(CALLS).map((call) => ({ version, call })));

async function open(
  version: '1.1' | '2.0',
  settings: Partial<OrganizationSettings> = {},
): Promise<TestService> {
  return openTestSandbox({ version, users: everyKindOfAccount(), settings });
}

describe('SCIM §5 rule 1: authentication by token', () => {
  it.each(everyCall)('$call on $version refuses an unknown token', async ({ version, call }) => {
    const service = (await open(version)).with({ token: 'dummy' });
    const answer = await CALLS[call]?.(service);
    expect(answer).toMatchObject({
      status: 401,
      body:
        version === '1.1'
          ? { Errors: { description: 'invalid_authentication', code: 401 } }
          : { detail: 'invalid_authentication', status: 401 },
    });
  });

  it.each(VERSIONS)('answers a missing token with missing_authentication on %s', async (version) => {
    const service = await open(version);
    expect(outcome(await service.send('GET', '/Users', {}))).toBe('401 missing_authentication');
    expect(outcome(await service.send('GET', '/Users', { authorization: ' ' }))).toBe(
      '401 missing_authentication',
    );
  });

  it.each([
    ['without a scheme', TOKENS.owner],
    ['with another scheme', `Basic ${TOKENS.owner}`],
    ['missing after Bearer', 'Bearer '],
    ['followed by more text', `Bearer ${TOKENS.owner} x`],
    ['unknown to the service', 'Bearer dummy'],
  ])('answers a token %s with invalid_authentication', async (_, authorization) => {
    const service = await open('1.1');
    expect(outcome(await service.send('GET', '/Users', { authorization }))).toBe(
      '401 invalid_authentication',
    );
  });

  it('accepts the Bearer scheme in any letter case, as HTTP requires', async () => {
    const service = await open('1.1');
    const authorization = `bearer ${TOKENS.owner}`;
    expect(outcome(await service.send('GET', '/Users', { authorization }))).toBe('200');
  });

  it.each([
    ['without the admin scope', TOKENS.unscoped],
    ['not installed by an administrator', TOKENS.member],
  ])('answers a token %s with invalid_authentication', async (_, token) => {
    const service = (await open('1.1')).with({ token });
    expect(outcome(await service.get('/Users'))).toBe('401 invalid_authentication');
  });

  it.each([
    ['that was revoked', { end: 'revoked' }],
    ['that has expired', { end: 'expired' }],
    ['of a deactivated account', { userId: 'WFAITH' }],
    ['of an account without the second factor', { userId: 'WMIA' }],
    ['of an app that was removed', { appId: 'A0GONE' }],
  ] as const)('answers reads and writes with invalid_authentication for a token %s', async (_, more) => {
    const token = {
      token: 'dead',
      rank: 'owner',
      scopes: ['admin'],
      installedOn: 'organization',
      ...more,
    } as const;
    const { sandbox } = await openTestSandbox({
      users: [...everyKindOfAccount(), account('faith', { active: false })],
      settings: { tokens: [token], withoutSecondFactor: ['WMIA'] },
    });
    const app = { kind: 'app', id: 'A0GONE', name: 'Gone', collaborators: [] } as const;
    sandbox.organization.change({ record: app });
    for (const { version, call } of everyCall) {
      const answer = await CALLS[call]?.(serviceOf(sandbox, version, 'dead'));
      expect(answer && outcome(answer)).toBe('401 invalid_authentication');
    }
    expect(sandbox.organization.user('WMIA')?.values.title).toBeUndefined();
  });

  it('accepts the token of an installed app', async () => {
    const token = { token: 'alive', rank: 'owner', scopes: ['admin'], installedOn: 'organization' } as const;
    const service = await open('1.1', { tokens: [{ ...token, appId: 'A0ADMIN' }] });
    const installation = { teamId: 'T1', by: 'WOLGA', scope: 'admin', isEnabled: true };
    const app = { kind: 'app', id: 'A0ADMIN', name: 'Admin', collaborators: [], installation } as const;
    service.sandbox.organization.change({ record: app });
    expect(outcome(await service.with({ token: 'alive' }).get('/Users'))).toBe('200');
  });

  it('checks the token before looking up the requested user', async () => {
    const service = (await open('1.1')).with({ token: 'dummy' });
    expect(outcome(await service.get('/Users/W0'))).toBe('401 invalid_authentication');
  });
});

describe('SCIM §5 rule 1: permissions of a token', () => {
  it.each([
    ['owner', 'prima', '403 permission_denied'],
    ['owner', 'olga', '200'],
    ['owner', 'adam', '200'],
    ['admin', 'prima', '403 permission_denied'],
    ['admin', 'olga', '403 permission_denied'],
    ['admin', 'adam', '200'],
    ['admin', 'mia', '200'],
    ['primaryOwner', 'prima', '200'],
  ] as const)('the token of an %s that updates %s: %s', async (rank, name, expected) => {
    for (const version of VERSIONS) {
      const service = (await open(version)).with({ token: TOKENS[rank] });
      expect(outcome(await retitle(service, name))).toBe(expected);
    }
  });

  it('SCIM §7: refuses to deactivate an owner with the token of an admin: cannot_modify_owner', async () => {
    const service = (await open('1.1')).with({ token: TOKENS.admin });
    expect(outcome(await service.delete('/Users/WOLGA'))).toBe('403 cannot_modify_owner');
    const off = await service.patch('/Users/WOLGA', attributes('1.1', { active: false }));
    expect(outcome(off)).toBe('403 cannot_modify_owner');
    expect(await service.read('/Users/WOLGA')).toMatchObject({ active: true });
  });

  it('checks the permission before reporting a taken userName', async () => {
    const service = (await open('1.1')).with({ token: TOKENS.admin });
    const answer = await service.patch('/Users/WOLGA', attributes('1.1', { userName: 'mia' }));
    expect(outcome(answer)).toBe('403 permission_denied');
  });

  it('lets the token of an admin read the primary owner', async () => {
    const service = (await open('1.1')).with({ token: TOKENS.admin });
    expect(outcome(await service.get('/Users/WPRIMA'))).toBe('200');
  });
});

describe('SCIM §5 rules 2 and 3: installation and plan', () => {
  it('refuses an app installed on one workspace of an Enterprise organization: non_org_teams_only', async () => {
    const service = (await open('1.1', { plan: 'enterprise' })).with({ token: TOKENS.workspace });
    expect(outcome(await service.get('/Users'))).toBe('403 non_org_teams_only');
  });

  it('accepts an app installed on a workspace outside an organization', async () => {
    const service = (await open('1.1', { plan: 'plus' })).with({ token: TOKENS.workspace });
    expect(outcome(await service.get('/Users'))).toBe('200');
  });

  it.each([
    ['lowest', TOKENS.owner],
    ['low', TOKENS.owner],
    ['low', TOKENS.workspace],
  ] as const)('refuses the %s plan for every kind of installation: plus_teams_only', async (plan, token) => {
    const service = (await open('1.1', { plan })).with({ token });
    expect(outcome(await service.get('/Users'))).toBe('403 plus_teams_only');
  });
});

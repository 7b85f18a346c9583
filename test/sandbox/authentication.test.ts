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
} from '../support/wire.ts';

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

describe('SCIM §5 rule 1: the token', () => {
  it.each(everyCall)(
    '$call on $version is refused for a token that nobody gave out',
    async ({ version, call }) => {
      const service = (await open(version)).with({ token: 'dummy' });
      const answer = await CALLS[call]?.(service);
      expect(answer).toMatchObject({
        status: 401,
        body:
          version === '1.1'
            ? { Errors: { description: 'invalid_authentication', code: 401 } }
            : { detail: 'invalid_authentication', status: 401 },
      });
    },
  );

  it.each(VERSIONS)('missing: missing_authentication on %s', async (version) => {
    const service = await open(version);
    expect(outcome(await service.send('GET', '/Users', {}))).toBe('401 missing_authentication');
    expect(outcome(await service.send('GET', '/Users', { authorization: ' ' }))).toBe(
      '401 missing_authentication',
    );
  });

  it.each([
    ['without the word Bearer', TOKENS.owner],
    ['sent as another scheme', `Basic ${TOKENS.owner}`],
    ['with nothing behind Bearer', 'Bearer '],
    ['with something behind it', `Bearer ${TOKENS.owner} x`],
    ['unknown', 'Bearer dummy'],
  ])('malformed or wrongly sent, %s: invalid_authentication', async (_, authorization) => {
    const service = await open('1.1');
    expect(outcome(await service.send('GET', '/Users', { authorization }))).toBe(
      '401 invalid_authentication',
    );
  });

  it('takes the word Bearer in any case, as HTTP does', async () => {
    const service = await open('1.1');
    const authorization = `bearer ${TOKENS.owner}`;
    expect(outcome(await service.send('GET', '/Users', { authorization }))).toBe('200');
  });

  it.each([
    ['without the admin scope', TOKENS.unscoped],
    ['not installed by an administrator', TOKENS.member],
  ])('%s: invalid_authentication', async (_, token) => {
    const service = (await open('1.1')).with({ token });
    expect(outcome(await service.get('/Users'))).toBe('401 invalid_authentication');
  });

  it.each([
    ['that was revoked', { end: 'revoked' }],
    ['that has expired', { end: 'expired' }],
    ['of a deactivated account', { userId: 'WFAITH' }],
    ['of an account without the second factor', { userId: 'WMIA' }],
    ['of an app that was removed', { appId: 'A0GONE' }],
  ] as const)('%s: invalid_authentication, read and write', async (_, more) => {
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

  it('of an app that is installed works', async () => {
    const token = { token: 'alive', rank: 'owner', scopes: ['admin'], installedOn: 'organization' } as const;
    const service = await open('1.1', { tokens: [{ ...token, appId: 'A0ADMIN' }] });
    const installation = { teamId: 'T1', by: 'WOLGA', scope: 'admin', isEnabled: true };
    const app = { kind: 'app', id: 'A0ADMIN', name: 'Admin', collaborators: [], installation } as const;
    service.sandbox.organization.change({ record: app });
    expect(outcome(await service.with({ token: 'alive' }).get('/Users'))).toBe('200');
  });

  it('is judged before the user that is asked for', async () => {
    const service = (await open('1.1')).with({ token: 'dummy' });
    expect(outcome(await service.get('/Users/W0'))).toBe('401 invalid_authentication');
  });
});

describe('SCIM §5 rule 1: what a token may do', () => {
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

  it('SCIM §7: the token of an admin that deactivates an owner: cannot_modify_owner', async () => {
    const service = (await open('1.1')).with({ token: TOKENS.admin });
    expect(outcome(await service.delete('/Users/WOLGA'))).toBe('403 cannot_modify_owner');
    const off = await service.patch('/Users/WOLGA', attributes('1.1', { active: false }));
    expect(outcome(off)).toBe('403 cannot_modify_owner');
    expect(await service.read('/Users/WOLGA')).toMatchObject({ active: true });
  });

  it('is judged before a name that is taken', async () => {
    const service = (await open('1.1')).with({ token: TOKENS.admin });
    const answer = await service.patch('/Users/WOLGA', attributes('1.1', { userName: 'mia' }));
    expect(outcome(answer)).toBe('403 permission_denied');
  });

  it('lets everybody with a token read everybody', async () => {
    const service = (await open('1.1')).with({ token: TOKENS.admin });
    expect(outcome(await service.get('/Users/WPRIMA'))).toBe('200');
  });
});

describe('SCIM §5 rules 2 and 3: installation and plan', () => {
  it('refuses an installation on one workspace of an Enterprise organization: non_org_teams_only', async () => {
    const service = (await open('1.1', { plan: 'enterprise' })).with({ token: TOKENS.workspace });
    expect(outcome(await service.get('/Users'))).toBe('403 non_org_teams_only');
  });

  it('takes an installation on a workspace that belongs to no organization', async () => {
    const service = (await open('1.1', { plan: 'plus' })).with({ token: TOKENS.workspace });
    expect(outcome(await service.get('/Users'))).toBe('200');
  });

  it.each([
    ['lowest', TOKENS.owner],
    ['low', TOKENS.owner],
    ['low', TOKENS.workspace],
  ] as const)('refuses the %s plan whatever is installed: plus_teams_only', async (plan, token) => {
    const service = (await open('1.1', { plan })).with({ token });
    expect(outcome(await service.get('/Users'))).toBe('403 plus_teams_only');
  });
});

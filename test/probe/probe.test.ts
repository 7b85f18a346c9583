import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BUDGET } from '../../src/probe/budget.ts';
import { READ_QUESTIONS } from '../../src/probe/questions.ts';
import { SANDBOX_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import { WEB_API_METHODS, type WebApiMethod } from '../../src/spec/webapi-methods.ts';
import { probedService } from '../support/probed-service.ts';
import { expectToMatchSchema } from '../support/published-schemas.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const METHODS: Readonly<Record<string, WebApiMethod>> = WEB_API_METHODS;
/** auth.test belongs to a different question. */
const CALLABLE = Object.keys(METHODS).filter((name) => name !== 'auth.test');
const ANSWERS = READ_QUESTIONS.length;

describe('orgctl probe', () => {
  it('answers every question within its budget, prints a table and stores the answers for the profile', async () => {
    const { orgctl, path, seen } = await probedService();
    const ran = await orgctl('probe acme -o table --columns id,answer,standing,expected,section');
    expect(ran.exit).toBe(0);
    const [heading = '', ...lines] = ran.stdout.trimEnd().split('\n');
    expect(heading.trim().split(/ {2,}/)).toEqual(['ID', 'Answer', 'Status', 'Expected', '§']);
    expect(lines).toHaveLength(ANSWERS);
    expect(lines.find((line) => line.startsWith('largest-page'))).toMatch(
      /^largest-page +1000 +✓ as documented +1000 \(documented\) +SCIM §4\.1$/,
    );
    const file = path('config/capabilities/acme.json');
    expect(lines.find((line) => line.startsWith('web-methods'))).toContain(
      ` ${CALLABLE.length} (-o json lists them) `,
    );
    expect(ran.stderr).toBe(
      `${ANSWERS} answers, 0 of them not as expected; 0 unclear, 0 not asked; ${seen.length} requests sent\nstored in ${file}\n`,
    );
    expect(seen.length).toBeLessThanOrEqual(DEFAULT_BUDGET);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const stored = JSON.parse(readFileSync(file, 'utf8'));
    expectToMatchSchema('capabilities', stored);
    expect(stored).toMatchObject({
      format: 1,
      profile: 'acme',
      probedAt: '2026-11-22T08:00:00Z',
      scimBaseUrl: 'http://acme.localhost',
      webApiBaseUrl: 'http://acme.localhost/api',
      scimVersion: '2.0',
      calls: seen.length,
      budget: DEFAULT_BUDGET,
    });
    const csv = await orgctl('probe acme -q -o csv --no-header --columns id,answer');
    expect(csv.stdout).toContain(`\nweb-methods,"${CALLABLE[0]}, ${CALLABLE[1]}, `);
  });

  it('prints the stored document with -o json', async () => {
    const { orgctl, path } = await probedService();
    const ran = await orgctl('probe acme -o json');
    expect(JSON.parse(ran.stdout)).toEqual(
      JSON.parse(readFileSync(path('config/capabilities/acme.json'), 'utf8')),
    );
  });

  it('lists the requests behind each answer', async () => {
    const { orgctl } = await probedService();
    const { answers } = JSON.parse((await orgctl('probe acme -o json')).stdout);
    const of = (id: string) => answers.find((answer: { id: string }) => answer.id === id);
    expect(of('count-zero')).toEqual({
      id: 'count-zero',
      question: 'What does a count of 0 return?',
      state: 'answered',
      value: 'an empty page',
      expected: 'an empty page',
      basis: 'assumed',
      section: 'SCIM §4.1',
      assumptions: ['count-zero'],
      differs: false,
      evidence: [
        { request: 'GET /scim/v2/Users?count=1000', status: 200, saw: '12 of 12' },
        { request: 'GET /scim/v2/Users', status: 200, saw: '10 of 12' },
        { request: 'GET /scim/v2/Users?count=0', status: 200, saw: '0 of 12' },
      ],
    });
    expect(of('filter-v1').evidence.at(-1)).toEqual({
      request: 'GET /scim/v1/Users?filter=username%20eq%20%22%E2%80%A6%22&count=100',
      status: 200,
      saw: '1 of 1',
    });
    expect(answers.filter(({ evidence }: { evidence: unknown[] }) => evidence.length === 0)).toEqual([
      expect.objectContaining({ id: 'list-drift' }),
      expect.objectContaining({ id: 'web-scopes' }),
      expect.objectContaining({ id: 'error-body' }),
      expect.objectContaining({ id: 'rate-headers' }),
      expect.objectContaining({ id: 'rate-quota' }),
    ]);
  });
});

describe('orgctl probe without --write', () => {
  it('sends no write request', async () => {
    const { orgctl, seen, audit } = await probedService();
    await orgctl('probe acme');
    const writes = seen.filter(({ url, method, body = '' }) => {
      const { pathname } = new URL(url);
      const name = pathname.slice(pathname.lastIndexOf('/') + 1);
      if (pathname.startsWith('/scim/')) return method !== 'GET' && method !== 'OPTIONS';
      const isRead = Object.hasOwn(METHODS, name) && METHODS[name]?.effect === 'read';
      return !isRead && (body !== '' || new URL(url).search !== '');
    });
    expect(seen.length).toBeGreaterThan(40);
    expect(writes).toEqual([]);
    expect(audit.entries()).toEqual([]);
  });

  it('tests a wrong token with a made-up one, not with part of a real one', async () => {
    const { orgctl, seen } = await probedService();
    await orgctl('probe acme');
    const sent = new Set(seen.map(({ headers }) => headers['authorization']?.replace('Bearer ', '') ?? ''));
    const real = Object.values(SANDBOX_TOKENS);
    const others = [...sent].filter((token) => !real.some((own) => own === token));
    expect(others).toEqual(['orgctl-probe-made-up-token']);
    for (const own of real)
      for (let length = 8; length < own.length; length += 1)
        expect(others.join()).not.toContain(own.slice(0, length));
  });

  it('stores and prints no user data and no token', async () => {
    const { orgctl, path, sandbox } = await probedService();
    const printed = await orgctl('probe acme -o json');
    const text = `${readFileSync(path('config/capabilities/acme.json'), 'utf8')}${printed.stdout}${printed.stderr}`;
    const canaries = [...sandbox.organization.users()].flatMap(({ id, values }) => [
      id,
      ...[values.userName, values.email, values.displayName, values.familyName].filter(
        (value) => value !== undefined && value !== 'erased',
      ),
    ]);
    const groups = [...sandbox.organization.groups()].flatMap(({ id, displayName }) =>
      displayName === 'IT' ? [id] : [id, displayName],
    );
    expect(canaries.length).toBeGreaterThan(40);
    for (const canary of [...canaries, ...groups, ...Object.values(SANDBOX_TOKENS)])
      expect(text).not.toContain(canary);
  });
});

describe('request budget of a probe', () => {
  it.each([
    [1, 1, 0],
    [2, 2, 1],
    [3, 3, 2],
  ])('of %i calls sends %i and answers the first %i questions', async (calls, sent, answered) => {
    const { orgctl, seen } = await probedService();
    const ran = await orgctl(`probe acme --calls ${calls} -o json`);
    expect(ran.exit).toBe(0);
    expect(seen).toHaveLength(sent);
    const { answers } = JSON.parse(ran.stdout);
    const first = answers.slice(0, answered + 1).map(({ state }: { state: string }) => state);
    expect(first).toEqual([...Array.from({ length: answered }, () => 'answered'), 'not asked']);
    expect(answers[answered].why).toBe(`the budget of ${calls} ${calls === 1 ? 'call' : 'calls'} is spent`);
  });

  it('asks every question if it has the exact number of calls, and omits one with one call fewer', async () => {
    const { orgctl } = await probedService();
    const { calls } = JSON.parse((await orgctl('probe acme -o json')).stdout);
    const notAsked = async (budget: number) =>
      JSON.parse((await orgctl(`probe acme --calls ${budget} -o json`)).stdout).answers.filter(
        ({ state }: { state: string }) => state === 'not asked',
      ).length;
    expect([await notAsked(calls - 1), await notAsked(calls), await notAsked(calls + 1)]).toEqual([1, 0, 0]);
  });

  it('counts the requests that detect the SCIM version', async () => {
    const { orgctl, seen } = await probedService();
    const { calls } = JSON.parse((await orgctl('probe acme -o json')).stdout);
    seen.length = 0;
    const auto = JSON.parse((await orgctl('probe acme --scim-version auto -o json')).stdout);
    expect([auto.calls, auto.scimVersion, seen.length]).toEqual([calls, '2.0', calls]);
  });

  it('must be a number from 1', async () => {
    const ran = await freshMachine().orgctl('-p sandbox probe --calls 0');
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain('It must be a whole number from 1.');
  });
});

describe('results that a probe does not store', () => {
  it('include those of a dry run or without a profile', async () => {
    const { orgctl, network } = await probedService();
    expect((await orgctl('probe acme -n')).stderr).toContain('dry run: nothing was stored');
    const ran = await freshMachine().orgctl('--scim-url http://acme.localhost probe', {
      network,
      env: { ORGCTL_TOKEN: SANDBOX_TOKENS.org },
    });
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toContain(
      'not stored: no profile selected; "orgctl profile add NAME" stores the connection first',
    );
    expect(await orgctl('probe acme --diff')).toEqual({
      exit: 2,
      stdout: '',
      stderr: 'error: the service of "acme" has not been probed yet\nhint: orgctl probe acme\n',
    });
  });

  it('include refusals of an invalid token', async () => {
    const { orgctl, network } = await probedService();
    const ran = await orgctl('probe acme', { network, env: { ORGCTL_TOKEN: 'another-token-altogether' } });
    expect(ran).toEqual({
      exit: 4,
      stdout: '',
      stderr:
        'error: the service refuses the token; nothing was learned [invalid_authentication]\nhint: orgctl profile check; it is the token in ORGCTL_TOKEN (SHA-256 …e7a2); use another token\n',
    });
    expect((await orgctl('probe acme --diff')).exit).toBe(2);
  });

  it('include refusals of a token without access to SCIM', async () => {
    const { orgctl, seen } = await probedService();
    const ran = await orgctl('probe acme', { env: { ORGCTL_TOKEN: SANDBOX_TOKENS.user } });
    expect({ exit: ran.exit, stdout: ran.stdout }).toEqual({ exit: 4, stdout: '' });
    expect(ran.stderr).toMatch(
      /^error: the service refuses the token; nothing was learned \[non_org_teams_only\]\n/,
    );
    // The first list request shows the refusal; no question is asked after it.
    expect(seen.filter(({ url }) => url.includes('/api/'))).toEqual([]);
    expect(seen.length).toBeLessThan(15);
    expect((await orgctl('probe acme --diff')).exit).toBe(2);
  });

  it.each(['-o json --columns id', '--columns nothing', '--query "[?"', '--diff --columns nothing'])(
    'include everything if %s is invalid, before a request',
    async (flags) => {
      const { orgctl, seen } = await probedService();
      await orgctl('probe acme');
      seen.length = 0;
      const ran = await orgctl(`probe acme ${flags}`);
      expect([ran.exit, ran.stdout, seen.length]).toEqual([2, '', 0]);
    },
  );
});

describe('orgctl probe --diff', () => {
  it('exits with 0 if nothing changed', async () => {
    const { orgctl } = await probedService();
    await orgctl('probe acme');
    expect(await orgctl('probe acme --diff -o json')).toEqual({
      exit: 0,
      stdout: '[]\n',
      stderr: 'nothing changed since 2026-11-22T08:00:00Z\n',
    });
    // On a terminal also one line: an empty table would only repeat it.
    expect(await orgctl('probe acme --diff', { terminal: 80 })).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'nothing changed since 2026-11-22T08:00:00Z\n',
    });
  });
});

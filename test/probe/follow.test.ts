import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { traitsOf } from '../../src/cli/connection/learned-traits.ts';
import { QUESTIONS } from '../../src/probe/questions.ts';
import { quotaIn } from '../../src/probe/quota-in-headers.ts';
import { SANDBOX_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import { probedService } from '../support/probed-service.ts';

describe('orgctl probe diff', () => {
  it('equals --diff, with and without the profile name', async () => {
    const { orgctl, sandbox } = await probedService();
    await orgctl('probe acme');
    for (const line of [
      'probe diff acme',
      'probe acme --diff',
      'probe diff -p acme',
      'probe diff acme --diff',
    ])
      expect(await orgctl(`${line} -o json`)).toEqual({
        exit: 0,
        stdout: '[]\n',
        stderr: 'nothing changed since 2026-11-22T08:00:00Z\n',
      });
    await sandbox.setUp((organization) =>
      organization.change({ settings: { ...organization.settings, quirks: { filterV2: 'refused' } } }),
    );
    const diff = await orgctl('probe diff acme -o csv --columns id,before,now');
    expect(diff).toMatchObject({ exit: 8, stdout: 'id,before,now\nfilter-v2,applied,400 invalid_query\n' });
  });

  it('accepts one profile only', async () => {
    const { orgctl } = await probedService();
    expect(await orgctl('probe acme other')).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: 'error: unexpected argument "other"; only one profile can be probed\nhint: orgctl probe acme\n',
    });
  });
});

describe('Web API method that the token may not call', () => {
  const CALL = '-p acme api assistant.threads.setStatus channel_id=D1 thread_ts=1.2 status=busy';

  /** A service whose profile has a user token instead of a bot token. */
  async function withoutBot() {
    const world = await probedService();
    await world.orgctl(
      'profile add acme --token-kind bot --token-stdin --no-check --force --scim-url http://acme.localhost --api-url http://acme.localhost/api --scim-version auto',
      { stdin: SANDBOX_TOKENS.user },
    );
    await world.orgctl('probe acme');
    world.seen.length = 0;
    return world;
  }

  it('is refused before it is sent, with the date of the probe and a hint', async () => {
    const { orgctl, seen } = await withoutBot();
    const ran = await orgctl(CALL);
    expect(ran).toMatchObject({ exit: 4, stdout: '' });
    expect(ran.stderr).toMatch(
      /^error: this token may not call assistant\.threads\.setStatus \(probed on 2026-11-22\); nothing was sent \[\w+\]\nhint: --ignore-probe calls it anyway; to probe again: orgctl probe acme/,
    );
    expect(seen).toEqual([]);
  });

  it.each([
    ['--ignore-probe', '--ignore-probe', {}],
    ['ORGCTL_IGNORE_PROBE', '', { ORGCTL_IGNORE_PROBE: '1' }],
    ['a token that was not probed', '', { ORGCTL_TOKEN: SANDBOX_TOKENS.org }],
  ])('is called with %s', async (_, flag, env) => {
    const { orgctl, seen } = await withoutBot();
    await orgctl(`${CALL} ${flag}`, { env });
    expect(seen.length).toBeGreaterThan(0);
  });

  it('is called if the token is allowed, or at a different URL', async () => {
    const { orgctl, seen } = await probedService();
    await orgctl('probe acme');
    seen.length = 0;
    await orgctl(CALL);
    const { orgctl: other, seen: sent } = await withoutBot();
    await other(`${CALL} --api-url http://acme.localhost/other/api`);
    expect([seen.length > 0, sent.length > 0]).toEqual([true, true]);
  });
});

it('--ignore-probe ignores stored probe results', async () => {
  const { orgctl, seen } = await probedService({ quirks: { largestPage: '5' } });
  await orgctl('probe acme');
  const first = async (flag: string) => {
    seen.length = 0;
    await orgctl(`-p acme scim users list -o json --scim-version 2.0 ${flag}`);
    return new URL(seen[0]?.url ?? '').searchParams.get('count');
  };
  expect([await first(''), await first('--ignore-probe')]).toEqual(['5', '1000']);
});

it('profile show has a row for every question with its source: learned, documented or assumed', async () => {
  const { orgctl } = await probedService();
  await orgctl('probe acme');
  const rows: readonly { name: string; value: string; source: string }[] = JSON.parse(
    (await orgctl('profile show acme -o json')).stdout,
  );
  const sourceOf = (id: string) => rows.find(({ name }) => name === id)?.source;
  expect(QUESTIONS.filter(({ id }) => sourceOf(id) === undefined)).toEqual([]);
  expect(['largest-page', 'patch-path', 'clear-null'].map(sourceOf)).toEqual([
    'learned',
    'documented',
    'assumed',
  ]);
  const table = (await orgctl('profile show acme -o table')).stdout;
  expect(table).toMatch(/^clear-null +applied +assumed$/m);
});

describe('quota in response headers', () => {
  it.each<[Record<string, string>, string | undefined]>([
    [{ 'ratelimit-policy': '"default";q=180;w=60' }, '180 in 60 s'],
    [{ 'ratelimit-policy': '100;w=10', 'ratelimit-limit': '100' }, '100 in 10 s'],
    [{ ratelimit: 'limit=50, remaining=49, reset=5' }, undefined],
    [{ 'ratelimit-limit': '20, 20;w=1', 'ratelimit-reset': '1' }, '20 in 1 s'],
    [{ 'x-ratelimit-limit': '180', 'x-ratelimit-window': '60' }, '180 in 60 s'],
    [{ 'x-ratelimit-limit': '180', 'x-ratelimit-reset': '86400' }, '180 in 86400 s'],
    [{ 'x-ratelimit-limit': '180', 'x-ratelimit-reset': '86401' }, undefined],
    [{ 'x-ratelimit-limit': '180' }, undefined],
    [{ 'x-ratelimit-limit': '0', 'x-ratelimit-window': '60' }, undefined],
    [{ 'retry-after': '3' }, undefined],
    [{}, undefined],
  ])('%j: %s', (headers, quota) => {
    expect(quotaIn(headers)).toBe(quota);
  });

  it('is stored as the read quota of this service only', async () => {
    const { orgctl, path } = await probedService({ quirks: { rateHeaders: 'standard' } });
    await orgctl('probe acme');
    const stored = JSON.parse(readFileSync(path('config/capabilities/acme.json'), 'utf8'));
    expect(traitsOf(stored, 'http://acme.localhost')?.limits).toEqual({ read: { perSecond: 3, burst: 3 } });
    expect(traitsOf(stored, 'http://other.localhost')?.limits).toBeUndefined();
  });
});

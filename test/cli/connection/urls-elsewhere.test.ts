import { describe, expect, it } from 'vitest';
import { freshMachine } from '../../support/run-orgctl.ts';

const TOKEN = 'xoxp-2-given';
const MARK = 'api conversations.mark channel=C1 ts=1.1 -y';
const LIST = 'scim users list --scim-version 1.1';

/** A machine with a read-only default profile of both APIs, and a protected one elsewhere. */
async function machineOfTwo() {
  const machine = freshMachine();
  const add = (line: string) =>
    machine.orgctl(`profile add ${line} --read-only --token-stdin --no-check`, { stdin: 'xoxp-1-stored' });
  await add('acme --scim-url http://127.0.0.1:9 --api-url http://127.0.0.1:9/api');
  await add('prod --scim-url https://prod.example --api-url https://prod.example/api --protect ceo');
  const seen: string[] = [];
  return {
    seen,
    orgctl: (line: string, env: Readonly<Record<string, string>> = {}) =>
      machine.orgctl(line, {
        env: { ORGCTL_TOKEN: TOKEN, ...env },
        network: async ({ method, url }) => {
          seen.push(`${method} ${url}`);
          const body =
            '{"ok":true,"id":"W01","userName":"ada","active":true,"Resources":[],"totalResults":0,"startIndex":1,"itemsPerPage":0}';
          return { status: 200, headers: {}, body: new TextEncoder().encode(body) };
        },
      }),
  };
}

describe('a given URL of the other API', () => {
  it.each<[flags: string, env?: Readonly<Record<string, string>>]>([
    ['--api-url http://127.0.0.1:9/api'],
    ['--scim-url http://127.0.0.1:8'],
    ['--api-url http://127.0.0.1:9/api --scim-url http://127.0.0.1:8'],
    ['--api-url http://127.0.0.1:9/api', { ORGCTL_SCIM_URL: 'https://y.example' }],
    ['--scim-url https://y.example', { ORGCTL_API_URL: 'http://127.0.0.1:9/api' }],
    ['', { ORGCTL_SCIM_URL: 'https://y.example' }],
    ['', { ORGCTL_SCIM_URL: 'https://y.example', ORGCTL_API_URL: 'http://127.0.0.1:9/api' }],
  ])('keeps the Web API profile read-only: %s %j', async (flags, env) => {
    const { orgctl, seen } = await machineOfTwo();
    const { exit, stderr } = await orgctl(`${flags} ${MARK}`, env);
    expect([exit, seen]).toEqual([9, []]);
    expect(stderr).toContain('the profile "acme" is read-only');
  });

  it.each<[flags: string, env?: Readonly<Record<string, string>>]>([
    ['--api-url http://127.0.0.1:9/api'],
    ['--api-url https://y.example/api --scim-url http://127.0.0.1:9'],
    ['--scim-url http://127.0.0.1:9', { ORGCTL_API_URL: 'https://y.example/api' }],
  ])('keeps the SCIM profile in force: %s %j', async (flags, env) => {
    const { orgctl, seen } = await machineOfTwo();
    const { exit, stderr } = await orgctl(`${flags} ${LIST}`, env);
    expect([exit, stderr, seen.map((line) => new URL(line.slice(4)).host)]).toEqual([
      0,
      expect.not.stringContaining('error'),
      ['127.0.0.1:9'],
    ]);
    const refused = await orgctl(`${flags} scim users deactivate W01 -y`, env);
    expect(refused.stderr).toContain('the profile "acme" is read-only');
  });
});

describe('different spellings of a URL', () => {
  it.each([
    'http://localhost:9/api',
    'http://localhost.:9/api',
    'http://127.0.0.1.:9/api',
    'http://127.0.0.2:9/api',
    'http://[::1]:9/api',
    'https://0.0.0.0:9/api',
    'https://[::]:9/api',
    'https://[::ffff:127.0.0.1]:9/api',
    'http://acme.localhost:9/api',
    'https://localhost:9/api',
  ])('are treated as the same service: %s', async (url) => {
    const { orgctl, seen } = await machineOfTwo();
    const { exit } = await orgctl(`--api-url ${url} ${MARK}`);
    expect([exit === 0, seen]).toEqual([false, []]);
  });
});

describe('a given URL of a stored profile that is not the default', () => {
  it.each<[line: string, env: Readonly<Record<string, string>>, hint: string]>([
    [`--scim-url https://prod.example ${LIST}`, {}, `orgctl -p prod ${LIST}`],
    [`--scim-url=https://PROD.example./scim/v2 ${LIST}`, {}, `orgctl -p prod ${LIST}`],
    [`${LIST} --scim-url http://prod.example`, {}, `orgctl -p prod ${LIST}`],
    [`--scim-url https://y.example --api-url https://prod.example ${LIST}`, {}, `orgctl -p prod ${LIST}`],
    [LIST, { ORGCTL_SCIM_URL: 'https://prod.example' }, `unset ORGCTL_SCIM_URL && orgctl -p prod ${LIST}`],
    [
      'api auth.test',
      { ORGCTL_API_URL: 'https://prod.example/api' },
      'unset ORGCTL_API_URL && orgctl -p prod api auth.test',
    ],
  ])('is refused with a command that names the profile: %s %j', async (line, env, hint) => {
    const { orgctl, seen } = await machineOfTwo();
    const { exit, stderr } = await orgctl(line, env);
    expect([exit, seen]).toEqual([2, []]);
    expect(stderr).toContain('is the URL of the profile "prod"; select it with -p');
    expect(stderr).toContain(`hint: ${hint}\n`);
    expect((await orgctl(hint.replace(/^.*orgctl /, ''))).exit).toBe(0);
  });

  it.each(['profile use sandbox', 'profile remove acme -y'])('is refused after %s', async (line) => {
    const { orgctl, seen } = await machineOfTwo();
    await orgctl(line);
    const { exit, stderr } = await orgctl(`--scim-url https://prod.example ${LIST}`);
    expect([exit, seen]).toEqual([2, []]);
    expect(stderr).toContain('-p prod');
  });

  it('is refused with the names of all profiles of the service', async () => {
    const { orgctl } = await machineOfTwo();
    await orgctl('profile copy prod prod-2');
    const { stderr } = await orgctl(`--scim-url https://prod.example ${LIST}`);
    expect(stderr).toContain('the profiles "prod" and "prod-2"');
  });

  it('can be stored in another profile', async () => {
    const { orgctl } = await machineOfTwo();
    const { exit } = await orgctl('profile add third --scim-url https://prod.example --no-check');
    expect(exit).toBe(0);
  });
});

describe('a token given together with a SCIM URL of another service', () => {
  const elsewhere = '--scim-url https://y.example';
  const refused = 'is not sent to http://127.0.0.1:9, the Web API of profile "acme"';

  it.each<[line: string, env?: Readonly<Record<string, string>>]>([
    [`${elsewhere} api auth.test`],
    [`-p acme ${elsewhere} api auth.test`],
    ['api auth.test', { ORGCTL_SCIM_URL: 'https://y.example' }],
    [`${elsewhere} logs --since 1h`],
    [`${elsewhere} admin sessions W01`],
  ])('is not sent to the Web API of the profile: %s %j', async (line, env) => {
    const { orgctl, seen } = await machineOfTwo();
    const { exit, stderr } = await orgctl(line, env);
    expect([exit, stderr, seen]).toEqual([2, expect.stringContaining(refused), []]);
    expect(stderr).toContain('for another service, use no profile and give --api-url too');
  });

  it('is used by doctor as by other commands', async () => {
    const { orgctl, seen } = await machineOfTwo();
    const { exit, stdout } = await orgctl(`${elsewhere} --scim-version 1.1 doctor`);
    expect([exit, new Set(seen.map((one) => new URL(one.split(' ')[1] ?? '').host))]).toEqual([
      0,
      new Set(['y.example']),
    ]);
    expect(stdout).toContain('https://y.example speaks SCIM 1.1');
    expect(stdout).not.toContain('Web API');
  });

  it.each(['api auth.test', 'admin sessions W01', 'probe'])(
    'is not sent to the Web API of a profile without a SCIM URL: %s',
    async (line) => {
      const { orgctl, seen } = await machineOfTwo();
      await orgctl('profile add web --api-url https://web.example/api --no-check');
      const { exit, stderr } = await orgctl(`-p web ${elsewhere} ${line}`);
      expect([exit, seen]).toEqual([2, []]);
      expect(stderr).toContain('is not sent to https://web.example, the Web API of profile "web"');
    },
  );

  it('is sent to the Web API once the SCIM URL is stored in its profile, as the hint says', async () => {
    const { orgctl } = await machineOfTwo();
    await orgctl('profile add web --api-url https://web.example/api --no-check');
    const line = `-p web ${elsewhere} api auth.test`;
    const [, edit = ''] = /store it: orgctl (.*)\n/.exec((await orgctl(line)).stderr) ?? [];
    expect(edit).toBe('profile edit web --scim-url https://y.example');
    expect(await orgctl(`${edit} --no-check`)).toMatchObject({ exit: 0 });
    expect(await orgctl(line)).toMatchObject({ exit: 0 });
  });
});

describe('a token given together with a Web API URL of another service', () => {
  it.each<[line: string, env?: Readonly<Record<string, string>>]>([
    [`--api-url https://y.example/api ${LIST}`],
    [`-p acme --api-url https://y.example/api ${LIST}`],
    ['--api-url https://y.example/api scim users list'],
    ['--api-url https://y.example/api profile check'],
    ['--api-url https://y.example/api scim users deactivate W01 -y'],
    [LIST, { ORGCTL_API_URL: 'https://y.example/api' }],
  ])('is not sent to the SCIM API of the profile: %s %j', async (line, env) => {
    const { orgctl, seen } = await machineOfTwo();
    const { exit, stderr } = await orgctl(line, env);
    const called = env === undefined ? '--api-url' : 'ORGCTL_API_URL';
    expect([exit, seen, stderr]).toEqual([
      2,
      [],
      `error: a token given together with ${called} is not sent to http://127.0.0.1:9, the SCIM API of profile "acme"\n` +
        `hint: omit ${called}; for another service, use no profile and give --scim-url too\n`,
    ]);
  });

  it.each([LIST, 'profile check', 'probe'])(
    'is not sent to the SCIM API of a profile without a Web API URL: %s',
    async (line) => {
      const { orgctl, seen } = await machineOfTwo();
      await orgctl('profile add people --scim-url https://people.example --no-check');
      const { exit, stderr } = await orgctl(`-p people --api-url https://y.example/api ${line}`);
      expect([exit, seen]).toEqual([2, []]);
      expect(stderr).toContain('is not sent to https://people.example, the SCIM API of profile "people"');
    },
  );

  it('leaves a stored token with its SCIM API', async () => {
    const { orgctl, seen } = await machineOfTwo();
    const { exit } = await orgctl(`--api-url https://y.example/api ${LIST}`, { ORGCTL_TOKEN: '' });
    expect([exit, seen.map((one) => new URL(one.split(' ')[1] ?? '').host)]).toEqual([0, ['127.0.0.1:9']]);
  });
});

describe('given URLs of no profile', () => {
  it.each([
    `--scim-url https://y.example ${LIST}`,
    `--scim-url https://y.example --api-url https://y.example ${LIST}`,
    `--scim-url https://y.example --api-url https://y.example/api ${MARK}`,
    `--api-url https://y.example/api ${MARK}`,
  ])('need no profile: %s', async (line) => {
    const { orgctl, seen } = await machineOfTwo();
    const { exit } = await orgctl(line);
    expect([exit, seen.map((one) => new URL(one.split(' ')[1] ?? '').host)]).toEqual([0, ['y.example']]);
  });

  it('are both required if a command may use both APIs', async () => {
    const { orgctl, seen } = await machineOfTwo();
    const { exit, stderr } = await orgctl('--scim-url https://y.example offboard U1 -y');
    expect([exit, seen]).toEqual([2, []]);
    expect(stderr).toContain('set ORGCTL_TOKEN and give --api-url too');
  });
});

import { writeFileSync } from 'node:fs';
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
    profiles: machine.path('config/profiles.json'),
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

describe('a stored token and a given URL of the API that the profile lacks', () => {
  const HOST = 'https://api.example.com';
  const ELSEWHERE = 'https://api.example.com:8443';
  const PROFILES = {
    people: { stored: `--scim-url ${HOST}`, flag: '--api-url', variable: 'ORGCTL_API_URL' },
    web: { stored: `--api-url ${HOST}/api`, flag: '--scim-url', variable: 'ORGCTL_SCIM_URL' },
  } as const;
  type Name = keyof typeof PROFILES;
  const COMMANDS = { people: 'api auth.test', web: LIST } as const;

  /** Runs a command with a profile of one API whose token is stored, or printed by a command. */
  async function askedWith(name: Name, line: string, env: Readonly<Record<string, string>> = {}, token = '') {
    const { orgctl, seen } = await machineOfTwo();
    const { stored } = PROFILES[name];
    const bare = { ORGCTL_TOKEN: '' };
    await orgctl(`profile add ${name} ${stored} ${token} --no-check`);
    const ran = await orgctl(`-p ${name} ${line}`, { ...bare, ...env });
    return { ...ran, seen, orgctl: (text: string) => orgctl(text, bare) };
  }

  it.each<[url: string, isSame: boolean]>([
    [HOST, true],
    ['https://API.example.com:443/', true],
    ['https://api.example.com/tenant/api', true],
    [ELSEWHERE, false],
    ['http://api.example.com', false],
    ['https://eu.api.example.com', false],
    ['https://example.com', false],
    ['https://api.example.com.', false],
    ['https://api.example.com.evil.example', false],
  ])('is sent to the origin that the profile stores, and to no other: %s', async (url, isSame) => {
    for (const name of ['people', 'web'] as const) {
      const { flag, variable } = PROFILES[name];
      const base = name === 'web' ? url.replace(/\/api$/, '') : url;
      for (const [flags, env] of [
        [`${flag} ${base} `, {}],
        ['', { [variable]: base }],
      ] as const) {
        const { exit, stderr, seen } = await askedWith(name, `${flags}${COMMANDS[name]}`, env);
        expect([exit === 0, seen.length]).toEqual([isSame, isSame ? 1 : 0]);
        if (!isSame)
          expect(stderr).toContain(`the token of profile "${name}" is sent only to ${HOST}, not to`);
      }
    }
  });

  it.each<[Name, string]>([
    ['people', 'profile check'],
    ['people', 'probe'],
    ['people', 'assistant status set D1 1.1 busy -y'],
    ['people', 'logs --since 1h'],
    ['people', '-n api conversations.mark channel=C1 ts=1.1'],
    ['web', 'profile check'],
    ['web', 'probe'],
    ['web', 'scim users list'],
    ['web', 'scim users deactivate W01 -y'],
    ['web', 'offboard W01 -y'],
    ['web', 'who W01'],
    ['web', 'scim groups list'],
  ])('is not sent elsewhere: -p %s … %s', async (name, line) => {
    const { flag } = PROFILES[name];
    const { exit, stderr, seen } = await askedWith(name, `${flag} ${ELSEWHERE} ${line}`);
    const elsewhere = seen.filter((one) => one.includes(ELSEWHERE));
    expect([exit, stderr, elsewhere]).toEqual([2, expect.stringContaining(`is sent only to ${HOST}`), []]);
  });

  it('is not sent elsewhere by doctor, which names the remedy', async () => {
    const { exit, stdout, seen } = await askedWith(
      'people',
      `--api-url ${ELSEWHERE} --scim-version 2.0 doctor`,
    );
    expect([exit, new Set(seen.map((one) => new URL(one.split(' ')[1] ?? '').origin))]).toEqual([
      2,
      new Set([HOST]),
    ]);
    expect(stdout).toContain(`orgctl profile edit people --api-url ${ELSEWHERE}/api`);
  });

  it('is not printed by its command for a host elsewhere', async () => {
    const ran = await askedWith(
      'people',
      `--api-url ${ELSEWHERE} api auth.test`,
      {},
      '--token-command false',
    );
    expect([ran.exit, ran.seen]).toEqual([2, []]);
    expect(ran.stderr).toContain(`is sent only to ${HOST}`);
  });

  it('is sent there once the URL is stored, as the hint says', async () => {
    for (const name of ['people', 'web'] as const) {
      const line = `${PROFILES[name].flag} ${ELSEWHERE} ${COMMANDS[name]}`;
      const { stderr, orgctl } = await askedWith(name, line);
      const [, edit = ''] = /store it: orgctl (.*)\n/.exec(stderr) ?? [];
      expect(edit).toContain(`profile edit ${name} ${PROFILES[name].flag} ${ELSEWHERE}`);
      expect(await orgctl(`${edit} --no-check`)).toMatchObject({ exit: 0 });
      expect(await orgctl(`-p ${name} ${line}`)).toMatchObject({ exit: 0 });
    }
  });

  it('may be replaced by a token that is given with the URL', async () => {
    for (const name of ['people', 'web'] as const) {
      const line = `${PROFILES[name].flag} ${ELSEWHERE} ${COMMANDS[name]}`;
      const { exit, seen } = await askedWith(name, line, { ORGCTL_TOKEN: TOKEN });
      expect([exit, seen.map((one) => new URL(one.split(' ')[1] ?? '').origin)]).toEqual([0, [ELSEWHERE]]);
    }
  });

  it('is sent nowhere if an edited profile stores no URL', async () => {
    const { orgctl, seen, profiles } = await machineOfTwo();
    const tokens = { user: { value: 'xoxp-1-stored' } };
    writeFileSync(profiles, JSON.stringify({ profiles: { bare: { name: 'bare', tokens } } }));
    const { exit, stderr } = await orgctl(`-p bare --scim-url ${HOST} ${LIST}`, { ORGCTL_TOKEN: '' });
    expect([exit, seen]).toEqual([2, []]);
    expect(stderr).toContain(
      `the token of profile "bare" is sent only to the hosts that it stores, not to ${HOST}`,
    );
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

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { closedPort } from '../support/scripted-server.ts';

const statesOf = (stdout: string) =>
  Object.fromEntries(
    (JSON.parse(stdout) as { about: string; state: string }[]).map(({ about, state }) => [about, state]),
  );

describe('orgctl doctor -o json', () => {
  test('finds no problem with the sandbox', async () => {
    const { exit, stdout, stderr } = await freshMachine().orgctl('-p sandbox doctor -o json');
    expect(exit).toBe(0);
    expect(new Set(Object.values(statesOf(stdout)))).toEqual(new Set(['ok']));
    expect(stderr).toBe('no problems found\n');
  });

  test('checks the Web API of a profile without SCIM', async () => {
    const machine = freshMachine();
    const token = 'right-token-1234';
    const service = await listeningSandbox({ token });
    await machine.orgctl(`profile add web --api-url ${service.origin}/api --token-stdin --no-check`, {
      stdin: token,
    });
    const { exit, stdout, stderr } = await machine.orgctl('-p web doctor -o json');
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: 'no problems found\n' });
    expect(statesOf(stdout)).toMatchObject({
      profile: 'ok',
      connection: 'not tried',
      token: 'not tried',
      clock: 'ok',
    });
    expect(stdout).toContain(`web, ${service.origin}/api`);
    expect(stdout).toMatch(/"Web API, \w+ token"/);
  });

  test.each([
    ['without a token', {}, 'not tried'],
    ['with a wrong token', { env: { ORGCTL_TOKEN: 'wrong-token-1234' } }, 'ok'],
  ])('finds a problem of the Web API %s', async (_, options, clock) => {
    const service = await listeningSandbox({ token: 'right-token-1234' });
    const { exit, stdout } = await freshMachine().orgctl(
      `--api-url ${service.origin}/api doctor -o json`,
      options,
    );
    expect(exit).toBe(4);
    expect(statesOf(stdout)).toMatchObject({ profile: 'ok', connection: 'not tried', clock });
    expect(Object.values(statesOf(stdout)).filter((state) => state === 'problem')).toHaveLength(1);
  });

  test('suggests a fix without a profile, and skips the later checks', async () => {
    const { exit, stdout, stderr } = await freshMachine().orgctl('doctor -o json');
    expect(exit).toBe(2);
    expect(statesOf(stdout)).toMatchObject({
      profile: 'problem',
      connection: 'not tried',
      token: 'not tried',
    });
    expect(stdout).toContain('--profile sandbox');
    expect(stderr).toContain('1 problem, 0 warnings');
  });

  test.each([60, 80, 100])(
    'wraps each finding on %i columns, and repeats problems below',
    async (terminal) => {
      const { stdout, stderr } = await freshMachine().orgctl('doctor', { terminal, env: { NO_COLOR: '1' } });
      expect(stdout).not.toContain('…');
      expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
        'profile: no profile selected; try it out with --profile sandbox, or store a connection: orgctl profile add NAME',
      );
      expect(stderr).toContain('orgctl profile add NAME\n');
    },
  );

  test('has no column of what to do without problems', async () => {
    const fine = await freshMachine().orgctl('-p sandbox doctor', { terminal: 60, env: { NO_COLOR: '1' } });
    expect(fine.stdout).not.toContain('What to do');
  });

  test('distinguishes a missing token, a wrong token and an unreachable service', async () => {
    const machine = freshMachine();
    const service = await listeningSandbox({ token: 'right-token-1234' });
    const missing = await machine.orgctl(`--scim-url ${service.origin} doctor -o json`);
    expect(missing.exit).toBe(4);
    expect(statesOf(missing.stdout)).toMatchObject({ connection: 'not tried', token: 'problem' });
    const wrong = await machine.orgctl(`--scim-url ${service.origin} doctor -o json`, {
      env: { ORGCTL_TOKEN: 'wrong-token-1234' },
    });
    expect(wrong.exit).toBe(4);
    expect(statesOf(wrong.stdout)).toMatchObject({ connection: 'ok', token: 'problem' });
    expect(wrong.stdout + wrong.stderr).not.toContain('wrong-token-1234');
    const absent = await machine.orgctl('--scim-url http://127.0.0.1:9 --max-wait 1ms doctor -o json', {
      env: { ORGCTL_TOKEN: 'right-token-1234' },
    });
    expect(absent.exit).toBe(10);
    expect(statesOf(absent.stdout)).toMatchObject({ connection: 'problem', token: 'not tried' });
  });

  test('names the typed profile in the command to run next', async () => {
    const { orgctl } = freshMachine();
    const port = await closedPort();
    await orgctl(`profile add beta --scim-url http://127.0.0.1:${port} --token-stdin --no-check`, {
      stdin: 'right-token-1234',
    });
    for (const profile of ['-p beta', '']) {
      const { stdout } = await orgctl(`${profile} --max-wait 1ms doctor -o json`);
      const remedies = JSON.parse(stdout).flatMap(({ remedy = [] }) => remedy);
      expect(remedies).toEqual([`orgctl ${profile} profile check`.replace('  ', ' ')]);
    }
  });

  test('warns about a wrong clock', async () => {
    const machine = freshMachine();
    const service = await listeningSandbox({ token: 'right-token-1234' });
    const { exit, stdout } = await machine.orgctl(`--scim-url ${service.origin} doctor -o json`, {
      env: { ORGCTL_TOKEN: 'right-token-1234' },
      now: () => Date.now() - 3_600_000,
    });
    expect(exit).toBe(0);
    expect(statesOf(stdout)).toMatchObject({ clock: 'warning' });
    expect(stdout).toContain('set the clock of this machine');
  });

  test('quotes the name of a folder in a command to paste', async () => {
    const machine = freshMachine();
    mkdirSync(machine.path('a b/state'), { recursive: true });
    chmodSync(machine.path('a b/state'), 0o755);
    const env = { ORGCTL_HOME: machine.path('a b') };
    const { stdout } = await machine.orgctl('-p sandbox doctor -o json', { env });
    expect(stdout).toContain(`"chmod 700 '${machine.path('a b/state')}'"`);
  });

  test('warns about a folder that others can read, and reports a damaged store', async () => {
    const machine = freshMachine();
    mkdirSync(machine.path('state'));
    chmodSync(machine.path('state'), 0o755);
    mkdirSync(machine.path('config'), { mode: 0o700 });
    writeFileSync(machine.path('config/profiles.json'), '{"profiles": [');
    const { stdout } = await machine.orgctl('-p sandbox doctor -o json');
    expect(statesOf(stdout)).toMatchObject({ 'state folder': 'warning', profiles: 'problem' });
    expect(stdout).toContain(`chmod 700 ${machine.path('state')}`);
  });

  test('names the proxy variables, but never their password', async () => {
    const { stdout } = await freshMachine().orgctl('-p sandbox doctor -o json', {
      env: { HTTPS_PROXY: 'http://someone:hidden-word@127.0.0.1:3128' },
    });
    expect(stdout).toContain('from HTTPS_PROXY');
    expect(stdout).not.toContain('hidden-word');
  });
});

describe('doctor and a proxy', () => {
  const at = (profile: string, words = 'doctor -o json') => `${profile} --max-wait 1ms ${words}`;
  const service = '--scim-url https://api.example --scim-version 2.0';
  const proxyAt = (port: number, scheme = 'http') => ({
    HTTPS_PROXY: `${scheme}://me:hidden-word@127.0.0.1:${port}`,
  });
  const withToken = (env: object) => ({ ORGCTL_TOKEN: 'right-token-1234', ...env });

  test('blames the proxy that cannot be reached, not the service', async () => {
    const port = await closedPort();
    const { exit, stdout, stderr } = await freshMachine().orgctl(at(service), {
      env: withToken(proxyAt(port)),
    });
    expect(exit).toBe(10);
    expect(statesOf(stdout)).toMatchObject({ proxy: 'problem', profile: 'ok', connection: 'not tried' });
    expect(stdout).toContain(`"cannot reach the proxy 127.0.0.1:${port}: the connection was refused"`);
    expect(stderr).toContain('1 problem, 0 warnings');
    expect(stdout).not.toContain('hidden-word');
  });

  test('blames the proxy if only a Web API is used', async () => {
    const port = await closedPort();
    const { stdout } = await freshMachine().orgctl(at('--api-url https://api.example/api'), {
      env: withToken(proxyAt(port)),
    });
    expect(statesOf(stdout)).toMatchObject({ proxy: 'problem', 'Web API, given token': 'not tried' });
    expect(stdout).toContain(`"cannot reach the proxy 127.0.0.1:${port}: the connection was refused"`);
  });

  test('is silent about a proxy that the sandbox does not use', async () => {
    const env = proxyAt(await closedPort());
    const { exit, stdout } = await freshMachine().orgctl(at('-p sandbox'), { env });
    expect({ exit, proxy: statesOf(stdout)['proxy'] }).toEqual({ exit: 0, proxy: 'ok' });
  });

  test('warns of a setting that is not the URL of a proxy', async () => {
    const { exit, stdout } = await freshMachine().orgctl(at('-p sandbox'), { env: proxyAt(1, 'socks5') });
    expect({ exit, proxy: statesOf(stdout)['proxy'] }).toEqual({ exit: 0, proxy: 'warning' });
    expect(stdout).toContain('HTTPS_PROXY is not the URL of an http proxy');
    expect(stdout).not.toContain('hidden-word');
  });

  test('other commands hint at the proxy', async () => {
    const port = await closedPort();
    const ran = await freshMachine().orgctl(at(service, 'scim users list'), {
      env: withToken(proxyAt(port)),
    });
    expect(ran).toEqual({
      exit: 10,
      stdout: '',
      stderr: `error: cannot reach the proxy 127.0.0.1:${port}: the connection was refused\nhint: check the proxy in HTTPS_PROXY, HTTP_PROXY or ALL_PROXY\n`,
    });
  });
});

describe('uses of a token', () => {
  test('profile add prints the methods a stored token can call, and its missing scopes', async () => {
    const machine = freshMachine();
    const service = await listeningSandbox();
    const { exit, stderr } = await machine.orgctl(
      `profile add acme --api-url ${service.origin}/api --token-stdin`,
      { stdin: 'sandbox-user-token' },
    );
    expect(exit).toBe(0);
    expect(stderr).toContain('it can call: team.integrationLogs, ');
    expect(stderr).toContain('missing scopes for: admin.auth.policy.assignEntities (');
  });

  test('profile check prints the methods of every token as JSON', async () => {
    const { stdout } = await freshMachine().orgctl('-p sandbox profile check -o json');
    const { tokens } = JSON.parse(stdout);
    expect(Object.keys(tokens)).toEqual(['user', 'bot', 'org']);
    expect(tokens.bot.methods).toContain('assistant.threads.setStatus');
    expect(tokens.user.methods).not.toContain('assistant.threads.setStatus');
  });

  test('doctor reports a run that can be resumed', async () => {
    const machine = freshMachine();
    const initial = [...demoOrganization()].map((change) =>
      'settings' in change
        ? { settings: { ...change.settings, limits: { createUser: { perMinute: 1, burst: 1 } } } }
        : change,
    );
    const service = await listeningSandbox({ initial });
    writeFileSync(machine.path('people.csv'), 'userName,email\nada,ada@example.com\nbea,bea@example.com\n');
    const common = `--scim-url ${service.origin} --max-wait 1ms`;
    const env = { ORGCTL_TOKEN: 'sandbox-owner-token' };
    const paused = await machine.orgctl(`${common} bulk apply ${machine.path('people.csv')} --yes`, { env });
    expect(paused.exit).toBe(10);
    const { exit, stdout } = await machine.orgctl(`${common} doctor -o json`, { env });
    expect(exit).toBe(0);
    expect(statesOf(stdout)).toMatchObject({ runs: 'warning' });
    expect(stdout).toMatch(/orgctl --scim-url \S+ bulk resume \d{8}-/);
  });
});

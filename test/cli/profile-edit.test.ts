import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SANDBOX_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

async function withProfile(): Promise<Machine & { origin: string }> {
  const machine = freshMachine();
  const { origin } = await listeningSandbox({ token: 'right-token-1234' });
  const added = await machine.orgctl(`profile add acme --scim-url ${origin} --token-stdin`, {
    stdin: 'right-token-1234\n',
  });
  expect(added.exit).toBe(0);
  return { ...machine, origin };
}

describe('URLs of a profile', () => {
  it('are accepted as "sandbox serve" prints them', async () => {
    const machine = freshMachine();
    const { origin } = await listeningSandbox({ token: 'right-token-1234' });
    const added = await machine.orgctl(
      `profile add acme --scim-url ${origin}/scim/v2 --api-url ${origin}/api/ --token-stdin`,
      { stdin: 'right-token-1234\n' },
    );
    expect(added.exit).toBe(0);
    expect(JSON.parse(added.stdout)).toMatchObject({ scimBaseUrl: origin, webApiBaseUrl: `${origin}/api` });
  });

  it('are swapped if given for the wrong API', async () => {
    const machine = freshMachine();
    const { origin } = await listeningSandbox({ token: 'right-token-1234' });
    const added = await machine.orgctl(
      `profile add acme --scim-url ${origin}/api/ --api-url ${origin} --token-stdin`,
      { stdin: 'right-token-1234\n' },
    );
    expect(added.exit).toBe(0);
    expect(JSON.parse(added.stdout)).toMatchObject({ scimBaseUrl: origin, webApiBaseUrl: `${origin}/api` });
    expect((await machine.orgctl('-p acme api auth.test')).exit).toBe(0);
    expect((await machine.orgctl('-p acme scim users list')).exit).toBe(0);
  });

  it.each([
    ['profile add acme', ''],
    ['profile add old', ' --force'],
    ['profile add old', ' --token-kind org'],
    ['profile edit old', ''],
  ])('are refused over http to another host by "%s%s"', async (words, more) => {
    const machine = freshMachine();
    const stdin = 'some-token-12345\n';
    await machine.orgctl('profile add old --api-url https://h.example/api --token-stdin --no-check', {
      stdin,
    });
    const line = `${words} --scim-url http://h.example --token-stdin --no-check${more}`;
    const refused = await machine.orgctl(line, { stdin });
    expect(refused).toMatchObject({ exit: 2, stdout: '' });
    expect(refused.stderr).toBe(
      'error: --scim-url is http: the token would be sent unencrypted to h.example\n' +
        'hint: --scim-url https://h.example, or add --allow-http if the network is trusted\n',
    );
    expect((await machine.orgctl(`${line} --allow-http`, { stdin })).exit).toBe(0);
  });
});

describe('hints of errors, followed as printed', () => {
  it('allow writes again for a read-only profile', async () => {
    const machine = await withProfile();
    await machine.orgctl('profile edit acme --read-only');
    const refused = await machine.orgctl('scim users patch clara.voss --title Lead');
    const [, hint = ''] = /hint: to allow writes: orgctl (.*)\n/.exec(refused.stderr) ?? [];
    expect(hint).toBe('profile edit acme --no-read-only');
    const edited = await machine.orgctl(hint);
    expect(edited.stderr).toContain('"acme" changes: no longer read-only; other settings are unchanged\n');
    expect((await machine.orgctl('scim users patch clara.voss --title Lead')).exit).toBe(0);
    expect((await machine.orgctl('profile edit acme --protect IT')).stderr).not.toContain('read-only');
  });

  it('add a Web API base URL', async () => {
    const machine = await withProfile();
    const refused = await machine.orgctl('-p acme logs');
    expect(refused.stderr).toBe(
      'error: the profile "acme" has no Web API base URL\n' +
        'hint: pass --api-url, or store it: orgctl profile edit acme --api-url https://…\n',
    );
    const edited = await machine.orgctl(`profile edit acme --api-url ${machine.origin}/api`);
    expect(edited.exit).toBe(0);
  });

  it('add a SCIM base URL', async () => {
    const machine = freshMachine();
    await machine.orgctl('profile add web --api-url https://api.example.com --token-stdin --no-check', {
      stdin: 'some-token-12345\n',
    });
    const refused = await machine.orgctl('-p web scim users list');
    expect(refused.stderr).toContain(
      'hint: pass --scim-url, or store it: orgctl profile edit web --scim-url https://…\n',
    );
  });

  it('refer to the command that printed a refused token', async () => {
    const machine = freshMachine();
    const { origin } = await listeningSandbox({ token: 'right-token-1234' });
    await machine.words([
      'profile',
      'add',
      'acme',
      '--scim-url',
      origin,
      '--no-check',
      '--token-command',
      'echo wrong-token-123',
    ]);
    const refused = await machine.orgctl('scim users list');
    expect(refused.exit).toBe(4);
    expect(refused.stderr).toMatch(
      /; its --token-command printed it; run that command to see why, or set another: orgctl profile edit acme --token-command COMMAND\n$/,
    );
  });

  it('suggest the missing flags of a new user', async () => {
    const { orgctl } = freshMachine();
    for (const command of ['onboard', 'scim users create']) {
      const ran = await orgctl(`-p sandbox ${command} --user-name anna.lind`);
      expect(ran.exit).toBe(2);
      const [, flags = ''] = /hint: add (.*)\n/.exec(ran.stderr) ?? [];
      expect(flags).toMatch(/^--email \S+@\S+$/);
      expect((await orgctl(`-p sandbox ${command} --user-name anna.lind ${flags} -n`)).exit).toBe(0);
    }
  });
});

describe('profile edit, rename and copy', () => {
  it('edit changes the given settings and keeps the others', async () => {
    const machine = await withProfile();
    const edited = await machine.orgctl('profile edit acme --protect walt.finch --max-deactivate 2');
    expect(edited.exit).toBe(0);
    expect(edited.stderr).toContain('"acme" changes: protection (none → walt.finch)');
    const guarded = await machine.orgctl('scim users deactivate walt.finch --yes');
    expect(guarded.exit).toBe(9);
    const nobody = await machine.orgctl('profile edit nosuch --read-only');
    expect(nobody).toMatchObject({ exit: 2 });
    expect(nobody.stderr).toContain('there is no stored profile "nosuch"');
  });

  it('rename changes the name, even of the default profile', async () => {
    const machine = await withProfile();
    const dry = await machine.orgctl('profile rename acme live --dry-run');
    expect(dry.stderr).toBe('dry run: "acme" would be renamed "live"; nothing was changed\n');
    expect((await machine.orgctl('profile rename acme live')).exit).toBe(0);
    expect((await machine.orgctl('scim users get walt.finch --query userName')).stdout).toBe(
      '"walt.finch"\n',
    );
    expect((await machine.orgctl('-p acme scim users list')).stderr).toContain('"acme"');
    const stored = JSON.parse(readFileSync(`${machine.home}/config/profiles.json`, 'utf8'));
    expect(stored).toMatchObject({ current: 'live', profiles: { live: { name: 'live' } } });
    expect(Object.keys(stored.profiles)).toEqual(['live']);
  });

  it('copy includes the token, and copy and rename refuse an existing name', async () => {
    const machine = await withProfile();
    const copied = await machine.orgctl('profile copy acme careful');
    expect(copied.stderr).toBe('copied "acme" to "careful"\n');
    await machine.orgctl('-p careful config set readOnly true');
    expect((await machine.orgctl('-p careful scim users deactivate tomas.rey --yes')).exit).toBe(9);
    expect((await machine.orgctl('-p acme scim users deactivate tomas.rey --yes')).exit).toBe(0);
    for (const line of [
      'profile copy acme careful',
      'profile rename acme careful',
      'profile copy acme sandbox',
    ]) {
      const taken = await machine.orgctl(line);
      expect({ line, exit: taken.exit, said: taken.stderr }).toMatchObject({
        line,
        exit: 2,
        said: expect.stringContaining('already'),
      });
    }
  });
});

it('profile edit does not test a connection that it does not change', async () => {
  const machine = freshMachine();
  await machine.orgctl('profile add away --scim-url https://127.0.0.1:9 --token-stdin --no-check', {
    stdin: 'a-token-1234',
  });
  expect(await machine.orgctl('profile edit away --read-only --protect "ceo*"')).toMatchObject({ exit: 0 });
  // A new token is tried, and this one cannot be read.
  const refused = await machine.orgctl('profile edit away --token-command false');
  expect(refused.exit).not.toBe(0);
  expect(refused.stderr).toMatch(/^error: not stored: /);
});

it('profile edit prints the changes of a connection only after testing it', async () => {
  const machine = await withProfile();
  const failed = await machine.orgctl('profile edit acme --token-command false');
  expect(failed.exit).not.toBe(0);
  expect(failed.stderr).toMatch(/^error: not stored: /);
  expect(failed.stderr).not.toContain('changes:');
  const stored = await machine.orgctl('profile edit acme --token-command "echo right-token-1234"');
  expect(stored.stderr).toMatch(
    /^it works: [^\n]*\n(?:[^\n]*\n)*"acme" changes: the user token; other settings are unchanged\n/,
  );
});

describe('variables for a run', () => {
  const GUARDS = { protected: ['ceo*'], planLimits: { maxDeactivate: 3 } };

  it.each(['profile edit acme --quota auto', 'profile add acme --force --quota auto'])(
    'do not replace what is stored: %s',
    async (line) => {
      const machine = await withProfile();
      await machine.orgctl('profile edit acme --protect ceo* --max-deactivate 3 --no-check');
      const stored = () =>
        JSON.parse(readFileSync(machine.path('config/profiles.json'), 'utf8')).profiles.acme;
      const before = stored();
      const env = {
        ORGCTL_PROTECT: 'root*',
        ORGCTL_MAX_DEACTIVATE: '500',
        ORGCTL_READ_ONLY: '1',
        ORGCTL_TOKEN: 'right-token-5678',
      };
      const ran = await machine.orgctl(`${line} --no-check`, { env });
      expect(ran.exit).toBe(0);
      expect(stored()).toEqual({ ...before, quota: 'auto' });
      expect(stored()).toMatchObject(GUARDS);
      expect(ran.stderr).toContain('"acme" changes: the quotas; other settings are unchanged\n');
      expect(ran.stderr).toContain(
        'ORGCTL_TOKEN was not stored; to store it: orgctl profile edit acme --token-kind user\n',
      );
      await machine.orgctl('profile edit acme --token-kind user --no-check', { env });
      expect(stored().tokens).not.toEqual(before.tokens);
    },
  );

  const SETTINGS = {
    ORGCTL_PROTECT: 'ines.harbour',
    ORGCTL_MAX_DEACTIVATE: '900',
    ORGCTL_VENDOR: 'foo',
    ORGCTL_SCIM_VERSION: '1.1',
    ORGCTL_QUOTA: 'documented',
    ORGCTL_SCIM_URL: 'https://elsewhere.example',
    ORGCTL_TOKEN_LIFETIME: '50m',
  };

  it.each(['profile edit acme', 'profile add acme --force', 'profile edit acme --token-stdin'])(
    'do not change the connection of a stored profile: %s',
    async (line) => {
      const machine = await withProfile();
      const stored = () =>
        JSON.parse(readFileSync(machine.path('config/profiles.json'), 'utf8')).profiles.acme;
      const before = stored();
      const ran = await machine.orgctl(line, { env: SETTINGS, stdin: 'right-token-1234\n' });
      expect(ran.exit, ran.stderr).toBe(0);
      expect(stored()).toEqual(before);
      expect(ran.stderr).toContain(' were not stored: only flags change a stored profile\n');
      expect(ran.stderr).toContain('ORGCTL_VENDOR');
    },
  );

  it('are not stored with a further token', async () => {
    const machine = freshMachine();
    const urls = '--scim-url https://h.example --api-url https://h.example/api';
    const guards = '--max-deactivate 1 --protect walt.finch';
    await machine.orgctl(`profile add b1 ${urls} ${guards} --token-stdin --no-check`, {
      stdin: 'one-token-1',
    });
    const stored = () => JSON.parse(readFileSync(machine.path('config/profiles.json'), 'utf8')).profiles.b1;
    const before = stored();
    const line = 'profile add b1 --token-kind bot --token-stdin --no-check';
    const ran = await machine.orgctl(line, { env: SETTINGS, stdin: 'bot-token-1' });
    expect(ran.exit, ran.stderr).toBe(0);
    expect(stored()).toEqual({ ...before, tokens: { ...before.tokens, bot: { value: 'bot-token-1' } } });
  });

  it.each(['ORGCTL_TOKEN_FILE', 'ORGCTL_TOKEN_COMMAND'])('give no token to store: %s', async (name) => {
    const machine = await withProfile();
    writeFileSync(machine.path('token.txt'), 'other-token-1234');
    const env = {
      [name]: name === 'ORGCTL_TOKEN_FILE' ? machine.path('token.txt') : 'echo other-token-1234',
    };
    const stored = () => JSON.parse(readFileSync(machine.path('config/profiles.json'), 'utf8')).profiles.acme;
    const before = stored();
    const ran = await machine.orgctl('profile edit acme --quota documented --no-check', { env });
    expect(ran.exit, ran.stderr).toBe(0);
    expect(stored()).toEqual({ ...before, quota: 'documented' });
    expect(ran.stderr).toContain(
      `${name} was not stored; to store it: orgctl profile edit acme --token-kind user\n`,
    );
    await machine.orgctl('profile edit acme --token-stdin --no-check', { env, stdin: 'typed-token-1234' });
    expect(stored().tokens).toEqual({ user: { value: 'typed-token-1234' } });
    await machine.orgctl('profile edit acme --token-kind user --no-check', { env });
    expect(stored().tokens.user).toEqual(
      name === 'ORGCTL_TOKEN_FILE' ? { value: 'other-token-1234' } : { command: 'echo other-token-1234' },
    );
  });

  it('describe a new profile', async () => {
    const machine = freshMachine();
    const env = { ...SETTINGS, ORGCTL_TOKEN: 'one-token-1' };
    expect((await machine.orgctl('profile add ci --no-check', { env })).exit).toBe(0);
    const { ci } = JSON.parse(readFileSync(machine.path('config/profiles.json'), 'utf8')).profiles;
    expect(ci).toMatchObject({
      scimBaseUrl: 'https://elsewhere.example',
      vendor: 'foo',
      scimVersion: '1.1',
      protected: ['ines.harbour'],
      planLimits: { maxDeactivate: 900 },
      tokens: { user: { value: 'one-token-1' } },
    });
  });

  it('do not make a stored profile writable', async () => {
    const machine = await withProfile();
    await machine.orgctl('profile edit acme --read-only --no-check');
    await machine.orgctl('profile edit acme --quota auto --no-check', { env: { ORGCTL_NO_READ_ONLY: '1' } });
    expect((await machine.orgctl('config get readOnly')).stdout).toBe('true\n');
  });
});

describe('config', () => {
  it('gets and sets settings of the profile', async () => {
    const machine = await withProfile();
    const set = await machine.orgctl('config set output csv');
    expect(set.stderr).toBe('output of "acme" is now csv\n');
    expect((await machine.orgctl('config get output')).stdout).toBe('csv\n');
    expect((await machine.orgctl('scim users get walt.finch --columns userName')).stdout).toBe(
      'userName\nwalt.finch\n',
    );
    const back = await machine.orgctl('config set output default');
    expect(back.stderr).toBe('output of "acme" is now default\n');
    expect((await machine.orgctl('config get output')).stdout).toBe('');
    expect((await machine.orgctl('scim users get walt.finch --columns userName')).stdout).toMatch(/^\{/);
    await machine.orgctl('config set output csv');
    await machine.orgctl('config set scim-version 1.1');
    const all: readonly unknown[] = JSON.parse((await machine.orgctl('config get -o json')).stdout);
    expect(all).toContainEqual({ setting: 'scimVersion', value: '1.1' });
    await machine.orgctl('config set readOnly true');
    await machine.orgctl('config set readOnly false');
    expect((await machine.orgctl('config get readOnly')).stdout).toBe('false\n');
    expect(await freshMachine().orgctl('-p sandbox config get output')).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'output is not set: the default applies\n',
    });
    expect((await machine.orgctl('config set output json -n')).stderr).toContain('nothing was stored');
    expect((await machine.orgctl('config get output')).stdout).toBe('csv\n');
  });

  it.each([
    ['config set outptu json', 'unknown setting "outptu" (did you mean output?)'],
    ['config set output xml', 'output must be one of table, json'],
    ['config set scimVersion 3', 'scimVersion must be one of 1.1, 2.0, auto'],
    ['config set readOnly yes', 'readOnly must be one of true, false'],
    ['config set vendor a:b', 'vendor must consist of at most 63 letters'],
    ['config set quota many', 'quota'],
    ['-p sandbox config set output json', 'the profile "sandbox" is built in'],
  ])('refuses %s', async (line, message) => {
    const machine = await withProfile();
    const { exit, stderr } = await machine.orgctl(line);
    expect(exit).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('hint for a refused token', () => {
  it('names the token, and the command that replaces it', async () => {
    const machine = await withProfile();
    const path = `${machine.home}/config/profiles.json`;
    const file = readFileSync(path, 'utf8');
    await machine.orgctl('scim users patch tomas.rey --title X');
    writeFileSync(path, file.replace('right-token-1234', 'wrong-token-1234'));
    const stored = await machine.orgctl('scim users list');
    expect(stored.exit).toBe(4);
    expect(stored.stderr).toMatch(
      /hint: it is the user token of "acme" \(SHA-256 …[0-9a-f]{4}\); replace it: orgctl profile edit acme --token-stdin\n/,
    );
    const given = await machine.orgctl('scim users list', { env: { ORGCTL_TOKEN: 'other-token-1234' } });
    expect(given.stderr).toMatch(
      /hint: it is the token in ORGCTL_TOKEN \(SHA-256 …[0-9a-f]{4}\); use another token\n/,
    );
    expect(stored.stderr + given.stderr).not.toContain('token-1234');
  });

  it('shows when the token last worked', async () => {
    const machine = freshMachine();
    const { origin, sandbox } = await listeningSandbox({ token: 'right-token-1234' });
    await machine.orgctl(`profile add acme --scim-url ${origin} --token-stdin`, {
      stdin: 'right-token-1234\n',
    });
    const now = () => Date.UTC(2026, 4, 17);
    expect((await machine.orgctl('scim users patch tomas.rey --title X', { now })).exit).toBe(0);
    const other = await listeningSandbox({ token: 'another-token-99' });
    const path = `${machine.home}/config/profiles.json`;
    writeFileSync(path, readFileSync(path, 'utf8').replace(origin, other.origin));
    expect(sandbox.organization.userCount).toBeGreaterThan(0);
    const { stderr } = await machine.orgctl('scim users list');
    expect(stderr).toContain(
      ', last used on 2026-05-17); replace it: orgctl profile edit acme --token-stdin',
    );
  });
});

describe('hint for a refused token that is not stored', () => {
  const NOT_STORED =
    'error: not stored: there is a problem with the token [invalid_authentication]\n' +
    'hint: correct it, or skip this check with --no-check; it is ';

  it.each(['with no profile', 'beside another profile'])('refers to the typed token, %s', async (where) => {
    const machine = where === 'with no profile' ? freshMachine() : await withProfile();
    const { origin } = await listeningSandbox({ token: 'right-token-1234' });
    const typed = await machine.orgctl('profile add other', {
      terminal: 120,
      answers: [
        ['SCIM base URL', `${origin}\n`],
        ['Token (hidden):', 'wrong-token-1234\n'],
      ],
    });
    expect(typed.exit).toBe(4);
    expect(stripVTControlCharacters(typed.stderr)).toContain(
      `${NOT_STORED}the token you typed (SHA-256 …1aea); use another token\n`,
    );
    expect(typed.stdout + typed.stderr).not.toContain('token-1234');
  });

  it.each([
    ['profile add other --scim-url ORIGIN', 'the output of --token-command'],
    ['profile edit acme', 'the output of --token-command'],
  ])('refers to the output of --token-command: %s', async (line, what) => {
    const machine = await withProfile();
    const words = line.replace('ORIGIN', machine.origin).split(' ');
    const refused = await machine.words([...words, '--token-command', 'echo wrong-token-1234']);
    expect(refused.exit).toBe(4);
    expect(refused.stderr).toBe(`${NOT_STORED}${what} (SHA-256 …1aea); run that command to see why\n`);
  });

  it('refers to the stored token if that is tested again', async () => {
    const machine = freshMachine();
    const { origin } = await listeningSandbox({ token: 'right-token-1234' });
    const stdin = 'wrong-token-1234\n';
    await machine.orgctl(`profile add acme --scim-url ${origin} --token-stdin --no-check`, { stdin });
    const { exit, stderr } = await machine.orgctl(`profile edit acme --api-url ${origin}/api`);
    expect(exit).toBe(4);
    expect(stderr).toBe(
      `${NOT_STORED}the user token of "acme" (SHA-256 …1aea); replace it: orgctl profile edit acme --token-stdin\n`,
    );
  });

  it('is printed even if the runs cannot be read', async () => {
    const machine = await withProfile();
    const runs = `${machine.home}/state/runs`;
    mkdirSync(`${machine.home}/state`, { recursive: true });
    writeFileSync(runs, 'no folder');
    const refused = await machine.orgctl('scim users list', { env: { ORGCTL_TOKEN: 'other-token-1234' } });
    expect(refused).toMatchObject({ exit: 4, stdout: '' });
    expect(refused.stderr).toContain('error: there is a problem with the token [invalid_authentication]\n');
  });
});

describe('tokens of the wrong kind', () => {
  it.each([
    ['bot', SANDBOX_TOKENS.user, 'not stored: this is the token of a person (walt.finch), not of a bot'],
    ['user', SANDBOX_TOKENS.bot, 'not stored: this is the token of a bot, not of a person'],
    ['user', SANDBOX_TOKENS.org, 'not stored: this is the token of an organization, not of a person'],
    ['bot', SANDBOX_TOKENS.org, 'not stored: this is the token of an organization, not of a bot'],
  ])('are not stored as %s token', async (kind, token, message) => {
    const machine = freshMachine();
    const { origin } = await listeningSandbox();
    const { exit, stderr } = await machine.orgctl(
      `profile add acme --api-url ${origin}/api --token-kind ${kind} --token-stdin`,
      { stdin: `${token}\n` },
    );
    expect(exit).toBe(2);
    expect(stderr).toContain(message);
    expect((await machine.orgctl('profile show acme')).exit).toBe(2);
  });
});

describe('--token-command recipes for key stores', () => {
  const recipes = [...readFileSync('docs/real-service.md', 'utf8').matchAll(/\| `((\S+) [^`]+)` \|$/gm)];

  it('cover the key stores of each system', () => {
    expect(recipes.map(([, , tool]) => tool)).toEqual(['secret-tool', 'security', 'pass', 'op']);
  });

  it.each(recipes.map(([, command = '', tool = '']) => [tool, command]))(
    '%s: the command is accepted by the tool, if it is installed',
    async (tool, command) => {
      let isThere = true;
      try {
        execFileSync('sh', ['-c', `command -v ${tool}`]);
      } catch {
        isThere = false;
      }
      const machine = freshMachine();
      const added = await machine.words([
        'profile',
        'add',
        'acme',
        '--scim-url',
        'https://127.0.0.1:9',
        '--token-command',
        command,
        '--no-check',
      ]);
      expect(added.exit).toBe(0);
      const { exit, stderr } = await machine.orgctl('scim users list --max-wait 0s');
      expect(exit).not.toBe(0);
      // Without the tool or the item, the error names the token command.
      if (!isThere) expect(stderr).toContain('the token command of the profile ended with 127');
    },
  );
});

describe('token of a profile whose URL changes', () => {
  const ELSEWHERE = 'https://other.example';
  const add = async (flags: string) => {
    const machine = freshMachine();
    expect((await machine.orgctl(`profile add acme ${flags} --no-check`)).exit).toBe(0);
    const stored = () =>
      JSON.parse(readFileSync(`${machine.home}/config/profiles.json`, 'utf8')).profiles.acme;
    return {
      machine,
      stored,
      edit: (words: string) => machine.orgctl(`profile edit acme ${words} --no-check`),
    };
  };
  const SCIM = '--scim-url https://api.example.com';

  it('is asked for again with the reason if the profile moves to another host', async () => {
    const machine = await withProfile();
    const other = await listeningSandbox({ token: 'other-token-1234' });
    const moved = await machine.orgctl(`profile edit acme --scim-url ${other.origin}`, {
      terminal: 120,
      answers: [['Token for the new host (hidden):', 'other-token-1234\n']],
    });
    expect(moved.exit).toBe(0);
    const list = '-p acme scim users list --limit 1 -o json';
    expect((await machine.orgctl(list)).exit).toBe(0);
    expect((await machine.orgctl('-p acme profile show -o text')).stdout).toContain(other.origin);
  });

  it('is neither sent to another host nor dropped silently', async () => {
    const { stored, edit } = await add(`${SCIM} --token-command mint`);
    const before = stored();
    expect(await edit(`--scim-url ${ELSEWHERE}`)).toMatchObject({
      exit: 2,
      stderr: `error: the tokens of "acme" are for https://api.example.com and are not sent to ${ELSEWHERE}: user (printed by a command); nothing was stored\nhint: give the token for it: orgctl profile edit acme --scim-url ${ELSEWHERE} --token-command COMMAND\n`,
    });
    expect(stored()).toEqual(before);
    const given = await edit(`--scim-url ${ELSEWHERE} --token-command mint`);
    expect(given).toMatchObject({ exit: 0, stderr: expect.not.stringContaining('goes') });
    expect(stored()).toMatchObject({ scimBaseUrl: ELSEWHERE, tokens: { user: { command: 'mint' } } });
  });

  it.each([
    ['another path of the host', SCIM, '--scim-url https://api.example.com/tenant', ''],
    ['the host of its Web API', `${SCIM} --api-url ${ELSEWHERE}/api`, `--scim-url ${ELSEWHERE}`, ''],
    [
      'a new Web API URL',
      SCIM,
      `--api-url ${ELSEWHERE}/api`,
      `the user token is also sent to ${ELSEWHERE}\n`,
    ],
  ])('is kept for %s', async (_, flags, words, said) => {
    const { stored, edit } = await add(`${flags} --token-command mint`);
    const edited = await edit(words);
    expect(edited.exit).toBe(0);
    expect(edited.stderr.includes(' is also sent to ')).toBe(said !== '');
    expect(edited.stderr).toContain(said);
    expect(stored()).toMatchObject({ tokens: { user: { command: 'mint' } } });
  });

  it.each([
    ['http in place of https', SCIM, '--scim-url http://api.example.com --allow-http'],
    ['another port', SCIM, '--scim-url https://api.example.com:8443'],
    ['another Web API', `${SCIM} --api-url https://api.example.com/api`, `--api-url ${ELSEWHERE}/api`],
  ])('is not sent to %s', async (_, flags, words) => {
    const { edit } = await add(`${flags} --token-command mint`);
    expect(await edit(words)).toMatchObject({ exit: 2, stderr: expect.stringContaining('are not sent to') });
  });

  it('of kind bot is kept if only the SCIM URL changes', async () => {
    const { machine, stored, edit } = await add(
      `${SCIM} --api-url https://api.example.com/api --token-command mint`,
    );
    await machine.orgctl('profile add acme --token-kind bot --token-command bots --no-check');
    expect((await edit(`--scim-url ${ELSEWHERE} --token-command other`)).exit).toBe(0);
    expect(stored().tokens).toEqual({ user: { command: 'other' }, bot: { command: 'bots' } });
  });
});

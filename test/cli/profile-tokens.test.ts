// cspell:ignore xoxb
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SANDBOX_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';

async function machineWith(...kinds: readonly (keyof typeof SANDBOX_TOKENS)[]) {
  const service = await listeningSandbox();
  const machine = freshMachine();
  const add = (kind: keyof typeof SANDBOX_TOKENS, more = '') =>
    machine.orgctl(
      `profile add acme --api-url ${service.origin}/api --token-kind ${kind} --token-stdin ${more}`,
      {
        stdin: SANDBOX_TOKENS[kind],
      },
    );
  for (const kind of kinds) expect(await add(kind)).toMatchObject({ exit: 0 });
  return { ...machine, service, add };
}

it('a profile stores a token of each kind after testing it (WEB §5)', async () => {
  const { orgctl } = await machineWith('org', 'user', 'bot');
  const shown = await orgctl('profile list -o json');
  expect(JSON.parse(shown.stdout)[0].tokens).toEqual({ user: 'stored', bot: 'stored', org: 'stored' });
  const checked = await orgctl('profile check acme -o json');
  expect(JSON.parse(checked.stdout).tokens).toEqual({
    user: expect.objectContaining({ user: 'walt.finch', team: 'Harbour' }),
    bot: expect.objectContaining({ team: 'Harbour' }),
    org: expect.objectContaining({
      user: 'ines.harbour',
      methods: expect.arrayContaining(['team.integrationLogs']),
    }),
  });
});

it('each method is called with the kind of token it requires (WEB §5 rule 2)', async () => {
  const { orgctl } = await machineWith('org', 'user', 'bot');
  for (const line of [
    'admin sessions --limit 1',
    'logs --limit 1',
    'logs --team T0FINCH --limit 1',
    'assistant status set D0DEPLOY 1709830800.000100 busy',
    'conversations mark C0RANDOM 1709571600.000100',
    'migrate exchange U10IMBXVJ',
    'functions steps Fn0RELEASE --workflow Wf0RELEASE',
  ]) {
    expect([line, (await orgctl(line)).exit]).toEqual([line, 0]);
  }
});

it('a missing kind of token is reported, and nothing is sent', async () => {
  const { orgctl } = await machineWith('user');
  const ran = await orgctl('assistant status set D0DEPLOY 1709830800.000100 busy');
  expect(ran).toMatchObject({ exit: 4, stdout: '' });
  expect(ran.stderr).toBe(
    'error: this command needs a token of kind bot; profile "acme" has only user\n' +
      'hint: orgctl profile add acme --token-kind bot --token-stdin\n',
  );
});

it('profile add replaces a token only with --force, and stores none that fails', async () => {
  const { add, orgctl, service, path } = await machineWith('user');
  expect(await add('user')).toMatchObject({ exit: 2 });
  writeFileSync(path('bad.txt'), 'not-a-token-of-anybody');
  const bad = await orgctl(
    `profile add acme --api-url ${service.origin}/api --token-kind bot --token-file ${path('bad.txt')}`,
  );
  expect(bad.exit).toBe(4);
  expect(bad.stderr).toContain('not stored:');
  expect(bad.stderr).toContain('[invalid_auth]');
});

it('adds the settings given with a further token, and says so', async () => {
  const machine = await machineWith('user');
  const added = await machine.add('bot', '--quota documented --vendor zeta --scim-version 2.0 --no-check');
  expect(added).toMatchObject({
    exit: 0,
    stderr: expect.stringContaining('"acme" also changes: the SCIM version, the vendor name, the quotas\n'),
  });
  const { stdout } = await machine.orgctl('profile list -o json');
  expect(JSON.parse(stdout)[0]).toMatchObject({ quota: 'documented', vendor: 'zeta', scimVersion: '2.0' });
  expect((await machine.add('org', '--no-check')).stderr).not.toContain('also changes');
});

it.each([
  ['bot', 'bot', 'deploybot'],
  ['user', 'user', 'walt.finch'],
  ['org', 'org', 'ines.harbour'],
] as const)(
  'a %s token given for a run is tested once, instead of those of the profile',
  async (given, kind, owner) => {
    const { orgctl } = await machineWith('org', 'user', 'bot');
    const env = { ORGCTL_TOKEN: SANDBOX_TOKENS[given] };
    const checked = await orgctl('profile check acme -o json', { env });
    expect(JSON.parse(checked.stdout).tokens).toEqual({ [kind]: expect.objectContaining({ user: owner }) });
    const methods: readonly string[] = JSON.parse(checked.stdout).tokens[kind].methods;
    expect(methods.includes('assistant.threads.setStatus')).toBe(kind === 'bot');
    const diagnosed = await orgctl('-p acme doctor -o json', { env });
    const rows: readonly { about: string; found: string }[] = JSON.parse(diagnosed.stdout);
    expect(rows.filter(({ about }) => about.startsWith('Web API'))).toEqual([
      expect.objectContaining({
        about: 'Web API, given token',
        found: expect.stringMatching(`^${owner} in .+; can call ${methods.length} methods$`),
      }),
    ]);
  },
);

it.each<[line: string, env: Readonly<Record<string, string>>, stored: unknown]>([
  ['--token-stdin', { ORGCTL_TOKEN_COMMAND: 'echo var' }, { value: 'xoxb-typed' }],
  ['--token-file typed.txt', { ORGCTL_TOKEN_COMMAND: 'echo var' }, { value: 'xoxb-typed' }],
  ['--token-command pass', { ORGCTL_TOKEN_COMMAND: 'echo var' }, { command: 'pass' }],
  ['--token-command pass', { ORGCTL_TOKEN: 'xoxb-var' }, { command: 'pass' }],
  ['--token-stdin', { ORGCTL_TOKEN: 'xoxb-var' }, { value: 'xoxb-typed' }],
  ['--token-file typed.txt', { ORGCTL_TOKEN: 'xoxb-var' }, { value: 'xoxb-typed' }],
  ['', { ORGCTL_TOKEN_COMMAND: 'echo var' }, { command: 'echo var' }],
])(
  'a new profile stores the typed token rather than that of a variable: %s %j',
  async (line, env, stored) => {
    const { orgctl, path } = freshMachine();
    writeFileSync(path('typed.txt'), 'xoxb-typed\n');
    const flags = line.replace('typed.txt', path('typed.txt'));
    const added = await orgctl(`profile add acme --scim-url https://api.example.com --no-check ${flags}`, {
      env,
      stdin: line === '--token-stdin' ? 'xoxb-typed' : '',
    });
    expect(added).toMatchObject({ exit: 0 });
    const { profiles } = JSON.parse(readFileSync(path('config/profiles.json'), 'utf8'));
    expect(profiles.acme.tokens).toEqual({ user: stored });
  },
);

it('a token of an organization without a named kind is stored as such, beside the token of a bot', async () => {
  const { orgctl, service } = await machineWith('bot');
  const added = await orgctl(`profile edit acme --api-url ${service.origin}/api --token-stdin`, {
    stdin: SANDBOX_TOKENS.org,
  });
  expect(added).toMatchObject({ exit: 0 });
  expect(added.stderr).toMatch(/it works: Web API, org token of ines\.harbour[\s\S]*so its kind is org/);
  expect(JSON.parse((await orgctl('profile list -o json')).stdout)[0].tokens).toEqual({
    bot: 'stored',
    org: 'stored',
  });
  const marked = await orgctl('-p acme conversations mark C0RANDOM 1709571600.000100');
  expect(marked.stderr).not.toContain('not_allowed_token_type');
  const again = await orgctl('profile add acme --token-stdin', { stdin: SANDBOX_TOKENS.org });
  expect(again).toMatchObject({ exit: 2, stderr: expect.stringContaining('hint: --token-kind org\n') });
});

// cspell:ignore sandbx latst psandbx psandbox npsandbx npsandbox
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const TOKEN = 'canary-1234567890-token';

it.each([
  ['stdin', '--token-stdin', { stdin: `${TOKEN}\n` }],
  ['an environment variable', '', { env: { ORGCTL_TOKEN: TOKEN } }],
])('profile add stores a connection with a token from %s after testing it', async (_, flags, options) => {
  const machine = freshMachine();
  const service = await listeningSandbox({ token: TOKEN });
  const added = await machine.orgctl(
    `profile add acme --scim-url ${service.origin} ${flags} -o json`,
    options,
  );
  expect(added.exit).toBe(0);
  expect(JSON.parse(added.stdout)).toEqual({
    name: 'acme',
    current: true,
    builtIn: false,
    scimBaseUrl: service.origin,
    scimVersion: '2.0',
    vendor: 'service',
    tokens: { user: 'stored' },
  });
  expect(added.stderr).toContain('it works: SCIM 2.0, 12 users');
  expect(statSync(machine.path('config/profiles.json')).mode & 0o777).toBe(0o600);
  expect(statSync(machine.path('config')).mode & 0o777).toBe(0o700);
  expect((await machine.orgctl('scim users get walt.finch -o json')).exit).toBe(0);
  const checked = await machine.orgctl('profile check acme -o json');
  expect(JSON.parse(checked.stdout)).toEqual({ scimBaseUrl: service.origin, scimVersion: '2.0', users: 12 });
});

it('profile add accepts a token from a file or a command, and runs the command on each use', async () => {
  const machine = freshMachine();
  const service = await listeningSandbox({ token: TOKEN });
  writeFileSync(machine.path('token.txt'), `${TOKEN}\n`);
  const fromFile = await machine.orgctl(
    `profile add a --scim-url ${service.origin} --token-file ${machine.path('token.txt')}`,
  );
  expect(fromFile.exit).toBe(0);
  const command = `cat ${machine.path('token.txt')}`;
  const fromCommand = await machine.orgctl(
    `profile add b --scim-url ${service.origin} --token-command "${command}"`,
  );
  expect(fromCommand.exit).toBe(0);
  expect((await machine.orgctl('-p b scim users list -o json')).exit).toBe(0);
  writeFileSync(machine.path('token.txt'), 'another-token-entirely');
  expect((await machine.orgctl('-p a scim users list -o json')).exit).toBe(0);
  const refused = await machine.orgctl('-p b scim users list');
  expect(refused.exit).toBe(4);
  expect(refused.stderr).toContain('[invalid_authentication]');
});

it.each([
  ['profile use sandbx', 'there is no profile "sandbx"; available: acme, sandbox (did you mean "sandbox"?)'],
  ['profile use other', 'there is no profile "other"; available: acme, sandbox\n'],
  ['profile remove acne', 'there is no stored profile "acne"; available: acme (did you mean "acme"?)'],
  ['profile edit acne', 'there is no stored profile "acne"; available: acme (did you mean "acme"?)'],
  ['profile remove sandbox', 'there is no stored profile "sandbox"; available: acme\n'],
  ['-p acne users list', 'there is no profile "acne"; available: acme, sandbox (did you mean "acme"?)\n'],
  ['runs show latst', 'there is no run "latst" (did you mean "latest"?)'],
  ['runs show 20261121-061703-crs61', 'there is no run "20261121-061703-crs61"\n'],
  ['runs prune latest', 'there is no run "latest"\n'],
])('a mistyped name is answered with the one that is meant: %s', async (line, message) => {
  const { orgctl } = freshMachine();
  await orgctl('profile add acme --scim-url https://x.example --token-command true --no-check');
  expect(await orgctl(line)).toMatchObject({ exit: 2, stderr: expect.stringContaining(`error: ${message}`) });
});

it('a mistyped profile is replaced where it was typed', async () => {
  const { orgctl } = freshMachine();
  await orgctl('profile add acme --scim-url https://x.example --token-command true --no-check');
  const shown = await orgctl('profile show acne');
  expect(shown.stderr).toContain('hint: orgctl profile show acme\n');
  expect((await orgctl('profile show acme')).exit).toBe(0);
  const blank = await orgctl("-p '' users list");
  expect(blank.stderr).toContain('hint: orgctl profile add NAME\n');
});

it.each([['profile remove acme'], ['sandbox reset'], ['runs prune --older-than 0s']])(
  '%s does not say that nothing was sent if it is declined: it sends nothing',
  async (line) => {
    const { orgctl } = freshMachine();
    await orgctl('profile add acme --scim-url https://x.example --token-command true --no-check');
    await orgctl('-p sandbox users patch tomas.rey --title VP');
    const ran = await orgctl(`-p sandbox ${line}`, { terminal: 80, answers: [['(y/N)', '\n']] });
    expect(ran.exit).toBe(14);
    expect(ran.stderr).toContain('declined; nothing was changed');
    const stopped = await orgctl(`-p sandbox ${line}`, { terminal: 80, answers: [['(y/N)', '\u0003']] });
    expect(stopped).toMatchObject({
      exit: 130,
      stderr: expect.stringContaining('stopped; nothing was changed; run it again:'),
    });
  },
);

it('profile add prompts for missing values, hiding the token', async () => {
  const machine = freshMachine();
  const service = await listeningSandbox({ token: TOKEN });
  const added = await machine.orgctl('profile add acme', {
    terminal: 100,
    answers: [
      ['SCIM base URL', `${service.origin}\n`],
      ['Token (hidden):', `${TOKEN}\n`],
    ],
  });
  expect(added.exit).toBe(0);
  expect(added.stdout + added.stderr).not.toContain(TOKEN);
});

it.each([
  ['an empty SCIM base URL', 'user', [['SCIM base URL', '\n']]],
  ['a bot token', 'bot', []],
] as const)('profile add prompts for a Web API URL only, with %s', async (_, kind, answers) => {
  const machine = freshMachine();
  const added = await machine.orgctl(`profile add web --no-check --token-kind ${kind} -o json`, {
    terminal: 100,
    answers: [
      ...answers,
      ['Web API base URL', '\n'],
      ['it is not an http(s) URL', 'https://example.com/api\n'],
      ['Token (hidden):', `${TOKEN}\n`],
    ],
  });
  expect(added).toMatchObject({ exit: 0, stderr: expect.not.stringContaining(TOKEN) });
  expect(added.stderr.includes('SCIM base URL')).toBe(answers.length > 0);
  expect(JSON.parse(added.stdout)).toEqual({
    name: 'web',
    current: true,
    builtIn: false,
    webApiBaseUrl: 'https://example.com/api',
    scimVersion: 'auto',
    vendor: 'service',
    tokens: { [kind]: 'stored' },
  });
});

it('profile add stores nothing if the connection fails, and reports why', async () => {
  const machine = freshMachine();
  const service = await listeningSandbox({ token: TOKEN });
  const wrong = await machine.orgctl(`profile add acme --scim-url ${service.origin} --token-stdin`, {
    stdin: 'wrong-token-123',
  });
  expect(wrong.exit).toBe(4);
  expect(wrong.stderr).toContain('not stored: there is a problem with the token [invalid_authentication]');
  const nobody = await machine.orgctl(
    'profile add acme --scim-url http://127.0.0.1:9 --token-stdin --max-wait 1ms',
    { stdin: TOKEN },
  );
  expect(nobody.exit).toBe(10);
  expect(nobody.stderr).toContain('not stored: cannot reach 127.0.0.1:9: the connection was refused');
  expect((await machine.orgctl('profile list -o csv --columns name')).stdout).toBe('name\nsandbox\n');
});

it.each([
  ['profile add "a b" --scim-url https://x.example', 'profile names use letters'],
  ['profile add __proto__x! --scim-url https://x.example', 'profile names use letters'],
  ['profile add sandbox --scim-url https://x.example', '"sandbox" is built in'],
  ['profile add acme', 'a profile needs --scim-url or --api-url\n'],
  ['profile add acme --scim-url https://x.example', 'a profile needs a token'],
  ['profile add acme --scim-url ftp://x.example --token-stdin', '--scim-url is not an http(s) URL'],
  ['profile add acme --scim-url https://u:p@x.example --token-stdin', 'without credentials'],
  [
    'profile add acme --scim-url http://x.example --token-stdin',
    '--scim-url is http: the token would be sent unencrypted to x.example',
  ],
  ['profile use nope', 'there is no profile "nope"'],
  ['profile remove nope', 'there is no stored profile "nope"'],
])('"%s" is refused', async (line, message) => {
  const machine = freshMachine();
  const ran = await machine.orgctl(line, line.includes('--token-stdin') ? { stdin: TOKEN } : {});
  expect(ran).toMatchObject({ exit: 2, stdout: '' });
  expect(ran.stderr).toContain(message);
});

it('profile show lists the source of each setting', async () => {
  const machine = freshMachine();
  await machine.orgctl(
    'profile add acme --scim-url https://x.example --vendor acme --token-stdin --no-check',
    { stdin: TOKEN },
  );
  const shown = await machine.orgctl('profile show -o csv --scim-version 1.1', {
    env: { ORGCTL_VENDOR: 'other' },
  });
  expect(shown.stdout).toBe(
    'name,value,source\nprofile,acme,store\nscimBaseUrl,https://x.example,profile\nscimVersion,1.1,flag\n' +
      'vendor,other,environment\nquota,auto,default\n' +
      'readOnly,no,default\nprotected,nothing,default\n' +
      'maxDeactivate,"the larger of 10 and 5% of the active users, at most half of them",default\n' +
      'maxReactivate,the larger of 10 and 5% of the active users,default\n' +
      'maxRemoveMembers,the larger of 10 and 5% of its members,default\n' +
      'maxDeleteGroups,0,default\nmaxChanges,no limit,default\ntoken,user (stored),profile\n',
  );
});

it('a stored token is not sent to another service', async () => {
  const machine = freshMachine();
  await machine.orgctl('profile add acme --scim-url https://x.example --token-stdin --no-check', {
    stdin: TOKEN,
  });
  const ran = await machine.orgctl('-p acme --scim-url https://y.example scim users list');
  expect(ran.exit).toBe(2);
  expect(ran.stderr).toContain('profile "acme" may only be used with https://x.example');
});

describe('URL of another host with a given token', () => {
  const ELSEWHERE = '--scim-url https://y.example scim users list --scim-version 1.1';

  async function asking(
    line: string,
    env: Readonly<Record<string, string>> = { ORGCTL_TOKEN: 'xoxp-2-given' },
  ) {
    const machine = freshMachine();
    await machine.orgctl('profile add acme --scim-url https://x.example --token-stdin --no-check', {
      stdin: TOKEN,
    });
    const seen: (readonly [string, string | undefined])[] = [];
    const ran = await machine.orgctl(line, {
      env,
      network: async ({ url, headers }) => {
        seen.push([new URL(url).origin, headers['authorization']]);
        const body = '{"Resources":[],"totalResults":0,"startIndex":1,"itemsPerPage":0}';
        return { status: 200, headers: {}, body: new TextEncoder().encode(body) };
      },
    });
    return { ...ran, seen };
  }

  it.each([
    [ELSEWHERE, { ORGCTL_TOKEN: 'xoxp-2-given' }],
    [
      'scim users list --scim-version 1.1',
      { ORGCTL_TOKEN: 'xoxp-2-given', ORGCTL_SCIM_URL: 'https://y.example' },
    ],
  ])('needs no profile even if one is stored: %s', async (line, env) => {
    const { exit, stderr, seen } = await asking(line, env);
    expect([exit, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    expect(seen).toEqual([['https://y.example', 'Bearer xoxp-2-given']]);
  });

  it.each([
    [`-p acme ${ELSEWHERE}`, { ORGCTL_TOKEN: 'xoxp-2-given' }, '--scim-url'],
    [ELSEWHERE, {}, '--scim-url'],
    ['scim users list', { ORGCTL_SCIM_URL: 'https://y.example' }, 'ORGCTL_SCIM_URL'],
  ])('is refused if a profile is given or the token is missing: %s %j', async (line, env, given) => {
    const { exit, stderr, seen } = await asking(line, env);
    expect([exit, seen]).toEqual([2, []]);
    expect(stderr).toContain('profile "acme" may only be used with https://x.example');
    expect(stderr).toContain(
      `hint: omit ${given}; for another service, use no profile and set ORGCTL_TOKEN, or store it: `,
    );
  });

  it('with the host of the default profile keeps its limits', async () => {
    const { exit, stderr } = await asking('--scim-url https://x.example/scim/v2 profile show -o csv');
    expect([exit, stderr]).toEqual([0, '']);
  });
});

it('profile add reports the new default profile', async () => {
  const machine = freshMachine();
  const add = (name: string) =>
    machine.orgctl(`profile add ${name} --scim-url https://x.example --token-stdin --no-check`, {
      stdin: TOKEN,
    });
  expect((await add('a')).stderr).toContain('"a" is now the default profile\n');
  expect((await add('b')).stderr).not.toContain('default');
});

it.each([
  [
    'csv',
    [
      'current,name,scimBaseUrl,webApiBaseUrl,scimVersion,tokens,readOnly,protected,limits',
      '*,web,,https://example.com/api,auto,user (command),,,',
      ',sandbox,embedded,embedded,2.0,built in,,,',
    ],
  ],
  [
    'table',
    [
      '   Name     SCIM base URL  Web API base URL         Version  Tokens          Read-only  Protected  Limits',
      '*  web                     https://example.com/api  auto     user (command)',
      '   sandbox  embedded       embedded                 2.0      built in',
    ],
  ],
])('profile list shows the URL of a profile for the Web API only, as %s', async (format, lines) => {
  const { orgctl } = freshMachine();
  await orgctl('profile add web --api-url https://example.com/api --token-command true --no-check');
  expect((await orgctl(`profile list -o ${format}`)).stdout).toBe(`${lines.join('\n')}\n`);
});

it('profile use, list and remove select, list and delete connections', async () => {
  const machine = freshMachine();
  for (const name of ['a', 'b']) {
    await machine.orgctl(`profile add ${name} --scim-url https://x.example --token-stdin --no-check`, {
      stdin: TOKEN,
    });
  }
  await machine.orgctl('profile use b');
  expect((await machine.orgctl('profile list -o csv --columns current,name,tokens')).stdout).toBe(
    'current,name,tokens\n,a,user (stored)\n*,b,user (stored)\n,sandbox,built in\n',
  );
  expect((await machine.orgctl('profile remove b')).exit).toBe(2);
  expect((await machine.orgctl('profile remove b --yes')).exit).toBe(0);
  expect((await machine.orgctl('scim users list')).stderr).toContain('no profile selected');
});

describe('the names that completion remembers', () => {
  it.each([
    ['profile remove acme --yes', false],
    ['profile rename acme acme2', false],
    ['profile edit acme --scim-url https://y.example --token-stdin --no-check', false],
    ['profile edit acme --read-only --no-check', true],
    ['profile use acme', true],
  ])('are those of the organization of a profile: %s', async (line, isKept) => {
    const machine = freshMachine();
    const stdin = 'xoxp-1-stored';
    await machine.orgctl('profile add acme --scim-url https://x.example --token-stdin --no-check', { stdin });
    const names = machine.path('state/names/acme-user.tsv');
    mkdirSync(machine.path('state/names'), { recursive: true });
    writeFileSync(names, 'anna.lind\tanna@x.example\tAnna Lind\n');
    expect((await machine.orgctl(line, { stdin })).exit).toBe(0);
    expect(existsSync(names)).toBe(isKept);
  });
});

describe('a mistyped profile', () => {
  it.each([
    ['-psandbx scim users list', '-psandbox scim users list'],
    ['-npsandbx scim users list', '-npsandbox scim users list'],
    ['-qp sandbx scim users list', '-qp sandbox scim users list'],
    ['--profile=sandbx scim users list', '--profile=sandbox scim users list'],
    ['-p sandbx who sandbx', '-p sandbox who sandbx'],
  ])('is corrected where it was typed: %s', async (line, corrected) => {
    const { stderr } = await freshMachine().orgctl(line);
    expect(stderr).toContain(`\nhint: orgctl ${corrected}\n`);
  });
});

it('a vendor name is checked wherever it is given', async () => {
  const machine = freshMachine();
  const add = (vendor: string) =>
    machine.words(
      [
        'profile',
        'add',
        'acme',
        '--scim-url',
        'https://x.example',
        '--token-stdin',
        '--no-check',
        '--vendor',
        vendor,
      ],
      { stdin: 'xoxp-1-stored' },
    );
  for (const vendor of ['a:b', 'a b', '', 'x'.repeat(64)]) {
    const refused = await add(vendor);
    expect(refused.exit).toBe(2);
    expect(refused.stderr).toContain('It must consist of at most 63 letters, digits, -, _ and .');
  }
  expect((await add('a-b_c.9'.padEnd(63, 'x'))).exit).toBe(0);
});

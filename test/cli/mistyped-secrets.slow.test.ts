import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mayBeToken, tokensIn } from '../../src/gate/token-shape.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const TOKEN = 'xoxp-2345678901-CANARY-7Qw9Zr2Lk5xJtXvNbM';
/** A secret without a known prefix; a password could look like this. */
const SECRET = 'hunter2-CANARY';

/** Pieces of eight characters of the typed secret that appear in a text. */
function repeated(text: string, secret: string): readonly string[] {
  return Array.from({ length: secret.length - 7 }, (_, start) => secret.slice(start, start + 8)).filter(
    (piece) => text.includes(piece),
  );
}

describe('secrets in wrong arguments', () => {
  it.each([
    [`--token-stdin=${SECRET} scim users list`, "unknown option '--token-stdin=…'"],
    [`--tokn=${SECRET} scim users list`, "unknown option '--tokn=…'"],
    [`scim users list --api-token=${SECRET}`, "unknown option '--api-token=…'"],
    [`scim users list --password=${SECRET}`, "unknown option '--password=…'"],
    [`scim users list --token-command=${SECRET}`, "unknown option '--token-command=…'"],
    [`scim users list --quiet=${SECRET}`, "unknown option '--quiet=…'"],
    [`scim users list -X${SECRET}`, "unknown option '-X…'"],
    [`--token=${SECRET} scim users list`, 'a token on the command line can be seen by others'],
    [
      `--token-file=${TOKEN} --scim-url http://127.0.0.1:1 scim users list`,
      'the value may be a token (no such file or folder)',
    ],
    [`-p ${TOKEN} scim users list`, 'no profile has the given name, which may be a token'],
    [`-p${TOKEN} scim users list`, 'no profile has the given name, which may be a token'],
    [`profile use ${TOKEN}`, 'no profile has the given name'],
    [`profile remove ${TOKEN}`, 'no profile has the given name'],
    [`profile show ${TOKEN}`, 'no profile has the given name'],
    [`${TOKEN}`, "unknown command '«redacted»'"],
    [`scim users ${TOKEN}`, "unknown command '«redacted»'"],
    [`-p sandbox scim users get ${TOKEN}`, '«redacted»'],
    [`-p sandbox scim users list --limit ${TOKEN}`, '«redacted»'],
    [`explain ${TOKEN}`, '«redacted»'],
  ])('are not repeated: %s', async (line, said) => {
    for (const output of ['', '--output json ', '--debug ']) {
      const { exit, stdout, stderr } = await freshMachine().orgctl(output + line);
      expect([2, 6]).toContain(exit);
      expect(stderr).toContain(output.includes('json') ? said.replaceAll('"', '\\"') : said);
      expect(repeated(stdout + stderr, line.includes(TOKEN) ? TOKEN : SECRET)).toEqual([]);
    }
  });

  it('are not repeated from a variable', async () => {
    const machine = freshMachine();
    const ran = await machine.orgctl('profile show', { env: { ORGCTL_PROFILE: TOKEN } });
    expect(ran.exit).toBe(2);
    expect(repeated(ran.stdout + ran.stderr, TOKEN)).toEqual([]);
    for (const line of ['profile show', 'doctor', 'scim users list', 'profile check']) {
      const env = { ORGCTL_SCIM_URL: `https://user:${SECRET}@h.example`, ORGCTL_TOKEN: 'abcdefghijk' };
      const { exit, stdout, stderr } = await machine.orgctl(line, { env });
      expect({ line, exit }).toEqual({ line, exit: 2 });
      expect(stdout + stderr).toContain(
        'ORGCTL_SCIM_URL must be a URL without credentials, query or fragment',
      );
      expect(repeated(stdout + stderr, SECRET)).toEqual([]);
    }
  });

  it('are treated as plain words after "--"', async () => {
    for (const word of ['--token', '--token=x']) {
      const line = ['-p', 'sandbox', 'scim', 'users', 'get'];
      const { exit, stderr } = await freshMachine().words([...line, '--', word]);
      expect(exit).toBe(6);
      expect(stderr).toContain(`no user has the userName "${word}"`);
      const before = await freshMachine().words([...line, word, '--']);
      expect(before.exit).toBe(2);
      expect(before.stderr).toContain('a token on the command line can be seen by others; it was not used');
    }
  });

  it('are distinguished from ordinary words, which are repeated', async () => {
    const { stderr } = await freshMachine().orgctl('scim users list --filtre x');
    expect(stderr).toContain("unknown option '--filtre' (did you mean --filter?)");
    expect((await freshMachine().orgctl('-p acme scim users list')).stderr).toContain(
      'there is no profile "acme"',
    );
  });
});

/** Text around a mistyped or pasted token. */
const AROUND: readonly (readonly [name: string, wrap: (token: string) => string])[] = [
  ['a quote', (token) => `'${token}`],
  ['two quotes', (token) => `"${token}"`],
  ['curly quotes', (token) => `\u201c${token}\u201d`],
  ['angle quotes', (token) => `\u00ab${token}\u00bb`],
  ['a letter in front', (token) => `P${token}`],
  ['an invalid character', (token) => `P\ufffd${token}`],
  ['an equals sign', (token) => `token=${token}`],
  ['a colon', (token) => `Bearer:${token}`],
  ['a space', (token) => `Bearer ${token}`],
  ['a non-breaking space', (token) => `\u00a0${token}\u00a0`],
  ['a byte order mark', (token) => `\ufeff${token}`],
  ['a comma on both sides', (token) => `a,${token},b`],
  ['brackets', (token) => `<${token}>`],
  ['a path', (token) => `/${token}/users`],
  ['a query', (token) => `https://x.example/?token=${token}&limit=1`],
  ['two letters in front', (token) => `my${token}`],
  ['a line break within', (token) => `${token.slice(0, 16)}\n${token.slice(16)}`],
  ['a quote within', (token) => `${token.slice(0, 16)}'${token.slice(16)}`],
  ['percent-encoding where required', (token) => `?q=${encodeURIComponent(` ${token}`)}`],
  ['percent-encoding throughout', (token) => percentCoded(token)],
  ['double percent-encoding', (token) => encodeURIComponent(percentCoded(token))],
  ['en dashes for hyphens', (token) => token.replaceAll('-', '\u2013')],
  ['an extra letter in the prefix', (token) => token.replace('xoxp', 'xoxpR')],
  ['a quote within the prefix', (token) => token.replace('xoxp', "xo'xp")],
  ['an uppercase prefix', (token) => token.replace('xoxp', 'XOXP')],
];

function percentCoded(text: string): string {
  return Buffer.from(text)
    .toString('hex')
    .replace(/../g, (code) => `%${code}`);
}

/** Arguments before a place where something other than a token is expected. */
const PLACES: readonly (readonly string[])[] = [
  [],
  ['scim', 'users'],
  ['-p', 'sandbox', 'scim', 'users', 'get'],
  ['-p', 'sandbox', 'scim', 'users', 'list', '--limit'],
  ['-p', 'sandbox', 'scim', 'users', 'list', '--filter'],
  ['-p', 'sandbox', 'scim', 'users', 'list', '--query'],
  ['-p', 'sandbox', 'scim', 'users', 'list', '--columns'],
  ['-p', 'sandbox', 'scim', 'users', 'create', '--user-name'],
  ['-p', 'sandbox', '-n', 'scim', 'users', 'create', '--email', 'bo@x.example', '--user-name'],
  ['-p', 'sandbox', 'api', 'auth.test', '--param'],
  ['bulk', 'check'],
  ['bulk', 'report'],
  ['manifest', 'validate'],
  ['profile', 'use'],
  ['profile', 'add', 'acme', '--no-check', '--scim-url'],
  ['-p'],
  ['--output'],
  ['--timeout'],
  ['--scim-url'],
  ['explain'],
];

describe('tokens embedded in other text', () => {
  it.each(AROUND)('are not repeated with %s', async (_, wrap) => {
    const typed = wrap(TOKEN);
    const secret = typed.includes('%') ? typed : TOKEN;
    for (const place of PLACES) {
      const machine = freshMachine();
      const ran = await machine.words([...place, typed], { stdin: '' });
      const all = ran.stdout + ran.stderr;
      const seen = [
        ...repeated(all, secret),
        ...repeated(all, TOKEN),
        ...repeated(all, wrap(TOKEN).slice(-20)),
      ];
      expect({ place, exit: ran.exit === 1 ? ran : 'fine', seen }).toEqual({ place, exit: 'fine', seen: [] });
    }
  });

  it.each(AROUND)('are not repeated from a variable with %s', async (_, wrap) => {
    const typed = wrap(TOKEN);
    for (const name of [
      'ORGCTL_PROFILE',
      'ORGCTL_SCIM_URL',
      'ORGCTL_OUTPUT',
      'ORGCTL_SCIM_VERSION',
      'ORGCTL_TIMEOUT',
    ]) {
      const ran = await freshMachine().orgctl('scim users list', { env: { [name]: typed } });
      const all = ran.stdout + ran.stderr;
      expect({ name, seen: [...repeated(all, TOKEN), ...repeated(all, typed.slice(-20))] }).toEqual({
        name,
        seen: [],
      });
    }
  });

  it('are not repeated in messages about a file', async () => {
    const machine = freshMachine();
    for (const [name, text] of [
      ['map.yaml', `columns: {userName: {"${TOKEN}": 1}}\n${TOKEN}: 2\n`],
      ['people.csv', `userName,${TOKEN}\nbo,1\n`],
    ] as const) {
      writeFileSync(machine.path(name), text);
      const words =
        name === 'map.yaml' ? ['bulk', 'check', machine.path('people.csv'), '--map'] : ['bulk', 'check'];
      const ran = await machine.words([...words, machine.path(name)]);
      expect(repeated(ran.stderr, TOKEN)).toEqual([]);
    }
  });

  it('are redacted in printed results', async () => {
    const machine = freshMachine();
    const words = ['-p', 'sandbox', 'scim', 'users', 'list', '-o', 'json', '--limit', '1', '--query'];
    const ran = await machine.words([...words, `[].{a: \`"${TOKEN}"\`}`]);
    expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining('«redacted»') });
    expect(repeated(ran.stdout, TOKEN)).toEqual([]);
  });

  it.each([
    'xoxo-love@x.example',
    'anna.xoxo-love@x.example',
    'monkeyJungle-books-and-more',
    'eyjolfur-magnusson-gudmundsson',
    'XBOX-user-name-long',
    'xoxp-',
    'boxofxrays-of-people',
    'xoxp-…',
    'xox',
  ])('are not found in "%s"', async (text) => {
    expect(tokensIn(text)).toEqual([]);
    const { stderr } = await freshMachine().words(['-p', 'sandbox', 'scim', 'users', 'get', text]);
    expect(stderr).toContain(text);
  });
});

describe('mayBeToken', () => {
  it.each([
    TOKEN,
    'xapp-1-A0-1-abcd',
    'eyJhbGciOiJIUzI1NiJ9.e30.x',
    '9f86d081884c7d659a2feaa0c55ad015',
    'svc_9f86d081884c7d65',
  ])('is true for %s', (text) => expect(mayBeToken(text)).toBe(true));
  it.each([
    'acme',
    'production-workspace-01',
    'harbour_finch_enterprise_2026',
    '20261122-051155-db59x',
    'bot-token.txt',
    '/run/secrets/9f86d081884c7d659a2feaa0c55ad015',
    'W1ABCDEFG',
    'administratoraccountofacme',
  ])('is false for %s', (text) => expect(mayBeToken(text)).toBe(false));
});

describe('a profile with an invalid URL', () => {
  async function edited(url: string) {
    const machine = freshMachine();
    const add = 'profile add acme --scim-url https://x.example --token-stdin --no-check';
    expect((await machine.orgctl(add, { stdin: TOKEN })).exit).toBe(0);
    const file = machine.path('config/profiles.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('https://x.example', url));
    return machine;
  }

  it.each(['not a url', `https://me:${SECRET}@x.example`, '', 'file:///etc'])(
    'is reported by doctor and every other command without the URL: %s',
    async (url) => {
      const machine = await edited(url);
      const said = 'the scimBaseUrl of the profile "acme" is not a base URL';
      for (const line of [
        'doctor',
        'profile show',
        'scim users list',
        'profile check',
        '--scim-url https://x.example scim users list',
      ]) {
        const { exit, stdout, stderr } = await machine.orgctl(line);
        expect({ line, exit }).toEqual({ line, exit: 12 });
        expect((stdout + stderr).replaceAll('\\"', '"')).toContain(said);
        expect(stdout + stderr).toContain('orgctl profile edit acme --scim-url https://api.example.com');
        expect(repeated(stdout + stderr, SECRET)).toEqual([]);
      }
      const list = await machine.orgctl('profile list');
      expect({
        exit: list.exit,
        urls: JSON.parse(list.stdout).map((one: { scimBaseUrl?: string }) => one.scimBaseUrl),
      }).toEqual({
        exit: 0,
        urls: ['not a base URL', 'http://sandbox.localhost'],
      });
    },
  );
});

describe('an invalid proxy URL', () => {
  it.each(['http://u:p%zz@h:1', 'http://u%ff:x@h:1', 'socks5://h:1', 'http://'])(
    '%s is refused',
    async (url) => {
      for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY']) {
        const env = { [name]: url, ORGCTL_TOKEN: 'abcdefghijk' };
        const { exit, stderr } = await freshMachine().orgctl(
          '--scim-url https://scim.example.test scim users list',
          { env },
        );
        expect({ name, exit, stderr: stderr.split('\n')[0] }).toEqual({
          name,
          exit: 2,
          stderr: expect.stringMatching(/^error: HTTPS?_PROXY is not the URL of an http proxy$/),
        });
      }
    },
  );

  it('is ignored in the sandbox, which needs no proxy', async () => {
    const env = { HTTPS_PROXY: 'http://u:p%zz@h:1' };
    expect((await freshMachine().orgctl('-p sandbox scim users list', { env })).exit).toBe(0);
  });
});

it('a token of 60,000 characters is refused by the service without a crash', async () => {
  const token = Array.from({ length: 60_000 }, (_, index) => ((index * 7_919) % 36).toString(36)).join('');
  const { exit, stdout, stderr } = await freshMachine().orgctl('-p sandbox scim users list --limit 1', {
    env: { ORGCTL_TOKEN: token },
  });
  expect({ exit, stdout }).toEqual({ exit: 4, stdout: '' });
  expect(stderr).toContain('there is a problem with the token');
  expect(stderr).not.toContain(token.slice(0, 32));
});

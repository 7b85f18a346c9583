import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, describe, expect, it } from 'vitest';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { warnMissingTool } from '../support/missing-tool.ts';
import { BIN, freshHome } from '../support/real-bin.ts';

/** The commands in the table of docs/ci.md, by secret store. */
const RECIPES = new Map(
  [...readFileSync('docs/ci.md', 'utf8').matchAll(/^\| ([^|`]+) \| `'(.+)'` \|$/gm)].map(
    ([, from = '', command = '']) => [from, command.replaceAll('\\|', '|')],
  ),
);

function recipeOf(from: string): string {
  const command = RECIPES.get(from);
  if (command === undefined) throw new Error(`docs/ci.md has no recipe for ${from}`);
  return command;
}

/** A machine with these programs first in its PATH; each is a shell script. */
function machineWith(programs: Readonly<Record<string, string>>) {
  const home = freshHome();
  const bin = join(home, 'bin');
  mkdirSync(bin);
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const { PATH = '' } = process.env;
  return { home, env: { PATH: `${bin}:${PATH}`, HOME: home, ORGCTL_HOME: home, CI: 'true' } };
}

/** Adds a profile with the token command and gets a user with it. */
async function tryRecipe(
  command: string,
  { home, env }: Pick<ReturnType<typeof machineWith>, 'home' | 'env'>,
): Promise<string> {
  const { origin } = await listeningSandbox();
  const orgctl = (...argv: string[]) =>
    execa(process.execPath, [BIN, ...argv], { cwd: home, env, extendEnv: false, reject: false });
  const added = await orgctl('profile', 'add', 'acme', '--scim-url', origin, '--token-command', command);
  // `profile add` runs the token command before it stores the profile.
  if (added.exitCode !== 0) return added.stderr;
  expect(readFileSync(join(home, 'config', 'profiles.json'), 'utf8')).not.toContain(SANDBOX_TOKEN);
  const got = await orgctl(
    '-p',
    'acme',
    'scim',
    'users',
    'get',
    'walt.finch',
    '-o',
    'json',
    '--query',
    'userName',
  );
  return got.exitCode === 0 ? got.stdout : got.stderr;
}

describe('token command from docs/ci.md for a secret store', () => {
  it.each([
    ['Vault', 'vault', 'kv get -field=token secret/orgctl'],
    ['1Password', 'op', 'read op://ops/orgctl/token'],
  ])('%s', async (from, program, words) => {
    // Like the real program: prints the value for exactly these words, and an error on stderr for others.
    const answering = `[ "$*" = '${words}' ] && echo '${SANDBOX_TOKEN}' || { echo "unknown: $*" >&2; exit 2; }`;
    expect(await tryRecipe(recipeOf(from), machineWith({ [program]: answering }))).toBe('"walt.finch"');
    // The program fails as if no user were logged in.
    const failing = machineWith({ [program]: 'echo "permission denied" >&2; exit 2' });
    expect(await tryRecipe(recipeOf(from), failing)).toMatch(
      /^error: not stored: the token command of the profile ended with \d+: permission denied\n/,
    );
  });
});

describe('token command for pass', () => {
  try {
    execFileSync('pass', ['--version'], { stdio: 'ignore' });
  } catch {
    return warnMissingTool('pass');
  }

  it('decrypts the token for each request', async () => {
    const { home, env } = machineWith({});
    const keys = join(home, 'gpg');
    mkdirSync(keys, { mode: 0o700 });
    const own = { ...env, GNUPGHOME: keys, PASSWORD_STORE_DIR: join(home, 'store') };
    const run = (program: string, words: readonly string[], input = '') =>
      execa(program, words, { env: own, extendEnv: false, input });
    try {
      await run('gpg', [
        '--batch',
        '--passphrase',
        '',
        '--quick-gen-key',
        'ops@x.example',
        'default',
        'default',
        'never',
      ]);
      await run('pass', ['init', 'ops@x.example']);
      await run('pass', ['insert', '--echo', 'acme/scim'], `${SANDBOX_TOKEN}\n`);
      expect(await tryRecipe(recipeOf('pass'), { home, env: own })).toBe('"walt.finch"');
    } finally {
      await run('gpgconf', ['--kill', 'all']);
    }
  });
});

describe('token command for GitHub Actions OIDC', () => {
  const close: (() => void)[] = [];
  afterEach(() => {
    for (const end of close.splice(0)) end();
  });
  try {
    for (const tool of ['curl', 'jq']) execFileSync(tool, ['--version'], { stdio: 'ignore' });
  } catch {
    return warnMissingTool('curl and jq');
  }

  /** Serves the ID tokens of a job, and a broker that exchanges them for a token of the service. */
  async function broker(): Promise<string> {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const isAsked =
          request.url === '/id?api-version=2&audience=orgctl' &&
          request.headers.authorization === 'bearer job-secret';
        if (isAsked) return response.end('{"value":"id-token"}');
        if (request.url === '/token' && request.method === 'POST' && body === 'id-token\n')
          return response.end(SANDBOX_TOKEN);
        return response.writeHead(403).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    close.push(() => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it.each([
    ['job-secret', '"walt.finch"'],
    [
      'wrong',
      expect.stringMatching(/^error: not stored: the token command of the profile ended with \d+(: .*)?\n/),
    ],
  ])('exchanges the ID token at a broker: %s', async (secret, printed) => {
    const origin = await broker();
    const { home, env } = machineWith({});
    const own = {
      ...env,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret,
      ACTIONS_ID_TOKEN_REQUEST_URL: `${origin}/id?api-version=2`,
    };
    const [from = ''] = [...RECIPES.keys()].filter((one) => one.startsWith('OIDC'));
    const command = recipeOf(from).replace('https://broker.example.com', origin);
    expect(await tryRecipe(command, { home, env: own })).toEqual(printed);
  });
});

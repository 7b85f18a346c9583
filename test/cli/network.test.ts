import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';
import { closedPort, scriptedServer } from '../support/scripted-server.ts';

const TOKEN = 'canary-1234567890-token';
const env = { ORGCTL_TOKEN: TOKEN };

const at = (origin: string, words: string) => `--scim-url ${origin} --scim-version 2.0 ${words}`;

describe('exit codes of the way to the service', () => {
  it('10 when nobody answers, with the reason and a command that helps', async () => {
    const port = await closedPort();
    const ran = await freshMachine().orgctl(
      at(`http://127.0.0.1:${port}`, '--max-wait 1ms scim users list'),
      {
        env,
      },
    );
    expect(ran).toEqual({
      exit: 10,
      stdout: '',
      stderr: `error: cannot reach 127.0.0.1:${port}: the connection was refused\nhint: orgctl profile check\n`,
    });
  });

  it('11 for a redirect, which is not followed: the token stays with its origin', async () => {
    const other = await scriptedServer((_, response) => response.end('{}'));
    const server = await scriptedServer((_, response) => {
      response.writeHead(302, { location: `${other.origin}/scim/v2/Users` }).end();
    });
    const ran = await freshMachine().orgctl(at(server.origin, 'scim users list'), { env });
    expect(ran.exit).toBe(11);
    expect(ran.stderr).toContain(`answered 302 to ${other.origin}; redirects are not followed`);
    expect([server.seen.length, other.seen.length]).toEqual([1, 0]);
  });

  it('13 for a redirect of a write: nobody knows who has read it, so the user is looked for before it is sent again', async () => {
    const server = await scriptedServer((request, response) => {
      if (request.method === 'POST') response.writeHead(307, { location: 'https://login.example/' }).end();
      else response.writeHead(200).end('{"totalResults":0,"Resources":[]}');
    });
    const create = 'scim users create --user-name eva --email eva@x.example';
    const ran = await freshMachine().orgctl(at(server.origin, create), { env });
    expect(ran.exit).toBe(13);
    expect(ran.stderr).toContain('error: what became of eva is not known: ');
    expect(ran.stderr).toContain('answered 307 to https://login.example; redirects are not followed');
    // Looked for in between: each attempt finds nobody.
    const methods = server.seen.map((line) => line.split(' ')[0]);
    expect(methods.filter((method) => method === 'POST')).toHaveLength(3);
    expect(methods.at(-1)).toBe('GET');
  });

  it('10 when the service asks to wait longer than --max-wait', async () => {
    const server = await scriptedServer((_, response) => {
      response.writeHead(429, { 'retry-after': '3600' }).end('{}');
    });
    const ran = await freshMachine().orgctl(at(server.origin, '--max-wait 1m scim users list'), { env });
    expect(ran.exit).toBe(10);
    expect(ran.stderr).toContain('asks to wait 1 hour, longer than the 1 minute allowed by --max-wait');
    expect(server.seen).toHaveLength(1);
  });

  it('13 when the answers to a write never come, and it is sent again only after a look', async () => {
    const user = {
      id: 'W0000001',
      userName: 'ada',
      active: true,
      emails: [{ value: 'ada@x.example', primary: true }],
    };
    const server = await scriptedServer((request, response) => {
      if (request.method === 'DELETE') response.destroy();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(user));
    });
    const ran = await freshMachine().orgctl(at(server.origin, 'scim users deactivate W0000001 --yes'), {
      env,
    });
    expect(ran.exit).toBe(13);
    expect(ran.stderr).toContain('DELETE /scim/v2/Users/W0000001: the outcome is unknown');
    expect(ran.stderr).toContain('warning: no usable response; checked: ada is not changed yet, retrying\n');
    const methods = server.seen.map((line) => line.split(' ')[0]);
    expect(methods.slice(methods.indexOf('DELETE'))).toEqual([
      ...['DELETE', 'GET', 'DELETE', 'GET', 'DELETE', 'GET'],
    ]);
  });

  it('2 for a proxy that is none, without its password', async () => {
    const ran = await freshMachine().orgctl(at('https://api.example', 'scim users list'), {
      env: { ...env, HTTPS_PROXY: 'socks5://me:canary99@127.0.0.1:1' },
    });
    expect(ran.exit).toBe(2);
    expect(ran.stderr).toContain('error: HTTPS_PROXY is not the URL of an http proxy');
    expect(ran.stderr).not.toContain('canary99');
  });

  it('2 when TLS checks are switched off', async () => {
    const ran = await freshMachine().orgctl(at('https://api.example', 'scim users list'), {
      env: { ...env, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    });
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain('TLS checks are switched off');
  });
});

describe('the pace that a person sets', () => {
  it.each([
    ['--rate fast', 'It is a rate such as 3/s or 180/min'],
    ['--quota createUser', '"createUser" is not a limit'],
    ['--quota createUser=fast', '"fast" is not a rate'],
  ])('refuses %s', async (flag, message) => {
    const ran = await freshMachine().orgctl(`-p sandbox ${flag} scim users list`);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain(message);
  });

  it('keeps the quotas with a profile, and says where they come from', async () => {
    const machine = freshMachine();
    const add = 'profile add acme --scim-url https://x.example --token-stdin --no-check';
    const added = await machine.orgctl(`${add} --quota documented,createUser=60/min -o json`, {
      stdin: TOKEN,
    });
    expect(JSON.parse(added.stdout)).toMatchObject({ quota: 'documented,createUser=60/min' });
    const shown = await machine.orgctl('profile show acme -o csv --no-header');
    expect(shown.stdout).toContain('quota,"documented,createUser=60/min",profile\n');
    const refused = await machine.orgctl(`${add.replace('acme', 'b')} --quota nonsense`, { stdin: TOKEN });
    expect(refused.exit).toBe(2);
  });
});

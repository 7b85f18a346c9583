import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshHome, startOrgctl } from '../support/real-bin.ts';
import { type ServedSandbox, servedBy, servedSandbox } from '../support/served-sandbox.ts';

/** Sends this many creates one after the other and returns their status codes. */
async function creates(server: ServedSandbox, count: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const answer = await server.fetch('/scim/v2/Users', 'POST', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: `new${number}`,
      emails: [{ value: `new${number}@example.com` }],
    });
    statuses.push(answer.status);
  }
  return statuses;
}

it('SCIM §2.1: accepts a photo of 8 MiB if V8 does not optimize regular expressions', async () => {
  const argv = ['sandbox', 'serve', '--memory', '-o', 'ndjson'];
  const server = await servedBy(startOrgctl(freshHome(), argv, ['--no-regexp-optimization']));
  const answer = await server.fetch('/scim/v2/Users', 'POST', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'ada',
    emails: [{ value: 'ada@example.com' }],
    photos: [{ value: `data:image/png;base64,${'A'.repeat(8 * 1024 * 1024)}`, type: 'photo' }],
  });
  expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([201, '']);
});

describe('SCIM §8: "sandbox serve --limits"', () => {
  it('SCIM §8: applies the documented quotas: 20 creates at once', async () => {
    const server = await servedSandbox(freshHome(), '--limits', 'documented', '--memory');
    const statuses = await creates(server, 40);
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(201));
    expect(statuses).toContain(429);
  });

  it('SCIM §8: applies the quotas of a file, and none with "none"', async () => {
    const home = freshHome();
    const file = join(home, 'quotas.yaml');
    writeFileSync(file, 'createUser: {perMinute: 1, burst: 2}\n');
    const [limited, free] = await Promise.all([
      servedSandbox(home, '--limits', file, '--memory'),
      servedSandbox(home, '--limits', 'none', '--memory'),
    ]);
    expect(await creates(limited, 4)).toEqual([201, 201, 429, 429]);
    expect(await creates(free, 30)).toEqual(Array(30).fill(201));
  });

  it.each([
    ['createUsers: {perMinute: 1}', /createUsers: is not known here; expected createUser/],
    ['createUser: 5', /createUser: is not an object/],
    ['createUser: {perMinute: 60, burst: 0}', /createUser: must be at least 1/],
  ])('SCIM §8: refuses the quota file "%s"', async (text, message) => {
    const home = freshHome();
    writeFileSync(join(home, 'quotas.yaml'), text);
    const ran = await startOrgctl(home, ['sandbox', 'serve', '--limits', join(home, 'quotas.yaml')]);
    expect(ran).toMatchObject({ exitCode: 5, stdout: '' });
    expect(ran.stderr).toMatch(message);
    expect(ran.stderr).toContain('createUser: {perMinute: 180, burst: 20}');
  });
});

describe('"sandbox serve --bind"', () => {
  const serve = (home: string, ...words: readonly string[]) =>
    startOrgctl(home, ['sandbox', 'serve', '--memory', ...words]);

  it.each(['0.0.0.0', '::'])('requires a token to accept other machines on %s', async (address) => {
    expect(await serve(freshHome(), '--bind', address)).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: [
        `error: --bind ${address} lets other machines connect, and needs a token of your own`,
        'hint: pass --token-file or --token-stdin, or set ORGCTL_TOKEN',
      ].join('\n'),
    });
  });

  it.each(['sandbox-owner-token', 'sandbox-bot-token'])('refuses the built-in token %s', async (token) => {
    const home = freshHome();
    writeFileSync(join(home, 'token.txt'), token);
    const ran = await serve(home, '--bind', '0.0.0.0', '--token-file', join(home, 'token.txt'));
    expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ran.stderr).toContain(
      'error: --bind 0.0.0.0 needs a token of your own; this one is built in and publicly known',
    );
    expect(ran.stderr).not.toContain(token);
  });

  it.each(['sandbox.example', '1.2.3', ''])('refuses "%s", which is not an IP address', async (address) => {
    const ran = await serve(freshHome(), '--bind', address);
    expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ran.stderr).toContain('It must be an IP address, such as 0.0.0.0.');
  });

  it('reports an address that is not of this machine', async () => {
    const home = freshHome();
    writeFileSync(join(home, 'token.txt'), 'my-own-token');
    const ran = await serve(home, '--bind', '192.0.2.1', '--token-file', join(home, 'token.txt'));
    expect(ran).toMatchObject({ exitCode: 11, stdout: '' });
    expect(ran.stderr).toContain('cannot listen on 192.0.2.1: it is not an address of this machine');
  });

  it('accepts only the given token, on any Host, and does not print it', async () => {
    const home = freshHome();
    writeFileSync(join(home, 'token.txt'), 'my-own-token');
    const flags = ['--memory', '--bind', '0.0.0.0', '--token-file', join(home, 'token.txt')];
    const server = await servedSandbox(home, ...flags);
    const { port } = new URL(server.origin);
    const status = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`http://127.0.0.1:${port}/scim/v2/Users`, { headers })).status;
    };
    expect(server.printed).toEqual({
      scimBaseUrl: server.origin,
      scimV1Url: `${server.origin}/scim/v1`,
      scimV2Url: `${server.origin}/scim/v2`,
      webApiBaseUrl: `${server.origin}/api`,
      users: 12,
    });
    expect(await status('my-own-token')).toBe(200);
    expect(await status('sandbox-owner-token')).toBe(401);
  });

  it('requires no token on loopback', async () => {
    const server = await servedSandbox(freshHome(), '--memory', '--bind', '127.0.0.1');
    expect((await server.fetch('/scim/v2/Users')).status).toBe(200);
  });
});

describe('"sandbox serve --fault"', () => {
  it('injects the faults of a file and reports at the end how many were used', async () => {
    const home = freshHome();
    const file = join(home, 'faults.yaml');
    writeFileSync(file, 'faults: [{do: throttle, retryAfter: 7}, {do: reset, nth: 9}]\n');
    const process = startOrgctl(home, ['sandbox', 'serve', '--memory', '--fault', file, '-o', 'ndjson']);
    const [line] = await once(process.stdout, 'data');
    const { scimV2Url, token } = JSON.parse(String(line));
    const headers = { authorization: `Bearer ${token}` };
    const ask = () => fetch(`${scimV2Url}/Users`, { headers });
    const refused = await ask();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
    expect((await ask()).status).toBe(200);
    process.kill('SIGTERM');
    expect(await process).toMatchObject({
      exitCode: 143,
      stderr: 'serving until Ctrl-C\n1 of 2 faults were consumed',
    });
  });

  it('reports every error in a fault file with its position, and does not start', async () => {
    const home = freshHome();
    const text = [
      'faults:',
      '  - {method: FETCH, do: reset}',
      '  - do: explode',
      '  - {nth: 0, do: throttle, applied: true}',
      '  - path: /scim/v2/Users',
    ];
    writeFileSync(join(home, 'faults.yaml'), text.join('\n'));
    const ran = await startOrgctl(home, ['sandbox', 'serve', '--fault', join(home, 'faults.yaml')]);
    expect(ran).toMatchObject({ exitCode: 5, stdout: '' });
    expect(ran.stderr.replaceAll(`${home}/`, '').split('\n')).toEqual([
      'faults.yaml:2:6 faults[0].method: is "FETCH"; expected GET, POST, PUT, PATCH, DELETE, read, write, or a method of the Web API such as auth.test (invalid_fault)',
      expect.stringMatching(
        /^faults\.yaml:3:5 faults\[1\]\.do: is "explode"; expected reset, close, .* \(invalid_fault\)$/,
      ),
      expect.stringMatching(/^faults\.yaml:4:28 faults\[2\]\.applied: is not known here; expected method, /),
      'faults.yaml:4:6 faults[2].nth: is 0; expected a whole number from 1 (invalid_fault)',
      expect.stringMatching(/^faults\.yaml:5:5 faults\[3\]\.do: is missing; expected reset, close, /),
      'error: faults.yaml has no usable faults',
      'hint: write for example "faults: [{method: POST, path: /scim/v2/Users, do: reset, applied: true}]"',
    ]);
  });
});

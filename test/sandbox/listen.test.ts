import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listen } from '../../src/sandbox/listen.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { listeningSandbox } from '../support/listening.ts';
import { account, TOKENS } from '../support/organization-world.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { attributes, newUser, openTestSandbox, VERSIONS } from '../support/test-sandbox.ts';

const authorization = `Bearer ${TOKENS.owner}`;
const users = [account('ada', { displayName: 'Zoë Łukasz' }), account('bo')];
const BASES = { '1.1': '/scim/v1', '2.0': '/scim/v2' } as const;

async function resourceIn(answer: Response): Promise<JsonObject> {
  return JSON.parse(await answer.text());
}

/** Sends a request with any Host and any target, which fetch does not allow. */
function rawStatus(
  origin: string,
  options: { host?: string; path?: string; method?: string },
): Promise<number> {
  const { port } = new URL(origin);
  const { host = `127.0.0.1:${port}`, path = '/scim/v1/Users', method = 'GET' } = options;
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers: { host, authorization } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .once('error', reject)
      .end();
  });
}

describe.each(VERSIONS)('listening sandbox on %s', (version) => {
  it.each([
    ['GET', '/Users?count=1&startIndex=2'],
    ['GET', '/Users/WADA'],
    ['GET', '/Users?filter=username+sw+%22a%22'],
    ['GET', '/Users/W0'],
    ['GET', '/Users?filter=foo'],
    ['GET', '/Persons'],
    ['PUT', '/Users'],
    ['HEAD', '/Users'],
    ['OPTIONS', '/Users'],
    ['DELETE', '/Users/WADA'],
  ] as const)('answers %s %s like the in-process sandbox', async (method, path) => {
    const { origin, service } = await listeningSandbox({ version, users });
    const url = `${origin}${BASES[version]}${path}`;
    const expected = await service.sandbox.answer({ method, url, headers: { authorization } });
    const answer = await fetch(url, { method, headers: { authorization } });
    expect(answer.status).toBe(expected.status);
    const text = expected.body === undefined || method === 'HEAD' ? '' : JSON.stringify(expected.body);
    expect(await answer.text()).toBe(text);
    expect(answer.headers.get('date')).toBe('Mon, 04 Mar 2024 17:00:00 GMT');
    expect(answer.headers.get('content-type')).toBe(
      expected.body === undefined ? null : 'application/json; charset=utf-8',
    );
  });

  it('creates a user with non-Latin letters and uses the requested host in the location', async () => {
    const { origin, service } = await listeningSandbox({ version });
    const url = `${origin.replace('127.0.0.1', 'localhost')}${BASES[version]}/Users`;
    const body = JSON.stringify(newUser(version, 'mei', { title: '設計者' }));
    const answer = await fetch(url, { method: 'POST', headers: { authorization }, body });
    expect(answer.status).toBe(201);
    const created = await resourceIn(answer);
    expect(created).toMatchObject({ title: '設計者', meta: { location: `${url}/${created.id}` } });
    expect(await service.read(`/Users/${created.id}`)).toMatchObject({ title: '設計者' });
  });

  it('SCIM §7: answers a body that is not JSON with invalid_request_payload', async () => {
    const { origin } = await listeningSandbox({ version });
    const url = `${origin}${BASES[version]}/Users`;
    const answer = await fetch(url, { method: 'POST', headers: { authorization }, body: '{"userName":' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('invalid_request_payload');
  });

  it('SCIM §8: sends retry-after with a 429', async () => {
    const { origin, service } = await listeningSandbox({ version, users, latency: 1000 });
    const first = service.delete('/Users/WADA');
    const url = `${origin}${BASES[version]}/Users/WADA`;
    const second = await fetch(url, { method: 'DELETE', headers: { authorization } });
    expect(second.status).toBe(429);
    expect(second.headers.get('retry-after')).toBe('1');
    expect((await first).status).toBeLessThan(300);
  });
});

describe('access to a listening sandbox', () => {
  it('listens only on the loopback address', async () => {
    const { origin } = await listeningSandbox();
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '10.0.0.1',
  ])('refuses the Host "%s" with 403', async (host) => {
    const { origin } = await listeningSandbox({ users });
    expect(await rawStatus(origin, { host })).toBe(403);
  });

  it.each(['localhost', 'localhost:8080', '127.0.0.1', '[::1]:8080'])('accepts the Host %s', async (host) => {
    const { origin } = await listeningSandbox({ users });
    expect(await rawStatus(origin, { host })).toBe(200);
  });

  it('changes nothing for a foreign Host', async () => {
    const { origin, service } = await listeningSandbox({ users });
    expect(
      await rawStatus(origin, { host: 'evil.example', method: 'DELETE', path: '/scim/v1/Users/WADA' }),
    ).toBe(403);
    expect(await service.read('/Users/WADA')).toMatchObject({ active: true });
  });

  it.each(['http://127.0.0.1/scim/v1/Users', '*'])('refuses the target %s with 400', async (path) => {
    const { origin } = await listeningSandbox({ users });
    expect(await rawStatus(origin, { path, method: 'OPTIONS' })).toBe(400);
  });
});

describe('large bodies', () => {
  const post = (origin: string, body: string) =>
    fetch(`${origin}/scim/v1/Users`, { method: 'POST', headers: { authorization }, body });

  it('accepts a photo of 8 MiB', async () => {
    const { origin, service } = await listeningSandbox();
    const value = `data:image/png;base64,${'A'.repeat(8 * 1024 * 1024)}`;
    const answer = await post(origin, JSON.stringify(newUser('1.1', 'ada', { photos: [{ value }] })));
    expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([201, '']);
    const { id } = await resourceIn(answer);
    expect(await service.read(`/Users/${id}`)).toMatchObject({ photos: [{ value, type: 'photo' }] });
  });

  it('refuses more than 32 MiB with 413 and keeps serving', async () => {
    const { origin } = await listeningSandbox({ users });
    const answer = await post(origin, JSON.stringify({ title: 'x'.repeat(33 * 1024 * 1024) }));
    expect(answer.status).toBe(413);
    expect((await fetch(`${origin}/scim/v1/Users`, { headers: { authorization } })).status).toBe(200);
  });
});

describe('port of the sandbox', () => {
  it('is free after closing, even with keep-alive connections', async () => {
    const service = await openTestSandbox({ users });
    const first = await listen(service.sandbox, 0, Date.now);
    expect((await fetch(`${first.origin}/scim/v1/Users`, { headers: { authorization } })).status).toBe(200);
    await first.close();
    const again = await listen(service.sandbox, Number(new URL(first.origin).port), Date.now);
    expect(again.origin).toBe(first.origin);
    await again.close();
  });

  it('is named in the error if it is in use', async () => {
    const { origin, service } = await listeningSandbox();
    const port = Number(new URL(origin).port);
    await expect(listen(service.sandbox, port, Date.now)).rejects.toMatchObject({
      kind: 'unreachable',
      message: `cannot listen on port ${port}: it is in use`,
      hint: 'choose another with --port',
    });
  });
});

it('answers 500 with the reason if the state file is gone', async () => {
  const stateFile = join(temporaryFolder(), 'state.ndjson');
  const { origin, service } = await listeningSandbox({ users, stateFile });
  await service.patch('/Users/WADA', attributes('1.1', { title: 'Countess' }));
  rmSync(stateFile);
  const answer = await fetch(`${origin}/scim/v1/Users`, { headers: { authorization } });
  expect(answer.status).toBe(500);
  expect(await answer.text()).toBe(`cannot read ${stateFile}: no such file or folder`);
});

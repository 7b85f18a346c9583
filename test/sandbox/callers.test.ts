import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Bounds } from '../../src/sandbox/bounds.ts';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { isLoopback, rejectionOf } from '../../src/sandbox/known-callers.ts';
import { listen } from '../../src/sandbox/listen.ts';
import { EMPTY_SEED } from '../../src/sandbox/read-seed.ts';
import { openSandbox } from '../../src/sandbox/sandbox.ts';
import { applySeed } from '../../src/sandbox/seed-changes.ts';
import { account, TOKENS } from '../support/organization-world.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { NOW, openTestSandbox } from '../support/test-sandbox.ts';

const owner = { authorization: `Bearer ${TOKENS.primaryOwner}` };
const json = { 'content-type': 'application/json' };

async function serve(bounds: Partial<Bounds> = {}) {
  const service = await openTestSandbox({ users: [account('ada'), account('bo')] });
  const { origin, close } = await listen(service.sandbox, 0, () => NOW, { bounds });
  onTestFinished(close);
  return { origin, service };
}

/**
 * Sends the head of a request and the first part of its body, and returns the response that arrives before
 * the rest.
 */
function answerToHead(
  origin: string,
  lines: readonly string[],
  start = '{',
): Promise<{ readonly head: string; readonly body: string }> {
  const { port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`${lines.join('\r\n')}\r\n\r\n${start}`);
    });
    let text = '';
    socket.setTimeout(5000, () => socket.destroy(new Error(`no answer before the body was sent: ${text}`)));
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      text += chunk;
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      socket.destroy();
      resolve({ head: text.slice(0, end), body: text.slice(end + 4) });
    });
  });
}

describe('checks of a caller before its body is read', () => {
  it.each([
    ['a foreign Host', ['Host: evil.example', `Authorization: Bearer ${TOKENS.owner}`], '403', ''],
    [
      'a page of another site',
      ['Host: localhost', 'Origin: https://evil.example', `Authorization: Bearer ${TOKENS.owner}`],
      '403',
      '',
    ],
    ['no token', ['Host: localhost'], '401', 'missing_authentication'],
    ['a wrong token', ['Host: localhost', 'Authorization: Bearer wrong'], '401', 'invalid_authentication'],
  ])('refuses %s before the body arrives', async (_, headers, status, code) => {
    const { origin } = await serve();
    const lines = ['POST /scim/v1/Users HTTP/1.1', ...headers, 'Content-Length: 31000000'];
    const { head, body } = await answerToHead(origin, lines);
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(body).toContain(code);
  });

  it('sends 100 Continue only for an accepted token', async () => {
    const { origin } = await serve();
    const lines = (token: string) => [
      'POST /scim/v1/Users HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      'Expect: 100-continue',
      'Content-Length: 31000000',
    ];
    expect((await answerToHead(origin, lines('wrong'), '')).head).toMatch(/^HTTP\/1\.1 401 /);
    expect((await answerToHead(origin, lines(TOKENS.owner), '')).head).toBe('HTTP/1.1 100 Continue');
  });

  it('refuses a wrong token of the Web API before the body arrives', async () => {
    const { origin } = await serve();
    const lines = [
      'POST /api/auth.test HTTP/1.1',
      'Host: localhost',
      'Authorization: Bearer wrong',
      'Content-Type: application/json',
      'Content-Length: 31000000',
    ];
    const { body } = await answerToHead(origin, lines);
    expect(body).toContain('{"ok":false,"error":"invalid_auth"}');
  });

  it('keeps the connection after refusing a body and discards the body', async () => {
    const { origin } = await serve();
    const body = 'x'.repeat(3_000_000);
    for (let turn = 0; turn < 3; turn += 1) {
      const answer = await fetch(`${origin}/scim/v1/Users`, { method: 'POST', body });
      expect(answer.status).toBe(401);
      expect(await answer.text()).toContain('missing_authentication');
    }
  });

  it('closes the connection if a refused body does not end in time', async () => {
    const { origin } = await serve({ discardTime: 50 });
    const { port } = new URL(origin);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('POST /scim/v1/Users HTTP/1.1\r\nHost: localhost\r\nContent-Length: 31000000\r\n\r\n{');
    socket.resume();
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.on('close', resolve));
    expect(socket.destroyed).toBe(true);
  });

  it('accepts a token that another process has just added to the state file', async () => {
    const stateFile = `${temporaryFolder()}/state.ndjson`;
    const open = () => openSandbox({ initial: demoOrganization(), now: () => NOW, stateFile });
    const [one, other] = [await open(), await open()];
    const server = await listen(one, 0, () => NOW);
    onTestFinished(async () => {
      await server.close();
      one.close();
      other.close();
    });
    const token = { token: 'new-token', rank: 'owner', scopes: ['tokens.basic'] } as const;
    await other.setUp((organization) =>
      applySeed(
        { ...EMPTY_SEED, tokens: [{ token: { ...token, installedOn: 'organization' } }] },
        organization,
        NOW,
      ),
    );
    const answer = await fetch(`${server.origin}/api/auth.test`, {
      method: 'POST',
      headers: { authorization: 'Bearer new-token', ...json },
      body: '{}',
    });
    expect(await answer.json()).toMatchObject({ ok: true });
  });
});

describe('requests from pages of other sites', () => {
  const post = (origin: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const { port } = new URL(origin);
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      httpRequest(
        { port, path: '/api/auth.test', method: 'POST', headers: { ...form, ...headers } },
        (got) => {
          got.resume();
          resolve(got.statusCode ?? 0);
        },
      )
        .once('error', reject)
        .end(`token=${TOKENS.owner}`);
    });

  it.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://localhost.evil.example' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ origin: 'http://localhost:3000' }, 200],
    [{ origin: 'http://127.0.0.1:5173' }, 200],
    [{}, 200],
  ])(
    'answers a simple POST with %j with %i, although the token in the form is valid',
    async (headers, status) => {
      const { origin } = await serve();
      expect(await post(origin, headers)).toBe(status);
    },
  );
});

describe('rejectionOf', () => {
  it.each(['localhost', 'LOCALHOST', 'LocalHost:80', '127.0.0.1:1', '[::1]:8080'])(
    'accepts the Host %s',
    (host) => {
      expect(rejectionOf({ host }, false)).toBeUndefined();
    },
  );

  it.each(['sandbox', 'sandbox:8080', '192.168.1.2:8080'])(
    'accepts the Host %s only on an open port',
    (host) => {
      expect(rejectionOf({ host }, true)).toBeUndefined();
      expect(rejectionOf({ host }, false)).toMatchObject({ status: 403 });
    },
  );

  it.each(['', 'a b', 'user@host', 'host/path'])('refuses the Host "%s" even on an open port', (host) => {
    expect(rejectionOf({ host }, true)).toMatchObject({ status: 400 });
  });

  it('accepts a page of the same host on an open port', () => {
    expect(rejectionOf({ host: 'sandbox:8080', origin: 'http://sandbox:8080' }, true)).toBeUndefined();
    expect(rejectionOf({ host: 'sandbox:8080', origin: 'http://other:8080' }, true)).toMatchObject({
      status: 403,
    });
  });

  it.each([
    ['127.0.0.1', true],
    ['127.8.9.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['localhost', true],
    ['0.0.0.0', false],
    ['::', false],
    ['10.0.0.1', false],
    ['127.evil', false],
  ])('isLoopback(%s) returns %s', (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });
});

describe('limits of request bodies and connections', () => {
  const send = (origin: string, body: string, path = '/scim/v1/Users') =>
    fetch(`${origin}${path}`, { method: 'POST', headers: { ...owner, ...json }, body });
  const sized = (bytes: number) => JSON.stringify({ title: '' }).padEnd(bytes, ' ');

  it.each([
    [999, 400],
    [1000, 400],
    [1001, 413],
  ])('answers a body of %i bytes with status %i if the limit is 1,000', async (bytes, status) => {
    const { origin } = await serve({ bodyBytes: 1000 });
    expect((await send(origin, sized(bytes))).status).toBe(status);
  });

  it.each([
    [
      '/scim/v1/Users',
      { Errors: { description: 'invalid_request_payload (the body is too large)', code: 413 } },
    ],
    [
      '/scim/v2/Users',
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        detail: 'invalid_request_payload',
        status: 413,
      },
    ],
    ['/api/auth.test', { ok: false, error: 'invalid_arguments' }],
  ])('refuses a body above the limit on %s in the error format of that API', async (path, expected) => {
    const { origin } = await serve({ bodyBytes: 1000 });
    const answer = await send(origin, sized(1001), path);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual(expected);
  });

  it('counts the bytes of a chunked body as they arrive', async () => {
    const { origin } = await serve({ bodyBytes: 1000 });
    const lines = [
      'POST /scim/v1/Users HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${TOKENS.owner}`,
      'Transfer-Encoding: chunked',
    ];
    const { head } = await answerToHead(origin, lines, `3e9\r\n${' '.repeat(1001)}\r\n`);
    expect(head).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each([
    [99, 'invalid_auth'],
    [100, 'invalid_auth'],
    [101, 'not_authed'],
  ])('answers a form of %i bytes with %s if unauthenticated bodies may have 100', async (bytes, error) => {
    const { origin } = await serve({ strangerBodyBytes: 100 });
    const body = 'token=wrong&x='.padEnd(bytes, 'x');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(`${origin}/api/auth.test`, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ ok: false, error });
  });

  /** Sends the head of a request and this many bytes of a body that never ends. */
  async function holding(origin: string, bytes: number) {
    const { port } = new URL(origin);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.resume();
    onTestFinished(() => void socket.destroy());
    const head = `POST /scim/v1/Users HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TOKENS.owner}\r\n`;
    await new Promise<void>((resolve) => {
      socket.write(`${head}Content-Length: ${bytes + 1}\r\n\r\n${' '.repeat(bytes)}`, () => resolve());
    });
    return socket;
  }

  it.each([
    ['/scim/v1/Users', 'too_many_requests'],
    ['/api/auth.test', 'ratelimited'],
  ])(
    'answers 429 on %s while other bodies fill the memory limit, and accepts requests afterwards',
    async (path, code) => {
      const { origin } = await serve({ bodyBytes: 1000, heldBytes: 1000 });
      const other = await holding(origin, 901);
      const waitFor = async (status: number) => {
        for (;;) {
          const answer = await send(origin, sized(100), path);
          if ((answer.status === 429) === (status === 429)) return answer;
          await answer.text();
        }
      };
      const refused = await waitFor(429);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(await refused.text()).toContain(code);
      other.destroy();
      expect((await waitFor(200)).status).not.toBe(429);
    },
  );

  it('accepts bodies that exactly fill the memory limit', async () => {
    const { origin } = await serve({ bodyBytes: 1000, heldBytes: 1000 });
    for (let turn = 0; turn < 3; turn += 1) expect((await send(origin, sized(1000))).status).toBe(400);
  });

  it('closes connections beyond the maximum', async () => {
    const { origin } = await serve({ connections: 2 });
    const { port } = new URL(origin);
    const open = () =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1');
        onTestFinished(() => void socket.destroy());
        socket.on('error', () => resolve('closed'));
        socket.on('close', () => resolve('closed'));
        socket.once('data', (chunk) => resolve(String(chunk).slice(0, 12)));
        socket.write('GET /scim/v1/ServiceProviderConfigs HTTP/1.1\r\nHost: localhost\r\n\r\n');
      });
    expect([await open(), await open(), await open()]).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'closed']);
  });
});

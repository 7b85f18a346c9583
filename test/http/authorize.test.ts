import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/failure/failure.ts';
import { authorizeLayer, isLoopback } from '../../src/http/authorize.ts';
import type { HttpRequest } from '../../src/http/transport.ts';
import { response } from '../support/simulated-service.ts';

const TOKEN = 'canary-1234567890';

function sender(origin: string, allowHttp = false) {
  const seen: HttpRequest[] = [];
  let asked = 0;
  const transport = authorizeLayer({
    token: async () => {
      asked += 1;
      return TOKEN;
    },
    origins: [origin],
    allowHttp,
  })(async (request) => {
    seen.push(request);
    return response(200);
  });
  const send = (url: string) => transport({ method: 'GET', url, headers: { accept: 'a' }, effect: 'read' });
  return { send, seen, asked: () => asked };
}

describe('token in requests (SCIM §5)', () => {
  it('is sent to its own origin as a bearer token, and requested only when needed', async () => {
    const { send, seen, asked } = sender('https://api.example');
    expect(asked()).toBe(0);
    await Promise.all([send('https://api.example/scim/v2/Users'), send('https://api.example/other')]);
    expect(asked()).toBe(2);
    expect(seen.map(({ headers }) => headers)).toEqual([
      { accept: 'a', authorization: `Bearer ${TOKEN}` },
      { accept: 'a', authorization: `Bearer ${TOKEN}` },
    ]);
  });

  it.each([
    'https://api.example.evil.example/scim',
    'https://evil.example/api.example',
    'https://api.example:8443/scim',
    'http://api.example/scim',
    'https://api.example@evil.example/',
    'https://sub.api.example/',
  ])('is not sent to %s, nor is the request', async (url) => {
    const { send, seen, asked } = sender('https://api.example');
    await expect(send(url)).rejects.toMatchObject({ kind: 'usage' });
    expect([seen.length, asked()]).toEqual([0, 0]);
  });

  it('is sent over http only to this machine, unless http is allowed', async () => {
    await expect(sender('http://api.example').send('http://api.example/')).rejects.toMatchObject({
      kind: 'usage',
      message: 'refusing to send a token over http to api.example',
    });
    await expect(sender('http://api.example', true).send('http://api.example/')).resolves.toBeDefined();
    await expect(sender('http://127.0.0.1:81').send('http://127.0.0.1:81/')).resolves.toBeDefined();
  });
});

describe('refused token', () => {
  /** Sends a request to a service that accepts only the token `good`, and records the tokens sent. */
  async function tryWith(renew?: (refused: string) => Promise<string | undefined>) {
    const seen: (string | undefined)[] = [];
    const transport = authorizeLayer({
      token: async () => 'old',
      ...(renew === undefined ? {} : { renew: (_, refused) => renew(refused) }),
      isTokenRefused: ({ status }) => status === 401,
      origins: ['https://api.example'],
      allowHttp: false,
    })(async ({ headers }) => {
      seen.push(headers['authorization']);
      return response(headers['authorization'] === 'Bearer good' ? 200 : 401);
    });
    const end = await transport({
      method: 'POST',
      url: 'https://api.example/scim/v2/Users',
      headers: {},
      effect: 'write',
    }).catch((error: unknown) => error);
    return { end, seen };
  }

  it('is replaced, and the request is sent again', async () => {
    const { end, seen } = await tryWith(async (refused) => (refused === 'old' ? 'good' : undefined));
    expect(end).toMatchObject({ status: 200 });
    expect(seen).toEqual(['Bearer old', 'Bearer good']);
  });

  it('is replaced only once per request, even if the new one is refused too', async () => {
    let asked = 0;
    const { end, seen } = await tryWith(async () => {
      asked += 1;
      return `other-${asked}`;
    });
    expect(end).toMatchObject({ status: 401 });
    expect([asked, seen]).toEqual([1, ['Bearer old', 'Bearer other-1']]);
  });

  it.each([undefined, async () => undefined])(
    'ends the request if there is no other token',
    async (renew) => {
      const { end, seen } = await tryWith(renew);
      expect(end).toMatchObject({ status: 401 });
      expect(seen).toEqual(['Bearer old']);
    },
  );

  it('ends the request with the error of the token source', async () => {
    const why = new Failure('usage', 'the vault is sealed', { hint: 'orgctl profile show' });
    const { end, seen } = await tryWith(async () => {
      throw why;
    });
    expect(end).toMatchObject({
      kind: 'unauthorized',
      message: 'the token was refused, and no other token is available: the vault is sealed',
      hint: 'orgctl profile show',
      cause: why,
    });
    expect(seen).toEqual(['Bearer old']);
  });

  it('passes an unrelated error of the token source on', async () => {
    const stop = new RangeError('stopped meanwhile');
    const { end } = await tryWith(async () => {
      throw stop;
    });
    expect(end).toBe(stop);
  });
});

it.each([
  ['localhost', true],
  ['sandbox.localhost', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['[::1]', true],
  ['localhost.evil.example', false],
  ['notlocalhost', false],
  ['128.0.0.1', false],
  ['1270.0.0.1', false],
  ['127.0.0.1.evil.example', false],
  ['127evil.example', false],
])('isLoopback: %s is this machine: %s', (host, is) => {
  expect(isLoopback(host)).toBe(is);
});

import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ProxySettings } from '../../src/http/proxy-url.ts';
import { type HttpRequest, NoResponse } from '../../src/http/transport.ts';
import {
  connectionsFor,
  NETWORK_LIMITS,
  type NetworkLimits,
  networkTransport,
} from '../../src/http/undici-transport.ts';
import { closedPort, scriptedServer, tcpServer, tlsServer } from '../support/scripted-server.ts';

/** Sends one request and returns the response, or the reason why there is none. */
async function send(
  url: string,
  limits: Partial<NetworkLimits> = {},
  proxy: ProxySettings = {},
  more: Partial<HttpRequest> = {},
) {
  const { transport, close } = networkTransport({ ...NETWORK_LIMITS, ...limits }, proxy);
  onTestFinished(close);
  const request: HttpRequest = { method: 'GET', url, headers: { accept: 'x/y' }, effect: 'read', ...more };
  try {
    const { status, headers, body } = await transport(request);
    return { status, headers, body: Buffer.from(body).toString() };
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    return { outcome: error.outcome, isPermanent: error.isPermanent, message: error.message };
  }
}

describe('request and its response', () => {
  it('are transferred completely', async () => {
    const server = await scriptedServer((_, response) => {
      response.writeHead(207, { 'X-Mixed-Case': 'a', 'set-cookie': ['b=1', 'c=2'] }).end('žluť');
    });
    const more = { method: 'POST', body: '{"a":"ž"}', effect: 'write' } as const;
    const answer = await send(`${server.origin}/a/b?c=d%20e`, {}, {}, more);
    expect(answer).toMatchObject({ status: 207, body: 'žluť' });
    expect(answer.headers).toMatchObject({ 'x-mixed-case': 'a', 'set-cookie': 'b=1, c=2' });
    expect(server.seen).toEqual(['POST /a/b?c=d%20e']);
    expect(server.headers[0]).toMatchObject({ accept: 'x/y', 'content-length': '10' });
  });

  it('skips informational responses (100, 103)', async () => {
    const { port } = await tcpServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 103 Early Hints\r\nx-early: 1\r\ncontent-length: 9\r\n\r\n');
        socket.end('HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\nok');
      });
    });
    const answer = await send(`http://127.0.0.1:${port}/`);
    expect(answer).toEqual({ status: 201, headers: { 'content-length': '2' }, body: 'ok' });
  });

  it('returns a redirect like any other response', async () => {
    const server = await scriptedServer((_, response) => {
      response.writeHead(302, { location: 'http://elsewhere.example/' }).end();
    });
    expect(await send(server.origin)).toMatchObject({ status: 302 });
    expect(server.seen).toHaveLength(1);
  });
});

describe('service that does not respond in time', () => {
  it('fails if the head does not arrive', async () => {
    const { origin } = await scriptedServer(() => undefined);
    expect(await send(origin, { headTimeout: 50 })).toEqual({
      outcome: 'unknown',
      isPermanent: false,
      message: `${origin.slice(7)}: no response within the time allowed`,
    });
  });

  it('fails if the body arrives slowly without end: the limit applies to the whole response', async () => {
    const { origin } = await scriptedServer((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(await send(origin, { wholeTimeout: 400 })).toMatchObject({
      outcome: 'unknown',
      message: `no complete response from ${origin.slice(7)} within 400 milliseconds`,
    });
  });

  it('fails if the connection is accepted but stays silent', async () => {
    const { port } = await tcpServer(() => undefined);
    expect(await send(`https://127.0.0.1:${port}/`, { connectTimeout: 50 })).toMatchObject({
      outcome: 'notSent',
      message: `cannot reach 127.0.0.1:${port}: no connection within the time allowed`,
    });
  });
});

describe('--timeout, the limit for one whole response', () => {
  it('ends an unanswered TLS handshake: nothing was sent', async () => {
    const { port } = await tcpServer(() => undefined);
    expect(await send(`https://127.0.0.1:${port}/`, { wholeTimeout: 60 })).toEqual({
      outcome: 'notSent',
      isPermanent: false,
      message: `cannot reach 127.0.0.1:${port}: no connection within 60 milliseconds`,
    });
  });

  it.each([
    ['does not respond', () => undefined],
    [
      'opens a tunnel without TLS',
      (socket: Socket) =>
        void socket.once('data', () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n')),
    ],
  ])('ends a tunnel through a proxy that %s: nothing was sent', async (_, onConnection) => {
    const { port } = await tcpServer(onConnection);
    const proxy = { https: `http://127.0.0.1:${port}` };
    expect(await send('https://api.example/', { wholeTimeout: 60 }, proxy)).toEqual({
      outcome: 'notSent',
      isPermanent: false,
      message: 'cannot reach api.example: no connection within 60 milliseconds',
    });
    expect(await send('https://api.example/', { connectTimeout: 60 }, proxy)).toEqual({
      outcome: 'notSent',
      isPermanent: false,
      message: 'cannot reach api.example: no connection through the proxy within the time allowed',
    });
  });

  it('sends nothing later if the request timed out during the connection', async () => {
    const said: string[] = [];
    const { port } = await tcpServer((socket) => {
      setTimeout(() => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.on('data', (bytes) => said.push(bytes.toString().split(' ')[0] ?? ''));
      }, 120);
      socket.once('data', () => undefined);
    });
    const proxy = { http: `http://127.0.0.1:${port}` };
    const { transport, close } = networkTransport({ ...NETWORK_LIMITS, wholeTimeout: 60 }, proxy);
    onTestFinished(close);
    const write = {
      method: 'POST',
      url: 'http://api.example/',
      headers: {},
      body: '{}',
      effect: 'write',
    } as const;
    await expect(transport(write)).rejects.toMatchObject({ outcome: 'notSent' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(said.filter((method) => method === 'POST')).toEqual([]);
  });

  it('ends with the reason of a signal before and after the request was sent', async () => {
    const server = await scriptedServer(() => undefined);
    const { transport, close } = networkTransport(NETWORK_LIMITS, {});
    onTestFinished(close);
    const read = { method: 'GET', url: server.origin, headers: {}, effect: 'read' } as const;
    await expect(transport(read, AbortSignal.abort(new Error('no need')))).rejects.toThrow('no need');
    expect(server.seen).toEqual([]);
    const stop = new AbortController();
    const sent = transport(read, stop.signal);
    await expect.poll(() => server.seen).toHaveLength(1);
    stop.abort(new Error('asked to stop'));
    await expect(sent).rejects.toThrow('asked to stop');
  });
});

describe('broken connection', () => {
  it('reports a refused connection: nothing was sent', async () => {
    const port = await closedPort();
    expect(await send(`http://127.0.0.1:${port}/`)).toEqual({
      outcome: 'notSent',
      isPermanent: false,
      message: `cannot reach 127.0.0.1:${port}: the connection was refused`,
    });
  });

  it('reports an unknown host name', async () => {
    expect(await send('http://no-such-host.invalid/')).toMatchObject({
      outcome: 'notSent',
      message: expect.stringContaining('cannot reach no-such-host.invalid: the host name'),
    });
  });

  it.each([
    ['before the response', ''],
    ['in the head', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['in the body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'],
    ['in a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n64\r\nhalf'],
  ])('reports an unknown outcome if the connection breaks %s', async (_, said) => {
    const { port } = await tcpServer((socket) => {
      socket.once('data', () => socket.end(said));
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ outcome: 'unknown', isPermanent: false });
  });

  it('reports an unknown outcome if the connection is reset after the request', async () => {
    const { port } = await tcpServer((socket) => {
      socket.once('data', () => socket.resetAndDestroy());
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ outcome: 'unknown' });
  });

  it('reports an unknown outcome if the response is not HTTP', async () => {
    const { port } = await tcpServer((socket) => {
      socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({
      outcome: 'unknown',
      message: `127.0.0.1:${port}: the response is not HTTP`,
    });
  });

  it('reports a response larger than allowed', async () => {
    const { origin } = await scriptedServer((_, response) => response.end('x'.repeat(5000)));
    expect(await send(origin, { largestBody: 1000 })).toMatchObject({
      outcome: 'unknown',
      message: `${origin.slice(7)}: the response is larger than allowed`,
    });
  });
});

describe('TLS errors', () => {
  it('reports an untrusted certificate as permanent: nothing was sent', async () => {
    const { port, seen } = await tlsServer('localhost', (_, response) => response.end());
    expect(await send(`https://127.0.0.1:${port}/`)).toEqual({
      outcome: 'notSent',
      isPermanent: true,
      message: `the certificate of 127.0.0.1:${port} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)`,
    });
    expect(seen).toEqual([]);
  });

  it('reports a server that does not speak TLS as permanent', async () => {
    const { port } = await scriptedServer((_, response) => response.end());
    expect(await send(`https://127.0.0.1:${port}/`)).toEqual({
      outcome: 'notSent',
      isPermanent: true,
      message: `TLS error from 127.0.0.1:${port} (ERR_SSL_WRONG_VERSION_NUMBER)`,
    });
  });

  it('reports a server that closes the connection in the handshake: nothing was sent', async () => {
    const { port } = await tcpServer((socket) => socket.once('data', () => socket.destroy()));
    expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({
      outcome: 'notSent',
      message: `cannot reach 127.0.0.1:${port}: the connection was closed during the TLS handshake`,
    });
  });
});

describe('HTTP proxy', () => {
  it('carries requests except those to excluded hosts', async () => {
    const target = await scriptedServer((_, response) => response.end('hello'));
    const through: string[] = [];
    const { port } = await tcpServer((socket) => {
      socket.once('data', (head) => {
        through.push(head.toString().split('\r\n')[0] ?? '');
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nproxy'));
      });
    });
    const proxy = { http: `http://127.0.0.1:${port}` };
    expect(await send('http://api.example/x', {}, proxy)).toMatchObject({ body: 'proxy' });
    expect(await send(`http://127.0.0.1:${target.port}/`, {}, proxy)).toMatchObject({ body: 'hello' });
    expect(await send(`http://localhost:${target.port}/`, {}, proxy)).toMatchObject({ body: 'hello' });
    const excepted = await send('http://inner.invalid/', {}, { ...proxy, except: '.invalid' });
    expect(excepted).toMatchObject({ message: expect.stringContaining('cannot reach inner.invalid') });
    expect(through).toEqual(['CONNECT api.example:80 HTTP/1.1']);
  });

  it.each([
    ['localhost'],
    ['api.localhost'],
    ['127.0.0.1'],
    ['127.0.0.2'],
    ['127.255.255.254'],
    ['[::1]'],
    ['inner.example', 'inner.example'],
    ['api.example', '*'],
    ['[fd00::1]', 'x.example, fd00:0:0::1'],
    ['[fd00::1]', '[fd00::1]'],
  ])('learns nothing of a request to %s, with NO_PROXY=%s', async (host, except = '') => {
    const asked: string[] = [];
    const { port } = await tcpServer((socket) => {
      socket.once('data', (head) => {
        asked.push(head.toString());
        socket.end();
      });
    });
    const url = `http://127.0.0.1:${port}`;
    const closed = await closedPort();
    await send(`http://${host}:${closed}/a`, { connectTimeout: 300 }, { http: url, https: url, except });
    expect(asked).toEqual([]);
  });

  it.each(['api.example', '128.0.0.1', '[fd00::1]', '127.0.0.1.example'])('is used for %s', async (host) => {
    const asked: string[] = [];
    const { port } = await tcpServer((socket) => {
      socket.once('data', (head) => {
        asked.push(head.toString().split('\r\n')[0] ?? '');
        socket.end();
      });
    });
    await send(`http://${host}:81/a`, {}, { http: `http://127.0.0.1:${port}`, except: 'fd00::2' });
    expect(asked).toEqual([`CONNECT ${host}:81 HTTP/1.1`]);
  });

  it.each([
    'proxy-1.inner.example:3128',
    'localhost:1',
    'http://me:p%40ss@proxy.example',
    'https://proxy.example:8443',
  ])('may be written as %s', async (setting) => {
    const { close } = networkTransport(NETWORK_LIMITS, { https: setting });
    await close();
  });

  it.each<[string, ProxySettings]>([
    ['HTTP_PROXY', { http: 'nonsense' }],
    ['HTTPS_PROXY', { http: 'proxy.example:1', https: 'nonsense' }],
  ])('is reported with its variable if it is invalid: %s', (variable, proxy) => {
    expect(() => networkTransport(NETWORK_LIMITS, proxy)).toThrow(
      `${variable} is not the URL of an http proxy`,
    );
  });

  it('that refuses with 407 is permanent, and its password is not printed', async () => {
    const { port } = await scriptedConnectRefusal(407);
    const answer = await send('https://api.example/', {}, { https: `http://me:canary99@127.0.0.1:${port}` });
    expect(answer).toEqual({
      outcome: 'notSent',
      isPermanent: true,
      message: 'the proxy refused the connection to api.example (407)',
    });
  });

  it('that refuses with 503 is temporary: nothing was sent', async () => {
    const { port } = await scriptedConnectRefusal(503);
    expect(await send('https://api.example/', {}, { https: `http://127.0.0.1:${port}` })).toEqual({
      outcome: 'notSent',
      isPermanent: false,
      message: 'the proxy refused the connection to api.example (503)',
    });
  });

  it.each(['https://api.example/', 'http://api.example/'])(
    'that closes the connection is tried once per attempt: %s',
    async (url) => {
      let connections = 0;
      const { port } = await tcpServer((socket) => {
        connections += 1;
        socket.once('data', () => socket.end());
      });
      const proxy = `http://127.0.0.1:${port}`;
      expect(await send(url, {}, { http: proxy, https: proxy })).toEqual({
        outcome: 'notSent',
        isPermanent: false,
        message: 'cannot reach api.example: the proxy closed the connection',
      });
      expect(connections).toBe(1);
    },
  );

  it.each(['https://api.example/', 'http://api.example/'])(
    'that does not speak HTTP is named, not the service: %s',
    async (url) => {
      const { port } = await tcpServer(
        (socket) => void socket.once('data', () => socket.write('SSH-2.0-x\r\n')),
      );
      const proxy = `http://127.0.0.1:${port}`;
      expect(await send(url, {}, { http: proxy, https: proxy })).toEqual({
        outcome: 'notSent',
        isPermanent: true,
        message: 'cannot reach api.example: the response of the proxy is not HTTP',
      });
    },
  );

  it.each([
    ['https://api.example/', 'http', '', 'the connection was refused'],
    ['http://api.example/', 'http', '', 'the connection was refused'],
    ['https://api.example/', 'http', 'me:canary99@', 'the connection was refused'],
    ['https://api.example/', 'https', 'me:canary99@', 'the connection was refused'],
  ])('that refuses the connection is named, not the service: %s over %s', async (url, scheme, user, why) => {
    const port = await closedPort();
    const proxy = `${scheme}://${user}localhost:${port}`;
    expect(await send(url, {}, { http: proxy, https: proxy })).toEqual({
      outcome: 'notSent',
      isPermanent: false,
      message: `cannot reach the proxy localhost:${port}: ${why}`,
    });
  });

  it('that has no name is permanent', async () => {
    expect(await send('https://api.example/', {}, { https: 'http://proxy.invalid:3128' })).toMatchObject({
      outcome: 'notSent',
      message: expect.stringMatching(/^cannot reach the proxy proxy\.invalid:3128: the host name /),
    });
  });

  it('that has an untrusted certificate is named', async () => {
    const { port } = await tlsServer('localhost', () => undefined);
    expect(await send('https://api.example/', {}, { https: `https://localhost:${port}` })).toMatchObject({
      outcome: 'notSent',
      isPermanent: true,
      message: expect.stringMatching(/^the certificate of the proxy localhost:\d+ is not trusted /),
    });
  });

  it.each([
    'nonsense',
    'http://',
    'socks5://127.0.0.1:1080',
    'http://me:canary99@:0x',
    'me:canary99@proxy.example:1',
    'proxy.example:1/path',
    'a b:1',
    'http://me:canary%zz@proxy.example',
    'proxy.example:port',
  ])('cannot be %s, and the setting is not quoted', (setting) => {
    expect(() => networkTransport(NETWORK_LIMITS, { https: setting })).toThrowError(
      expect.objectContaining({
        kind: 'usage',
        message: 'HTTPS_PROXY is not the URL of an http proxy',
      }),
    );
  });
});

async function scriptedConnectRefusal(status: number): Promise<{ port: number }> {
  return tcpServer((socket) => {
    socket.once('data', () => socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\n\r\n`));
  });
}

describe('number of connections', () => {
  it.each([
    [1, 1],
    [7, 7],
    [8, 9],
    [32, 36],
  ])('for %i parallel calls is %i', (calls, connections) => {
    expect(connectionsFor(calls)).toBe(connections);
  });

  it('allows a new request while the previous response is still being read', async () => {
    const ports = new Set<number | undefined>();
    const server = await scriptedServer(({ socket }, response) => {
      ports.add(socket.remotePort);
      response.end('{}');
    });
    const { transport, close } = networkTransport({ ...NETWORK_LIMITS, connections: connectionsFor(8) }, {});
    onTestFinished(close);
    const request: HttpRequest = { method: 'GET', url: server.origin, headers: {}, effect: 'read' };
    const call = async () => {
      for (let sent = 0; sent < 3; sent += 1) await transport(request);
    };
    await Promise.all(Array.from({ length: 8 }, call));
    expect(ports.size).toBe(9);
  });
});

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Failure, systemErrorCode } from '../failure/failure.ts';
import { bearerIn } from './bearer.ts';
import { BOUNDS, type Bounds } from './bounds.ts';
import { isKnownToken, isLoopback, judgeCaller } from './known-callers.ts';
import { refusedBody } from './refused-body.ts';
import { discardRest, RequestBodies } from './request-bodies.ts';
import { responseHeaders, type Sandbox } from './sandbox.ts';
import type { SandboxAnswer } from './scim-service.ts';

export interface ListeningSandbox {
  /** Scheme, host and port. */
  readonly origin: string;
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Address to listen on; loopback when absent. */
  readonly host?: string;
  readonly bounds?: Partial<Bounds>;
}

/** A sandbox behind a port. */
interface Door {
  readonly sandbox: Sandbox;
  readonly now: () => number;
  readonly bounds: Bounds;
  readonly bodies: RequestBodies;
  /** Whether other machines reach it. */
  readonly isBound: boolean;
}

/**
 * Serves a sandbox on loopback, or on another address; port 0 takes a free one.
 * @throws Failure `unreachable` when the port cannot be used.
 */
export function listen(
  sandbox: Sandbox,
  port: number,
  now: () => number,
  options: ListenOptions = {},
): Promise<ListeningSandbox> {
  const { host = '127.0.0.1' } = options;
  const bounds = { ...BOUNDS, ...options.bounds };
  const door = { sandbox, now, bounds, bodies: new RequestBodies(bounds), isBound: !isLoopback(host) };
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    respond(door, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, error instanceof Failure ? error.message : 'the sandbox failed');
    });
  };
  const server = createServer(handle);
  // The body of a caller who is refused is not even asked for.
  server.on('checkContinue', handle);
  server.keepAliveTimeout = 30_000;
  server.maxConnections = bounds.connections;
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, host, port)));
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo;
      const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
      resolve({
        origin: `http://${name}:${address.port}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}

function cannotListen(error: Error, host: string, port: number): Failure {
  const code = systemErrorCode(error);
  if (code === 'EADDRNOTAVAIL')
    return new Failure('unreachable', `cannot listen on ${host}: it is no address of this machine`);
  return new Failure(
    'unreachable',
    `cannot listen on port ${port}: ${code === 'EADDRINUSE' ? 'it is in use' : (code ?? 'unknown reason')}`,
    { hint: 'choose another with --port' },
  );
}

/** Host, Origin and token are judged before anything of the body is kept. */
async function respond(door: Door, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { sandbox, bounds, bodies } = door;
  const { host = '' } = request.headers;
  const { method = 'GET', url = '' } = request;
  const turned = judgeCaller(request.headers, door.isBound);
  if (turned !== undefined) {
    refuse(response, turned.status, turned.why);
    return discardRest(request, bounds);
  }
  if (!url.startsWith('/') || !URL.canParse(`http://${host}${url}`)) {
    refuse(response, 400, 'the target is no path');
    return discardRest(request, bounds);
  }
  const head = { method, url: `http://${host}${url}`, headers: singleHeaders(request) };
  const isStranger = !(await isKnownToken(sandbox, request.headers.authorization));
  // The service refuses the token of a request, or the lack of one, by what stands at its head.
  const mostOfBody = isStranger ? bounds.strangerBodyBytes : bounds.bodyBytes;
  const mayHoldToken = bearerIn(request.headers.authorization) === undefined && url.startsWith('/api/');
  if (isStranger && hasBody(request) && !mayHoldToken) {
    send(door, response, await sandbox.answer(head));
    return discardRest(request, bounds);
  }
  if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue();
  const body = await bodies.read(request, mostOfBody);
  if (body === 'tooLarge' || body === 'noRoom') {
    send(door, response, isStranger ? await sandbox.answer(head) : refusedBody(body, head.url));
    return discardRest(request, bounds);
  }
  try {
    send(door, response, await sandbox.answer({ ...head, ...(body.text === '' ? {} : { body: body.text }) }));
  } finally {
    body.release();
  }
}

function send({ now }: Door, response: ServerResponse, answer: SandboxAnswer): void {
  const text = answer.body === undefined ? '' : JSON.stringify(answer.body);
  response.writeHead(answer.status, { ...responseHeaders(text, now()), ...answer.headers }).end(text);
}

/** Ends a request that the service itself would not answer. */
function refuse(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(why);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function singleHeaders(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]): [string, string][] => {
      if (value === undefined) return [];
      return [[name, Array.isArray(value) ? value.join(', ') : value]];
    }),
  );
}

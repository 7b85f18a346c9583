import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asFailure, Failure, systemErrorCode } from '../failure/failure.ts';
import { responseHeaders, type Sandbox } from './sandbox.ts';

export interface ListeningSandbox {
  /** Scheme, host and port. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Largest request body that is read, in bytes. */
const LARGEST_BODY = 32 * 1024 * 1024;

/**
 * Serves a sandbox on loopback; port 0 takes a free one.
 * @throws Failure `unreachable` when the port cannot be used.
 */
export function listen(sandbox: Sandbox, port: number, now: () => number): Promise<ListeningSandbox> {
  const server = createServer((request, response) => {
    respond(sandbox, request, response, now).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, asFailure(error).message);
    });
  });
  server.keepAliveTimeout = 30_000;
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const why =
        systemErrorCode(error) === 'EADDRINUSE'
          ? 'it is in use'
          : (systemErrorCode(error) ?? 'unknown reason');
      reject(
        new Failure('unreachable', `cannot listen on port ${port}: ${why}`, {
          hint: 'choose another with --port',
        }),
      );
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address() as AddressInfo;
      resolve({
        origin: `http://127.0.0.1:${address.port}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}

async function respond(
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
  now: () => number,
): Promise<void> {
  const { host = '' } = request.headers;
  const { method = 'GET', url = '' } = request;
  const body = await readBody(request, request.headers['content-type'] ?? '');
  // A page in a browser can be made to ask a name that points here; only loopback names are answered.
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host)) return refuse(response, 403);
  if (!url.startsWith('/')) return refuse(response, 400);
  if (body === undefined) return refuse(response, 413);
  const answer = await sandbox.answer({
    method,
    url: `http://${host}${url}`,
    headers: singleHeaders(request),
    ...(body === '' ? {} : { body }),
  });
  const text = answer.body === undefined ? '' : JSON.stringify(answer.body);
  response.writeHead(answer.status, { ...responseHeaders(text, now()), ...answer.headers }).end(text);
}

/** Ends a request that the service itself would not answer. */
function refuse(response: ServerResponse, status: number, why = ''): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(why);
}

/** Reads to the end in any case, so that the sender gets the answer; undefined when it is too much to keep. */
async function readBody(request: IncomingMessage, contentType: string): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= LARGEST_BODY) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > LARGEST_BODY) return undefined;
  // The other charset that the service takes (WEB §1).
  return Buffer.concat(chunks).toString(/charset="?iso-8859-1/i.test(contentType) ? 'latin1' : 'utf8');
}

function singleHeaders(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]): [string, string][] => {
      if (value === undefined) return [];
      return [[name, Array.isArray(value) ? value.join(', ') : value]];
    }),
  );
}

// cspell:ignore addext
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/**
 * A server on a free local port with scripted behavior, closed after the test. For servers that are not a
 * faulty service: no SCIM service at all, redirects, a proxy, raw bytes, exact requests of a client. Faults
 * of a service are injected by the sandbox (faulty-sandbox); the gate `fault-interface` lists the allowed
 * users of this file with their reasons.
 */
export interface ScriptedServer {
  readonly origin: string;
  readonly port: number;
  /** Received requests, as method and path. */
  readonly seen: string[];
  readonly headers: IncomingMessage['headers'][];
}

export async function scriptedServer(
  answer: (request: IncomingMessage, response: ServerResponse, count: number) => void,
): Promise<ScriptedServer> {
  const seen: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    headers.push(request.headers);
    // Reads the whole request first, so that the sender cannot notice when it was inspected.
    request.resume().on('end', () => answer(request, response, seen.length));
  });
  const port = await opened(server, () => server.closeAllConnections());
  return { origin: `http://127.0.0.1:${port}`, port, seen, headers };
}

/**
 * A server with a self-signed certificate for a host name. `certificate` is the file of the certificate, for
 * NODE_EXTRA_CA_CERTS.
 */
export async function tlsServer(
  host: string,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ port: number; seen: string[]; certificate: string }> {
  const folder = temporaryFolder();
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`, '-days', '2'];
  const files = ['-keyout', key, '-out', certificate];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync('openssl', ['req', '-x509', '-nodes', ...kind, ...files, ...subject], { stdio: 'ignore' });
  const seen: string[] = [];
  const options = { key: readFileSync(key), cert: readFileSync(certificate) };
  const server = createTlsServer(options, (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  return { port: await opened(server, () => server.closeAllConnections()), seen, certificate };
}

/** Below HTTP: an incomplete TLS handshake, a tunnel that never opens, an invalid status line. */
export async function tcpServer(onConnection: (socket: Socket) => void): Promise<{ port: number }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  const port = await opened(server, () => {
    for (const socket of sockets) socket.destroy();
  });
  return { port };
}

async function opened(server: Server, closeAll: () => void): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        closeAll();
      }),
  );
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a server has a port');
  return address.port;
}

/** A local port without a listener. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new TypeError('a server has a port');
  return address.port;
}

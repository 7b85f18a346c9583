import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * A server on a free port of this machine that does what a test says; it is gone after the test. For what is
 * not a service that fails: one that is no SCIM service at all, redirects, a proxy, raw bytes, what a client
 * puts on the wire. What a service may do wrong is a fault of the sandbox (faulty-sandbox); the gate
 * `fault-interface` lists who may use this, and why.
 */
export interface ScriptedServer {
  readonly origin: string;
  readonly port: number;
  /** What came in, as method and path. */
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
    // The whole request is read first: then the sender cannot tell when it was looked at.
    request.resume().on('end', () => answer(request, response, seen.length));
  });
  const port = await opened(server, () => server.closeAllConnections());
  return { origin: `http://127.0.0.1:${port}`, port, seen, headers };
}

/** The same below HTTP: half a TLS handshake, a tunnel that is never opened, a status line that is none. */
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

/** A port of this machine on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new TypeError('a server has a port');
  return address.port;
}

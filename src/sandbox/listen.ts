import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Failure, systemErrorCode } from '../failure/failure.ts';
import { bearerTokenIn } from './bearer.ts';
import { BOUNDS, type Bounds } from './bounds.ts';
import { isEventStream, streamEvents } from './event-stream.ts';
import { answerControl, isControl } from './faults/control-path.ts';
import { deliver } from './faults/deliver.ts';
import { FaultQueue } from './faults/fault-queue.ts';
import { type WireAnswer, wholeAnswer } from './faults/faulty-answer.ts';
import { FaultyService } from './faults/faulty-service.ts';
import { answerInspect, isInspect } from './inspect/inspect-path.ts';
import type { Inspector } from './inspect/inspector.ts';
import type { Watch } from './inspect/watch.ts';
import { isKnownToken, isLoopback, rejectionOf } from './known-callers.ts';
import { refusedBody } from './refused-body.ts';
import { discardRest, RequestBodies } from './request-bodies.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxRequest } from './scim-service.ts';
import { answerTruncated } from './truncated-requests.ts';

export interface ListeningSandbox {
  /** Scheme, host and port. */
  readonly origin: string;
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Address to listen on; the default is loopback. */
  readonly host?: string;
  readonly bounds?: Partial<Bounds>;
  /** Faults to inject; more can be added while the sandbox runs. */
  readonly faults?: FaultQueue;
  /** Called with every request to the service and its response. */
  readonly watch?: Watch;
  /** Data for the page at /_inspect; without it there is no page. */
  readonly inspector?: Inspector;
}

/** State of a listening sandbox. */
interface ListenerState {
  readonly sandbox: Sandbox;
  readonly now: () => number;
  readonly bounds: Bounds;
  readonly bodies: RequestBodies;
  readonly service: FaultyService;
  /** Returns the number of the next request. */
  readonly count: () => number;
  /** Whether other machines can reach the port. */
  readonly isBound: boolean;
  readonly watch: Watch | undefined;
  readonly inspector: Inspector | undefined;
}

/**
 * Serves a sandbox on loopback or another address; port 0 picks a free port.
 * @throws Failure `unreachable` if the port cannot be used
 */
export function listen(
  sandbox: Sandbox,
  port: number,
  now: () => number,
  options: ListenOptions = {},
): Promise<ListeningSandbox> {
  const { host = '127.0.0.1' } = options;
  const bounds = { ...BOUNDS, ...options.bounds };
  let requests = 0;
  const door: ListenerState = {
    sandbox,
    now,
    bounds,
    bodies: new RequestBodies(bounds),
    service: new FaultyService(sandbox, options.faults ?? new FaultQueue(), now),
    count: () => {
      requests += 1;
      return requests;
    },
    isBound: !isLoopback(host),
    watch: options.watch,
    inspector: options.inspector,
  };
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    respond(door, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, reasonOf(error));
    });
  };
  const server = createServer(handle);
  // Handle `Expect: 100-continue` as well, so that a rejected caller does not send its body.
  server.on('checkContinue', handle);
  answerTruncated(server);
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
    return new Failure('unreachable', `cannot listen on ${host}: it is not an address of this machine`);
  return new Failure(
    'unreachable',
    `cannot listen on port ${port}: ${code === 'EADDRINUSE' ? 'it is in use' : (code ?? 'unknown reason')}`,
    { hint: 'choose another with --port' },
  );
}

/** Answers a request. Host, Origin and token are checked before any of the body is stored. */
async function respond(
  door: ListenerState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { bounds } = door;
  const { host = '', authorization, expect = '' } = request.headers;
  const { method = 'GET', url: target = '' } = request;
  const url = `http://${host}${target}`;
  const isPath = target.startsWith('/') && URL.canParse(url);
  const turned =
    rejectionOf(request.headers, door.isBound) ??
    (isPath ? undefined : { status: 400, why: 'invalid request target' });
  if (turned !== undefined) {
    refuse(response, turned.status, turned.why);
    return discardRest(request, bounds);
  }
  if (door.inspector !== undefined && isInspect(target)) {
    answerInspect(door.inspector, request, response);
    return discardRest(request, bounds);
  }
  if (isEventStream(request)) return streamEvents(door.sandbox, request, response);
  const head = { method, url, headers: singleHeaders(request) };
  const answered = createResponder(door, response);
  const isStranger = !(await isKnownToken(door.sandbox, authorization));
  const mayHoldToken = bearerTokenIn(authorization) === undefined && target.startsWith('/api/');
  // The service rejects an invalid or missing token by the headers alone.
  if (isStranger && hasBody(request) && !mayHoldToken) {
    answered(head, await answerUnauthorized(door, head, request));
    return discardRest(request, bounds);
  }
  if (/^100-continue$/i.test(expect)) response.writeContinue();
  const body = await door.bodies.read(request, isStranger ? bounds.strangerBodyBytes : bounds.bodyBytes);
  if (body === 'tooLarge' || body === 'noRoom') {
    const answer = isStranger
      ? await answerUnauthorized(door, head, request)
      : wholeAnswer(refusedBody(body, url), door.now());
    answered(head, answer);
    return discardRest(request, bounds);
  }
  try {
    const whole = { ...head, ...(body.text === '' ? {} : { body: body.text }) };
    const counted = isControl(url) ? whole : { ...whole, number: door.count() };
    answered(counted, await answerTo(door, counted, request));
  } finally {
    body.release();
  }
}

/**
 * Returns a function that sends an answer and reports it to the watcher. Control requests are not reported.
 */
function createResponder(
  { watch }: ListenerState,
  response: ServerResponse,
): (request: SandboxRequest, answer: WireAnswer) => void {
  const started = watch?.clock() ?? 0;
  return (request, answer) => {
    deliver(response, answer);
    if (watch !== undefined && !isControl(request.url))
      watch.tell({ request, answer, took: watch.clock() - started });
  };
}

/** Control requests are answered here, all others by the service. */
async function answerTo(
  door: ListenerState,
  request: SandboxRequest & { readonly number?: number },
  from: IncomingMessage,
): Promise<WireAnswer> {
  const { number } = request;
  if (number === undefined) return handleControl(door, request, from);
  return door.service.answer({ ...request, number });
}

/** Answers a request without a valid token. Faults are not applied: they are for authorized callers. */
async function answerUnauthorized(
  door: ListenerState,
  head: SandboxRequest,
  from: IncomingMessage,
): Promise<WireAnswer> {
  if (isControl(head.url)) return handleControl(door, head, from);
  return wholeAnswer(await door.sandbox.answer(head), door.now());
}

function handleControl(
  door: ListenerState,
  request: SandboxRequest,
  { socket }: IncomingMessage,
): WireAnswer {
  const { sandbox, service, now } = door;
  const { organization, audit } = sandbox;
  const isHere = isLoopback(socket.remoteAddress ?? '');
  return wholeAnswer(answerControl(request, { organization, audit, queue: service.queue }, isHere), now());
}

/** Refuses a request that never reaches the service. */
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

/** Returns the response text for a request on which the sandbox failed. */
function reasonOf(error: unknown): string {
  if (error instanceof Failure) return error.message;
  return `the sandbox failed: ${error instanceof Error ? error.message : String(error)}`;
}

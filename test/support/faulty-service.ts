import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { HttpResponse } from '../../src/http/transport.ts';
import { demoOrganisation } from '../../src/sandbox/demo-organisation.ts';
import { SANDBOX_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import { openSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { HTTP_METHODS, type HttpMethod, TOKEN_KINDS } from '../../src/spec/wire.ts';
import { freshMachine, type RunOptions } from './run-orgctl.ts';

/** What can be done with a request: hand it to the service, with or without giving its answer back. */
export interface Passing {
  apply(): Promise<HttpResponse>;
  pass(): Promise<unknown>;
}

/** Answers a request in place of the service, or lets it through. */
export type Faulty = (request: IncomingMessage, response: ServerResponse, passing: Passing) => unknown;

/** A machine whose profile "acme" leads to such a service, with a token of every kind; waits take no time. */
export async function machineAtFaulty(origin: string) {
  const machine = freshMachine();
  let skipped = 0;
  const timed: RunOptions = {
    clock: () => performance.now() + skipped,
    now: () => Date.now() + skipped,
    sleep: async (milliseconds) => {
      skipped += milliseconds;
    },
  };
  for (const kind of TOKEN_KINDS) {
    const urls = `--scim-url ${origin} --api-url ${origin}/api --scim-version 2.0`;
    await machine.orgctl(`profile add acme ${urls} --token-kind ${kind} --token-stdin --no-check`, {
      stdin: SANDBOX_TOKENS[kind],
    });
  }
  const orgctl = (line: string, options: RunOptions = {}) =>
    machine.orgctl(`-p acme --yes ${line}`, { ...timed, ...options });
  return { ...machine, orgctl };
}

/** The demo organization on a port of this machine, whose answers may be replaced. */
export interface FaultyService {
  readonly origin: string;
  readonly sandbox: Sandbox;
  /** Requests since the fault began, as method and path. */
  readonly seen: string[];
  /** From now on every request is answered like this. */
  begin(fault: Faulty): void;
}

export async function faultyService(): Promise<FaultyService> {
  const sandbox = await openSandbox({ initial: demoOrganisation(), now: Date.now });
  const seen: string[] = [];
  let fault: Faulty = (_, __, { pass }) => pass();
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    seen.push(`${request.method} ${request.url}`);
    const apply = () => applyTo(sandbox, request, body);
    await fault(request, response, {
      apply,
      async pass() {
        const { status, headers, body: answer } = await apply();
        response.writeHead(status, headers).end(answer);
      },
    });
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sandbox,
    seen,
    begin(next) {
      seen.length = 0;
      fault = next;
    },
  };
}

async function applyTo(sandbox: Sandbox, request: IncomingMessage, body: string): Promise<HttpResponse> {
  const { method = '', url = '', headers } = request;
  if (!isKnown(method)) throw new TypeError(`the service has no ${method}`);
  const kept = ['authorization', 'content-type'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return sandbox.handle({
    method,
    url: `http://${headers.host}${url}`,
    headers: Object.fromEntries(kept),
    ...(body === '' ? {} : { body }),
    effect: 'write',
  });
}

function isKnown(method: string): method is HttpMethod {
  return (HTTP_METHODS as readonly string[]).includes(method);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

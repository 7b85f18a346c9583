import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { demoOrganisation } from '../../src/sandbox/demo-organisation.ts';
import { openSandbox } from '../../src/sandbox/sandbox.ts';

/**
 * Serves a sandbox on a free port until the test is over, and answers 429 where it is told to.
 * @param asks how many seconds a request has to wait; undefined lets it through.
 */
export async function refusingService(asks: (method: string) => number | undefined) {
  const sandbox = await openSandbox({ initial: demoOrganisation(), now: Date.now });
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const method = request.method ?? '';
    const seconds = asks(method);
    if (seconds !== undefined) {
      response.writeHead(429, { 'retry-after': String(seconds), date: new Date().toUTCString() }).end();
      return;
    }
    const answer = await sandbox.answer({
      method,
      url: `http://127.0.0.1${request.url}`,
      headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
      ...(body === '' ? {} : { body }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, organisation: sandbox.organisation };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { demoOrganisation } from '../../src/sandbox/demo-organisation.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { openSandbox } from '../../src/sandbox/sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';

/** A service that takes so many new users and then asks to be left alone for an hour, until it is opened again. */
async function tiredService(creates: number) {
  const sandbox = await openSandbox({ initial: demoOrganisation(), now: Date.now });
  const state = { creates, isOpen: false };
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const isCreate = request.method === 'POST';
    if (isCreate && state.creates === 0 && !state.isOpen) {
      response.writeHead(429, { 'retry-after': '3600', date: new Date().toUTCString() }).end();
      return;
    }
    if (isCreate) state.creates -= 1;
    const answer = await sandbox.answer({
      method: request.method ?? '',
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
  return { url: `http://127.0.0.1:${port}`, state, organisation: sandbox.organisation };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

it('product: exit 10, pauses when the service wants longer than is allowed, and goes on where it was', async () => {
  const service = await tiredService(5);
  const machine = freshMachine();
  const rows = Array.from({ length: 30 }, (_, index) => `u${index},u${index}@x.example`);
  writeFileSync(machine.path('people.csv'), `userName,email\n${rows.join('\n')}\n`);
  const words = `--scim-url ${service.url} --scim-version 2.0 bulk apply ${machine.path('people.csv')} --yes -o json --max-wait 1s`;
  const env = { ORGCTL_TOKEN: SANDBOX_TOKEN };
  const paused = await machine.orgctl(words, { env });
  expect(paused.exit).toBe(10);
  expect(paused.stderr).toContain('5 created, 25 left');
  expect(paused.stderr).toContain(`continue with: orgctl ${words}`);
  const report = JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout);
  expect(report).toMatchObject({ state: 'paused', succeeded: 5, left: 25, inDoubt: 0 });
  expect(report.time.pauses).toHaveLength(1);

  service.state.isOpen = true;
  const resumed = await machine.orgctl(words, { env });
  expect(resumed).toMatchObject({ exit: 0, stderr: expect.stringContaining('30 created') });
  const made = [...service.organisation.users()].filter(({ values }) => /^u\d+$/.test(values.userName));
  expect(made.map(({ values }) => values.userName).sort()).toEqual(
    rows.map((row) => row.split(',')[0] ?? '').sort(),
  );
});

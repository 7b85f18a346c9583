import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Faulty, faultyService, machineAtFaulty } from '../../support/faulty-service.ts';
import {
  networkCommands,
  putExampleFiles,
  someOf,
  TIME_LIMIT,
  withFiles,
} from '../../support/network-commands.ts';
import { tcpServer } from '../../support/scripted-server.ts';

const say =
  (status: number, body: string, headers: Record<string, string> = {}): Faulty =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

/** Bytes without an end. */
const drip: Faulty = (_, response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '), 5);
  response.on('close', () => clearInterval(timer));
};

const throttling = (retryAfter?: string) =>
  say(429, '', retryAfter === undefined ? {} : { 'retry-after': retryAfter });

/** No usable answer (11); after a write nobody knows (13); of several items some failed (3). */
const NO_ANSWER = [3, 11, 13];
/** Not reached, or throttled, for longer than allowed (10). */
const NOT_REACHED = [3, 10, 13];
const SOON = '--timeout 100ms --max-wait 0s';

/** What answers every request, and how a command may end then. */
const FAULTS: readonly {
  readonly name: string;
  readonly fault: Faulty;
  readonly exits: readonly number[];
  readonly flags?: string;
}[] = [
  { name: 'empty 200', fault: say(200, ''), exits: NO_ANSWER },
  { name: '204', fault: say(204, ''), exits: NO_ANSWER },
  { name: '{}', fault: say(200, '{}'), exits: NO_ANSWER },
  { name: 'null', fault: say(200, 'null'), exits: NO_ANSWER },
  { name: '503', fault: say(503, ''), exits: NOT_REACHED },
  { name: 'no answer', fault: () => undefined, exits: NOT_REACHED, flags: SOON },
  { name: 'bytes without an end', fault: drip, exits: NOT_REACHED, flags: SOON },
  { name: '429 without Retry-After', fault: throttling(), exits: [10] },
  { name: '429, 0 seconds', fault: throttling('0'), exits: [10] },
  { name: '429, 1 millisecond', fault: throttling('0.001'), exits: [10] },
  { name: '429, 1 second', fault: throttling('1'), exits: [10] },
  { name: '429, a negative time', fault: throttling('-5'), exits: [10] },
  { name: '429, no time', fault: throttling('soon'), exits: [10] },
  { name: '429, a past date', fault: throttling('Thu, 01 Jan 2015 00:00:00 GMT'), exits: [10] },
  { name: '429, years', fault: throttling('9999999999'), exits: [10] },
];

/** So many requests are enough for any command to give up; of one that asks without a pause there would be thousands. */
const MOST_REQUESTS = 60;

describe('every command that talks to the service ends', { timeout: TIME_LIMIT }, () => {
  it.each(FAULTS.map((one, row) => ({ ...one, row })))('$name', async ({ fault, exits, flags, row }) => {
    const service = await faultyService();
    const machine = await machineAtFaulty(service.origin);
    putExampleFiles(machine);
    expect((await machine.orgctl(`bulk apply ${machine.path('people.csv')}`)).exit).toBe(0);
    const [group] = [...service.sandbox.organisation.groups()].filter(
      ({ displayName }) => displayName === 'IT',
    );
    let reached = 0;
    for (const line of someOf(await networkCommands(group?.id ?? ''), row)) {
      if (line.includes('--follow')) continue;
      service.begin(fault);
      const ran = await machine.orgctl(withFiles(`${flags ?? '--max-wait 10s'} ${line}`, machine));
      if (service.seen.length === 0) continue;
      reached += 1;
      expect({ line, exit: ran.exit, said: ran.stderr }).toEqual({
        line,
        exit: expect.toSatisfy((exit) => exits.includes(exit)),
        said: expect.stringMatching(/error: |problem/),
      });
      expect({ line, requests: service.seen.length }).toEqual({
        line,
        requests: expect.toSatisfy((count) => count <= MOST_REQUESTS),
      });
    }
    expect(reached).toBeGreaterThan(4);
  });

  const hangUp = (socket: Socket) => void socket.once('data', () => socket.end());
  it.each<[string, (socket: Socket) => void, boolean, number]>([
    ['a proxy that hangs up', hangUp, true, 0],
    ['a proxy that is silent', () => undefined, true, 1],
    ['a TLS handshake without an answer', () => undefined, false, 2],
  ])('%s', async (_, onConnection, isProxy, row) => {
    let connections = 0;
    const { port } = await tcpServer((socket) => {
      connections += 1;
      onConnection(socket);
    });
    const origin = isProxy ? 'https://scim.example.test' : `https://127.0.0.1:${port}`;
    const machine = await machineAtFaulty(origin);
    putExampleFiles(machine);
    let reached = 0;
    for (const line of someOf(await networkCommands('S1'), row)) {
      if (line.includes('--follow')) continue;
      connections = 0;
      const env = isProxy ? { HTTPS_PROXY: `http://127.0.0.1:${port}` } : {};
      const ran = await machine.orgctl(withFiles(`--timeout 100ms --max-wait 0s ${line}`, machine), { env });
      if (connections === 0) continue;
      reached += 1;
      expect({ line, exit: ran.exit, said: ran.stderr }).toMatchObject({
        line,
        exit: 10,
        said: expect.stringMatching(/cannot reach|problem/),
      });
      expect(connections).toBeLessThan(20);
    }
    expect(reached).toBeGreaterThan(3);
  });
});

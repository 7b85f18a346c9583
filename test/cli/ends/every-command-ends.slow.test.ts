import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { demoOrganization } from '../../../src/sandbox/demo-organization.ts';
import type { JsonObject } from '../../../src/spec/protocol-types.ts';
import { acmeMachine } from '../../support/acme-machine.ts';
import { faultsOf, faultySandbox } from '../../support/faulty-sandbox.ts';
import {
  networkCommands,
  putExampleFiles,
  someOf,
  TIME_LIMIT,
  withFiles,
} from '../../support/network-commands.ts';
import { tcpServer } from '../../support/scripted-server.ts';

/** No usable response (11), unknown outcome of a write (13), or some items failed (3). */
const NO_ANSWER = [3, 11, 13];
/** Unreachable or throttled for longer than allowed (10). */
const NOT_REACHED = [3, 10, 13];
const SOON = '--timeout 100ms --max-wait 0s';

const throttling = (retryAfter?: string) =>
  retryAfter === undefined ? { do: 'throttle' } : { do: 'throttle', retryAfter };

/** A fault of every request, and the exit codes allowed for it. */
const FAULTS: readonly {
  readonly name: string;
  readonly fault: JsonObject;
  readonly exits: readonly number[];
  readonly flags?: string;
}[] = [
  { name: 'empty 200', fault: { do: 'answer' }, exits: NO_ANSWER },
  { name: '204', fault: { do: 'answer', status: 204 }, exits: NO_ANSWER },
  { name: '{}', fault: { do: 'answer', body: {} }, exits: NO_ANSWER },
  { name: 'null', fault: { do: 'answer', body: null }, exits: NO_ANSWER },
  { name: '503', fault: { do: 'error', status: 503, body: 'none' }, exits: NOT_REACHED },
  { name: 'no response', fault: { do: 'stall' }, exits: NOT_REACHED, flags: SOON },
  { name: 'one byte a minute', fault: { do: 'drip', every: '1m' }, exits: NOT_REACHED, flags: SOON },
  { name: '429 without Retry-After', fault: throttling(), exits: [10] },
  { name: '429, 0 seconds', fault: throttling('0'), exits: [10] },
  { name: '429, 1 millisecond', fault: throttling('0.001'), exits: [10] },
  { name: '429, 1 second', fault: throttling('1'), exits: [10] },
  { name: '429, a negative time', fault: throttling('-5'), exits: [10] },
  { name: '429, an invalid time', fault: throttling('soon'), exits: [10] },
  { name: '429, a past date', fault: throttling('date-30s'), exits: [10] },
  { name: '429, 317 years', fault: throttling('9999999999'), exits: [10] },
];

/** bugreport exits with 0 whatever the service answers, since the report contains the problem. */
const isReport = (line: string) => line.startsWith('bugreport');

/** The maximum number of requests of a command; retries without a pause would send thousands. */
const MOST_REQUESTS = 60;

describe('exit of every command that talks to the service', { timeout: TIME_LIMIT }, () => {
  it.each(FAULTS.map((one, row) => ({ ...one, row })))('$name', async ({ fault, exits, flags, row }) => {
    const { origin, sandbox, queue, met } = await faultySandbox(demoOrganization(), []);
    const machine = await acmeMachine(origin);
    putExampleFiles(machine);
    expect((await machine.orgctl(`bulk apply ${machine.path('people.csv')}`)).exit).toBe(0);
    const [group] = [...sandbox.organization.groups()].filter(({ displayName }) => displayName === 'IT');
    queue.add(faultsOf({ ...fault, times: 'always' }));
    let reached = 0;
    for (const line of someOf(await networkCommands(group?.id ?? ''), row)) {
      if (line.includes('--follow')) continue;
      const before = met.length;
      const ran = await machine.orgctl(withFiles(`${flags ?? '--max-wait 10s'} ${line}`, machine));
      const requests = met.length - before;
      if (requests === 0) continue;
      reached += 1;
      expect({ line, exit: ran.exit, said: ran.stderr }).toEqual({
        line,
        exit: expect.toSatisfy((exit) => (isReport(line) ? [0] : exits).includes(exit)),
        said: isReport(line) ? expect.any(String) : expect.stringMatching(/error: |problem/),
      });
      expect({ line, requests }).toEqual({
        line,
        requests: expect.toSatisfy((count) => count <= MOST_REQUESTS),
      });
    }
    expect(reached).toBeGreaterThan(4);
    expect(met.slice(-1)).toMatchObject([{ fault: { do: fault['do'] } }]);
  });

  // A sandbox cannot cause faults before the first HTTP response.
  const hangUp = (socket: Socket) => void socket.once('data', () => socket.end());
  it.each<[string, (socket: Socket) => void, boolean, number]>([
    ['a proxy that closes the connection', hangUp, true, 0],
    ['a proxy without a response', () => undefined, true, 1],
    ['a TLS handshake without a response', () => undefined, false, 2],
  ])('%s', async (_, onConnection, isProxy, row) => {
    let connections = 0;
    const { port } = await tcpServer((socket) => {
      connections += 1;
      onConnection(socket);
    });
    const origin = isProxy ? 'https://scim.example.test' : `https://127.0.0.1:${port}`;
    const machine = await acmeMachine(origin);
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
        exit: isReport(line) ? 0 : 10,
        said: isReport(line) ? expect.any(String) : expect.stringMatching(/cannot reach|problem/),
      });
      expect(connections).toBeLessThan(20);
    }
    expect(reached).toBeGreaterThan(3);
  });
});

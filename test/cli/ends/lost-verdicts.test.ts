import { describe, expect, it } from 'vitest';
import { WEB_API_METHODS, type WebApiMethod } from '../../../src/spec/webapi-methods.ts';
import { type Faulty, faultyService, machineAtFaulty } from '../../support/faulty-service.ts';
import { someOf, TIME_LIMIT } from '../../support/network-commands.ts';

/** Every kind of write of both APIs. Each finds something to change in the demo organization. */
const WRITES: readonly string[] = [
  'scim users create --user-name eva --email eva@x.example',
  'scim users patch tomas.rey --title Painter',
  'scim users replace tomas.rey --email tomas.rey@harbour-finch.example --title Painter',
  'scim users deactivate tomas.rey',
  'scim users activate former.member',
  'scim users convert tomas.rey --to guest',
  'scim groups create Crew --member tomas.rey',
  'scim groups patch IT --name Band',
  'scim groups replace IT --name Band --member tomas.rey',
  'scim groups delete IT',
  'scim groups members add IT tomas.rey',
  'scim groups members set IT tomas.rey',
  'scim groups members clear IT',
  'admin policy assign --users clara.voss,tomas.rey',
  'admin conversations convert-to-private C0LIGHTHOUSE --confirm C0LIGHTHOUSE',
  'functions permissions set Fn0RELEASE --to everyone',
  "assistant status set D0DEPLOY 1709830800.000100 'is looking'",
  'conversations mark C0RANDOM 1709571600.000100',
];

const page =
  (status: number, type: string, body: string): Faulty =>
  (_, response) =>
    response.writeHead(status, { 'content-type': type }).end(body);

/** Ways in which the answer of a write is lost. */
const LOSSES: readonly (readonly [name: string, answer: Faulty])[] = [
  ['503 without a body', page(503, 'text/plain', '')],
  [
    '503 in JSON',
    page(503, 'application/json', '{"ok":false,"error":"service_unavailable","detail":"away"}'),
  ],
  ['504 in JSON of a gateway', page(504, 'application/json', '{"ok":false,"error":"upstream_timeout"}')],
  ['502 as a page', page(502, 'text/html', '<html>bad gateway</html>')],
  ['403 as a page', page(403, 'text/html', '<html>forbidden</html>')],
  ['200 as a page', page(200, 'text/html', '<html>welcome</html>')],
  ['200 that says no', page(200, 'application/json', '{"ok":false}')],
  ['200 with null', page(200, 'application/json', 'null')],
  ['200 that is cut', page(200, 'application/json', '{"id":"W133PZN96","userNa')],
  ['a connection that breaks', (_, response) => response.destroy()],
];

const METHODS: Readonly<Record<string, WebApiMethod>> = WEB_API_METHODS;

function isWrite(method: string | undefined, url: string | undefined): boolean {
  const name = /^\/api\/([\w.]+)/.exec(url ?? '')?.[1];
  return name === undefined ? method !== 'GET' : METHODS[name]?.effect === 'write';
}

const CASES = WRITES.flatMap((line, row) =>
  someOf(LOSSES, row).map(([name, answer]) => ({ line, name, answer })),
);

describe('a write whose answer is lost', { timeout: TIME_LIMIT }, () => {
  it.each(CASES)('is found to be done: $line, $name', async ({ line, answer }) => {
    const service = await faultyService();
    const machine = await machineAtFaulty(service.origin);
    let writes = 0;
    service.begin(async (request, response, passing) => {
      if (!isWrite(request.method, request.url)) return passing.pass();
      writes += 1;
      if (writes > 1) return passing.pass();
      await passing.apply();
      return answer(request, response, passing);
    });
    const ran = await machine.orgctl(line);
    expect(ran).toMatchObject({ exit: 0 });
    expect(writes).toBeGreaterThan(0);
    expect(ran.stderr).not.toMatch(/refused|unavailable/);
  });

  it.each(CASES)('stays unknown when no answer comes: $line, $name', async ({ line, answer }) => {
    const service = await faultyService();
    const machine = await machineAtFaulty(service.origin);
    let writes = 0;
    service.begin((request, response, passing) => {
      if (!isWrite(request.method, request.url)) return passing.pass();
      writes += 1;
      return answer(request, response, passing);
    });
    const ran = await machine.orgctl(line);
    expect(ran).toMatchObject({ exit: 13 });
    expect(ran.stderr).not.toMatch(/the service refused|temporarily unavailable/);
    expect(writes).toBeLessThan(8);
  });
});

import { describe, expect, it } from 'vitest';
import { demoOrganization } from '../../../src/sandbox/demo-organization.ts';
import type { JsonObject } from '../../../src/spec/protocol-types.ts';
import { acmeMachine } from '../../support/acme-machine.ts';
import { faultySandbox } from '../../support/faulty-sandbox.ts';
import { someOf, TIME_LIMIT } from '../../support/network-commands.ts';

/** Every kind of write of both APIs; each changes something in the demo organization. */
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
  'scim groups members remove IT samir.aziz',
  'scim groups members set IT tomas.rey',
  'scim groups members clear IT',
  'onboard --user-name eva --email eva@x.example',
  'offboard tomas.rey',
  'admin policy assign --users clara.voss,tomas.rey',
  'admin conversations convert-to-private C0LIGHTHOUSE --confirm C0LIGHTHOUSE',
  'functions permissions set Fn0RELEASE --to everyone',
  "assistant status set D0DEPLOY 1709830800.000100 'is looking'",
  'conversations mark C0RANDOM 1709571600.000100',
];

/** Ways to lose the response to a write. */
const LOSSES: readonly (readonly [name: string, fault: JsonObject])[] = [
  ['503 without a body', { do: 'error', status: 503, body: 'none' }],
  [
    '503 in JSON',
    { do: 'answer', status: 503, body: { ok: false, error: 'service_unavailable', detail: 'away' } },
  ],
  ['504 of a gateway in JSON', { do: 'answer', status: 504, body: { ok: false, error: 'upstream_timeout' } }],
  ['502 with HTML', { do: 'error', status: 502, body: 'html' }],
  ['403 with HTML', { do: 'html', status: 403 }],
  ['200 with HTML', { do: 'html' }],
  ['200 with ok: false', { do: 'answer', body: { ok: false } }],
  ['200 with null', { do: 'answer', body: null }],
  ['a truncated 200', { do: 'answer', body: '{"id":"W133PZN96","userNa' }],
  ['a closed connection', { do: 'close' }],
];

const CASES = WRITES.flatMap((line, row) =>
  someOf(LOSSES, row).map(([name, fault]) => ({ line, name, fault })),
);

/** Runs a command against a service whose writes meet this fault. */
async function runAt(line: string, fault: JsonObject) {
  const { origin, queue, audit } = await faultySandbox(demoOrganization(), [{ method: 'write', ...fault }]);
  const ran = await (await acmeMachine(origin)).orgctl(line);
  expect(queue.tally).toEqual({ all: 1, consumed: 1 });
  return { ran, writes: Number(queue.account()[0]?.['consumed']), changes: audit().length };
}

describe('a write whose response is lost', { timeout: TIME_LIMIT }, () => {
  it.each(CASES)('is found to be applied: $line, $name', async ({ line, fault }) => {
    const { ran, changes } = await runAt(line, { ...fault, applied: true });
    expect(ran).toMatchObject({ exit: 0 });
    expect(changes).toBeGreaterThan(0);
    expect(ran.stderr).not.toMatch(/refused|unavailable/);
  });

  it.each(CASES)('remains unknown if every response is lost: $line, $name', async ({ line, fault }) => {
    const { ran, writes, changes } = await runAt(line, { ...fault, times: 'always' });
    expect(ran).toMatchObject({ exit: 13 });
    expect(changes).toBe(0);
    expect(ran.stderr).not.toMatch(/the service refused|temporarily unavailable/);
    expect(writes).toBeLessThan(8);
  });
});

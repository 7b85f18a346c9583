import { writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Change } from '../../src/bulk/plan/change.ts';
import { applyPlan } from '../../src/bulk/run/apply-plan.ts';
import { replay } from '../../src/bulk/run/replay.ts';
import { parkedRequests } from '../../src/http/parked-requests.ts';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { createScimClient } from '../../src/scim/scim-client.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';

it('rows go on while others wait for a Retry-After of 30 seconds, as many as there are calls', async () => {
  const service = await faultySandbox(demoOrganization(), [
    { method: 'POST', do: 'throttle', retryAfter: '30', times: 2 },
  ]);
  const machine = freshMachine();
  const rows = Array.from({ length: 12 }, (_, index) => `u${index},u${index}@x.example`);
  writeFileSync(machine.path('people.csv'), `userName,email\n${rows.join('\n')}\n`);
  // Thirty seconds last until the ten others are there; any other wait is over at once.
  let clock = 0;
  const sleep = async (milliseconds: number) => {
    do await setImmediate();
    while (milliseconds >= 30_000 && service.audit().length < 10);
    clock += milliseconds;
  };
  const ran = await machine.orgctl(
    `--scim-url ${service.origin} --scim-version 2.0 bulk apply ${machine.path('people.csv')} --yes --concurrency 2`,
    { env: { ORGCTL_TOKEN: SANDBOX_TOKEN }, clock: () => clock, sleep },
  );
  expect(ran.exit).toBe(0);
  expect(service.audit()).toHaveLength(12);
  expect(service.met.filter(({ fault }) => fault !== undefined)).toHaveLength(2);
});

it.each([
  [1, 7, 1],
  [2, 1, 3],
  [2, 7, 9],
  [2, 8, 10],
  [2, 9, 10],
])(
  'with --concurrency %i and %i calls that wait for the service, %i are begun: four for each call',
  async (concurrency, refused, begun) => {
    const parked = parkedRequests();
    const never = new Promise<never>(() => {});
    let calls = 0;
    const transport = async () => {
      calls += 1;
      return calls <= refused ? parked.during(() => never).then(() => never) : never;
    };
    const changes = Array.from({ length: 40 }, (_, n) => creation(n));
    void applyPlan({
      changes,
      replayed: replay([], changes),
      journal: { write: async () => {}, close: () => {} },
      context: {
        scim: createScimClient(transport, 'https://scim.example', { version: '2.0', vendor: 'service' }),
        serverNow: () => 0,
        sleep: async () => {},
        withheldValues: () => ({}),
      },
      concurrency,
      parked,
      stop: new AbortController().signal,
      onOutcome: () => {},
    });
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    expect(calls).toBe(begun);
  },
);

function creation(n: number): Change {
  return {
    id: `L${n}`,
    line: n,
    after: [],
    name: `u${n}`,
    kind: 'createUser',
    user: { userName: `u${n}` },
    withheld: [],
  };
}

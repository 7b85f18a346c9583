import { writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';

it('other rows continue while up to --concurrency rows wait for a Retry-After of 30 seconds', async () => {
  const service = await faultySandbox(demoOrganization(), [
    { method: 'POST', do: 'throttle', retryAfter: '30', times: 2 },
  ]);
  const machine = freshMachine();
  const rows = Array.from({ length: 12 }, (_, index) => `u${index},u${index}@x.example`);
  writeFileSync(machine.path('people.csv'), `userName,email\n${rows.join('\n')}\n`);
  // A wait of thirty seconds ends when the ten other rows are created; any other wait ends at once.
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

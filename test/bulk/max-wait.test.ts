import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import type { JsonObject } from '../../src/spec/wire.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { simulatedTime } from '../support/simulated-time.ts';

const ROWS = 20;

/** Creates twenty users at a service with these faults; all waiting is simulated. */
async function applyAt(faults: readonly JsonObject[], flags: string) {
  const time = simulatedTime();
  const sandbox = await faultySandbox(demoOrganization(), faults);
  const machine = freshMachine();
  const rows = Array.from({ length: ROWS }, (_, index) => `u${index},u${index}@x.example`);
  writeFileSync(machine.path('people.csv'), `userName,email\n${rows.join('\n')}\n`);
  const ran = await time.run(
    machine.orgctl(
      `--scim-url ${sandbox.origin} --scim-version 2.0 bulk apply ${machine.path('people.csv')} --yes -o json ${flags}`,
      { env: { ORGCTL_TOKEN: SANDBOX_TOKEN }, clock: time.now, sleep: time.sleep },
    ),
    'the work goes on without timers',
  );
  return { ...ran, waited: time.now(), sandbox };
}

describe('a run waits for a service that refuses no longer than --max-wait in all', () => {
  it.each([0, 1])('of one that refuses everything with Retry-After %i (exit 10)', async (retryAfter) => {
    const fault = { method: 'POST', do: 'throttle', retryAfter, times: 'always' };
    const { exit, stderr, waited } = await applyAt([fault], '--max-wait 2s');
    expect(exit).toBe(10);
    expect(stderr).toContain('keeps refusing requests for longer than the 2 seconds allowed by --max-wait');
    expect(stderr).not.toContain('asks to wait');
    expect(stderr).toContain('20 left');
    // All of it that waited, in the time of the service; without a bound it is the better part of a minute.
    expect(waited).toBeLessThanOrEqual(2000);
  });

  /** Each row is refused once, and would be taken two seconds later. */
  const eachOnce = Array.from({ length: ROWS }, (_, index) => ({
    method: 'POST',
    contains: `"u${index}"`,
    do: 'throttle',
    retryAfter: 2,
  }));

  it.each([1, 4])('of one that refuses each row once, %i at a time (exit 10)', async (concurrency) => {
    const ran = await applyAt(eachOnce, `--max-wait 5s --concurrency ${concurrency}`);
    expect(ran.exit).toBe(10);
    expect(ran.waited).toBeLessThanOrEqual(5000);
    expect(ran.sandbox.audit().length).toBeGreaterThan(0);
    expect(ran.sandbox.audit().length).toBeLessThan(ROWS);
  });

  it('and a longer one lets all of them be done', async () => {
    const ran = await applyAt(eachOnce, '--max-wait 60s');
    expect(ran.exit).toBe(0);
    expect(ran.sandbox.audit()).toHaveLength(ROWS);
    expect(ran.sandbox.queue.tally).toEqual({ all: ROWS, consumed: ROWS });
  });
});

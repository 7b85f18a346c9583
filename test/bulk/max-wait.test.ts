import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { simulatedTime } from '../support/simulated-time.ts';

const ROWS = 20;

/** Creates users at a service with these faults; all waiting is simulated. */
async function applyAt(faults: readonly JsonObject[], flags: string, count = ROWS) {
  const time = simulatedTime();
  const sandbox = await faultySandbox(demoOrganization(), faults);
  const machine = freshMachine();
  const rows = Array.from({ length: count }, (_, index) => `u${index},u${index}@x.example`);
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

describe('--max-wait as the limit of the total wait of a run', () => {
  it.each([0, 1])(
    'pauses at a service that refuses everything with Retry-After %i (exit 10)',
    async (retryAfter) => {
      const fault = { method: 'POST', do: 'throttle', retryAfter, times: 'always' };
      const { exit, stderr, waited } = await applyAt([fault], '--max-wait 2s');
      expect(exit).toBe(10);
      expect(stderr).toContain('keeps refusing requests for longer than the 2 seconds allowed by --max-wait');
      expect(stderr).not.toContain('asks to wait');
      expect(stderr).toContain('20 left');
      // Total wait in simulated time; without the limit it is most of a minute.
      expect(waited).toBeLessThanOrEqual(2000);
    },
  );

  /** Each row is refused once, and would be accepted two seconds later. */
  const eachOnce = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      method: 'POST',
      contains: `"u${index}"`,
      do: 'throttle',
      retryAfter: 2,
    }));

  // Many rows wait at the same time while others continue; such a wait counts once.
  it.each([
    [1, 20],
    [4, 80],
  ])(
    'pauses at a service that refuses each row once, with concurrency %i and %i rows (exit 10)',
    async (concurrency, count) => {
      const ran = await applyAt(eachOnce(count), `--max-wait 5s --concurrency ${concurrency}`, count);
      expect(ran.exit).toBe(10);
      // With several parallel calls, part of the time is rate limiting, which does not count as a wait.
      if (concurrency === 1) expect(ran.waited).toBeLessThanOrEqual(5000);
      expect(ran.sandbox.audit().length).toBeGreaterThan(0);
      expect(ran.sandbox.audit().length).toBeLessThan(count);
    },
  );

  it('lets all rows succeed if it is long enough', async () => {
    const ran = await applyAt(eachOnce(ROWS), '--max-wait 60s');
    expect(ran.exit).toBe(0);
    expect(ran.sandbox.audit()).toHaveLength(ROWS);
    expect(ran.sandbox.queue.tally).toEqual({ all: ROWS, consumed: ROWS });
  });
});

describe('run of few rows whose writes return 503', () => {
  const away = (times: number | 'always') => ({ method: 'POST', do: 'error', status: 503, nth: 3, times });

  it('waits until they are accepted, and creates each user once', async () => {
    const ran = await applyAt([away(30)], '--max-wait 10m', 9);
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toMatch(/the service was unavailable for \d+ .*, in 1 outage/);
    expect(ran.sandbox.audit().filter(({ action }) => action === 'created')).toHaveLength(9);
  });

  it('pauses after --max-wait and prints the resume command (exit 10)', async () => {
    const ran = await applyAt([away('always')], '--max-wait 1m', 9);
    expect(ran.exit).toBe(10);
    expect(ran.waited).toBeGreaterThan(55_000);
    expect(ran.stderr).toContain('service answers 503 for longer than the 1 minute allowed by --max-wait');
    expect(ran.stderr).toContain('2 done, 7 left; resume: orgctl ');
  });
});

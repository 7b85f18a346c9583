import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runProgress } from '../../src/cli/bulk/run-progress.ts';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { type Line, lineText } from '../../src/terminal/progress.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';

describe('progress line', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    [{ left: 12_000, locked: 0 }, '2/40 done · 1 failed · throttled, 12 s'],
    [{ left: 2500, locked: 3 }, '2/40 done · 1 failed · 3 locked, 3 s'],
    [{ left: 0, locked: 0 }, '2/40 done · 1 failed'],
  ])('shows throttling and is redrawn while no change ends', (state, text) => {
    const lines: string[] = [];
    const context = {
      messages: {
        progress: () => ({
          update: (line: Line) => lines.push(lineText(line)),
          stop: () => {},
          around: vi.fn(),
        }),
      },
      host: { clock: () => performance.now() },
    } satisfies Parameters<typeof runProgress>[0];
    const progress = runProgress(context, {
      total: 40,
      before: new Map([['L2', { state: 'failed', code: 'x', message: 'y' }]]),
      throttling: { state: () => state },
      outages: { state: () => undefined },
    });
    progress.countOutcome({ state: 'succeeded', id: 'W1', name: 'anna' });
    expect(lines.at(-1)).toBe(text);
    const before = lines.length;
    vi.advanceTimersByTime(3000);
    expect(lines.length).toBe(before + 3);
    expect(lines.at(-1)).toContain(`${text} · 20/min · 2 min left`);
    progress.stop();
    vi.advanceTimersByTime(5000);
    expect(lines.length).toBe(before + 3);
  });
});

it('bulk apply reports throttling as an event, at the end and in the report', async () => {
  const once = { method: 'POST', do: 'throttle', retryAfter: 1 };
  const { origin, queue } = await faultySandbox(demoOrganization(), [once]);
  const machine = freshMachine();
  writeFileSync(machine.path('people.csv'), 'userName,email\nanna,anna@x.example\nbo,bo@x.example\n');
  const events = machine.path('events.ndjson');
  const ran = await machine.orgctl(
    `--scim-url ${origin} --scim-version 2.0 bulk apply ${machine.path('people.csv')} --yes -o json --events ${events}`,
    { env: { ORGCTL_TOKEN: SANDBOX_TOKEN } },
  );
  expect(ran.exit).toBe(0);
  expect(ran.stderr).toMatch(/^throttled for (1 second|2 seconds) in total$/m);
  // A message per request would disturb the progress line.
  expect(ran.stderr).not.toContain('asks to wait');
  const written = readFileSync(events, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const throttled = written.filter(({ type }) => type === 'throttled');
  expect(throttled).toEqual([
    { t: expect.any(String), type: 'throttled', rates: 'createUser', seconds: expect.any(Number) },
  ]);
  expect(throttled[0].seconds).toBeGreaterThanOrEqual(1);
  expect(written.at(-1).throttledSeconds).toBeGreaterThanOrEqual(1);
  expect(queue.tally).toEqual({ all: 1, consumed: 1 });
  const report = await machine.orgctl('bulk report latest -o table');
  expect(report.stdout).toMatch(/^Throttled +1(\.\d+)? s$/m);
  const { time } = JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout);
  expect(time.throttled).toBeGreaterThanOrEqual(1);
});

it('bulk apply that is stopped while throttled is paused, not failed', async () => {
  const refusal = { method: 'POST', do: 'throttle', retryAfter: 600, times: 'always' };
  const { origin } = await faultySandbox(demoOrganization(), [refusal]);
  const machine = freshMachine();
  writeFileSync(machine.path('people.csv'), 'userName,email\nanna,anna@x.example\nbo,bo@x.example\n');
  let deliver = (_: 'SIGINT') => {};
  const stopped = await machine.orgctl(
    `--scim-url ${origin} --scim-version 2.0 bulk apply ${machine.path('people.csv')} --yes -o json`,
    {
      env: { ORGCTL_TOKEN: SANDBOX_TOKEN },
      onStart: (given) => {
        deliver = given;
      },
      sleep: async () => deliver('SIGINT'),
    },
  );
  expect(stopped.exit).toBe(130);
  expect(stopped.stderr).toContain('2 left');
  expect(stopped.stderr).not.toContain('bug in orgctl');
  expect(stopped.stderr).toContain('left; resume: orgctl');
  const report = JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout);
  expect(report).toMatchObject({ state: 'paused', left: 2, inDoubt: 0 });
});

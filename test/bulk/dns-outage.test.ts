import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { NETWORK_LIMITS, networkTransport } from '../../src/http/undici-transport.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const ROWS = 30;
const env = { ORGCTL_TOKEN: SANDBOX_TOKEN };

/** A DNS label has at most 63 characters (RFC 1035), so this name fails without a query to the network. */
const NO_NAME = `${'x'.repeat(64)}.invalid`;

/**
 * A run over real sockets whose host name stops resolving after ten writes. @param seconds how long, in the
 * waiting time of the run
 */
async function runWithoutNames(seconds: number, flags = '') {
  const service = await listeningSandbox();
  const machine = freshMachine();
  const rows = Array.from({ length: ROWS }, (_, index) => `u${index},u${index}@x.example\n`);
  writeFileSync(machine.path('people.csv'), `userName,email\n${rows.join('')}`);
  const network = networkTransport(NETWORK_LIMITS, {});
  onTestFinished(network.close);
  let writes = 0;
  let waited = 0;
  const ran = await machine.orgctl(
    `--scim-url ${service.origin} --scim-version 2.0 ${flags} bulk apply ${machine.path('people.csv')} --yes -o json`,
    {
      env,
      terminal: 120,
      clock: () => performance.now() + waited,
      sleep: async (milliseconds) => {
        // Long enough for the terminal to draw the line.
        await pause(60);
        waited += milliseconds;
      },
      network: (request) => {
        if (request.effect === 'write') writes += 1;
        const isGone = writes > 10 && waited < seconds * 1000;
        const url = isGone ? request.url.replace('127.0.0.1', NO_NAME) : request.url;
        return network.transport({ ...request, url });
      },
    },
  );
  const made = [...service.sandbox.organization.users()].filter(({ values }) =>
    /^u\d+$/.test(values.userName ?? ''),
  );
  const report = JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout);
  const { stdout: table } = await machine.orgctl('bulk report latest -o table');
  const text = (await machine.orgctl('bulk report latest -o text --columns outages')).stdout;
  return { ran, made: made.length, report, table, text };
}

it('waits for a name service that is away, reports the outage and counts it', async () => {
  const { ran, made, report, table, text } = await runWithoutNames(120);
  expect(ran.stderr).toMatch(/service unreachable, next try (?:now|in \d+ s); \d+ min left/);
  expect(ran.stderr).toMatch(/the service was unavailable for .*, in \d outages?\n/);
  expect(ran.exit).toBe(0);
  expect(made).toBe(ROWS);
  expect(report).toMatchObject({ succeeded: ROWS, failed: 0, left: 0 });
  for (const { why } of report.time.outages) expect(why).toBe('service unreachable');
  expect(report.time.outageSeconds).toBeGreaterThan(100);
  expect(table).toMatch(/^Outages +\d, \d.* min$/m);
  expect(text).toMatch(/^\d, \d.* min\n$/);
});

it('waits for a name service no longer than --max-wait, and the run can be resumed (exit 10)', async () => {
  const { ran, made, report } = await runWithoutNames(3600, '--max-wait 1m');
  expect(ran.exit).toBe(10);
  expect(ran.stderr).toMatch(/\d+ done, \d+ left; resume: orgctl .* --max-wait 1m bulk resume \S+ --yes/);
  expect(made).toBeLessThan(ROWS);
  expect(report).toMatchObject({ state: 'paused', failed: 0, left: ROWS - made });
});

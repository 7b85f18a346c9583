import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { LONG_DAY_URL, longDay } from '../support/long-day.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { simulatedTime } from '../support/simulated-time.ts';
import { throttlingSandbox } from '../support/throttling-sandbox.ts';

/** Runs a command, in simulated time, against a service that is unavailable from the start. */
async function away(words: string, how: 'refused' | 'unknown host' | 503) {
  const day = await longDay({ troubles: [{ from: 0, to: 100, how }] });
  const machine = freshMachine();
  writeFileSync(machine.path('people.csv'), 'userName,email\nann,ann@x.example\n');
  writeFileSync(machine.path('token'), day.token());
  const line = `--scim-url ${LONG_DAY_URL} --token-file ${machine.path('token')} ${words.replace('FILE', machine.path('people.csv'))}`;
  const ran = await day.time.run(
    machine.orgctl(line, day.machine().options),
    'the work goes on without timers',
  );
  return { ran, line };
}

describe('service unavailable before the first change', () => {
  it.each([
    ['bulk apply FILE --yes --max-wait 10m', 'refused'],
    ['bulk plan FILE --max-wait 10m', 'refused'],
    ['bulk finish FILE --yes --max-wait 10m', 'refused'],
    ['bulk apply FILE --yes --max-wait 10m', 503],
  ] as const)(
    'makes %s wait, then report the waiting time and the command to run again: %s',
    async (words, how) => {
      const { ran, line } = await away(words, how);
      expect(ran.exit).toBe(10);
      const [error, hint] = ran.stderr.trimEnd().split('\n').slice(-2);
      expect(error).toMatch(
        /^error: .*(refused|503).* \(waited (10 minutes|9 minutes \d+ seconds)\); nothing was sent( \[\w+\])?$/,
      );
      expect(hint).toMatch(/^hint: when the service (is back|accepts requests again): orgctl /);
      expect(hint?.endsWith(`: orgctl ${line}`)).toBe(true);
    },
  );

  it('ends the command at once if waiting does not help', async () => {
    const { ran, line } = await away('bulk apply FILE --yes', 'unknown host');
    expect(ran.exit).toBe(11);
    expect(ran.stderr).toMatch(/: the host name does not exist; nothing was sent\n/);
    const connection = line.slice(0, line.indexOf(' bulk '));
    expect(ran.stderr).toContain(
      `hint: orgctl ${connection} profile check finds the cause; then: orgctl ${line}\n`,
    );
  });
});

it('a token refused before the first change: reports that nothing was sent and how to start again', async () => {
  const service = await throttlingSandbox('POST', 5);
  const machine = freshMachine();
  writeFileSync(machine.path('people.csv'), 'userName,email\nann,ann@x.example\n');
  const line = `--scim-url ${service.origin} --scim-version 2.0 bulk apply ${machine.path('people.csv')} --yes`;
  const ran = await machine.orgctl(line, { env: { ORGCTL_TOKEN: 'wrong-token' } });
  expect(ran.exit).toBe(4);
  expect(ran.stderr).toMatch(/^error: .*; nothing was sent( \[\w+\])?\n/);
  expect(ran.stderr).toContain(`hint: with a valid token: orgctl ${line}; it is the token in ORGCTL_TOKEN`);
});

describe('undo of a wrong run while the service is unavailable', () => {
  it('sends no request for a run that does not exist', async () => {
    const { ran } = await away('undo list', 'refused');
    expect(ran.exit).toBe(2);
    expect(ran.stderr).toMatch(/^error: there is no run "?list"?/);
    expect(ran.stderr).not.toContain('unreachable');
  });

  it('sends no request for a run of another service', async () => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim users patch tomas.rey --title VP');
    const { stdout } = await machine.orgctl('runs list -o csv --columns id --no-header');
    const day = await longDay({ troubles: [{ from: 0, to: 100, how: 'refused' }] });
    writeFileSync(machine.path('token'), day.token());
    const ran = await day.time.run(
      machine.orgctl(
        `--scim-url ${LONG_DAY_URL} --token-file ${machine.path('token')} undo ${stdout.trim()} --yes`,
        day.machine().options,
      ),
      'the work goes on without timers',
    );
    expect(ran.exit).toBe(7);
    expect(ran.stderr).toMatch(
      /^error: run \S+ was made for http:\/\/sandbox\.localhost, but this profile uses /,
    );
  });
});

it('a run that cannot be resumed yet: reports how many changes are done and left', async () => {
  const service = await throttlingSandbox('POST', 5);
  const machine = freshMachine();
  const rows = Array.from({ length: 30 }, (_, index) => `u${index},u${index}@x.example`);
  writeFileSync(machine.path('people.csv'), `userName,email\n${rows.join('\n')}\n`);
  writeFileSync(machine.path('token'), SANDBOX_TOKEN);
  const connection = `--scim-url ${service.origin} --scim-version 2.0 --token-file ${machine.path('token')} --max-wait 1s`;
  const time = simulatedTime();
  const orgctl = (words: string) =>
    time.run(
      machine.orgctl(`${connection} ${words}`, { clock: time.now, sleep: time.sleep }),
      'the work goes on without timers',
    );
  await orgctl(`bulk apply ${machine.path('people.csv')} --yes`);
  await service.close();
  for (const words of ['bulk resume latest --yes', 'resume latest --yes']) {
    const ran = await orgctl(words);
    expect(ran.exit).toBe(10);
    expect(ran.stderr).toMatch(
      /the connection was refused(?: \(waited .*\))?; nothing was sent\nhint: 5 done, 25 left; resume: orgctl --scim-url \S+ --scim-version 2\.0 --token-file \S+ --max-wait 1s bulk resume \S+ --yes\n$/,
    );
  }
});

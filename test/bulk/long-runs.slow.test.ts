import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { StopSignal } from '../../src/failure/interrupted.ts';
import { LONG_DAY_URL, type LongDay, type LongDayOptions, longDay } from '../support/long-day.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const FLAGS = `--scim-url ${LONG_DAY_URL} --scim-version 2.0`;
const OUTSIDE = 'the work goes on without timers';

/**
 * A machine that creates this many users in a day of simulated time, with a token file that is always fresh.
 */
async function working(count: number, options: LongDayOptions, flags = '', isRotated = true) {
  const day = await longDay(options);
  const machine = freshMachine();
  const names = Array.from({ length: count }, (_, index) => `u${index}`);
  writeFileSync(
    machine.path('people.csv'),
    `userName,email\n${names.map((name) => `${name},${name}@x.example`).join('\n')}\n`,
  );
  const { options: world } = day.machine();
  /** Rotates the token in its file, as an agent beside a pipeline does. */
  const network: typeof world.network = async (request) => {
    if (isRotated) writeFileSync(machine.path('token'), day.token());
    return world.network?.(request) as never;
  };
  writeFileSync(machine.path('token'), day.token());
  const words = `${FLAGS} --token-file ${machine.path('token')} bulk apply ${machine.path('people.csv')} --yes -o json --events ${machine.path('events')} ${flags}`;
  const ran = await day.time.run(machine.orgctl(words, { ...world, network }), OUTSIDE);
  const report = JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout);
  const events = readFileSync(machine.path('events'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { day, machine, names, ran, report, events };
}

function created(day: LongDay): readonly string[] {
  return [...day.sandbox.organization.users()]
    .map(({ values }) => values.userName ?? '')
    .filter((name) => /^u\d+$/.test(name));
}

describe('run during an outage', () => {
  it.each([
    ['refused', undefined, 'service unreachable'],
    ['cut', undefined, 'service unreachable'],
    ['unknown host', undefined, 'service unreachable'],
    [503, undefined, 'service answers 503'],
    [500, undefined, 'service answers 500'],
    [502, 'write', 'service answers 502'],
  ] as const)('survives 10 minutes: %s %s', async (how, effect, why) => {
    const trouble = { from: 2, to: 12, how, ...(effect === undefined ? {} : { effect }) };
    const { day, names, ran, report, events } = await working(
      60,
      { limits: { createUser: { perMinute: 10, burst: 5 } }, troubles: [trouble] },
      '--quota createUser=10/min+5',
    );
    expect(ran.stderr).toMatch(/the service was unavailable for \d+ minutes.*, in 1 outage\n/);
    expect(ran.exit).toBe(0);
    expect(created(day).toSorted()).toEqual(names.toSorted());
    expect(report.time.outageSeconds).toBeGreaterThan(500);
    expect(report.time.outages[0]).toMatchObject({ why });
    expect(events.find(({ type }) => type === 'outage.begin')).toMatchObject({ why });
    expect(events.find(({ type }) => type === 'outage.end')).toMatchObject({ why });
  });

  const SLOW = { limits: { createUser: { perMinute: 10, burst: 5 } } };
  const KNOWN = '--quota createUser=10/min+5';

  it('survives two outages that together exceed --max-wait, because work between them resets it', async () => {
    const troubles = [
      { from: 1, to: 11, how: 'refused' },
      { from: 26, to: 36, how: 503 },
    ] as const;
    const { day, names, ran, report } = await working(250, { ...SLOW, troubles }, KNOWN);
    expect(ran.exit).toBe(0);
    expect(created(day).toSorted()).toEqual(names.toSorted());
    expect(report.time.outages).toHaveLength(2);
    expect(report.time.outageSeconds).toBeGreaterThan(1000);
  });

  it('looks up a creation with a lost response and creates no user twice', async () => {
    const troubles = [{ from: 1, to: 4, how: 'cut', effect: 'write' }] as const;
    const { day, names, ran } = await working(60, { ...SLOW, troubles }, KNOWN);
    expect(ran.exit).toBe(0);
    expect(created(day).toSorted()).toEqual(names.toSorted());
  });

  it.each([
    ['refused', undefined],
    [503, undefined],
    [503, 'write'],
    ['refused', 'write'],
  ] as const)(
    'pauses after --max-wait (exit 10) and prints the resume command: %s %s',
    async (how, effect) => {
      const trouble = { from: 1, to: 600, how, ...(effect === undefined ? {} : { effect }) };
      const { day, ran, report } = await working(
        60,
        { ...SLOW, troubles: [trouble] },
        `${KNOWN} --max-wait 5m`,
      );
      expect(ran.exit).toBe(10);
      expect(day.time.now()).toBeGreaterThan(5 * 60_000);
      // The outage begins after a minute; a write that waits for its turn at the known quota may end it, six
      // seconds later.
      expect(day.time.now()).toBeLessThan(6.2 * 60_000);
      expect(ran.stderr).toMatch(
        /"\d+ done, \d+ left; resume: orgctl .* bulk resume \S+ --events \S+ --yes[;"]/,
      );
      expect(report).toMatchObject({ state: 'paused', failed: 0 });
      expect(report.left).toBeGreaterThan(0);
    },
  );

  it.each([503, 'refused', 'cut'] as const)('stops at SIGTERM (exit 143): %s', async (how) => {
    const day = await longDay({ ...SLOW, troubles: [{ from: 1, to: 600, how }] });
    const machine = freshMachine();
    const rows = Array.from({ length: 60 }, (_, index) => `u${index},u${index}@x.example\n`);
    writeFileSync(machine.path('people.csv'), `userName,email\n${rows.join('')}`);
    const line = `${FLAGS} ${KNOWN} bulk apply ${machine.path('people.csv')} --yes`;
    const { options: world } = day.machine();
    let stop: (signal: StopSignal) => void = () => {};
    let isStopping = false;
    const ran = await day.time.run(
      machine.orgctl(line, {
        ...world,
        env: { ORGCTL_TOKEN: day.token() },
        network: async (request) => {
          if (request.effect === 'write' && day.time.now() > 60_000 && !isStopping) {
            isStopping = true;
            void day.time.sleep(3 * 60_000).then(() => stop('SIGTERM'));
          }
          return world.network?.(request) as never;
        },
        onStart: (deliver) => {
          stop = deliver;
        },
      }),
      OUTSIDE,
    );
    expect(ran.stderr).toMatch(
      /\n\d+ done, \d+ left(, \d+ of them without a response)?; resume: orgctl .* bulk resume \S+ --yes\n$/,
    );
    expect(ran.exit).toBe(143);
  });

  it('survives 10 minutes during migrate apply', async () => {
    const day = await longDay({ ...SLOW, troubles: [{ from: 1, to: 11, how: 503 }] });
    const machine = freshMachine();
    const rows = Array.from({ length: 40 }, (_, index) => `u${index},u${index}@x.example\n`);
    writeFileSync(machine.path('people.csv'), `userName,email\n${rows.join('')}`);
    const env = { ORGCTL_TOKEN: day.token() };
    await machine.orgctl(
      `profile add new --scim-url ${LONG_DAY_URL} --scim-version 2.0 --quota createUser=10/min+5 --no-check`,
      { env },
    );
    const ran = await day.time.run(
      machine.orgctl(`--yes migrate apply ${machine.path('people.csv')} new`, {
        ...day.machine().options,
        env,
      }),
      OUTSIDE,
    );
    expect(ran.stderr).toMatch(/the service was unavailable for \d+ minutes.*, in 1 outage\n/);
    expect(ran.exit).toBe(0);
    expect(created(day)).toHaveLength(40);
  });

  it('ends at once if the host was never resolved (exit 11)', async () => {
    const troubles = [{ from: 0, to: 600, how: 'unknown host' }] as const;
    const day = await longDay({ troubles });
    const machine = freshMachine();
    writeFileSync(machine.path('people.csv'), 'userName,email\nu1,u1@x.example\n');
    const line = `${FLAGS} bulk apply ${machine.path('people.csv')} --yes`;
    const env = { ORGCTL_TOKEN: day.token() };
    const ran = await day.time.run(machine.orgctl(line, { ...day.machine().options, env }), OUTSIDE);
    expect(ran.exit).toBe(11);
    expect(day.time.now()).toBeLessThan(1000);
  });

  it('reports the wait while it plans', async () => {
    const troubles = [{ from: 0, to: 5, how: 'refused' }] as const;
    const { ran, day, names } = await working(3, { troubles });
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toMatch(/service unreachable, next try in \d+ s; 1\d min left/);
    expect(created(day).toSorted()).toEqual(names);
  });

  it('lets a single command fail after a few attempts', async () => {
    const day = await longDay({ troubles: [{ from: 0, to: 600, how: 'refused' }] });
    const machine = freshMachine();
    const env = { ORGCTL_TOKEN: day.token() };
    const line = `${FLAGS} scim users list`;
    const ran = await day.time.run(machine.orgctl(line, { ...day.machine().options, env }), OUTSIDE);
    expect(ran.exit).toBe(10);
    expect(day.time.now()).toBeLessThan(10_000);
  });
});

describe('run with expiring tokens', () => {
  const QUARTERS = { limits: { createUser: { perMinute: 10, burst: 5 } }, tokenMinutes: 15 };

  it('reads the token file again if its token is refused', async () => {
    const { day, names, ran } = await working(400, QUARTERS, '--quota createUser=10/min+5');
    expect(ran.exit).toBe(0);
    expect(day.time.now()).toBeGreaterThan(35 * 60_000);
    expect(created(day).toSorted()).toEqual(names.toSorted());
    // Two tokens expired; each was refused only for the requests in flight.
    expect(day.refused()).toBeGreaterThan(0);
    expect(day.refused()).toBeLessThanOrEqual(2 * 8);
  });

  it('pauses with the resume command if there is no other token (exit 4)', async () => {
    const { day, ran, report } = await working(400, QUARTERS, '--quota createUser=10/min+5', false);
    expect(ran.exit).toBe(4);
    expect(ran.stderr).toMatch(
      /"\d+ done, \d+ left; resume: orgctl .* bulk resume \S+ --events \S+ --yes[;"]/,
    );
    expect(report).toMatchObject({ state: 'paused', failed: 0, inDoubt: 0 });
    expect(day.refused()).toBeLessThanOrEqual(8);
  });
});

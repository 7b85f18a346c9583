import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LONG_DAY_URL, type LongDay, longDay } from '../support/long-day.ts';
import { freshMachine, type Machine, type Ran, type RunOptions } from '../support/run-orgctl.ts';

const OUTSIDE = 'the work goes on without timers';
const MINUTE = 60_000;
const ROWS = 1000;
/**
 * Tokens valid for 15 minutes, two outages of ten minutes, and a quota that a thousand creations use for
 * nearly two hours.
 */
const DAY = {
  limits: { createUser: { perMinute: 10, burst: 8 } },
  tokenMinutes: 15,
  troubles: [
    { from: 20, to: 30, how: 'cut' },
    { from: 70, to: 80, how: 503 },
  ],
} as const;
const NAMES = Array.from({ length: ROWS }, (_, index) => `u${index}`);

/**
 * A machine with the file and a token file that an agent keeps fresh. @param dies the minute at which its
 * power is cut, in the middle of a request
 */
function newMachine(day: LongDay, dies = Number.POSITIVE_INFINITY) {
  const machine = freshMachine();
  writeFileSync(
    machine.path('people.csv'),
    `userName,email\n${NAMES.map((name) => `${name},${name}@x.example`).join('\n')}\n`,
  );
  // Atomically: a request that reads the file must not find it empty.
  const rotate = () => {
    writeFileSync(machine.path('next-token'), day.token());
    renameSync(machine.path('next-token'), machine.path('token'));
  };
  rotate();
  const { options, cutPower, died } = day.machine();
  const world: RunOptions = {
    ...options,
    network: async (request, signal) => {
      rotate();
      if (day.time.now() >= dies * MINUTE) cutPower();
      if (options.network === undefined) throw new Error('a long day has its own network');
      // A token may expire while a request is in flight; the agent rotates it before the refusal is handled.
      return options.network(request, signal).finally(rotate);
    },
  };
  const flags = `--scim-url ${LONG_DAY_URL} --scim-version 2.0 --token-file ${machine.path('token')} --quota createUser=10/min+8 --yes -o json`;
  const orgctl = (line: string): Promise<Ran> => machine.orgctl(`${flags} ${line}`, world);
  const apply = (more = '') => orgctl(`bulk apply ${machine.path('people.csv')} ${more}`);
  return { machine, orgctl, apply, died };
}

/** Waits until the power of a machine is cut. */
async function expectDeath(
  { died }: Pick<ReturnType<typeof newMachine>, 'died'>,
  work: Promise<Ran>,
): Promise<void> {
  expect(await Promise.race([work, died])).toBe('died');
}

/** Each user exists exactly once. */
function expectExactly(day: LongDay, before: number): void {
  const made = [...day.sandbox.organization.users()]
    .map(({ values }) => values.userName ?? '')
    .filter((name) => /^u\d+$/.test(name));
  expect(made.toSorted()).toEqual(NAMES.toSorted());
  expect(day.sandbox.organization.userCount).toBe(before + ROWS);
}

/** Transfers the run of a dead machine to another one, as an artifact or a cache does. */
async function carried(from: Machine, to: Machine): Promise<void> {
  const file = from.path('run.ndjson.gz');
  expect((await from.orgctl(`runs export latest --out ${file}`)).exit).toBe(0);
  expect((await to.orgctl(`runs import ${file}`)).exit).toBe(0);
}

async function reportOf({ orgctl }: Machine, more = '') {
  return JSON.parse((await orgctl(`bulk report latest -o json ${more}`)).stdout);
}

describe('two hours with tokens of 15 minutes, two outages of ten minutes and a killed runner', () => {
  it('create each user once if another machine resumes the run', async () => {
    const day = await longDay(DAY);
    const before = day.sandbox.organization.userCount;
    const [first, second] = [newMachine(day, 45), newMachine(day)];
    await day.time.run(expectDeath(first, first.apply()), OUTSIDE);
    await carried(first.machine, second.machine);
    const resumed = await day.time.run(second.orgctl('bulk resume latest'), OUTSIDE);
    expect(resumed).toMatchObject({ exit: 0, stderr: expect.stringContaining(`${ROWS} created`) });
    expectExactly(day, before);
    expect(day.time.now()).toBeGreaterThan(110 * MINUTE);
    expect(day.time.now()).toBeLessThan(130 * MINUTE);
    const report = await reportOf(second.machine);
    expect(report).toMatchObject({ succeeded: ROWS, failed: 0, left: 0, inDoubt: 0, state: 'finished' });
    expect(report.time.outageSeconds).toBeGreaterThan(1000);
    // The dead machine comes back: there is nothing left to do.
    const late = newMachine(day);
    expect(await day.time.run(late.apply(), OUTSIDE)).toMatchObject({ exit: 0 });
    expectExactly(day, before);
  });

  it('create each user once in four shards if one dies and is resumed elsewhere', async () => {
    const day = await longDay(DAY);
    const before = day.sandbox.organization.userCount;
    const shards = [0, 1, 2, 3].map((index) => newMachine(day, index === 2 ? 45 : undefined));
    const spare = newMachine(day);
    const work = shards.map(async (shard, index) => {
      const applied = shard.apply(`--shard ${index}/4`);
      if (index !== 2) return applied;
      await expectDeath(shard, applied);
      await carried(shard.machine, spare.machine);
      return spare.orgctl('bulk resume latest');
    });
    const ran = await day.time.run(Promise.all(work), OUTSIDE);
    expect(ran.map(({ exit }) => exit)).toEqual([0, 0, 0, 0]);
    expectExactly(day, before);
    const machines = shards.map(({ machine }, index) => (index === 2 ? spare.machine : machine));
    const reports = await Promise.all(machines.map((machine) => reportOf(machine)));
    expect(reports.reduce((sum, { succeeded }) => sum + succeeded, 0)).toBe(ROWS);
    expect(reports.every(({ failed, left }) => failed === 0 && left === 0)).toBe(true);
  });

  it('create each user once if another machine takes the run over from a shared folder', async () => {
    const day = await longDay(DAY);
    const before = day.sandbox.organization.userCount;
    const folder = freshMachine().path('volume');
    const [first, second] = [newMachine(day, 45), newMachine(day)];
    await day.time.run(expectDeath(first, first.apply(`--state ${folder}`)), OUTSIDE);
    // Both machines of this test are one host, so the locks are changed to those of another one.
    const locks = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.lock'),
    );
    expect(locks).toHaveLength(2);
    for (const lock of locks) {
      const path = join(folder, lock);
      writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), host: 'gone-host' }));
    }
    const file = second.machine.path('people.csv');
    const words = `bulk apply ${file} --state ${folder}`;
    writeFileSync(file, readFileSync(first.machine.path('people.csv')));
    const refused = await day.time.run(second.orgctl(words), OUTSIDE);
    expect(refused).toMatchObject({ exit: 12, stderr: expect.stringContaining('add --take-over') });
    const taken = await day.time.run(second.orgctl(`${words} --take-over`), OUTSIDE);
    expect(taken).toMatchObject({ exit: 0, stderr: expect.stringContaining(`${ROWS} created`) });
    expectExactly(day, before);
    expect(await reportOf(second.machine, `--state ${folder}`)).toMatchObject({ succeeded: ROWS, left: 0 });
  });
});

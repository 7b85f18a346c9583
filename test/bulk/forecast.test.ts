import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { finishTime } from '../../src/bulk/plan/forecast.ts';
import { LONG_DAY_URL, longDay } from '../support/long-day.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const FLAGS = `--scim-url ${LONG_DAY_URL} --scim-version 2.0`;
const OUTSIDE = 'the work goes on without timers';

/** Plans and applies so many creations in simulated time. @returns what was forecast, and how long it took */
async function forecastAndTruth(flags: string, { service, rows = 300, shard = '', second = false }: Setting) {
  const day = await longDay({ limits: service });
  const machine = freshMachine();
  const people = (title: string) =>
    `userName,email,title\n${Array.from({ length: rows }, (_, n) => `u${n},u${n}@x.example,${title}\n`).join('')}`;
  writeFileSync(machine.path('people.csv'), people('Chef'));
  const world = { ...day.machine().options, env: { ORGCTL_TOKEN: day.token() } };
  const orgctl = (line: string) => day.time.run(machine.orgctl(`${FLAGS} ${line}`, world), OUTSIDE);
  const file = machine.path('people.csv');
  if (second) {
    const first = await orgctl(`bulk apply ${file} --yes -o json --quota createUser=300/s+300`);
    expect(first.exit).toBe(0);
    writeFileSync(file, people('Cook'));
    await day.time.run(day.time.sleep(3_600_000));
  }
  const planned = await orgctl(`bulk plan ${file} -o json ${flags} ${shard}`);
  const applied = await orgctl(`bulk apply ${file} --yes -o json ${flags} ${shard}`);
  expect(applied.exit).toBe(0);
  const report = JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout);
  return { forecast: JSON.parse(planned.stdout).forecast, planned, truth: report.time.seconds };
}

interface Setting {
  readonly service: Parameters<typeof longDay>[0] extends infer Options
    ? NonNullable<NonNullable<Options> extends { limits?: infer Limits } ? Limits : never>
    : never;
  readonly rows?: number;
  readonly shard?: string;
  readonly second?: boolean;
}

describe('a forecast is calls divided by the quota in force, within 15 %', () => {
  it.each<[string, string, Setting]>([
    [
      'the documented rates',
      '--quota documented',
      { service: { createUser: { perMinute: 180, burst: 20 } } },
    ],
    [
      'a faster quota',
      '--quota createUser=600/min+60',
      { service: { createUser: { perMinute: 600, burst: 60 } } },
    ],
    [
      'a slow quota',
      '--quota createUser=20/min+20',
      { service: { createUser: { perMinute: 20, burst: 20 } } },
    ],
    [
      '--rate below the quota',
      '--quota documented --rate 60/min',
      { service: { createUser: { perMinute: 180, burst: 20 } } },
    ],
    [
      'one of four shards',
      '--quota createUser=40/min+20',
      { service: { createUser: { perMinute: 40, burst: 20 } }, rows: 800, shard: '--shard 1/4' },
    ],
    [
      'changes, each with a look before it',
      '--quota documented',
      { service: { changeUser: { perMinute: 180, burst: 20 } }, second: true },
    ],
    [
      'no quota, at a service that keeps the documented ones',
      '',
      { service: { createUser: { perMinute: 180, burst: 20 } }, rows: 900 },
    ],
  ])('%s', async (_, flags, setting) => {
    const { forecast, truth } = await forecastAndTruth(flags, setting);
    expect(forecast.seconds).toBeGreaterThan(truth * 0.85);
    expect(forecast.seconds).toBeLessThan(truth * 1.15);
  });

  it('says in words which rates, and when it ends by the clock where it takes more than ten minutes', async () => {
    const slow = await forecastAndTruth('--quota createUser=20/min+20', {
      service: { createUser: { perMinute: 20, burst: 20 } },
    });
    expect(slow.planned.stderr).toMatch(/300 calls, about 14 minutes at the given rates, until \d\d:\d\d\n/);
    const fast = await forecastAndTruth('', { service: {}, rows: 60 });
    expect(fast.planned.stderr).toContain('60 calls, about 14 seconds at the documented rates\n');
  });
});

it.each([
  [600, undefined],
  [601, '12:10'],
  [7200, '14:00'],
  [86_400, 'Nov 23 12:00'],
])('the clock of something that takes %i seconds from noon says %s', (seconds, words) => {
  expect(finishTime(new Date(2026, 10, 22, 12, 0, 0).getTime(), seconds)).toBe(words);
});

import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { finishTime } from '../../src/bulk/plan/forecast.ts';
import { FORECAST_SETTINGS, forecastAndTruth } from '../support/forecast-settings.ts';
import { expectToMatchSchema } from '../support/published-schemas.ts';
import { freshMachine } from '../support/run-orgctl.ts';

describe('forecast within 15 % of the real duration (npm run bench:forecast)', () => {
  it.each(FORECAST_SETTINGS)('$name', async (setting) => {
    const { applied, seconds, truth } = await forecastAndTruth({ ...setting, rows: setting.rows / 2 });
    expect(applied.exit).toBe(0);
    expect(seconds).toBeGreaterThan(truth * 0.85);
    expect(seconds).toBeLessThan(truth * 1.15);
  });

  it('prints which rates apply, and the finish time if it takes more than ten minutes', async () => {
    const slow = await forecastAndTruth({
      service: { createUser: { perMinute: 20, burst: 20 } },
      flags: '--quota createUser=20/min+20',
      rows: 300,
    });
    expect(slow.planned.stderr).toMatch(/300 calls, about 14 minutes at the given rates, until \d\d:\d\d\n/);
    const fast = await forecastAndTruth({ service: {}, flags: '', rows: 60 });
    expect(fast.planned.stderr).toContain('60 calls, about 14 seconds at the documented rates\n');
    const above = await forecastAndTruth({ service: {}, flags: '--rate 10/s', rows: 60 });
    expect(above.planned.stderr).toContain(
      '60 calls, about 5 seconds at --rate 10/s (14 seconds at the documented rates)\n',
    );
    expect(JSON.parse(above.planned.stdout).forecast).toEqual({
      calls: 60,
      seconds: 5,
      basis: 'given',
      rate: '10/s',
      secondsAtDocumented: 14,
    });
    const below = await forecastAndTruth({ service: {}, flags: '--rate 2/s', rows: 60 });
    expect(below.planned.stderr).toMatch(/60 calls, about (29|30) seconds at --rate 2\/s\n/);
  });
});

it.each([
  [600, undefined],
  [601, '12:10'],
  [7200, '14:00'],
  [86_400, 'Nov 23 12:00'],
])('finishTime of %i seconds from noon is %s', (seconds, words) => {
  expect(finishTime(new Date(2026, 10, 22, 12, 0, 0).getTime(), seconds)).toBe(words);
});

describe('forecast in a plan as JSON', () => {
  const NOW = Date.parse('2026-11-22T08:00:00Z');
  const planned = async (rows: number) => {
    const machine = freshMachine();
    const people = Array.from({ length: rows }, (_, index) => `u${index},u${index}@x.example\n`);
    writeFileSync(machine.path('people.csv'), `userName,email\n${people.join('')}`);
    const line = `-p sandbox bulk plan ${machine.path('people.csv')} --quota createUser=1/min -o json`;
    const ran = await machine.orgctl(line, { now: () => NOW });
    expect(ran.exit).toBe(0);
    return JSON.parse(ran.stdout);
  };

  it.each([
    [1, 0, undefined],
    [11, 600, undefined],
    [12, 660, '2026-11-22T08:11:00.000Z'],
    [1441, 86_400, '2026-11-23T08:00:00.000Z'],
  ])(
    'has a finish time for %i creations, one per minute, if it takes more than ten minutes',
    async (rows, seconds, finish) => {
      const plan = await planned(rows);
      expect(plan.forecast).toEqual({
        calls: rows,
        seconds,
        basis: 'given',
        ...(finish === undefined ? {} : { finish }),
      });
      expectToMatchSchema('plan', plan);
    },
  );

  it('is stored in a saved plan, which can be applied', async () => {
    const machine = freshMachine();
    const people = Array.from({ length: 12 }, (_, index) => `u${index},u${index}@x.example\n`);
    writeFileSync(machine.path('people.csv'), `userName,email\n${people.join('')}`);
    const out = machine.path('plan.json');
    await machine.orgctl(
      `-p sandbox bulk plan ${machine.path('people.csv')} --quota createUser=1/min --out ${out}`,
    );
    expect(JSON.parse(readFileSync(out, 'utf8')).forecast).toHaveProperty('finish');
    expect((await machine.orgctl(`-p sandbox bulk apply ${out} --yes`)).exit).toBe(0);
  });
});

import { writeFileSync } from 'node:fs';
import type { DocumentedRates } from '../../src/spec/limits.ts';
import { LONG_DAY_URL, longDay } from './long-day.ts';
import { freshMachine, type Ran } from './run-orgctl.ts';

/** A service, and the flags that describe its rate. */
export interface ForecastSetting {
  readonly name: string;
  /** The quotas of the service. */
  readonly service: DocumentedRates;
  readonly flags: string;
  readonly rows: number;
  /** The users exist, and each is changed. */
  readonly isChange?: true;
}

/** Every kind of pace that a forecast must predict. */
export const FORECAST_SETTINGS: readonly ForecastSetting[] = [
  {
    name: 'the documented rates',
    service: { createUser: { perMinute: 180, burst: 20 } },
    flags: '--quota documented',
    rows: 300,
  },
  {
    name: 'a faster quota',
    service: { createUser: { perMinute: 600, burst: 60 } },
    flags: '--quota createUser=600/min+60',
    rows: 300,
  },
  {
    name: 'a slow quota',
    service: { createUser: { perMinute: 20, burst: 20 } },
    flags: '--quota createUser=20/min+20',
    rows: 300,
  },
  {
    name: '--rate below the quota',
    service: { createUser: { perMinute: 180, burst: 20 } },
    flags: '--quota documented --rate 60/min',
    rows: 300,
  },
  {
    name: '--rate above the documented quotas, at a service without them',
    service: {},
    flags: '--rate 10/s',
    rows: 300,
  },
  {
    name: '--rate per minute above the documented quotas, at a service without them',
    service: {},
    flags: '--rate 300/min',
    rows: 300,
  },
  {
    name: '--rate above a quota that is given',
    service: { createUser: { perMinute: 120, burst: 20 } },
    flags: '--quota createUser=120/min+20 --rate 10/s',
    rows: 300,
  },
  {
    name: '--rate of one of four shards, at a service without quotas',
    service: {},
    flags: '--shard 1/4 --rate 20/s',
    rows: 800,
  },
  {
    name: 'one of four shards',
    service: { createUser: { perMinute: 40, burst: 20 } },
    flags: '--quota createUser=40/min+20 --shard 1/4',
    rows: 800,
  },
  {
    name: 'changes, each with a look before it',
    service: { changeUser: { perMinute: 180, burst: 20 } },
    flags: '--quota documented',
    rows: 300,
    isChange: true,
  },
  {
    name: 'no quota, at a service that keeps the documented ones',
    service: { createUser: { perMinute: 180, burst: 20 } },
    flags: '',
    rows: 900,
  },
];

/** The forecast, and the real duration in simulated time. */
export interface Forecasted {
  readonly planned: Ran;
  readonly applied: Ran;
  readonly seconds: number;
  readonly truth: number;
}

/** Plans and applies a file in simulated time. */
export async function forecastAndTruth(setting: Omit<ForecastSetting, 'name'>): Promise<Forecasted> {
  const { service, flags, rows, isChange } = setting;
  const day = await longDay({ limits: service });
  const machine = freshMachine();
  const file = machine.path('people.csv');
  const write = (title: string) => {
    const lines = Array.from({ length: rows }, (_, n) => `u${n},u${n}@x.example,${title}\n`);
    writeFileSync(file, `userName,email,title\n${lines.join('')}`);
  };
  write('Chef');
  const world = { ...day.machine().options, env: { ORGCTL_TOKEN: day.token() } };
  const orgctl = (line: string) =>
    day.time.run(
      machine.orgctl(`--scim-url ${LONG_DAY_URL} --scim-version 2.0 ${line}`, world),
      'the work goes on without timers',
    );
  if (isChange === true) {
    await orgctl(`bulk apply ${file} --yes -o json --quota createUser=300/s+300`);
    write('Cook');
    await day.time.run(day.time.sleep(3_600_000));
  }
  const planned = await orgctl(`bulk plan ${file} -o json ${flags}`);
  const applied = await orgctl(`bulk apply ${file} --yes -o json ${flags}`);
  const report = JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout);
  const { seconds } = JSON.parse(planned.stdout).forecast;
  return { planned, applied, seconds, truth: report.time.seconds };
}

import { describe, expect, it } from 'vitest';
import { idFilter } from '../../src/cli/webapi/app-history.ts';
import { freshMachine } from '../support/run-orgctl.ts';

describe('logs --why with flags for a list', () => {
  it.each(['--by day', '--follow'])('is refused: %s', async (flag) => {
    expect(await freshMachine().orgctl(`-p sandbox logs --why 'Incoming webhooks' ${flag}`)).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        "error: --why shows one history: it cannot be combined with --by or --follow\nhint: only entries of this app: --app 'Incoming webhooks'\n",
    });
  });
});

describe('logs --why with a time range', () => {
  it('filters the entries by --since, and summarizes the whole history of the app', async () => {
    const { orgctl } = freshMachine();
    const line = '-p sandbox logs --team T0HARBOUR --why Polls -o csv --columns date --no-header';
    const whole = await orgctl(line);
    const dates = whole.stdout.trim().split('\n');
    expect(dates.length).toBeGreaterThan(1);
    const later = await orgctl(`${line} --since ${dates[1]}`);
    expect(later).toEqual({ ...whole, stdout: `${dates.slice(1).join('\n')}\n` });
  });
});

describe('logs --why', () => {
  const line = '-p sandbox logs --team T0HARBOUR --why Polls -o csv --columns date --no-header';

  it('prints the newest entries up to --limit, and how many there are', async () => {
    const { orgctl } = freshMachine();
    const dates = (await orgctl(line)).stdout.trim().split('\n');
    const ran = await orgctl(`${line} --limit 2`);
    expect(ran.stdout).toBe(`${dates.slice(-2).join('\n')}\n`);
    expect(ran.stderr).toMatch(
      new RegExp(`^2 of ${dates.length}; --limit ${dates.length} shows all\nPolls `),
    );
  });
});

describe('the ID filter of an app', () => {
  it.each([
    ['A0POLLS', { app_id: 'A0POLLS' }],
    ['ASANA', {}],
    ['AB', {}],
    ['4201', { service_id: '4201' }],
    ['Polls', {}],
  ])('for %s is %j', (name, filter) => {
    expect(idFilter(name)).toEqual(filter);
  });
});

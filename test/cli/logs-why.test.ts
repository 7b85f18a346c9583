import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

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

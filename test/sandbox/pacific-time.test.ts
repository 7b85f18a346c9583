import { describe, expect, it } from 'vitest';
import { pacificTime } from '../../src/sandbox/identifiers.ts';

describe('Pacific time (OBSERVED §2.1)', () => {
  it.each([
    ['2024-01-15T20:00:00.000Z', '2024-01-15T12:00:00-08:00'],
    ['2024-07-15T20:00:00.999Z', '2024-07-15T13:00:00-07:00'],
    ['2024-01-01T07:59:59.000Z', '2023-12-31T23:59:59-08:00'],
    ['2024-03-10T09:59:59.999Z', '2024-03-10T01:59:59-08:00'],
    ['2024-03-10T10:00:00.000Z', '2024-03-10T03:00:00-07:00'],
    ['2024-11-03T08:59:59.999Z', '2024-11-03T01:59:59-07:00'],
    ['2024-11-03T09:00:00.000Z', '2024-11-03T01:00:00-08:00'],
  ])('%s is %s', (time, local) => {
    expect(pacificTime(Date.parse(time))).toBe(local);
    expect(Date.parse(local)).toBe(Math.floor(Date.parse(time) / 1000) * 1000);
  });

  it('switches the offset at the hour given by Intl in every year since 2007', () => {
    const calendar = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/Los_Angeles',
      timeZoneName: 'longOffset',
    });
    const wrong: string[] = [];
    for (let year = 2007; year < 2040; year += 1) {
      for (const [month, days] of [
        [2, 15],
        [10, 8],
      ] as const) {
        for (let hour = 0; hour < days * 24; hour += 1) {
          const time = Date.UTC(year, month, 1, hour);
          if (!calendar.format(time).endsWith(`GMT${pacificTime(time).slice(-6)}`))
            wrong.push(pacificTime(time));
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { relativeTime } from '../../src/output/relative-time.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-21T12:00:00Z', 'now'],
  ['2026-11-21T11:59:59Z', '1 second ago'],
  ['2026-11-21T11:59:01Z', '59 seconds ago'],
  ['2026-11-21T11:59:00Z', '1 minute ago'],
  ['2026-11-21T10:00:01Z', '1 hour ago'],
  ['2026-11-21T14:00:00+01:00', 'in 1 hour'],
  ['2026-11-20T11:00:00Z', '1 day ago'],
  ['2026-10-22T12:00:00Z', '1 month ago'],
  ['2026-10-21T12:00:00Z', '1 month ago'],
  ['2025-11-21T12:00:00Z', '12 months ago'],
  ['2024-12-20T12:00:00Z', '23 months ago'],
  ['2024-11-22T12:00:00Z', '23 months ago'],
  ['2024-11-21T12:00:00Z', '2 years ago'],
  ['2028-11-20T12:00:00Z', 'in 2 years'],
  ['2028-10-01T12:00:00Z', 'in 22 months'],
  ['2024-03-06T09:00:00-08:00', '2 years ago'],
  ['2027-10-01', 'in 10 months'],
  ['soon', 'soon'],
  ['', ''],
])('prints %s as %s', (time, expected) => {
  expect(relativeTime(time, NOW)).toBe(expected);
});

test('prints every distance like Intl.RelativeTimeFormat', () => {
  const format = new Intl.RelativeTimeFormat('en');
  const distance = fc.integer({ min: -3_000_000_000, max: 3_000_000_000 }).filter((seconds) => seconds !== 0);
  fc.assert(
    fc.property(distance, (seconds) => {
      const told = relativeTime(new Date(NOW + seconds * 1000).toISOString(), NOW);
      const [, count = '', unit = ''] = /([\d,]+) (\w+?)s?\b/.exec(told) ?? [];
      const signed = Math.sign(seconds) * Number(count.replaceAll(',', ''));
      expect(told).toBe(format.format(signed, unit as Intl.RelativeTimeFormatUnit));
    }),
  );
});

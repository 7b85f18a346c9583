import { describe, expect, it } from 'vitest';
import { comparableMoments, isMoment } from '../../src/rules/moments.ts';

describe('isMoment', () => {
  it.each([
    '2024',
    '2024-02',
    '2024-02-29',
    '2024-02-29T10:00Z',
    '2024-02-29T10:00:00-0800',
    '2024-02-29T10:00:00',
  ])('accepts %s', (text) => expect(isMoment(text)).toBe(true));
  it.each([
    '',
    '202',
    '2024-13',
    '2024-00',
    '2023-02-29',
    '2024-02-29T',
    '2024-02-29T-soon',
    '2024-02-29T25:00Z',
    '7d',
  ])('refuses "%s"', (text) => expect(isMoment(text)).toBe(false));
});

describe('comparison with a day, a month or a year', () => {
  it.each([
    ['2024-03-04T15:59:59-08:00', '2024-03-04', '2024-03-04'],
    ['2024-03-04T16:00:00-08:00', '2024-03-04', '2024-03-05'],
    ['2024-03-05T00:00:00Z', '2024-03-04', '2024-03-05'],
    ['2024-03-15T00:00:00+0000', '2024-03-15', '2024-03-15'],
    ['2024-03-15', '2024-03-15', '2024-03-15'],
    ['2024-01-01T05:00:00+09:00', '2024', '2023'],
    ['2024-03-31T16:00:00-08:00', '2024-03', '2024-04'],
  ])('compares in UTC: %s', (actual, wanted, own) => {
    expect(comparableMoments(actual, wanted)).toEqual([own, wanted]);
  });

  it('returns nothing for text that is not a date', () => {
    expect(comparableMoments('soon', '2024-03-04')).toBeUndefined();
    expect(comparableMoments('', '2024-03-04')).toBeUndefined();
  });
});

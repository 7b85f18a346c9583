import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryAfter } from '../../src/http/retry-after.ts';

const NOW = Date.parse('1994-11-06T08:49:07Z');

describe('Retry-After (SCIM §8; RFC 9110 §10.2.3)', () => {
  it.each([
    ['0', 0],
    ['2', 2000],
    ['1.5', 1500],
    [' 3 ', 3000],
    ['2, 7, 5', 7000],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 30_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 30_000],
    ['Sun Nov  6 08:49:37 1994', 30_000],
    ['9999999999', 9_999_999_999_000],
  ])('reads "%s" as %i ms', (value, expected) => {
    expect(retryAfter({ 'retry-after': value }, NOW)).toBe(expected);
  });

  it.each(['', '-5', 'abc', '5s', 'abc 3000', '1e3', 'Sun, 06 Nov 1994 08:49:07 GMT', 'soon, 2'])(
    'ignores "%s"',
    (value) => {
      expect(retryAfter({ 'retry-after': value }, NOW)).toBeUndefined();
    },
  );

  it('returns nothing without the header', () => {
    expect(retryAfter({}, NOW)).toBeUndefined();
  });

  it('measures a date against the Date of the response, for any local clock', () => {
    const dates = fc.integer({ min: 0, max: 4_000_000_000 });
    const skew = fc.integer({ min: -100_000, max: 100_000 });
    fc.assert(
      fc.property(dates, fc.integer({ min: 1, max: 100_000 }), skew, (second, wait, off) => {
        const headers = {
          date: new Date(second * 1000).toUTCString(),
          'retry-after': new Date((second + wait) * 1000).toUTCString(),
        };
        expect(retryAfter(headers, (second + off) * 1000)).toBe(wait * 1000);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { parseLimits, parseRate } from '../../src/http/rate-limits.ts';

describe('--rate', () => {
  it.each([
    ['3/s', { perSecond: 3, burst: 3 }],
    ['180/min', { perSecond: 3, burst: 3 }],
    ['180/min+20', { perSecond: 3, burst: 20 }],
    ['30/min', { perSecond: 0.5, burst: 1 }],
    ['7200/h', { perSecond: 2, burst: 2 }],
    ['2.5', { perSecond: 2.5, burst: 2 }],
  ])('reads %s', (text, expected) => {
    expect(parseRate(text)).toEqual(expected);
  });

  it.each(['', '0', '0/s', '-1', '3/fortnight', 'fast', '3/s+', '3/constructor', '1e9'])(
    'refuses "%s"',
    (text) => {
      expect(() => parseRate(text)).toThrow(`"${text}" is not a rate`);
    },
  );
});

describe('--quota', () => {
  it('knows nothing by default, and the documented quotas by name (OBSERVED §8)', () => {
    expect(parseLimits('auto')).toEqual({});
    expect(parseLimits('documented')).toMatchObject({
      createUser: { perSecond: 3, burst: 20 },
      changeGroup: { perSecond: 3, burst: 80 },
      write: { perSecond: 10, burst: 180 },
    });
  });

  it('takes quotas of one class on top', () => {
    const limits = parseLimits('documented, createUser=200/s+60,admin.users=20/min');
    expect(limits).toMatchObject({
      createUser: { perSecond: 200, burst: 60 },
      'admin.users': { perSecond: 1 / 3, burst: 1 },
      deleteUser: { perSecond: 3, burst: 20 },
    });
  });

  it.each(['createUser', 'createUser=', 'createUser=fast', '=3/s', 'documented=1/s x'])(
    'refuses "%s"',
    (text) => {
      expect(() => parseLimits(text)).toThrow(/is not a (limit|rate)/);
    },
  );
});

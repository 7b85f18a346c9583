import { describe, expect, it } from 'vitest';
import { parseLimits, parseRate, rateInWords, shareOf, shareOfLimits } from '../../src/http/rate-limits.ts';

describe('--rate', () => {
  it.each([
    ['3/s', { perSecond: 3, burst: 3 }],
    ['180/min', { perSecond: 3, burst: 3 }],
    ['180/min+20', { perSecond: 3, burst: 20 }],
    ['30/min', { perSecond: 0.5, burst: 1 }],
    ['7200/h', { perSecond: 2, burst: 2 }],
    ['2.5', { perSecond: 2.5, burst: 2 }],
    ['0.25/sec', { perSecond: 0.25, burst: 1 }],
    ['12/second+40', { perSecond: 12, burst: 40 }],
    ['120/m', { perSecond: 2, burst: 2 }],
    ['600/minute', { perSecond: 10, burst: 10 }],
    [' 3/s ', { perSecond: 3, burst: 3 }],
    ['3/s+0', { perSecond: 3, burst: 1 }],
    ['3/s+1', { perSecond: 3, burst: 1 }],
    ['3/s+2', { perSecond: 3, burst: 2 }],
  ])('reads %s', (text, expected) => {
    expect(parseRate(text)).toEqual(expected);
  });

  it.each([
    '',
    '0',
    '0/s',
    '-1',
    '3/fortnight',
    'fast',
    '3/s+',
    '3/constructor',
    '1e9',
    'x3/s',
    '3/s+2x',
    '1.5.2',
    '.5',
  ])('refuses "%s"', (text) => {
    expect(() => parseRate(text)).toThrow(`"${text}" is not a rate`);
  });
});

describe('--quota', () => {
  it('knows no quota by default, and the documented quotas by name (OBSERVED §8)', () => {
    expect(parseLimits('auto')).toEqual({});
    expect(parseLimits('documented')).toMatchObject({
      createUser: { perSecond: 3, burst: 20 },
      changeGroup: { perSecond: 3, burst: 80 },
      write: { perSecond: 10, burst: 180 },
    });
  });

  it('adds quotas of single classes', () => {
    const limits = parseLimits('documented, createUser=200/s+60,admin.users=20/min');
    expect(limits).toMatchObject({
      createUser: { perSecond: 200, burst: 60 },
      'admin.users': { perSecond: 1 / 3, burst: 1 },
      deleteUser: { perSecond: 3, burst: 20 },
    });
  });

  it('uses the last quota of a class in any position', () => {
    expect(parseLimits('createUser=2/s,,createUser=5/s, auto')).toEqual({
      createUser: { perSecond: 5, burst: 5 },
    });
    expect(parseLimits('createUser=2/s,documented').createUser).toEqual({ perSecond: 3, burst: 20 });
  });

  it.each([
    'createUser',
    'createUser=',
    'createUser=fast',
    '=3/s',
    'documented=1/s x',
    'auto createUser=3/s',
    'create-user=3/s',
  ])('refuses "%s"', (text) => {
    expect(() => parseLimits(text)).toThrow(/is not a (limit|rate)/);
  });
});

describe('quota shared by several clients', () => {
  it.each([
    [{ perSecond: 3, burst: 20 }, 1, { perSecond: 3, burst: 20 }],
    [{ perSecond: 3, burst: 20 }, 2, { perSecond: 1.5, burst: 10 }],
    [{ perSecond: 3, burst: 20 }, 19, { perSecond: 3 / 19, burst: 1 }],
    [{ perSecond: 3, burst: 20 }, 20, { perSecond: 0.15, burst: 1 }],
    [{ perSecond: 3, burst: 20 }, 21, { perSecond: 1 / 7, burst: 1 }],
    [{ perSecond: 3, burst: 21 }, 2, { perSecond: 1.5, burst: 10 }],
  ])('divides %j among %i', (limit, clients, share) => {
    expect(shareOf(limit, clients)).toEqual(share);
    expect(shareOfLimits({ createUser: limit, write: limit }, clients)).toEqual({
      createUser: share,
      write: share,
    });
  });
});

it.each(['10/s', '5/s', '90/min', '1/min', '90/h', '3/s+20', '180/min+20'])(
  'prints a rate of %s in a form that --rate reads again',
  (text) => {
    const rate = parseRate(text);
    expect(parseRate(rateInWords(rate))).toEqual(rate);
  },
);

it('prints a rate in the largest unit in which it is a whole number', () => {
  expect(
    ['300/min', '90/min', '90/h', '180/min+20', '0.001/h'].map((text) => rateInWords(parseRate(text))),
  ).toEqual(['5/s', '90/min', '90/h', '3/s+20', '0.0000166667/min']);
});

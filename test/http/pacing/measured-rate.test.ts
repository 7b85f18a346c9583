import { describe, expect, it } from 'vitest';
import { MeasuredRate } from '../../../src/http/pacing/measured-rate.ts';
import { RoundTrip } from '../../../src/http/pacing/round-trip.ts';

/** Answers in order: a number of accepted requests, or the time of a refusal. */
function measured(answers: readonly ({ accepted: number } | { refusedAt: number })[], roundTrip = {}) {
  const rate = new MeasuredRate(Object.assign(new RoundTrip(), roundTrip));
  for (const answer of answers)
    if ('refusedAt' in answer) rate.refused(answer.refusedAt);
    else for (let count = 0; count < answer.accepted; count += 1) rate.accepted();
  return rate;
}

describe('the rate since the latest refusal that enough accepted requests followed', () => {
  it.each([
    [49, undefined],
    [50, 50],
    [51, 51],
  ])('is measured over fifty requests: %i', (accepted, rate) => {
    expect(measured([{ refusedAt: 1000 }, { accepted }]).latest(2000, 1)).toBe(rate);
  });

  it.each([
    [199, undefined],
    [200, 200],
    [201, 201],
  ])('is measured over two round trips at a high rate: %i', (accepted, rate) => {
    expect(measured([{ refusedAt: 1000 }, { accepted }], { usual: 500 }).latest(2000, 200)).toBe(rate);
  });

  it('is unknown before the first refusal', () => {
    expect(measured([{ accepted: 100 }]).latest(2000, 1)).toBeUndefined();
    expect(measured([{ accepted: 100 }]).whole(2000)).toBeUndefined();
    expect(measured([{ accepted: 100 }]).isEnough()).toBe(false);
  });

  it('counts from the first of consecutive refusals, when a window was exhausted', () => {
    const rate = measured([{ refusedAt: 1000 }, { refusedAt: 1100 }, { refusedAt: 1200 }, { accepted: 50 }]);
    expect(rate.latest(2000, 1)).toBe(50);
  });

  it('skips later refusals that too few accepted requests followed', () => {
    const answers = [{ refusedAt: 0 }, { accepted: 60 }, { refusedAt: 1000 }, { accepted: 7 }];
    expect(measured(answers).latest(2000, 1)).toBe(33.5);
    expect(measured([...answers, { accepted: 43 }]).latest(2000, 1)).toBe(50);
  });

  it('is forgotten after 128 later refusals at most', () => {
    const first = [{ refusedAt: 0 }, { accepted: 1000 }];
    const later = Array.from({ length: 128 }, (_, at) => [{ refusedAt: (at + 1) * 1000 }, { accepted: 1 }]);
    expect(measured([...first, ...later.slice(0, 127).flat()]).whole(128_000)).toBeGreaterThan(8);
    expect(measured([...first, ...later.flat()]).whole(129_000)).toBe(1);
  });
});

it.each([
  [49, false],
  [50, true],
  [51, true],
])('is enough after fifty requests since the first refusal: %i, %s', (accepted, isEnough) => {
  expect(measured([{ accepted: 9 }, { refusedAt: 0 }, { accepted }]).isEnough()).toBe(isEnough);
});

it('the rate since the first refusal needs no minimum of accepted requests', () => {
  expect(measured([{ refusedAt: 1000 }, { accepted: 10 }, { refusedAt: 1500 }]).whole(2000)).toBe(10);
});

describe('the upper bound of the quota', () => {
  it.each([
    ['too few accepted requests', 4, Number.POSITIVE_INFINITY],
    ['the minimum', 5, 8],
    ['one more', 6, 9],
    ['one less than the maximum', 29, 32],
    ['the maximum', 30, 33],
    ['too many accepted requests, since the quota may have changed', 31, Number.POSITIVE_INFINITY],
  ])('from a single refusal: %s', (_, accepted, most) => {
    expect(measured([{ refusedAt: 1000 }, { accepted }]).most(2000, 0)).toBe(most);
  });

  const twice = [{ refusedAt: 0 }, { accepted: 10 }, { refusedAt: 1000 }, { accepted: 5 }];

  it.each([
    ['the lowest of several', 2000, 0, 8],
    ['only refusals after a time: the same', 2000, 1000, 8],
    ['only refusals after a time: a millisecond later', 2000, 1001, Number.POSITIVE_INFINITY],
    ['not from a refusal at the same time', 1000, 0, 18],
  ])('%s', (_, now, since, most) => {
    expect(measured(twice).most(now, since)).toBe(most);
  });

  it('is higher with jitter, which moves requests across both ends', () => {
    const rate = measured([{ refusedAt: 0 }, { accepted: 15 }], { jitter: 100 });
    expect(rate.most(2000, 0)).toBeCloseTo((15 * 1.1 + 3) / 2, 6);
  });
});

import { describe, expect, it } from 'vitest';
import { closedQuota } from '../../src/http/closed-quota.ts';
import { createThrottleSamples } from '../../src/http/throttle-samples.ts';

describe('closed quota', () => {
  const closing = { since: 1000, now: 1100, gap: 100, retryAfter: undefined };

  it('lets one request at a time ask, each one later than the one before', () => {
    const closed = closedQuota(closing);
    expect(closed.wait(1100)).toBe(100);
    closed.asked(1200);
    expect(closed.wait(1200)).toBe(10);
    closed.refused(1200, 1250);
    expect(closed.wait(1250)).toBe(150);
    closed.asked(1400);
    closed.refused(1400, 1450);
    expect(closed.wait(1450)).toBe(225);
  });

  it('asks once when Retry-After is over, where that is sooner', () => {
    const closed = closedQuota({ ...closing, retryAfter: 200 });
    closed.asked(1200);
    closed.refused(1200, 1250);
    expect(closed.wait(1250)).toBe(50);
    closed.asked(1300);
    closed.refused(1300, 1350);
    expect(closed.wait(1350)).toBe(225);
  });

  it.each([
    ['a Retry-After of 0', 0, 150],
    ['a Retry-After that ends before the refusal of the question', 149, 150],
    ['a Retry-After that ends with the refusal', 150, 150],
    ['a Retry-After that ends just after the refusal', 151, 1],
    ['a Retry-After that ends just before the next question', 299, 149],
    ['a Retry-After that ends with the next question', 300, 150],
    ['a Retry-After that ends after the next question', 301, 150],
  ])('does not ask sooner than it may: %s', (_, retryAfter, wait) => {
    const closed = closedQuota({ ...closing, retryAfter });
    closed.asked(1200);
    closed.refused(1200, 1250);
    expect(closed.wait(1250)).toBe(wait);
  });

  it('takes a refusal of what left before the question for no answer to it', () => {
    const closed = closedQuota(closing);
    closed.refused(1050, 1150);
    expect(closed.wait(1150)).toBe(50);
    closed.asked(1200);
    closed.refused(1199, 1210);
    expect(closed.wait(1210)).toBe(10);
    closed.refused(1200, 1250);
    expect(closed.wait(1250)).toBe(150);
  });

  it.each([
    ['that is one gap late', 1300, 300],
    ['that is more than one gap late', 1301, 0],
  ])('counts as closed up to a question %s', (_, asked, length) => {
    const closed = closedQuota(closing);
    closed.asked(asked);
    expect(closed.length(asked)).toBe(length === 0 ? 100 : length);
  });

  it('knows how long it was closed only where somebody asked in time', () => {
    const closed = closedQuota(closing);
    closed.asked(1200);
    closed.refused(1200, 1250);
    closed.asked(1400);
    expect(closed.isAnsweredBy(1399)).toBe(false);
    expect(closed.isAnsweredBy(1400)).toBe(true);
    expect(closed.length(1400)).toBe(400);
    closed.refused(1400, 1450);
    closed.asked(9000);
    expect(closed.length(9000)).toBe(400);
  });

  it('asks again when no answer came', () => {
    const closed = closedQuota(closing);
    closed.asked(1200);
    closed.lost();
    expect(closed.wait(1300)).toBe(0);
  });
});

describe('throttle samples', () => {
  it('measures what came through since a refusal that is far enough back', () => {
    const samples = createThrottleSamples();
    expect(samples.since(0, 1)).toBeUndefined();
    samples.refused(1000);
    for (let count = 0; count < 49; count += 1) samples.accepted();
    expect(samples.since(2000, 50)).toBeUndefined();
    samples.accepted();
    expect(samples.since(2000, 50)).toEqual({ accepted: 50, rate: 50 });
    samples.refused(2000);
    expect(samples.since(3000, 50)).toEqual({ accepted: 50, rate: 25 });
  });

  it('counts several refusals in a row from the first, which is when a window was used up', () => {
    const samples = createThrottleSamples();
    for (const at of [1000, 1100, 1200]) samples.refused(at);
    for (let count = 0; count < 50; count += 1) samples.accepted();
    expect(samples.since(2000, 50)).toEqual({ accepted: 50, rate: 50 });
  });

  it('measures since a refusal with enough behind it, whatever was refused later', () => {
    const samples = createThrottleSamples();
    samples.refused(0);
    for (let count = 0; count < 60; count += 1) samples.accepted();
    samples.refused(1000);
    for (let count = 0; count < 7; count += 1) samples.accepted();
    expect(samples.since(2000, 50)).toEqual({ accepted: 67, rate: 33.5 });
    expect(samples.since(2000, 67)).toEqual({ accepted: 67, rate: 33.5 });
    expect(samples.since(2000, 68)).toBeUndefined();
    expect(samples.since(2000, 7)).toEqual({ accepted: 7, rate: 7 });
  });

  it.each([
    ['one accepted request too few', 4, Number.POSITIVE_INFINITY],
    ['the minimum of accepted requests', 5, 8],
    ['the maximum of accepted requests', 30, 33],
    ['one accepted request too many', 31, Number.POSITIVE_INFINITY],
  ])('shows the most that a quota allows by one refusal alone: %s', (_, accepted, most) => {
    const samples = createThrottleSamples();
    samples.refused(1000);
    for (let count = 0; count < accepted; count += 1) samples.accepted();
    expect(samples.most(2000, { since: 0, least: 5, most: 30, jitter: 0 })).toBe(most);
  });

  it('shows the least of what several refusals show, and more where answers come early and late', () => {
    const samples = createThrottleSamples();
    samples.refused(0);
    for (let count = 0; count < 10; count += 1) samples.accepted();
    samples.refused(1000);
    for (let count = 0; count < 5; count += 1) samples.accepted();
    expect(samples.most(2000, { since: 0, least: 5, most: 30, jitter: 0 })).toBe(8);
    expect(samples.most(2000, { since: 0, least: 6, most: 30, jitter: 0 })).toBe(9);
    expect(samples.most(2000, { since: 0, least: 6, most: 30, jitter: 100 })).toBeCloseTo(
      (15 * 1.1 + 3) / 2,
      6,
    );
    expect(samples.most(2000, { since: 1, least: 6, most: 30, jitter: 0 })).toBe(Number.POSITIVE_INFINITY);
    expect(samples.most(2000, { since: 1000, least: 5, most: 30, jitter: 0 })).toBe(8);
    expect(samples.most(2000, { since: 1001, least: 5, most: 30, jitter: 0 })).toBe(Number.POSITIVE_INFINITY);
    expect(samples.most(1000, { since: 0, least: 5, most: 30, jitter: 0 })).toBe(18);
  });

  it('measures since the first refusal where few were let in since', () => {
    const samples = createThrottleSamples();
    expect(samples.sinceFirst(1000)).toBeUndefined();
    samples.refused(1000);
    for (let count = 0; count < 10; count += 1) samples.accepted();
    samples.refused(1500);
    expect(samples.sinceFirst(2000)).toEqual({ accepted: 10, rate: 10 });
  });
});

import { describe, expect, it } from 'vitest';
import { closedQuota, reopenedRate } from '../../../src/http/pacing/closed-quota.ts';

describe('closed quota', () => {
  const closing = { since: 1000, now: 1100, gap: 100, retryAfter: undefined };

  it('sends one probe at a time, with growing intervals', () => {
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

  it('probes once when Retry-After has passed, if that is sooner', () => {
    const closed = closedQuota({ ...closing, retryAfter: 200 });
    closed.asked(1200);
    closed.refused(1200, 1250);
    expect(closed.wait(1250)).toBe(50);
    closed.asked(1300);
    closed.refused(1300, 1350);
    expect(closed.wait(1350)).toBe(225);
  });

  it.each([
    ['no pause', 0, 150],
    ['a pause that ends before the answer', 149, 150],
    ['a pause that ends with the answer', 150, 150],
    ['a pause that ends just after the answer', 151, 1],
    ['a pause that ends just before the next probe', 299, 149],
    ['a pause that ends with the next probe', 300, 150],
    ['a pause that ends after the next probe', 301, 150],
  ])('never probes before Retry-After has passed: %s', (_, retryAfter, wait) => {
    const closed = closedQuota({ ...closing, retryAfter });
    closed.asked(1200);
    closed.refused(1200, 1250);
    expect(closed.wait(1250)).toBe(wait);
  });

  it('ignores refusals of requests that left before the probe', () => {
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
    ['in time', 1300, 300],
    ['late by more than an interval', 1301, 0],
  ])('measures the closed time up to a probe that left %s', (_, asked, length) => {
    const closed = closedQuota(closing);
    closed.asked(asked);
    expect(closed.length(asked)).toBe(length === 0 ? 100 : length);
  });

  it('measures the closed time up to the last probe that left in time', () => {
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

  it('probes again if a probe had no answer', () => {
    const closed = closedQuota(closing);
    closed.asked(1200);
    closed.lost();
    expect(closed.wait(1300)).toBe(0);
  });
});

describe('rate of a reopened quota', () => {
  const reopened = { rate: 200, accepted: 40, closedFor: 30_000, isFirst: true };

  it.each([
    ['its average, with eight more requests', { accepted: 50 }, (200 * 58) / (58 + 200 * 30)],
    ['20 per second if few requests were accepted and it was closed for long', {}, 20],
    ['20 per second if just fewer than fifty were accepted', { accepted: 49 }, 20],
    ['its average if it was closed for no longer than a bucket', { closedFor: 10_000 }, (200 * 48) / 2048],
    ['20 per second if it was closed for longer than a bucket', { closedFor: 10_001 }, 20],
    ['its average if it was closed before', { isFirst: false }, (200 * 48) / (48 + 200 * 30)],
    ['no more than before', { rate: 15 }, 15],
  ])('is %s', (_, other, rate) => {
    expect(reopenedRate({ ...reopened, ...other })).toBeCloseTo(rate, 9);
  });
});

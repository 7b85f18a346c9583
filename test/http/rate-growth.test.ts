import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Growth, grownRate } from '../../src/http/rate-growth.ts';

const HOLD = { kind: 'hold', rate: 150, limit: 200, bucket: 60, probe: 25 } as const;

/** Requests that leave in so many seconds. */
function sent(growth: Growth, seconds: number): number {
  const steps = 10_000;
  const step = seconds / steps;
  return Array.from({ length: steps }, (_, index) => grownRate(growth, (index + 0.5) * step) * step).reduce(
    (sum, one) => sum + one,
    0,
  );
}

describe('engine: Pace, quiet time raises the rate', () => {
  it.each<[string, Growth, number, number]>([
    ['stays', { kind: 'none', rate: 5 }, 100, 5],
    ['searches by a factor in each unit', { kind: 'search', rate: 4, factor: 1.5, unit: 2 }, 4, 9],
    ['adds buckets in the first search', { kind: 'first', rate: 0, bucket: 60 }, 0.5, 60],
    ['starts where a refusal left it', HOLD, 0, 150],
  ])('%s', (_, growth, quiet, rate) => {
    expect(grownRate(growth, quiet)).toBeCloseTo(rate, 6);
  });

  it('is back at the limit after a few seconds, and stays there for half the time of a probe', () => {
    expect(grownRate(HOLD, 6)).toBeGreaterThan(0.98 * 200);
    expect(grownRate(HOLD, 12)).toBeLessThan(1.01 * 200);
  });

  it('takes one bucket more than the limit in a probe', () => {
    const growth = { ...HOLD, rate: HOLD.limit };
    expect(sent(growth, growth.probe) - growth.limit * growth.probe).toBeCloseTo(growth.bucket, 3);
  });

  it('doubles each second once a probe was not refused', () => {
    const after = 1.2 * HOLD.probe;
    expect(grownRate(HOLD, after + 2) / grownRate(HOLD, after + 1)).toBeCloseTo(2, 2);
  });

  it('never goes down, and up from next to nothing in little more than a probe', () => {
    const rates = fc.record({
      limit: fc.double({ min: 0.01, max: 500, noNaN: true }),
      part: fc.double({ min: 0.5, max: 1, noNaN: true }),
      bucket: fc.integer({ min: 1, max: 500 }),
      probe: fc.integer({ min: 5, max: 300 }),
    });
    fc.assert(
      fc.property(rates, ({ limit, part, bucket, probe }) => {
        const growth: Growth = { kind: 'hold', rate: limit * part, limit, bucket, probe };
        const steps = Array.from({ length: 50 }, (_, index) => grownRate(growth, (index * probe) / 30));
        expect(steps).toEqual([...steps].sort((one, other) => one - other));
        expect(grownRate(growth, 1.2 * probe + 17)).toBeGreaterThan(500);
      }),
    );
  });
});

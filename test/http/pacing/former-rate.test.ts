import { expect, it } from 'vitest';
import { FormerRate } from '../../../src/http/pacing/former-rate.ts';
import { simulateRate } from '../../support/rate-simulation.ts';

it.each([
  ['a lower rate', 99.9, true],
  ['the same rate', 100, false],
  ['a higher rate', 100.1, false],
])('exceeds %s', (_, rate, exceeds) => {
  const former = new FormerRate();
  expect(former.exceeds(rate)).toBe(false);
  former.lowered(100, 0);
  expect(former.exceeds(rate)).toBe(exceeds);
});

it.each([
  [999, true],
  [1000, true],
  [1001, false],
])(
  'is possible until a refusal of a request that left more than a second later: %i ms, %s',
  (sentAt, isPossible) => {
    const former = new FormerRate();
    former.lowered(100, 5000);
    former.refused(5000 + sentAt);
    expect(former.exceeds(50)).toBe(isPossible);
  },
);

it('stays the highest of the rates measured in one series of refusals', () => {
  const former = new FormerRate();
  former.lowered(100, 0);
  former.lowered(60, 900);
  expect(former.exceeds(99)).toBe(true);
  former.refused(1500);
  expect(former.exceeds(0)).toBe(false);
});

it('is returned to soon after the first window of a second was exhausted', async () => {
  const { share, failed } = await simulateRate({
    shape: { kind: 'window', perSecond: 200, seconds: 1 },
    latency: 300,
    jitter: 0.5,
    retryAfter: 0,
    rows: 6000,
    clients: 1,
    inFlight: 180,
    seed: 6,
  });
  expect(failed).toBe(0);
  expect(share).toBeGreaterThan(0.7);
});

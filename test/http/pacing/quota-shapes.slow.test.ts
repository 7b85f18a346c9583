import { describe, expect, it } from 'vitest';
import { type Scenario, simulateRate } from '../../support/rate-simulation.ts';

const COMMON = { clients: 1, inFlight: 32, seed: 11 };

/** A short form of the grid (npm run bench:grid): one cell of each kind, in simulated time. */
const CELLS: readonly [string, Omit<Scenario, keyof typeof COMMON> & Partial<Scenario>][] = [
  [
    'a bucket',
    {
      shape: { kind: 'bucket', perSecond: 200, burst: 60 },
      latency: 50,
      jitter: 0,
      retryAfter: 1,
      rows: 8000,
    },
  ],
  [
    'a bucket, with jitter',
    {
      shape: { kind: 'bucket', perSecond: 200, burst: 60 },
      latency: 50,
      jitter: 0.5,
      retryAfter: 1,
      rows: 8000,
    },
  ],
  [
    'a small bucket',
    {
      shape: { kind: 'bucket', perSecond: 20, burst: 5 },
      latency: 50,
      jitter: 1,
      retryAfter: 'next',
      rows: 6000,
    },
  ],
  [
    'a slow bucket with a long round trip',
    {
      shape: { kind: 'bucket', perSecond: 3, burst: 200 },
      latency: 300,
      jitter: 1,
      retryAfter: 'absent',
      rows: 6000,
    },
  ],
  [
    'a window of a second',
    {
      shape: { kind: 'window', perSecond: 200, seconds: 1 },
      latency: 5,
      jitter: 1,
      retryAfter: 'next',
      rows: 8000,
    },
  ],
  [
    'a window of a minute',
    {
      shape: { kind: 'window', perSecond: 3, seconds: 60 },
      latency: 50,
      jitter: 0,
      retryAfter: 'next',
      rows: 6000,
    },
  ],
  [
    'a window of a minute that closes several times before it is found',
    {
      shape: { kind: 'window', perSecond: 10, seconds: 60 },
      latency: 50,
      jitter: 0.5,
      retryAfter: 'next',
      rows: 6000,
    },
  ],
  [
    'a bucket that halves',
    {
      shape: { kind: 'bucket', perSecond: 20, burst: 60 },
      latency: 50,
      jitter: 0,
      retryAfter: 0,
      rows: 6000,
      changes: [{ from: 100_000, factor: 0.5 }],
    },
  ],
  [
    'a bucket shared by two clients',
    {
      shape: { kind: 'bucket', perSecond: 200, burst: 60 },
      latency: 50,
      jitter: 1,
      retryAfter: 1,
      rows: 5000,
      clients: 2,
    },
  ],
];

describe('rate limiter, shapes of an unknown quota', () => {
  it.each(CELLS)('uses %s almost fully, with few refusals', async (_, cell) => {
    const { share, refused, failed } = await simulateRate({ ...COMMON, ...cell });
    expect(failed).toBe(0);
    expect(share).toBeGreaterThan(0.93);
    expect(refused).toBeLessThan(0.025);
  });
});

describe('hours of pacing at an unknown quota do not count as waiting for the service (--max-wait 15m)', () => {
  it.each<[string, Scenario['shape'], Scenario['retryAfter']]>([
    ['a bucket', { kind: 'bucket', perSecond: 3, burst: 20 }, 30],
    ['a window of a minute', { kind: 'window', perSecond: 3, seconds: 60 }, 30],
    ['a window of a minute without Retry-After', { kind: 'window', perSecond: 3, seconds: 60 }, 'absent'],
  ])('%s', async (_, shape, retryAfter) => {
    const cell = {
      shape,
      retryAfter,
      latency: 100,
      jitter: 0.5,
      rows: 40_000,
      clients: 1,
      inFlight: 8,
      seed: 3,
    };
    const { failed, seconds } = await simulateRate(cell);
    expect(failed).toBe(0);
    expect(seconds).toBeGreaterThan(3 * 3600);
  });
});

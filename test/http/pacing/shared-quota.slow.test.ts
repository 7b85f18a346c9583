import { describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/http/transport.ts';
import { client, QUOTA, simulate } from '../../support/paced-client.ts';
import { response, sendMany, simulatedService } from '../../support/simulated-service.ts';
import { simulatedTime } from '../../support/simulated-time.ts';

describe('rate limiter, a quota shared by two runs', () => {
  it.each([
    ['a known', { createUser: QUOTA }],
    ['an unknown', {}],
  ])('uses %s quota together with another run', async (_, limits) => {
    const { share, refused, failed } = await simulate({ quota: QUOTA, limits, rows: 6000, clients: 2 });
    expect(failed).toBe(0);
    expect(refused).toBeLessThan(0.03);
    expect(share).toBeGreaterThan(0.9);
  });

  it('uses the quota almost fully until both runs end', async () => {
    const scenario = { quota: QUOTA, rows: 5000, clients: 2, apart: 30 };
    const { shareToTheEnd, refused, failed } = await simulate(scenario);
    expect(failed).toBe(0);
    expect(refused).toBeLessThan(0.03);
    expect(shareToTheEnd).toBeGreaterThan(0.9);
  });

  it.each([0, 30, 2000, 5000])(
    'finds a slow bucket with few refusals if two short runs start %i ms apart',
    async (apart) => {
      const quota = { perSecond: 10, burst: 20 };
      const { refused, failed } = await simulate({ quota, rows: 400, clients: 2, apart });
      expect(failed).toBe(0);
      expect(refused).toBeLessThan(0.15);
    },
  );

  it.each([63, 83, 143])(
    'uses the quota almost fully if the other run ends first (seed %i)',
    async (seed) => {
      const time = simulatedTime(0);
      const { transport } = simulatedService({ time, quota: QUOTA, latency: 50, retryAfter: '1' });
      const first = sendMany(client(transport, time, { seed }), 3000, 32);
      const second = time
        .sleep(5000)
        .then(() => sendMany(client(transport, time, { seed: seed + 1 }), 9000, 32));
      expect(await time.run(Promise.all([first, second]))).toEqual([0, 0]);
      expect(time.now()).toBeLessThan((1.1 * 12_000 * 1000) / QUOTA.perSecond);
    },
  );

  it.each([5, 7, 9, 11, 13])(
    'uses the whole quota within half a minute of the end of the other run (seed %i)',
    async (seed) => {
      const time = simulatedTime(1000);
      const { transport, seen } = simulatedService({ time, quota: QUOTA, latency: 50, retryAfter: '1' });
      let firstEnd = 0;
      const first = sendMany(client(transport, time, { seed }), 3000, 32).then((failed) => {
        firstEnd = time.now();
        return failed;
      });
      const second = time
        .sleep(5000)
        .then(() => sendMany(client(transport, time, { seed: seed + 1 }), 12_000, 32));
      expect(await time.run(Promise.all([first, second]))).toEqual([0, 0]);
      const from = firstEnd + 32_000;
      const accepted = seen.requests.filter(({ at, isAccepted }) => isAccepted && at > from).length;
      expect(accepted / ((time.now() - from) / 1000) / QUOTA.perSecond).toBeGreaterThan(0.85);
    },
  );
});

describe('rate limiter, a service that refuses everything for a time', () => {
  /** Seconds that 3,000 requests take if everything is refused for 30 s after some were accepted. */
  async function secondsWithPause(acceptedBefore: number): Promise<number> {
    const time = simulatedTime(0);
    const service = simulatedService({ time, quota: QUOTA, latency: 50, retryAfter: '1' });
    let closedUntil = Number.POSITIVE_INFINITY;
    const transport: Transport = async (request, signal) => {
      if (service.seen.requests.length < acceptedBefore) return service.transport(request, signal);
      closedUntil = Math.min(closedUntil, time.now() + 30_000);
      if (time.now() >= closedUntil) return service.transport(request, signal);
      await time.sleep(50);
      return response(429, { 'retry-after': '1' });
    };
    expect(await time.run(sendMany(client(transport, time), 3000, 32))).toBe(0);
    return time.now() / 1000;
  }

  it.each([
    [0, 1.5],
    [1, 1.5],
    [10, 1.5],
    [20, 1.5],
    [200, 2.5],
  ])(
    'finds the quota again if %i requests were accepted before it, within %s of the time',
    async (before, most) => {
      expect(await secondsWithPause(before)).toBeLessThan(most * (30 + 3000 / QUOTA.perSecond));
    },
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateLimitLayer } from '../../../src/http/pacing/rate-limiter.ts';
import { parkedRequests } from '../../../src/http/parked-requests.ts';
import type { RateLimits } from '../../../src/http/rate-limits.ts';
import type { HttpRequest } from '../../../src/http/transport.ts';
import { requestRates } from '../../../src/rules/request-rates.ts';
import { SCIM_RATES } from '../../../src/spec/limits.ts';
import { client, QUOTA, simulate } from '../../support/paced-client.ts';
import { creation, response } from '../../support/simulated-service.ts';
import { simulatedTime } from '../../support/simulated-time.ts';

const DOCUMENTED = { perSecond: SCIM_RATES.createUser.perMinute / 60, burst: SCIM_RATES.createUser.burst };

/** A change of a group, which counts against other quotas than a creation of a user. */
function groupChange(id = 'S2'): HttpRequest {
  return {
    ...creation(),
    method: 'PATCH',
    url: `https://api.example/scim/v2/Groups/${id}`,
    target: `Groups/${id}`,
    rates: ['write', 'changeGroup'],
  };
}

describe('rate limiter in simulated time', () => {
  it.each([1, 5, 50, 100])('uses a known quota fully without refusals, at %i ms', async (latency) => {
    const figures = await simulate({ quota: QUOTA, limits: { createUser: QUOTA }, latency, rows: 2000 });
    expect(figures).toMatchObject({ failed: 0, refused: 0 });
    expect(figures.share).toBeGreaterThan(0.97);
  });

  it('uses the documented quota of creations fully for ten minutes (OBSERVED §8)', async () => {
    const limits = { createUser: DOCUMENTED };
    const figures = await simulate({ quota: DOCUMENTED, limits, rows: 1800, retryAfter: '7' });
    expect(figures).toMatchObject({ failed: 0, refused: 0 });
    expect(figures.share).toBeGreaterThan(0.97);
  });

  it.each([1, 5, 20, 50])('finds an unknown quota, at %i ms', async (latency) => {
    const { share, refused, failed } = await simulate({ quota: QUOTA, latency, rows: 6000 });
    expect(failed).toBe(0);
    expect(refused).toBeLessThan(0.02);
    expect(share).toBeGreaterThan(0.93);
  });

  it.each([
    [3, 20, '1'],
    [3, 20, '7'],
    [10, 20, '1'],
    [1, 5, '5'],
    [50, 10, '1'],
  ])('finds a slow quota of %i per second with a burst of %i', async (perSecond, burst, retryAfter) => {
    const quota = { perSecond, burst };
    const rows = Math.max(1500, 200 * perSecond);
    const { share, refused, failed } = await simulate({ quota, rows, retryAfter });
    expect(failed).toBe(0);
    expect(share).toBeGreaterThan(0.93);
    expect(refused).toBeLessThan(0.06);
  });

  it('loses no request and obeys every Retry-After, for any quota', async () => {
    const scenario = fc.record({
      perSecond: fc.double({ min: 0.5, max: 400, noNaN: true }),
      burst: fc.integer({ min: 1, max: 80 }),
      latency: fc.integer({ min: 0, max: 200 }),
      retryAfter: fc.integer({ min: 1, max: 30 }),
      isKnown: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ perSecond, burst, latency, retryAfter, isKnown }) => {
        const quota = { perSecond, burst };
        const limits: RateLimits = isKnown ? { createUser: quota } : {};
        const { failed, seen } = await simulate({
          quota,
          latency,
          limits,
          rows: 150,
          retryAfter: String(retryAfter),
          maxWait: 3_600_000,
        });
        expect(failed).toBe(0);
        expect(seen.accepted).toBe(150);
        // The refused row waits for its Retry-After; meanwhile, other rows measure the quota.
        const early = seen.requests.filter(({ at, url }, index) => {
          const refusal = seen.requests.slice(0, index).findLast((one) => one.url === url);
          return refusal !== undefined && at < refusal.at + latency / 2 + retryAfter * 1000;
        });
        expect(early).toEqual([]);
      }),
      { numRuns: 20, seed: 7 },
    );
  });

  it.each([1, 7, 40])('sends no more than --rate %i/s allows in any second', async (perSecond) => {
    const rate = { perSecond, burst: perSecond };
    const { seen } = await simulate({ quota: { perSecond: 1e6, burst: 1e6 }, rate, rows: 5 * perSecond });
    const times = seen.requests.map(({ at }) => at);
    for (const from of times) {
      const inOneSecond = times.filter((at) => at >= from && at < from + 1000).length;
      expect(inOneSecond).toBeLessThanOrEqual(2 * perSecond);
    }
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(3500);
  });
});

describe('order of waiting requests', () => {
  const list: HttpRequest = {
    method: 'GET',
    url: 'https://api.example/scim/v2/Users',
    headers: {},
    effect: 'read',
    rates: requestRates('GET', '/Users'),
  };

  it('lets reads pass while creations are paused', async () => {
    const time = simulatedTime(1000);
    let refusals = 0;
    const send = client(async ({ effect }) => {
      if (effect === 'read') return response(200);
      refusals += 1;
      return refusals === 1 ? response(429, { 'retry-after': '60' }) : response(201);
    }, time);
    const created = send(creation()).then(() => time.now());
    await Promise.resolve();
    const readAt = await time.run(send(list).then(() => time.now()));
    expect(readAt).toBe(1000);
    expect(await time.run(created)).toBeGreaterThanOrEqual(61_000);
  });

  it('lets other writes pass while creations are paused: a refusal lowers the narrowest quota alone', async () => {
    const time = simulatedTime(1000);
    const send = client(async ({ method }) => {
      if (method === 'PATCH') return response(200);
      return time.now() < 61_000 ? response(429, { 'retry-after': '60' }) : response(201);
    }, time);
    const created = Promise.all(Array.from({ length: 20 }, (_, number) => send(creation(number))));
    const ended = created.then(() => time.now());
    await time.run(time.sleep(1));
    const changed = Promise.all(Array.from({ length: 200 }, () => send(groupChange()))).then(() =>
      time.now(),
    );
    // Within a second, long before the creations may be retried.
    expect(await time.run(changed)).toBeLessThan(2000);
    expect(await time.run(ended)).toBeGreaterThanOrEqual(61_000);
  });

  it('lets other writes pass while creations wait for their turn: each list of classes has its own queue', async () => {
    const time = simulatedTime(1000);
    const limits = { createUser: { perSecond: 1, burst: 2 } };
    const send = client(async () => response(200), time, { limits });
    const created = Promise.all(Array.from({ length: 5 }, (_, number) => send(creation(number))));
    const changed = send(groupChange()).then(() => time.now());
    expect(await time.run(changed)).toBe(1000);
    const createdAt = await time.run(created.then(() => time.now()));
    expect(createdAt).toBeGreaterThan(4000);
  });

  it('counts the requests that wait for a closed quota, with its class, so that others can be sent', async () => {
    const time = simulatedTime(1000);
    const parked = parkedRequests();
    let counts: number[] = [];
    parked.onPark = () => counts.push(parked.count());
    const pace = rateLimitLayer({
      limits: {},
      parked,
      maxWait: 900_000,
      now: time.now,
      clock: time.now,
      sleep: time.sleep,
      isResourceLock: () => false,
    })(async () => {
      await time.sleep(50);
      return response(time.now() < 10_000 ? 429 : 201);
    });
    const refused = Promise.all(Array.from({ length: 20 }, (_, number) => pace(creation(number))));
    expect([counts, parked.count(), parked.closed()]).toEqual([[], 0, []]);
    await time.run(refused);
    counts = [];
    const waiting = Promise.all([21, 22, 23].map((number) => pace(creation(number))));
    expect([counts, parked.count(), parked.closed()]).toEqual([[1, 2, 3], 3, ['createUser']]);
    await time.run(waiting);
    expect([parked.count(), parked.closed()]).toEqual([0, []]);
  });

  it('a locked resource stops that resource alone (SCIM §8, resource_locked)', async () => {
    const time = simulatedTime(1000);
    let locks = 0;
    const send = client(async ({ url }) => {
      if (!url.endsWith('S1') || locks > 0) return response(200);
      locks += 1;
      return response(429, { 'retry-after': '30' }, 'locked');
    }, time);
    const locked = send(groupChange('S1')).then(() => time.now());
    const others = Promise.all(['S2', 'S3', 'S4'].map((id) => send(groupChange(id)))).then(() => time.now());
    expect(await time.run(others)).toBe(1000);
    expect(await time.run(locked)).toBeGreaterThanOrEqual(31_000);
  });

  it('gives up when the service asks for a longer pause than allowed, also for calls not yet sent (exit 10)', async () => {
    const time = simulatedTime(1000);
    const send = client(async () => response(429, { 'retry-after': '3600' }), time, { maxWait: 60_000 });
    const results = await time.run(Promise.allSettled([send(creation(1)), send(creation(2))]));
    const late = await time.run(Promise.allSettled([send(creation(3))]));
    for (const result of [...results, ...late]) {
      expect(result).toMatchObject({ status: 'rejected', reason: { kind: 'throttled', status: 429 } });
    }
  });

  it('lets other requests continue when a waiting one is interrupted', async () => {
    const time = simulatedTime(1000);
    let sleeps = 0;
    const pace = rateLimitLayer({
      limits: { createUser: { perSecond: 1, burst: 1 } },
      maxWait: 1000,
      now: time.now,
      clock: time.now,
      sleep: async (milliseconds) => {
        sleeps += 1;
        if (sleeps === 1) throw new Error('interrupted');
        await time.sleep(milliseconds);
      },
      isResourceLock: () => false,
    })(async () => response(201));
    const results = await time.run(Promise.allSettled([1, 2, 3].map((number) => pace(creation(number)))));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

it.each([
  ['GET', '/Users', ['read']],
  ['GET', '/Users/U1', ['read', 'readOne']],
  ['GET', '/Schemas', ['read']],
  ['GET', '/Groups/S1', ['read', 'readOne']],
  ['POST', '/Users', ['write', 'createUser']],
  ['PATCH', '/Users/U1', ['write', 'changeUser']],
  ['PUT', '/Users/U1', ['write', 'changeUser']],
  ['DELETE', '/Users/U1', ['write', 'deleteUser']],
  ['POST', '/Groups', ['write', 'createGroup']],
  ['PATCH', '/Groups/S1', ['write', 'changeGroup']],
  ['DELETE', '/Groups/S1', ['write', 'deleteGroup']],
  ['POST', '/Elsewhere', ['write']],
] as const)('counts %s %s as %j (OBSERVED §8)', (method, path, rates) => {
  expect(requestRates(method, path)).toEqual(rates);
});

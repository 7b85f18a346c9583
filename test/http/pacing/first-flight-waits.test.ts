import { expect, it } from 'vitest';
import { rateLimitLayer } from '../../../src/http/pacing/rate-limiter.ts';
import { retryLayer } from '../../../src/http/retry.ts';
import { type HttpRequest, type Transport, withLayers } from '../../../src/http/transport.ts';
import { createWaitBudget } from '../../../src/http/wait-budget.ts';
import { response } from '../../support/simulated-service.ts';
import { simulatedTime } from '../../support/simulated-time.ts';

const REQUEST: HttpRequest = { method: 'GET', url: 'https://x.example/', headers: {}, effect: 'read' };
const MOST = 60_000;
const LATENCY = 12;

/**
 * Sends requests at once to a service that answers after 12 ms, or after `latency`.
 * @returns the milliseconds that count as waiting for it
 */
async function waitedFor(statuses: readonly number[], latency = (_: number) => LATENCY): Promise<number> {
  const time = simulatedTime();
  const budget = createWaitBudget(MOST, time.now);
  const { now, sleep } = time;
  let asked = 0;
  const service: Transport = async () => {
    const [nth, status] = [asked, statuses[asked] ?? 200];
    asked += 1;
    await sleep(latency(nth));
    return response(status);
  };
  const limit = rateLimitLayer({
    limits: {},
    maxWait: MOST,
    budget,
    now,
    clock: now,
    sleep,
    isResourceLock: () => false,
  });
  const send = limit(service);
  const sent = statuses.map(() => send(REQUEST));
  await time.run(Promise.all(sent));
  return MOST - budget.left();
}

it('counts the time to the first answer if this is a refusal', async () => {
  expect(await waitedFor([429])).toBe(LATENCY);
  expect(await waitedFor([429, 200, 200, 200])).toBe(LATENCY);
});

it('counts from the first request if a later one is answered first', async () => {
  // Four leave at once and are answered after 30 ms, the fifth leaves 5 ms later and is answered at 10 ms.
  const latency = (nth: number) => (nth < 4 ? 30 : 5);
  expect(await waitedFor([429, 429, 429, 429, 429], latency)).toBe(30);
});

it('counts the whole wait during which the first refusal comes', async () => {
  // Four leave at once and two 5 ms apart; the seventh waits from 10 to 15 ms, and then until 24 ms for the
  // requests in flight.
  expect(await waitedFor([429, 429, 429, 429, 200, 200, 200])).toBe(2 * LATENCY);
});

it('ends within --max-wait and a round trip of 300 ms if every request is refused', async () => {
  const [time, most] = [simulatedTime(), 2000];
  const { now, sleep } = time;
  const limits = { limits: {}, maxWait: most, now, clock: now, sleep, isResourceLock: () => false };
  const service: Transport = async () => {
    await sleep(300);
    return response(429);
  };
  const budget = createWaitBudget(most, now);
  const retry = retryLayer({ maxWait: most, budget, attempts: 5, now, random: () => 0.5, sleep });
  const send = withLayers(service, [retry, rateLimitLayer({ ...limits, budget })]);
  const sent = Array.from({ length: 20 }, () => send(REQUEST));
  const ended = await time.run(Promise.allSettled(sent));
  expect(ended.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'rejected'));
  expect(now()).toBeLessThanOrEqual(most + 300);
});

it.each([
  ['every request is accepted', [200, 200, 200, 200]],
  ['the first request is accepted and later ones are refused', [200, 429, 429]],
])('does not count the pace if %s', async (_, statuses) => {
  expect(await waitedFor(statuses)).toBe(0);
});

import { expect, it } from 'vitest';
import { limitingRate } from '../../src/http/rate-limiter.ts';
import type { HttpRequest, Transport } from '../../src/http/transport.ts';
import { createWaitBudget } from '../../src/http/wait-budget.ts';
import { response } from '../support/simulated-service.ts';
import { simulatedTime } from '../support/simulated-time.ts';

const REQUEST: HttpRequest = { method: 'GET', url: 'https://x.example/', headers: {}, effect: 'read' };
const MOST = 60_000;
const LATENCY = 12;

/** Sends five requests at once to a service whose answers come after 12 ms. @returns what counts as waited for it */
async function waitedFor(statuses: readonly number[]): Promise<number> {
  const time = simulatedTime();
  const budget = createWaitBudget(MOST, time.now);
  const { now, sleep } = time;
  let asked = 0;
  const service: Transport = async () => {
    const status = statuses[asked] ?? 200;
    asked += 1;
    await sleep(LATENCY);
    return response(status);
  };
  const limit = limitingRate({
    limits: {},
    maxWait: MOST,
    budget,
    now,
    clock: now,
    sleep,
    isLockOfOne: () => false,
  });
  const send = limit(service);
  const sent = statuses.map(() => send(REQUEST));
  await time.run(Promise.all(sent));
  return MOST - budget.left();
}

it('counts the time to the first answer, where this is a refusal', async () => {
  expect(await waitedFor([429])).toBe(LATENCY);
  // Three leave 5 ms apart before the first answer, and the others go on.
  expect(await waitedFor([429, 200, 200, 200])).toBe(LATENCY);
});

it.each([
  ['all are let in', [200, 200, 200, 200]],
  ['the first is let in, and later ones are refused', [200, 429, 429]],
])('counts no pace where %s', async (_, statuses) => {
  expect(await waitedFor(statuses)).toBe(0);
});

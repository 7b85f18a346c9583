import { expect, it } from 'vitest';
import { rateLimitLayer } from '../../../src/http/pacing/rate-limiter.ts';
import { type HttpRequest, withLayers } from '../../../src/http/transport.ts';
import { response } from '../../support/simulated-service.ts';

const REQUEST: HttpRequest = { method: 'GET', url: 'https://x.example/', headers: {}, effect: 'read' };

it('does not wait long after one refusal if the clock advances with every reading', async () => {
  let time = 0;
  const clock = () => {
    time += 1;
    return time;
  };
  const waits: number[] = [];
  const statuses = [429, 200, 200];
  const pace = rateLimitLayer({
    limits: {},
    maxWait: 60_000,
    now: () => time,
    clock,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      time += milliseconds;
    },
    isResourceLock: () => false,
  });
  const send = withLayers(async () => response(statuses.shift() ?? 200), [pace]);
  for (let sent = 0; sent < 3; sent += 1) await send(REQUEST);
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(10_000);
});

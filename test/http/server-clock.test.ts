import { expect, it } from 'vitest';
import { createServerClock } from '../../src/http/server-clock.ts';
import { response } from '../support/simulated-service.ts';

const READ = { method: 'GET', url: 'https://x.example/', headers: {}, effect: 'read' } as const;

it('takes the time of the service from its responses and keeps counting', async () => {
  let here = Date.parse('2026-01-01T00:00:00Z');
  const clock = createServerClock(() => here);
  expect(clock.now()).toBe(here);
  const answer = async (date: string | undefined) => {
    await clock.layer(async () => response(200, date === undefined ? {} : { date }))(READ);
  };
  await answer('Thu, 01 Jan 2026 01:00:05 GMT');
  expect(clock.now()).toBe(Date.parse('2026-01-01T01:00:05Z'));
  here += 3000;
  expect(clock.now()).toBe(Date.parse('2026-01-01T01:00:08Z'));
  await answer('not a date');
  await answer(undefined);
  expect(clock.now()).toBe(Date.parse('2026-01-01T01:00:08Z'));
});

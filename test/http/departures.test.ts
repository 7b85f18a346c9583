import { expect, it } from 'vitest';
import { createDepartures } from '../../src/http/departures.ts';

const ROUND_TRIP = 100;

function leaving(times: readonly number[]) {
  const departures = createDepartures();
  for (const at of times) departures.left(at, Number.POSITIVE_INFINITY, ROUND_TRIP);
  return departures;
}

const evenly = (count: number, gap: number) => Array.from({ length: count }, (_, index) => index * gap);

it.each<[string, readonly number[], number, number, number]>([
  ['all at one moment', [0, 0, 0, 0], 0, 100, 40],
  ['evenly', evenly(50, 10), 400, 500, 100],
  ['none since', [0, 0], 100, 200, 0],
  ['one of two since', [0, 100], 50, 150, 10],
  ['more than are remembered', evenly(2000, 10), 0, 20_000, 100],
])('the rate at which requests left: %s', (_, times, from, now, rate) => {
  expect(leaving(times).rate(from, now)).toBeCloseTo(rate, 6);
});

it.each([
  ['timers woke early and late', [0, 35, 40], 50, 30, 30],
  ['the sender sent less than it might', [0, 35, 40], 50, 200, 60],
  ['nothing limited it', [0, 35, 40], 50, Number.POSITIVE_INFINITY, 60],
])('is no more than was allowed when they left: %s', (_, times, now, allowed, rate) => {
  const departures = createDepartures();
  for (const at of times) departures.left(at, allowed, ROUND_TRIP);
  expect(departures.rate(0, now)).toBeCloseTo(rate, 6);
});

it('are remembered before the first answer, when no round trip is known yet', () => {
  const departures = createDepartures();
  for (let at = 0; at < 32; at += 1) departures.left(at * 5, 200, 0);
  expect(departures.rate(0, 155)).toBeCloseTo(200, 6);
});

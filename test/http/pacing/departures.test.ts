import { expect, it } from 'vitest';
import { createDepartures } from '../../../src/http/pacing/departures.ts';

const ROUND_TRIP = 100;

function leaving(times: readonly number[]) {
  const departures = createDepartures();
  for (const at of times) departures.left(at, ROUND_TRIP);
  return departures;
}

const evenly = (count: number, gap: number) => Array.from({ length: count }, (_, index) => index * gap);

it.each<[string, readonly number[], number, number, number]>([
  ['all at once', [0, 0, 0, 0], 0, 100, 40],
  ['evenly', evenly(50, 10), 400, 500, 100],
  ['only before the period', [0, 0], 100, 200, 0],
  ['partly before the period', [0, 100], 50, 150, 10],
  ['in a larger number than is remembered', evenly(2000, 10), 0, 20_000, 100],
])('measures the departure rate of requests that left %s', (_, times, from, now, rate) => {
  expect(leaving(times).rate(from, now)).toBeCloseTo(rate, 6);
});

it('remembers requests that left before the first answer, while the round trip is unknown', () => {
  const departures = createDepartures();
  for (let at = 0; at < 32; at += 1) departures.left(at * 5, 0);
  expect(departures.rate(0, 160)).toBeCloseTo(200, 6);
});

import { expect, it } from 'vitest';
import { firstFlight } from '../../src/http/first-flight.ts';
import { trust } from '../../src/http/flight.ts';

it.each([
  ['no request was accepted', 0, 0, 32, 200],
  ['no request was accepted, and refusals took 300 ms', 300, 0, 32, 200],
  ['answers come at once', 0, 1, 32, 40_000],
  ['answers take a millisecond', 1, 1, 32, 40_000],
  ['answers take two milliseconds', 2, 1, 32, 20_000],
  ['answers take 300 ms', 300, 1, 32, 400 / 3],
  ['seven requests were accepted', 5, 7, 32, 8000],
  ['eight requests were accepted', 5, 8, 33, 8250],
  ['two hundred requests were accepted', 50, 200, 57, 1425],
])('without a quota, where %s', (_, roundTrip, accepted, room, rate) => {
  const flight = firstFlight(roundTrip, accepted);
  expect(flight.room).toBe(room);
  expect(flight.rate).toBeCloseTo(rate, 9);
});

it.each([
  [0, 1],
  [7, 1],
  [8, 1.04],
  [50, 6.5],
  [230, 29.9],
  [231, 30],
  [300, 30],
])('a first flight with answers after %d ms counts as %d requests more', (roundTrip, weight) => {
  expect(trust(true, roundTrip)).toBeCloseTo(weight, 9);
  expect(trust(false, roundTrip)).toBe(20);
});

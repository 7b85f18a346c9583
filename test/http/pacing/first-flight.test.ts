import { expect, it } from 'vitest';
import { departureRate, firstFlight } from '../../../src/http/pacing/first-flight.ts';
import { trust } from '../../../src/http/pacing/flight.ts';

it.each([
  ['no accepted request', 0, 0, 32, 200],
  ['no accepted request, and refusals after 300 ms', 300, 0, 32, 200],
  ['answers at once', 0, 1, 32, 40_000],
  ['answers after 1 ms', 1, 1, 32, 40_000],
  ['answers after 2 ms', 2, 1, 32, 20_000],
  ['answers after 300 ms', 300, 1, 32, 400 / 3],
  ['seven accepted requests', 5, 7, 32, 8000],
  ['eight accepted requests', 5, 8, 33, 8250],
  ['two hundred accepted requests', 50, 200, 57, 1425],
])('room and rate before the first refusal: %s', (_, roundTrip, accepted, room, rate) => {
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
])('weight of the rate before a first flight with answers after %d ms: %d requests', (roundTrip, weight) => {
  expect(trust(true, roundTrip)).toBeCloseTo(weight, 9);
  expect(trust(false, roundTrip)).toBe(20);
});

it.each([
  [32, 0, 32_000],
  [32, 1, 32_000],
  [32, 2, 16_000],
  [60, 300, 200],
])('%d requests in flight with answers after %d ms leave at %d per second', (inFlight, roundTrip, rate) => {
  expect(departureRate(inFlight, roundTrip)).toBeCloseTo(rate, 9);
});

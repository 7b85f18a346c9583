import { expect, it } from 'vitest';
import { growth, reduction } from '../../../src/http/pacing/rate-probe.ts';

const QUIET = { quiet: 0, aim: 0.0175, rate: 1, inFlight: 0, isUncertain: false, answers: 4500 };
/** Growth per accepted request that refusals cancel if their share equals the aim. */
const EVEN = 0.0175 / 200;

it.each([
  ['right after a refusal', { quiet: 0 }, EVEN],
  ['after three expected refusals', { quiet: 170 }, 2 * EVEN],
  ['after six expected refusals', { quiet: 340 }, 17 * EVEN],
  ['after nine expected refusals', { quiet: 510 }, 82 * EVEN],
  ['after a long time', { quiet: 1700, rate: 0.1 }, 10_001 * EVEN],
  ['few requests in flight', { quiet: 170, inFlight: 42 }, 2 * EVEN],
  ['many requests in flight', { quiet: 170, inFlight: 85 }, (1 + 1 / 16) * EVEN],
  ['a smaller aim', { quiet: 340, aim: 0.0175 / 4 }, (2 * EVEN) / 4],
  ['an uncertain rate', { quiet: 30, isUncertain: true }, 2 * EVEN],
  [
    'an uncertain rate with many requests in flight',
    { quiet: 30, inFlight: 85, isUncertain: true },
    2 * EVEN,
  ],
  ['at the first refusal', { answers: 0 }, 10 * EVEN],
  ['after 4475 answers', { answers: 4475 }, (200 / 199) * EVEN],
  ['after 4501 answers', { answers: 4501 }, EVEN],
  ['at most 0.15 per second', { quiet: 5100, rate: 20 }, 0.0075],
  ['at most 0.3 per second for an uncertain rate', { quiet: 5100, rate: 60, isUncertain: true }, 0.005],
])('raises a rate: %s', (_, quiet, more) => {
  expect(growth({ ...QUIET, ...quiet })).toBeCloseTo(more, 9);
});

it.each([
  [0.0175, 500],
  [0.004, 1218],
])('with an aim of %d doubles a rate after %i requests without a refusal', (aim, requests) => {
  let rate = 1;
  let quiet = 0;
  for (; rate < 2; quiet += 1) rate *= 1 + growth({ ...QUIET, aim, quiet, rate });
  expect(quiet).toBe(requests);
});

it.each([
  [0, 20],
  [25, 21],
  [4475, 199],
  [4500, 200],
  [4501, 200],
])('lowers a rate after %i answers by one part in %i', (answers, parts) => {
  expect(reduction(answers)).toBeCloseTo(1 / parts, 12);
});

import { expect, it } from 'vitest';
import { growth } from '../../src/http/rate-probe.ts';

const QUIET = { quiet: 0, aim: 0.0175, rate: 1, inFlight: 0, isFirst: false };
/** What one accepted request adds so that refusals take it away where as much is refused as may be. */
const EVEN = 0.0175 / 200;

it.each([
  ['just after a refusal', { quiet: 0 }, EVEN],
  ['when the next three are due', { quiet: 170 }, 2 * EVEN],
  ['when six did not come', { quiet: 340 }, 17 * EVEN],
  ['when nine did not come', { quiet: 510 }, 82 * EVEN],
  ['long after', { quiet: 1700, rate: 0.1 }, 10_001 * EVEN],
  ['with as many on their way as make no difference', { quiet: 170, inFlight: 42 }, 2 * EVEN],
  ['with more on their way', { quiet: 170, inFlight: 85 }, (1 + 1 / 16) * EVEN],
  ['where less may be refused, later', { quiet: 340, aim: 0.0175 / 4 }, (2 * EVEN) / 4],
  ['before anything else was refused, sooner', { quiet: 30, isFirst: true }, 2 * EVEN],
  [
    'before anything else was refused, however many are on their way',
    { quiet: 30, inFlight: 85, isFirst: true },
    2 * EVEN,
  ],
  ['no more in a second than by 0.15', { quiet: 5100, rate: 20 }, 0.0075],
  ['no more in a second than by 0.3 at first', { quiet: 5100, rate: 60, isFirst: true }, 0.005],
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

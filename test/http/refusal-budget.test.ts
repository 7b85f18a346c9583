import { expect, it } from 'vitest';
import { RefusalBudget } from '../../src/http/refusal-budget.ts';

function aimAfter(accepted: number, refused: number, inFlight = 0): number {
  const budget = new RefusalBudget();
  for (let count = 0; count < accepted; count += 1) budget.accepted();
  for (let count = 0; count < refused; count += 1) budget.refused();
  return budget.aim(inFlight);
}

it.each([
  ['nothing known', 0, 0, 0.018],
  ['nothing refused for a time', 200, 0, 0.0198],
  ['nothing refused for long', 20_000, 0, 0.02],
  ['exactly as much as may be', 982, 18, 0.018],
  ['two too many in a thousand', 980, 20, 0.017],
  ['a first flight of thirty', 0, 30, 0.006],
  ['a first flight, made up for by now', 1970, 30, 0.021 - 0.001],
  ['a first flight, nearly made up for', 1470, 30, 0.0165],
])('may have so much refused next: %s', (_, accepted, refused, aim) => {
  expect(aimAfter(accepted, refused)).toBeCloseTo(aim, 9);
});

it.each([
  [0, 0.018],
  [50, 0.017],
  [100, 0.016],
  [101, 0.016],
  [1000, 0.016],
])('keeps a part for changes of the quota, with %i requests on their way', (inFlight, aim) => {
  expect(aimAfter(0, 0, inFlight)).toBeCloseTo(aim, 9);
});

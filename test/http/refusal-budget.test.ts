import { expect, it } from 'vitest';
import { RefusalBudget } from '../../src/http/refusal-budget.ts';

function aimAfter(accepted: number, refused: number, inFlight = 0): number {
  const budget = new RefusalBudget();
  for (let count = 0; count < accepted; count += 1) budget.accepted();
  for (let count = 0; count < refused; count += 1) budget.refused();
  return budget.aim(inFlight);
}

it.each([
  ['no responses yet', 0, 0, 0.02 - 14 / 2000],
  ['200 accepted requests', 200, 0, 0.02 - 10 / 2000],
  ['one request too few for the reserve', 699, 0, 0.02 - 0.02 / 2000],
  ['just enough requests for the reserve', 700, 0, 0.02],
  ['20,000 accepted requests', 20_000, 0, 0.02],
  ['the budget except the reserve refused', 9814, 186, 0.02],
  ['the budget and one of the reserve refused', 9813, 187, 0.02 - 1 / 2000],
  ['the whole budget refused', 980, 20, 0.02 - 14 / 2000],
  ['a refused first flight of 18 requests', 0, 18, 0.02 - 31.64 / 2000],
  ['a refused first flight of 19 requests', 0, 19, 0.004],
  ['a refused first flight of 30 requests', 0, 30, 0.004],
  ['a refused first flight of 30, nearly made up for', 2069, 30, 0.02 - 2.02 / 2000],
  ['a refused first flight of 30, made up for', 2170, 30, 0.02],
])('may have so much refused next: %s', (_, accepted, refused, aim) => {
  expect(aimAfter(accepted, refused)).toBeCloseTo(aim, 9);
});

it.each([
  [0, 0.02 - 14 / 2000],
  [1, 0.02 - 14.5 / 2000],
  [35, 0.02 - 31.5 / 2000],
  [36, 0.004],
  [1000, 0.004],
])('keeps half of what is on its way for changes of the quota: %i requests', (inFlight, aim) => {
  expect(aimAfter(0, 0, inFlight)).toBeCloseTo(aim, 9);
});

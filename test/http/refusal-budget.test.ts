import { expect, it } from 'vitest';
import { RefusalBudget } from '../../src/http/refusal-budget.ts';

function aimAfter(accepted: number, refused: number, inFlight = 0): number {
  const budget = new RefusalBudget();
  for (let count = 0; count < accepted; count += 1) budget.accepted();
  for (let count = 0; count < refused; count += 1) budget.refused();
  return budget.aim(inFlight);
}

it.each([
  ['nothing known', 0, 0, 0.02 - 14 / 2000],
  ['nothing refused for a time', 200, 0, 0.02 - 10 / 2000],
  ['nearly so many that what is kept is there', 699, 0, 0.02 - 0.02 / 2000],
  ['so many that what is kept is there', 700, 0, 0.02],
  ['nothing refused for long', 20_000, 0, 0.02],
  ['as much as may be, less what is kept', 9814, 186, 0.02],
  ['one more', 9813, 187, 0.02 - 1 / 2000],
  ['exactly as much as may be', 980, 20, 0.02 - 14 / 2000],
  ['a first flight of eighteen', 0, 18, 0.02 - 31.64 / 2000],
  ['a first flight of nineteen', 0, 19, 0.004],
  ['a first flight of thirty', 0, 30, 0.004],
  ['a first flight of thirty, nearly made up for', 2069, 30, 0.02 - 2.02 / 2000],
  ['a first flight of thirty, made up for by now', 2170, 30, 0.02],
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

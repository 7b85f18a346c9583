import { expect, it } from 'vitest';
import { RefusalBudget } from '../../../src/http/pacing/refusal-budget.ts';

function aimAfter(accepted: number, refused: number, inFlight = 0): number {
  const budget = new RefusalBudget();
  for (let count = 0; count < accepted; count += 1) budget.accepted();
  for (let count = 0; count < refused; count += 1) budget.refused();
  return budget.aim(inFlight);
}

it.each([
  ['no answers', 0, 0, 0.02 - 14 / 2000],
  ['no refusals in 200 answers', 200, 0, 0.02 - 10 / 2000],
  ['one answer less than the reserve needs', 699, 0, 0.02 - 0.02 / 2000],
  ['the full reserve', 700, 0, 0.02],
  ['no refusals in 20,000 answers', 20_000, 0, 0.02],
  ['the maximum less the reserve', 9814, 186, 0.02],
  ['one refusal more', 9813, 187, 0.02 - 1 / 2000],
  ['exactly the maximum', 980, 20, 0.02 - 14 / 2000],
  ['a first flight with 18 refusals', 0, 18, 0.02 - 31.64 / 2000],
  ['a first flight with 19 refusals', 0, 19, 0.004],
  ['a first flight with 30 refusals', 0, 30, 0.004],
  ['30 refusals, nearly made up for', 2069, 30, 0.02 - 2.02 / 2000],
  ['30 refusals, made up for', 2170, 30, 0.02],
])('aim after %s', (_, accepted, refused, aim) => {
  expect(aimAfter(accepted, refused)).toBeCloseTo(aim, 9);
});

it.each([
  [0, 0.02 - 14 / 2000],
  [1, 0.02 - 14.5 / 2000],
  [35, 0.02 - 31.5 / 2000],
  [36, 0.004],
  [1000, 0.004],
])('reserves half of %i requests in flight for changes of the quota', (inFlight, aim) => {
  expect(aimAfter(0, 0, inFlight)).toBeCloseTo(aim, 9);
});

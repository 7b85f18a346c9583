import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chooseEvenly } from './choose-evenly.mjs';

const MANY = Array.from({ length: 1000 }, (_, index) => index);

it('chooseEvenly returns the requested number of distinct items, or all if there are fewer', () => {
  for (const count of [1, 7, 999, 1000, 1001]) {
    const chosen = chooseEvenly(MANY, count, 1);
    expect(new Set(chosen).size).toBe(Math.min(count, 1000));
    expect(chosen).toHaveLength(Math.min(count, 1000));
  }
});

it('chooseEvenly is deterministic for a seed and differs between seeds', () => {
  expect(chooseEvenly(MANY, 10, 1)).toEqual(chooseEvenly(MANY, 10, 1));
  expect(chooseEvenly(MANY, 10, 1)).not.toEqual(chooseEvenly(MANY, 10, 2));
});

it('chooseEvenly chooses the same number from each part for any seed', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const chosen = chooseEvenly(MANY, 100, seed);
      for (let part = 0; part < 1000; part += 100) {
        expect(chosen.filter((item) => item >= part && item < part + 100)).toHaveLength(10);
      }
    }),
  );
});

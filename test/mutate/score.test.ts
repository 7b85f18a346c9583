import { expect, it } from 'vitest';
import { scoreOf, type TriedMutant, withSecondTry } from './score.mjs';

const tried = (ends: Readonly<Partial<Record<TriedMutant['end'], number>>>): readonly TriedMutant[] =>
  Object.entries(ends).flatMap(([end, count]) =>
    Array.from({ length: count }, (_, at) => ({ id: `${end} ${at}`, end: end as TriedMutant['end'] })),
  );

it.each([
  [{ killed: 84, survived: 16 }, false],
  [{ killed: 85, survived: 15 }, true],
  [{ killed: 80, timeout: 5, survived: 10, 'no coverage': 5 }, true],
  [{ killed: 80, timeout: 4, survived: 10, 'no coverage': 6 }, false],
  // Mutants that could not be tried do not count.
  [{ killed: 85, survived: 15, error: 100 }, true],
])('a score of 85 of 100 detected mutants is sufficient: %j', (ends, isEnough) => {
  expect(scoreOf(tried(ends)).isEnough).toBe(isEnough);
});

it('the summary counts mutants by result', () => {
  expect(scoreOf(tried({ killed: 8, timeout: 1, survived: 1 })).words).toBe(
    '10 mutants: 8 killed, 1 timeout, 1 survived, 0 no coverage, 0 error; 80.0 % killed, 90.0 % with timeouts',
  );
  expect(scoreOf(tried({ killed: 1, survived: 1 })).words).toMatch(/, which is less than 85 %$/);
});

it('a second run replaces the result of mutants that it reaches', () => {
  const first = [
    { id: '1', end: 'survived' },
    { id: '2', end: 'no coverage' },
    { id: '3', end: 'survived' },
    { id: '4', end: 'killed' },
  ] as const;
  const second = [
    { id: '1', end: 'killed' },
    { id: '2', end: 'survived' },
    { id: '3', end: 'no coverage' },
  ] as const;
  expect(withSecondTry(first, second).map(({ end }) => end)).toEqual([
    'killed',
    'survived',
    'survived',
    'killed',
  ]);
});

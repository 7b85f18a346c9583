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
  // What could not be tried says nothing.
  [{ killed: 85, survived: 15, error: 100 }, true],
])('is enough where 85 of 100 are noticed: %j', (ends, isEnough) => {
  expect(scoreOf(tried(ends)).isEnough).toBe(isEnough);
});

it('says what became of all of them', () => {
  expect(scoreOf(tried({ killed: 8, timeout: 1, survived: 1 })).words).toBe(
    '10 mutants: 8 killed, 1 timeout, 1 survived, 0 no coverage, 0 error; 80.0 % killed, 90.0 % with timeouts',
  );
  expect(scoreOf(tried({ killed: 1, survived: 1 })).words).toMatch(/, which is less than 85 %$/);
});

it('counts what a second try noticed, or reached', () => {
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

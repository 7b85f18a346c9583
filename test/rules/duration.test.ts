import { expect, it } from 'vitest';
import { durationFrom } from '../../src/rules/duration.ts';

it.each<[string, number | undefined]>([
  ['5ms', 5],
  ['90s', 90_000],
  ['2m', 120_000],
  ['1.5h', 5_400_000],
  ['90d', 7_776_000_000],
  ['0s', 0],
  ['90', undefined],
  ['s', undefined],
  ['', undefined],
  ['1.s', undefined],
  ['.5s', undefined],
  ['-1s', undefined],
  ['1 s', undefined],
  ['1w', undefined],
  ['a1s', undefined],
  ['1sec', undefined],
])('durationFrom(%j) returns %j milliseconds', (text, milliseconds) => {
  expect(durationFrom(text)).toBe(milliseconds);
});

import { expect, it } from 'vitest';
import { outageInWords } from '../../src/cli/printing/retry-notes.ts';

it.each([
  [20_000, 720_000, 'service unreachable, next try in 20 s; 12 min left'],
  [400, 89_000, 'service unreachable, next try in 1 s; 89 s left'],
  [0, 90_000, 'service unreachable, next try now; 2 min left'],
  [30_000, 7_200_000, 'service unreachable, next try in 30 s; 2.0 h left'],
])('outageInWords: a wait of %i ms with %i ms left is "%s"', (milliseconds, left, words) => {
  expect(outageInWords({ milliseconds, left, says: 'service unreachable' })).toBe(words);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { durationInWords } from '../../src/output/duration-words.ts';

const S = 1000;
const M = 60 * S;
const H = 60 * M;
const D = 24 * H;

it.each([
  [0, '0 seconds'],
  [0.4, '1 millisecond'],
  [1, '1 millisecond'],
  [400, '400 milliseconds'],
  [999, '999 milliseconds'],
  [S, '1 second'],
  [S + 1, '2 seconds'],
  [59 * S, '59 seconds'],
  [59 * S + 1, '1 minute'],
  [M, '1 minute'],
  [90 * S, '1 minute 30 seconds'],
  [3 * M, '3 minutes'],
  [H - 1, '1 hour'],
  [H, '1 hour'],
  [H + 1, '1 hour 1 minute'],
  [90 * M, '1 hour 30 minutes'],
  [D, '1 day'],
  [90 * D, '90 days'],
  [D + H, '1 day 1 hour'],
])('%i milliseconds are printed as "%s"', (milliseconds, words) => {
  expect(durationInWords(milliseconds)).toBe(words);
});

it('a duration is never rounded down, and rounded up by at most one smaller unit', () => {
  const lengths: Readonly<Record<string, number>> = { day: D, hour: H, minute: M, second: S, millisecond: 1 };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 * D }), (milliseconds) => {
      const words = durationInWords(milliseconds).replaceAll(',', '').split(' ');
      let said = 0;
      for (let at = 0; at < words.length; at += 2)
        said += Number(words[at]) * (lengths[(words[at + 1] ?? '').replace(/s$/, '')] ?? Number.NaN);
      expect(said).toBeGreaterThanOrEqual(milliseconds);
      expect(said - milliseconds).toBeLessThan(Math.max(S, milliseconds / 20));
    }),
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isDeeperThan } from '../../src/json/json-depth.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

it('counts nested arrays and objects, not brackets in strings', () => {
  const text = fc.stringMatching(/^[[\]{}"\\a]{0,6}$/);
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      text,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(text, tie('value'), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(value, fc.constantFrom(0, 2), (json, indent) => {
      const written = JSON.stringify(json, null, indent);
      const depth = depthOf(json);
      expect(isDeeperThan(depth, written)).toBe(false);
      if (depth > 0) expect(isDeeperThan(depth - 1, written)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

it.each([
  ['[[[', 2, true],
  ['[[[', 3, false],
  ['[[]][[]]', 2, false],
  ['"[[[[', 0, false],
  ['[', 0, true],
  ['', 0, false],
])('%j is deeper than %i: %s, even if it is truncated', (text, levels, expected) => {
  expect(isDeeperThan(levels, text)).toBe(expected);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pluralize, withCommas } from '../../src/output/pluralize.ts';

it('withCommas formats every integer like toLocaleString in English', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (count) => {
      expect(withCommas(count)).toBe(count.toLocaleString('en-US'));
    }),
    { examples: [[0], [999], [1000], [999_999], [1_000_000]] },
  );
});

it('pluralize uses the singular for 1 only', () => {
  expect([0, 1, 3000].map((count) => pluralize(count, 'user'))).toEqual(['0 users', '1 user', '3,000 users']);
});

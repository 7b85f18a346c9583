import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeenIds } from '../../src/scim/seen-ids.ts';

describe('IDs already seen in a list', () => {
  it('are recognized like in a Set, for any expected number', () => {
    const ids = fc.array(fc.oneof(fc.string(), fc.stringMatching(/^W[01]{1,12}$/)), { maxLength: 3000 });
    fc.assert(
      fc.property(ids, fc.constantFrom(0, 1, 5000), (all, expected) => {
        const known = new Set<string>();
        const seen = createSeenIds(expected);
        for (const id of all) {
          const bytes = Buffer.from(`x${id}x`);
          expect(seen.add(bytes, 1, bytes.length - 1)).toBe(!known.has(id));
          known.add(id);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('are distinguished among 300,000, more than expected', () => {
    const seen = createSeenIds(1000);
    const bytes = Buffer.alloc(10);
    const add = (number: number) => seen.add(bytes, 0, bytes.write(`W${number.toString(36)}`));
    for (let number = 0; number < 300_000; number += 1) if (!add(number)) expect.fail(`W${number} is new`);
    for (let number = 0; number < 300_000; number += 1) if (add(number)) expect.fail(`W${number} is not new`);
  });
});

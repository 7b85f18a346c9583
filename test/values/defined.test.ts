import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defined } from '../../src/values/defined.ts';

describe('defined', () => {
  it('keeps every value except undefined, in order', () => {
    expect(Object.entries(defined({ a: 0, b: undefined, c: null, d: '', e: false }))).toEqual([
      ['a', 0],
      ['c', null],
      ['d', ''],
      ['e', false],
    ]);
  });

  it('returns a copy with the same JSON text', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]+$/), fc.option(fc.integer(), { nil: undefined })),
        (values) => {
          const kept = defined(values);
          expect(kept).not.toBe(values);
          expect(JSON.stringify(kept)).toBe(JSON.stringify(values));
        },
      ),
    );
  });

  it('keeps an earlier value in a later spread', () => {
    expect({ limit: 5, ...defined({ limit: undefined }) }).toEqual({ limit: 5 });
  });
});

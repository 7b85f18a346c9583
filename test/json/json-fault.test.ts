import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonFault } from '../../src/json/json-fault.ts';

describe('findJsonFault', () => {
  it.each([
    ['{"a": }', 6, '"}"'],
    ['{"a": 1,\n}', 9, '"}"'],
    ['[1, 2,]', 6, '"]"'],
    ['{"a" 1}', 5, '"1"'],
    ['{"a": 1 "b": 2}', 8, '"\\""'],
    ['{a: 1}', 1, '"a"'],
    ["{'a': 1}", 1, '"\'"'],
    ['{"a": nul}', 6, '"n"'],
    ['{"a": NaN}', 6, '"N"'],
    ['{"a": 1} x', 9, '"x"'],
    ['{"a": "b\nc"}', 8, '"\\n"'],
    ['{"a": "b\tc"}', 8, '"\\t"'],
    ['{"a": "b\\xc"}', 9, '"x"'],
    ['{"a": "\\\\b\\qc"}', 11, '"q"'],
    ['{"a": "b\\u12zz"}', 12, '"z"'],
    ['{"a": "b', 8, 'the end'],
    ['{"a": 1', 7, 'the end'],
    ['', 0, 'the end'],
    ['// a\n{}', 0, '"/"'],
  ])('returns for %j the offset %i', (text, offset, found) => {
    expect(findJsonFault(text)).toEqual({ offset, found });
  });

  it('returns an offset inside the text or its end', () => {
    const damaged = fc
      .tuple(
        fc.json({ maxDepth: 3 }),
        fc.nat(),
        fc.constantFrom('', '"', '}', ']', ',', ':', '\\', '\n', 'x', '\u0001'),
      )
      .map(([text, at, character]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + character + text.slice(place + 1);
      })
      .filter((text) => {
        try {
          JSON.parse(text);
          return false;
        } catch {
          return true;
        }
      });
    fc.assert(
      fc.property(damaged, (text) => {
        const { offset, found } = findJsonFault(text);
        expect(offset).toBeGreaterThanOrEqual(0);
        expect(offset).toBeLessThanOrEqual(text.length);
        expect(found === 'the end').toBe(offset === text.length);
      }),
      { numRuns: 500 },
    );
  });
});

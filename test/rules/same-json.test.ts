import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sameJson, sortedJson } from '../../src/rules/same-json.ts';
import type { Json } from '../../src/spec/protocol-types.ts';

const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(null, true, false, 0, 1, '', 'a', '1'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '0', 'length'), tie('value'), { maxKeys: 3 }),
  ),
}));

/** Returns the same value with the keys of every object reversed. */
function turned(json: Json): Json {
  if (Array.isArray(json)) return json.map(turned);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json)
      .reverse()
      .map(([name, inner]) => [name, turned(inner)]),
  );
}

it('ignores the order of keys in comparison and sorted text', () => {
  fc.assert(
    fc.property(value, (one) => {
      expect(sameJson(one, turned(one))).toBe(true);
      expect(sortedJson(turned(one))).toBe(sortedJson(one));
      expect(JSON.parse(sortedJson(one))).toEqual(one);
    }),
  );
});

it('two values are the same exactly if their sorted texts are, in both directions', () => {
  fc.assert(
    fc.property(value, value, (one, other) => {
      const isSame = sortedJson(one) === sortedJson(other);
      expect(sameJson(one, other)).toBe(isSame);
      expect(sameJson(other, one)).toBe(isSame);
    }),
    { numRuns: 500 },
  );
});

it.each<[Json, Json]>([
  [[], {}],
  [null, {}],
  [null, []],
  [[1], [1, null]],
  [[null], []],
  [{ a: null }, {}],
  [{ a: null }, { b: null }],
  [
    [1, 2],
    [2, 1],
  ],
  [{ 0: 'a' }, ['a']],
  [1, '1'],
])('%j differs from %j', (one, other) => {
  expect([sameJson(one, other), sameJson(other, one)]).toEqual([false, false]);
});

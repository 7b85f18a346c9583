import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Filter,
  type FilterTerm,
  matchesFilter,
  matchesInDoubt,
  printFilter,
} from '../../src/rules/filter.ts';

const NAMES = ['a', 'b', 'c', 'd'];
const { filter: anyFilter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('present'), attribute: fc.constantFrom(...NAMES) }),
    fc.record({ kind: fc.constant('not'), inner: tie('filter') }),
    fc.record({
      kind: fc.constantFrom('and', 'or'),
      parts: fc.array(tie('filter'), { minLength: 2, maxLength: 4 }),
    }),
  ),
}));
const presentIn = (names: readonly string[]) => (name: string) => (names.includes(name) ? ['x'] : []);

describe('filter over doubtful values', () => {
  it('returns a result only if it is the same for all doubtful values', () => {
    const names = fc.subarray(NAMES);
    fc.assert(
      fc.property(anyFilter, names, names, names, (filter, there, doubtful, chosen) => {
        const isDoubtful = ({ attribute }: FilterTerm) => doubtful.includes(attribute);
        const result = matchesInDoubt(filter, presentIn(there), isDoubtful);
        const certain = there.filter((name) => !doubtful.includes(name));
        const guess = [...certain, ...chosen.filter((name) => doubtful.includes(name))];
        if (result !== undefined) expect(matchesFilter(filter, presentIn(guess))).toBe(result);
        if (doubtful.length === 0) expect(result).toBe(matchesFilter(filter, presentIn(there)));
      }),
      { numRuns: 1000 },
    );
  });

  const present = (attribute: string): Filter => ({ kind: 'present', attribute });
  const not = (inner: Filter): Filter => ({ kind: 'not', inner });
  it.each<[Filter, boolean | undefined]>([
    [present('a'), undefined],
    [not(present('a')), undefined],
    [not(present('b')), false],
    [not(present('c')), true],
    [{ kind: 'and', parts: [present('a'), present('c')] }, false],
    [{ kind: 'and', parts: [present('c'), present('a')] }, false],
    [{ kind: 'and', parts: [present('a'), present('b')] }, undefined],
    [{ kind: 'or', parts: [present('a'), present('b')] }, true],
    [{ kind: 'or', parts: [present('b'), present('a')] }, true],
    [{ kind: 'or', parts: [present('a'), present('c')] }, undefined],
    [{ kind: 'and', parts: [present('b'), present('a'), present('c')] }, false],
    [{ kind: 'or', parts: [present('c'), present('a'), present('b')] }, true],
  ])('%j is %s if a is doubtful and b is present', (filter, expected) => {
    const result = matchesInDoubt(filter, presentIn(['a', 'b']), ({ attribute }) => attribute === 'a');
    expect(result).toBe(expected);
  });
});

it.each([
  ['lt', '2026-07-31T23:00:00Z', false],
  ['le', '2026-07-31T23:00:00Z', true],
  ['eq', ' 2026-07-31 ', true],
  ['gt', '2026-08-01', true],
  ['gt', '2026-07-31T23:00:00Z', false],
  ['lt', '202-07-3', false],
  ['lt', 'since 2020-01-01', false],
  ['gt', 'tomorrow', false],
  ['lt', '', false],
] as const)('comparing a day %s 2026-07-31: %j is %s', (operator, value, expected) => {
  const filter: Filter = { kind: 'compare', attribute: 'end', operator, value: '2026-07-31', isDay: true };
  expect(matchesFilter(filter, () => [value])).toBe(expected);
});

it('prints a negation with its inner filter in parentheses', () => {
  expect(printFilter({ kind: 'not', inner: { kind: 'present', attribute: 'title' } })).toBe('not (title pr)');
});

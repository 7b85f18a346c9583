import { expect, it } from 'vitest';
import { questionsByAssumption } from '../../src/probe/questions.ts';
import { ASSUMPTIONS } from '../../src/spec/assumptions.ts';
import { reasonUntested, UNASKED } from '../../src/spec/unasked-assumptions.ts';

it('every assumption has a probe question or a reason why it cannot be probed', () => {
  const probed = questionsByAssumption();
  const ids = Object.keys(ASSUMPTIONS);
  expect(ids.filter((id) => !probed.has(id) && reasonUntested(id) === undefined)).toEqual([]);
  expect(ids.filter((id) => probed.has(id) && reasonUntested(id) !== undefined)).toEqual([]);
  const reasoned = UNASKED.flatMap(({ ids: some }) => some);
  expect(new Set(reasoned).size).toBe(reasoned.length);
});

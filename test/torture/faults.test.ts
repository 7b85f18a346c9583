import { describe, expect, it } from 'vitest';
import { CELLS } from './faults/cells.ts';
import { findings } from './faults/expectations.ts';
import { type Cell, runCell, titleOf } from './faults/run-cell.ts';

/** Everything with ORGCTL_TORTURE_FAULTS=all, as in "npm run torture"; otherwise a part that takes some seconds. */
const isWhole = process.env['ORGCTL_TORTURE_FAULTS'] === 'all';

const cells = isWhole ? CELLS : CELLS.filter(isInShortForm);

/** Every operation, with the faults that differ most, once, where it matters most. */
function isInShortForm({ operation, fault, aim, isLasting }: Cell): boolean {
  return fault.isShort && !isLasting && operation.version === '2.0' && aim === operation.aim;
}

const byOperation = new Map<string, Cell[]>();
for (const cell of cells) {
  const { title } = cell.operation;
  byOperation.set(title, [...(byOperation.get(title) ?? []), cell]);
}

describe('faults: each operation with each fault', { timeout: 3_600_000 }, () => {
  it.each([...byOperation])(
    'faults: %s ends as it should, and nothing is done twice',
    async (_, ofOperation) => {
      const found: string[] = [];
      for (const cell of ofOperation)
        for (const finding of findings(cell, await runCell(cell))) found.push(`${titleOf(cell)}: ${finding}`);
      expect(found).toEqual([]);
    },
  );
});

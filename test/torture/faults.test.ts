import { describe, expect, it } from 'vitest';
import { CELLS } from './faults/cells.ts';
import { findings } from './faults/expectations.ts';
import { type Cell, runCell, titleOf, usualRequests } from './faults/run-cell.ts';

/**
 * All cells with ORGCTL_TORTURE_FAULTS=all, as in "npm run torture"; otherwise a part that takes some
 * seconds.
 */
const isWhole = process.env['ORGCTL_TORTURE_FAULTS'] === 'all';

const cells = isWhole ? CELLS : CELLS.filter(isInShortForm);

/** Every operation with the most different faults, each once and only for its main requests. */
function isInShortForm({ operation, fault, aim, isLasting }: Cell): boolean {
  return fault.isShort && !isLasting && operation.version === '2.0' && aim === operation.aim;
}

/** Number of parallel cells; some of them really wait for a response that never comes. */
const AT_ONCE = 6;

const byOperation = new Map<string, Cell[]>();
for (const cell of cells) {
  const { title } = cell.operation;
  byOperation.set(title, [...(byOperation.get(title) ?? []), cell]);
}

describe('faults of every kind for every operation', { timeout: 3_600_000 }, () => {
  it.each([...byOperation])(
    'faults: %s ends with the expected exit code and repeats no write',
    async (_, ofOperation) => {
      const [first] = ofOperation;
      const usual = first === undefined ? 0 : await usualRequests(first.operation);
      const found: string[] = [];
      const judge = async (cell: Cell) => {
        for (const finding of findings(cell, await runCell(cell), usual))
          found.push(`${titleOf(cell)}: ${finding}`);
      };
      const left = [...ofOperation];
      const worker = async () => {
        for (let cell = left.shift(); cell !== undefined; cell = left.shift()) await judge(cell);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      expect(found).toEqual([]);
    },
  );
});

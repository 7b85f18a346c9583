import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/bulk/plan/change.ts';
import { inputLinesOf, linesCell, NO_LINE } from '../../src/bulk/plan/change-lines.ts';
import { changeId, groupId, userId } from '../../src/values/ids.ts';

const base = { id: changeId('c'), name: 'IT', after: [] };
const joining = (...lines: readonly number[]): Change => ({
  ...base,
  line: lines[0] ?? NO_LINE,
  kind: 'addMembers',
  target: { id: groupId('S1') },
  members: lines.map((line, index) => ({ id: userId(`W${index}`), name: 'ann', line })),
});
const creation = (line: number): Change => ({ ...base, line, kind: 'createGroup' });

describe('the lines of a change', () => {
  it.each<[string, Change, string, readonly number[]]>([
    ['one line', creation(2), '2', [2]],
    ['no line', creation(NO_LINE), '', []],
    ['one member', joining(7), '7', [7]],
    ['members in another order', joining(3, 2), '2,3', [2, 3]],
    ['members of one line', joining(2, 2, 2), '2', [2]],
    ['members without a line', joining(NO_LINE, 4, NO_LINE), '4', [4]],
    ['only members without a line', joining(NO_LINE, NO_LINE), '', []],
    ['three lines', joining(2, 5, 9), '2,5,9', [2, 5, 9]],
    ['four lines', joining(2, 3, 4, 5), '2,3,4,5', [2, 3, 4, 5]],
    ['five lines without a gap', joining(2, 3, 4, 5, 6), '2-6', [2, 3, 4, 5, 6]],
    ['five lines with a gap', joining(2, 3, 4, 5, 7), '2,3,4,…', [2, 3, 4, 5, 7]],
  ])('are written in a cell: %s', (_, change, cell, lines) => {
    expect(linesCell(change)).toBe(cell);
    expect(inputLinesOf(change)).toEqual(lines);
  });
});

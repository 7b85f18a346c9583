import type { Change } from './change.ts';

/** Line of a change that no input line led to, for example for a user who is not in the file. */
export const NO_LINE = 0;

/** Returns the line of a change for a table cell; empty if it has none. */
export function lineCell(line: number): string {
  return line === NO_LINE ? '' : String(line);
}

/** Maximum number of lines that a table cell lists; a longer list is shortened. */
const LINES_IN_CELL = 4;

/**
 * Returns the input lines of a change for a table cell, as `--line` takes them: `2,5,9`. A longer list is
 * written `2-9` if it has no gap, and cut off otherwise.
 */
export function linesCell(change: Change): string {
  const lines = inputLinesOf(change);
  if (lines.length <= LINES_IN_CELL) return lines.join(',');
  const [first = NO_LINE, last = NO_LINE] = [lines[0], lines.at(-1)];
  if (last - first === lines.length - 1) return `${first}-${last}`;
  return `${lines.slice(0, LINES_IN_CELL - 1).join(',')},…`;
}

/** Returns the lines of the input that led to a change, each once and in order; empty if none did. */
export function inputLinesOf(change: Change): readonly number[] {
  return [...new Set(linesOf(change))].filter((line) => line !== NO_LINE).sort((one, other) => one - other);
}

/** Returns all lines of a change if it has several, as a member of an object in JSON. */
export function linesIfSeveral(change: Change): { readonly lines?: readonly number[] } {
  const lines = inputLinesOf(change);
  return lines.length > 1 ? { lines } : {};
}

/** Returns the input lines that led to a change, one for each member that joins or leaves. */
export function linesOf(change: Change): readonly number[] {
  return change.kind === 'addMembers' || change.kind === 'removeMembers'
    ? change.members.map(({ line }) => line)
    : [change.line];
}

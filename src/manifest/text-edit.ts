import type { Range } from './source-tree.ts';

/** A replacement of a part of a text. */
export interface TextEdit {
  readonly range: Range;
  readonly text: string;
}

/** Applies edits that do not overlap. Insertions at the same place keep the order of the edits. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  const fromTheEnd = edits
    .map((edit, index) => ({ ...edit, index }))
    .sort((one, other) => other.range[0] - one.range[0] || other.index - one.index);
  for (const { range, text: replacement } of fromTheEnd) {
    result = result.slice(0, range[0]) + replacement + result.slice(range[1]);
  }
  return result;
}

/** Returns the line break used by a text. */
export function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Returns the offset of the start of the next line. */
export function nextLine(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  return at < 0 ? text.length : at + 1;
}

/** Returns the blanks before an offset; undefined if its line has other text before it. */
export function indentAt(text: string, offset: number): string | undefined {
  const before = text.slice(lineStart(text, offset), offset);
  return /^[ \t]*$/.test(before) ? before : undefined;
}

/** Whether two edits overlap. An insertion overlaps only a range that extends to both sides of it. */
export function overlaps(one: TextEdit, other: TextEdit): boolean {
  return one.range[0] < other.range[1] && other.range[0] < one.range[1];
}

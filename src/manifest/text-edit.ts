import type { Range } from './source-tree.ts';

/** Replaces a part of a text. */
export interface TextEdit {
  readonly range: Range;
  readonly text: string;
}

/**
 * Returns the text after edits that do not overlap; what is inserted at one place stands in the order of the
 * edits.
 */
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

/** The line end that a text uses. */
export function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Offset of the begin of the next line. */
export function nextLine(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  return at < 0 ? text.length : at + 1;
}

/** The blanks before something, if nothing else stands before it on its line. */
export function indentAt(text: string, offset: number): string | undefined {
  const before = text.slice(lineStart(text, offset), offset);
  return /^[ \t]*$/.test(before) ? before : undefined;
}

/** Whether two edits meet. */
export function touches(one: TextEdit, other: TextEdit): boolean {
  return one.range[0] < other.range[1] && other.range[0] < one.range[1]
    ? true
    : other.range[0] > one.range[0] && other.range[0] < one.range[1];
}

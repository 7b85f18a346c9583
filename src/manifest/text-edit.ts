import type { Range } from './source-tree.ts';

/** Replaces a part of a text. */
export interface TextEdit {
  readonly range: Range;
  readonly text: string;
}

/** Returns the text after edits that do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const { range, text: replacement } of [...edits].sort((one, other) => other.range[0] - one.range[0])) {
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

/** Offset of the line end behind an offset: of the carriage return, where there is one. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  if (at < 0) return text.length;
  return at > offset && text[at - 1] === '\r' ? at - 1 : at;
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

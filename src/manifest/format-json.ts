import { applyEdits, format } from 'jsonc-parser';
import { lineEndOf } from './text-edit.ts';

/** Formats JSON with an indentation of two spaces and one line break at its end. Only whitespace changes. */
export function formatJson(text: string): string {
  const eol = lineEndOf(text);
  const edits = format(text, undefined, { tabSize: 2, insertSpaces: true, eol, insertFinalNewline: true });
  return applyEdits(text, edits).trimEnd() + eol;
}

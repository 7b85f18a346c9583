import { applyEdits, format } from 'jsonc-parser';
import { lineEndOf } from './text-edit.ts';

/** Returns JSON with two blanks for each level and one line end at its end. Only blanks change. */
export function formatJson(text: string): string {
  const eol = lineEndOf(text);
  const edits = format(text, undefined, { tabSize: 2, insertSpaces: true, eol, insertFinalNewline: true });
  return applyEdits(text, edits).trimEnd() + eol;
}

import { hasEscapes, unescaped } from '../../csv/tsv-rows.ts';
import type { Issue } from '../../failure/issue.ts';
import { isReasonHeading } from './columns.ts';
import { type InputRow, placeOfInput } from './input-row.ts';
import { identityColumnOf } from './naming-heading.ts';

const CONTROL = /[\t\n\r]/;

/**
 * Whether a backslash of tab-separated cells is certainly no escape: as one, it would be a tab or a line
 * break in an ID, userName or email, as the t of `CORP\tom` in a column of logins.
 */
export function hasLiteralBackslash(cells: readonly string[], headings: readonly string[]): boolean {
  return cells.some(
    (cell, index) =>
      cell.includes('\\') &&
      !CONTROL.test(cell) &&
      CONTROL.test(unescaped(cell)) &&
      identityColumnOf(headings[index] ?? '') !== undefined,
  );
}

/**
 * Finds out whether the cells of tab-separated values may be escaped as `-o tsv` writes them. Other systems
 * write backslashes as they are, so reading either form as the other would give a wrong value.
 */
export class EscapeWatch {
  private first: InputRow | undefined;
  private isLiteral = false;
  private readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  see(row: InputRow): void {
    if (this.isLiteral || !row.raw.includes('\\')) return;
    // Failed or skipped rows are of a file whose cells were read as they are.
    const { names } = row.headings;
    this.isLiteral =
      names.some(isReasonHeading) || !hasEscapes(row.raw) || hasLiteralBackslash(row.cells, names);
    this.first ??= row;
  }

  /**
   * Returns a finding about the first cell with a backslash; undefined if there is none, or if a backslash is
   * certainly no escape.
   */
  found(): Issue | undefined {
    const row = this.first;
    if (row === undefined || this.isLiteral) return undefined;
    const index = row.cells.findIndex((cell) => cell.includes('\\'));
    return {
      code: 'unclear_escape',
      path: row.headings.names[index] ?? '',
      message: 'a backslash could be part of the value, or an escape that -o tsv writes',
      expected:
        'a list saved with -o csv; if it is part of the value, a file with commas, or --delimiter tab',
      at: { file: this.file, ...placeOfInput(row, index) },
    };
  }
}

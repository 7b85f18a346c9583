import { hasEscapes } from '../../csv/tsv-rows.ts';
import type { Issue } from '../../failure/issue.ts';
import { isReasonHeading } from './columns.ts';
import { type InputRow, placeOfInput } from './input-row.ts';

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
    this.isLiteral = row.headings.names.some(isReasonHeading) || !hasEscapes(row.raw);
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

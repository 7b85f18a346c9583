import type { Dialect } from './dialect.ts';
import { RowExpression, type SelectableRow } from './row-expression.ts';
import type { Shard } from './shard.ts';

/**
 * The rows of a file to process: those that match, minus the skipped ones, up to a maximum number, and of
 * these the rows of one shard.
 */
export interface RowSelection {
  /** An expression in the language of SCIM §4.5 over columns and headings. */
  readonly where?: string;
  readonly skip?: number;
  readonly first?: number;
  readonly shard?: Shard;
  /** The date that expressions call today, YYYY-MM-DD; 1970-01-01 if none uses it. */
  readonly today?: string;
  /** The syntax of the file, as set by flags. */
  readonly dialect?: Dialect;
}

/** The date if no expression uses today. */
export const NO_DAY = '1970-01-01';

/** Decides row by row, in file order, whether a row is selected; shards are separated later. */
export class RowPicker {
  private readonly selection: RowSelection;
  private readonly expression: RowExpression | undefined;
  private matched = 0;
  private doubtful = 0;

  constructor(selection: RowSelection) {
    this.selection = selection;
    const { where, today = NO_DAY } = selection;
    this.expression = where === undefined ? undefined : new RowExpression(where, '--where', today);
  }

  /**
   * A row that may be selected is taken, so that the finding about the doubtful value is reported; it does
   * not count. It may be selected if it is in the window when none, or all, of the doubtful rows before it
   * count.
   * @param isDoubtful whether the row has no certain value under a name
   * @throws Failure `invalidInput` if the expression is invalid, with a caret under the place
   */
  takes(row: SelectableRow, isDoubtful: (name: string) => boolean): boolean {
    const { skip = 0, first = Number.POSITIVE_INFINITY } = this.selection;
    const isIn = this.expression?.matchesInDoubt(row, ({ attribute }) => isDoubtful(attribute));
    if (this.expression !== undefined && isIn === undefined) {
      this.doubtful += 1;
      return this.matched + this.doubtful > skip && this.matched < skip + first;
    }
    if (this.expression?.matches(row) === false) return false;
    this.matched += 1;
    return this.matched > skip && this.matched <= skip + first;
  }

  /** Columns and headings in the expression. */
  names(): readonly string[] {
    return this.expression?.names() ?? [];
  }
}

/**
 * Returns a heading as expressions spell it: in NFC like their texts and the cells, and with _ for
 * whitespace, quotes and parentheses.
 */
export function wordOf(heading: string): string {
  return heading
    .trim()
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s()"']+/g, '_');
}

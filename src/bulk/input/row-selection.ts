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
  /** Refusals of the doubtful rows before the window: needed once a row's place depends on theirs. */
  private readonly waiting: (() => void)[] = [];

  constructor(selection: RowSelection) {
    this.selection = selection;
    const { where, today = NO_DAY } = selection;
    this.expression = where === undefined ? undefined : new RowExpression(where, '--where', today);
  }

  /**
   * Whether a row is certainly selected. Nobody knows whether a doubtful row counts, so it is refused if it
   * may be in the window itself, or if a later row is in the window or not depending on it; otherwise it is
   * passed over.
   * @param isDoubtful whether the row has no certain value under a name
   * @param refuse reports the finding about the doubtful value; called at once, for a later row, or never
   * @throws Failure `invalidInput` if the expression is invalid, with a caret under the place
   */
  selects(row: SelectableRow, isDoubtful: (name: string) => boolean, refuse: () => void): boolean {
    const { skip = 0, first = Number.POSITIVE_INFINITY } = this.selection;
    const isIn = this.expression?.matchesInDoubt(row, ({ attribute }) => isDoubtful(attribute));
    if (this.expression !== undefined && isIn === undefined) {
      if (this.matched >= skip + first) return false;
      this.doubtful += 1;
      this.waiting.push(refuse);
      this.refuseWaiting();
      return false;
    }
    if (this.expression?.matches(row) === false) return false;
    this.matched += 1;
    this.refuseWaiting();
    return this.matched > skip && this.matched <= skip + first;
  }

  /** Refuses the doubtful rows so far if the current row is in the window should all of them count. */
  private refuseWaiting(): void {
    if (this.matched + this.doubtful <= (this.selection.skip ?? 0)) return;
    for (const refuse of this.waiting.splice(0)) refuse();
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
export function expressionWordOf(heading: string): string {
  return heading
    .trim()
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s()"']+/g, '_');
}

import type { Dialect } from './dialect.ts';
import { RowExpression, type SelectableRow } from './row-expression.ts';
import type { Shard } from './shard.ts';

/**
 * Which rows of a file are meant: those that match, then without the skipped ones, then up to a count, then
 * those of a shard.
 */
export interface RowSelection {
  /** An expression in the language of SCIM §4.5 over columns and headings. */
  readonly where?: string;
  readonly skip?: number;
  readonly first?: number;
  readonly shard?: Shard;
  /** The day that expressions call today, YYYY-MM-DD; 1970-01-01 where none of them does. */
  readonly today?: string;
  /** How the file is written, where a person says so. */
  readonly dialect?: Dialect;
}

/** Where no expression names today. */
export const NO_DAY = '1970-01-01';

/** Decides row by row, in the order of the file, whether a row is selected; shards are separated later. */
export class RowPicker {
  private readonly selection: RowSelection;
  private readonly expression: RowExpression | undefined;
  private matched = 0;

  constructor(selection: RowSelection) {
    this.selection = selection;
    const { where, today = NO_DAY } = selection;
    this.expression = where === undefined ? undefined : new RowExpression(where, '--where', today);
  }

  /** @throws Failure `invalidInput` for an expression that cannot be read, with a caret under the place. */
  takes(row: SelectableRow): boolean {
    const { skip = 0, first = Number.POSITIVE_INFINITY } = this.selection;
    if (this.expression?.matches(row) === false) return false;
    this.matched += 1;
    return this.matched > skip && this.matched <= skip + first;
  }

  /** Columns and headings that the expression looks at. */
  names(): readonly string[] {
    return this.expression?.names() ?? [];
  }
}

/** A heading as an expression names it: blanks, quotes and parentheses are written as _. */
export function wordOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[\s()"']+/g, '_');
}

import { Failure } from '../../failure/failure.ts';
import { type Filter, matchesFilter } from '../../rules/filter.ts';
import { parseFilter } from '../../rules/parse-filter.ts';
import type { Shard } from './shard.ts';

/** Which rows of a file are meant: those that match, then without the first ones, then so many, then the share of a shard. */
export interface RowSelection {
  /** An expression in the language of SCIM §4.5 over columns and headings. */
  readonly where?: string;
  readonly skip?: number;
  readonly first?: number;
  readonly shard?: Shard;
}

/** What an expression can say about a row. */
export interface SelectableRow {
  /** Everything that an expression can name. */
  readonly names: () => readonly string[];
  readonly valuesOf: (name: string) => readonly string[];
}

/** Decides row by row, in the order of the file, whether a row is meant; shards are told apart later. */
export class RowPicker {
  private readonly selection: RowSelection;
  private filter: Filter | undefined;
  private isParsed = false;
  private matched = 0;

  constructor(selection: RowSelection) {
    this.selection = selection;
  }

  /** @throws Failure `invalidInput` for an expression that cannot be read, with a caret under the place. */
  takes(row: SelectableRow): boolean {
    const { skip = 0, first = Number.POSITIVE_INFINITY } = this.selection;
    this.parse(row);
    if (this.filter !== undefined && !matchesFilter(this.filter, row.valuesOf)) return false;
    this.matched += 1;
    return this.matched > skip && this.matched <= skip + first;
  }

  /** What can be named depends on the headings, so that the expression is read with the first row. */
  private parse(row: SelectableRow): void {
    const { where } = this.selection;
    if (where === undefined || this.isParsed) return;
    this.isParsed = true;
    const parsed = parseFilter(where, row.names());
    if ('filter' in parsed) {
      this.filter = parsed.filter;
      return;
    }
    const { message, at } = parsed.problem;
    throw new Failure('invalidInput', `--where: ${message}`, { excerpt: { text: where, at } });
  }
}

/** A heading as an expression names it: blanks, quotes and parentheses are written as _. */
export function wordOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[\s()"']+/g, '_');
}

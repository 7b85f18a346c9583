import { comparisonKey } from '../../values/comparison-key.ts';
import type { Headings, InputRow } from './input-row.ts';
import type { MapLimits } from './read-feed-limits.ts';

/** Facts about a recurring file, for comparison with its next version. */
export interface Feed {
  /** The name of the file without its folder, or a name given by the user. */
  readonly name: string;
  /** The folder of the file as it was typed; absent if the name was given. */
  readonly folder?: string;
  /** Whether a map defines its columns. */
  readonly isMapped?: true;
  readonly rows: number;
  /** The columns that were read, by heading, and the number of rows in which each has a value. */
  readonly columns: Readonly<Record<string, number>>;
  /** How much smaller than last time the map lets the file be; flags take precedence. */
  readonly limits?: MapLimits;
}

/** Maximum number of columns recorded: the record of a run stays short. */
const MAX_COLUMNS = 60;
const MAX_NAME_LENGTH = 80;

/** Counts rows, and the cells with a value for each heading. */
export class FeedCounter {
  private rows = 0;
  private readonly names = new Map<string, string>();
  private readonly filled = new Map<string, number>();
  /** The headings of the last row, their keys and their counts: nearly all rows share the same headings. */
  private last:
    | { readonly headings: Headings; readonly keys: readonly string[]; readonly counts: number[] }
    | undefined;

  see({ names }: Headings): void {
    for (const name of names) {
      const key = comparisonKey(name);
      if (key === '' || this.names.has(key)) continue;
      this.names.set(key, name.trim());
      this.filled.set(key, 0);
    }
  }

  add({ headings, cells }: InputRow): void {
    this.rows += 1;
    if (this.last?.headings !== headings) {
      this.addToTotals();
      this.last = { headings, keys: headings.names.map(comparisonKey), counts: headings.names.map(() => 0) };
    }
    const { counts } = this.last;
    for (let index = 0; index < counts.length; index += 1)
      if ((cells[index] ?? '').trim() !== '') counts[index] = (counts[index] ?? 0) + 1;
  }

  /** Adds the counts of the last headings to the totals. */
  private addToTotals(): void {
    for (const [index, key] of this.last?.keys.entries() ?? [])
      this.filled.set(key, (this.filled.get(key) ?? 0) + (this.last?.counts[index] ?? 0));
    this.last = undefined;
  }

  /** Whether the file has a heading, used or not. */
  has(name: string): boolean {
    return this.names.has(comparisonKey(name));
  }

  /** Counts a row that cannot be parsed. */
  addDamaged(): void {
    this.rows += 1;
  }

  /** @param ignored headings that map to no column */
  facts(ignored: readonly string[]): Pick<Feed, 'rows' | 'columns'> {
    this.addToTotals();
    const left = new Set(ignored.map(comparisonKey));
    const columns: [string, number][] = [];
    for (const [key, name] of this.names)
      if (!left.has(key) && name.length <= MAX_NAME_LENGTH) columns.push([name, this.filled.get(key) ?? 0]);
    return { rows: this.rows, columns: Object.fromEntries(columns.slice(0, MAX_COLUMNS)) };
  }
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Where in a cell the walk is: in front of its first character, without quotes, in quotes, behind a quote
 * that may close it.
 */
type State = 'start' | 'plain' | 'quoted' | 'closed';

/**
 * Walks over the bytes of a CSV with the rule of `readCell`, and says in which column it is. It is a second
 * form of the rule because a dump of gigabytes comes in pieces that end anywhere, and is shown only the few
 * bytes that mean something to a CSV: a text of each record would cost more than the replacing.
 * test/csv/cell-walker.property.test.ts compares both forms on any text.
 */
export class CellWalker {
  /** From 0. */
  column = 0;
  private state: State = 'start';
  private readonly delimiter: number;

  /** Begins at the beginning of a record. */
  constructor(delimiter: string) {
    this.delimiter = delimiter.charCodeAt(0);
  }

  /**
   * Sees a quote, a delimiter, a line feed or a carriage return.
   * @param before the byte directly in front of it; undefined where the walk begins
   */
  see(byte: number, before: number | undefined): void {
    if (byte === QUOTE) this.state = this.behindQuote(before);
    else if (this.state !== 'quoted') {
      this.column = byte === this.delimiter ? this.column + 1 : 0;
      this.state = 'start';
    }
  }

  private behindQuote(before: number | undefined): State {
    if (this.state === 'quoted') return 'closed';
    if (this.state === 'closed') return before === QUOTE ? 'quoted' : 'plain';
    return this.state === 'start' && this.isEnd(before) ? 'quoted' : 'plain';
  }

  private isEnd(byte: number | undefined): boolean {
    return byte === undefined || byte === this.delimiter || byte === LINE_FEED || byte === CARRIAGE_RETURN;
  }
}

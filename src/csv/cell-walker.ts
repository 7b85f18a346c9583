const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** State inside a cell: before its first character, unquoted, quoted, or after a quote that may close it. */
type State = 'start' | 'plain' | 'quoted' | 'closed';

/**
 * Tracks the column while walking over the bytes of a CSV, with the quoting rule of `readCell`. The rule is
 * implemented twice because a dump of gigabytes arrives in chunks that end anywhere, and only the few
 * significant bytes are passed: a string for each record would cost more than the replacing itself.
 * test/csv/cell-walker.property.test.ts compares both on arbitrary texts.
 */
export class CellWalker {
  /** 0-based. */
  column = 0;
  private state: State = 'start';
  private readonly delimiter: number;

  /** Starts at the beginning of a record. */
  constructor(delimiter: string) {
    this.delimiter = delimiter.charCodeAt(0);
  }

  /**
   * Processes a quote, a delimiter, a line feed or a carriage return.
   * @param before the preceding byte; undefined at the start of the walk
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

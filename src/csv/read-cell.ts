const QUOTE = '"';

/** Where a cell ends, and which of its quotes are significant. */
export interface ReadCell {
  /** Offset after its last character: of a delimiter, a line end, or the end of the text. */
  readonly end: number;
  /** Whether the cell starts with a quote. */
  readonly isQuoted: boolean;
  /** Offset of the closing quote of a quoted cell; undefined if there is none. */
  readonly closing: number | undefined;
  /**
   * Offset of the first quote that RFC 4180 forbids: a quote inside an unquoted cell, or a closing quote
   * followed by more text.
   */
  readonly stray: number | undefined;
}

/**
 * Reads the cell that starts at an offset. The quoting rule: a quote opens a cell only as its first
 * character; inside a quoted cell, two quotes are a literal quote and any other quote closes it. Text after
 * the closing quote belongs to the cell as written.
 */
export function readCell(text: string, start: number, delimiter: string): ReadCell {
  const isQuoted = text[start] === QUOTE;
  const closing = isQuoted ? closingQuote(text, start) : undefined;
  if (isQuoted && closing === undefined) return { end: text.length, isQuoted, closing, stray: undefined };
  const plain = closing === undefined ? start : closing + 1;
  const end = plainEnd(text, plain, delimiter);
  const stray = closing === undefined ? quoteIn(text, start, end) : end > plain ? closing : undefined;
  return { end, isQuoted, closing, stray };
}

/** The cells of a record, and the offset of its end: a line end, or the end of the text. */
export interface ReadRecord {
  readonly cells: readonly string[];
  readonly end: number;
  /** The first wrong quote of the record. */
  readonly damage: QuoteDamage | undefined;
}

/** A wrong quote and its offset. */
export interface QuoteDamage {
  readonly kind: 'unclosed_quote' | 'stray_quote';
  readonly at: number;
}

/** Reads the record that starts at an offset. A cell with wrong quotes is read as written. */
export function readRecord(text: string, start: number, delimiter: string): ReadRecord {
  const cells: string[] = [];
  let damage: QuoteDamage | undefined;
  for (let at = start; ; ) {
    const cell = readCell(text, at, delimiter);
    damage ??= damageOf(cell, at);
    cells.push(cellText(text, at, cell));
    if (text[cell.end] !== delimiter) return { cells, end: cell.end, damage };
    at = cell.end + 1;
  }
}

function damageOf({ isQuoted, closing, stray }: ReadCell, start: number): QuoteDamage | undefined {
  if (isQuoted && closing === undefined) return { kind: 'unclosed_quote', at: start };
  return stray === undefined ? undefined : { kind: 'stray_quote', at: stray };
}

/**
 * Returns the cells of a whole record. A record without quotes is split at the delimiter, which is faster.
 */
export function cellsOf(raw: string, delimiter: string): readonly string[] {
  return raw.includes(QUOTE) ? readRecord(raw, 0, delimiter).cells : raw.split(delimiter);
}

/** Returns the offset of a cell in a record; the end of the record if it has fewer cells. */
export function offsetOfCell(raw: string, cell: number, delimiter: string): number {
  let offset = 0;
  for (let passed = 0; passed < cell && offset < raw.length; passed += 1) {
    offset = Math.min(raw.length, readCell(raw, offset, delimiter).end + 1);
  }
  return offset;
}

/** Returns the unquoted text of a cell. */
export function cellText(text: string, start: number, { end, closing }: ReadCell): string {
  if (closing === undefined || closing + 1 !== end) return text.slice(start, end);
  return text.slice(start + 1, closing).replaceAll('""', QUOTE);
}

const QUOTE_CODE = QUOTE.charCodeAt(0);
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Returns the end of a cell, from an offset outside quotes. Compares character codes: a string for each
 * character takes twice as long.
 */
function plainEnd(text: string, start: number, delimiter: string): number {
  const delimiterCode = delimiter.charCodeAt(0);
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === delimiterCode || code === LINE_FEED || code === CARRIAGE_RETURN) break;
  }
  return at;
}

function quoteIn(text: string, start: number, end: number): number | undefined {
  for (let at = start; at < end; at += 1) if (text.charCodeAt(at) === QUOTE_CODE) return at;
  return undefined;
}

/** Returns the offset of the quote that closes the cell opened at `opening`; undefined if there is none. */
function closingQuote(text: string, opening: number): number | undefined {
  for (let at = text.indexOf(QUOTE, opening + 1); at >= 0; at = text.indexOf(QUOTE, at + 2)) {
    if (text[at + 1] !== QUOTE) return at;
  }
  return undefined;
}

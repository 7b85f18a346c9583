const QUOTE = '"';

/** Where a cell of a text ends, and which of its quotes mean something. */
export interface ReadCell {
  /** Behind its last character: at a delimiter, a line end, or the end of the text. */
  readonly end: number;
  /** Whether a quote opens it. */
  readonly isQuoted: boolean;
  /** The quote that closes a quoted cell; undefined where none does. */
  readonly closing: number | undefined;
  /**
   * The first quote that RFC 4180 does not allow: in a cell without quotes, or in front of more text of the
   * cell.
   */
  readonly stray: number | undefined;
}

/**
 * Reads the cell that begins at an offset. This is the rule for quotes: one opens a cell only as its first
 * character, two in a quoted cell are one, and any other one closes it. Text behind that belongs to the cell
 * as it stands.
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

/** The cells of a record, and where it ends: at a line end, or with the text. */
export interface ReadRecord {
  readonly cells: readonly string[];
  readonly end: number;
  /** The first quote of it that is wrong. */
  readonly damage: QuoteDamage | undefined;
}

/** A quote that is wrong, and its offset. */
export interface QuoteDamage {
  readonly kind: 'unclosed_quote' | 'stray_quote';
  readonly at: number;
}

/** Reads the record that begins at an offset; a cell whose quotes are wrong is read as it stands. */
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
 * Returns the cells of a whole record; without quotes the delimiter alone separates them, which is faster.
 */
export function cellsOf(raw: string, delimiter: string): readonly string[] {
  return raw.includes(QUOTE) ? readRecord(raw, 0, delimiter).cells : raw.split(delimiter);
}

/** Returns where a cell of a whole record begins, and the end of the record where it has fewer cells. */
export function offsetOfCell(raw: string, cell: number, delimiter: string): number {
  let offset = 0;
  for (let passed = 0; passed < cell && offset < raw.length; passed += 1) {
    offset = Math.min(raw.length, readCell(raw, offset, delimiter).end + 1);
  }
  return offset;
}

/** Returns the text of a cell that was read. */
export function cellText(text: string, start: number, { end, closing }: ReadCell): string {
  if (closing === undefined || closing + 1 !== end) return text.slice(start, end);
  return text.slice(start + 1, closing).replaceAll('""', QUOTE);
}

const QUOTE_CODE = QUOTE.charCodeAt(0);
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Where a cell ends from an offset on at which no quote is open. Codes are compared, because a string for
 * each character takes twice as long.
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

/** The quote that ends the cell which the one at this offset begins; undefined when it is not there. */
function closingQuote(text: string, opening: number): number | undefined {
  for (let at = text.indexOf(QUOTE, opening + 1); at >= 0; at = text.indexOf(QUOTE, at + 2)) {
    if (text[at + 1] !== QUOTE) return at;
  }
  return undefined;
}

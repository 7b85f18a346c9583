const QUOTE = '"';

/** Where a cell of a text ends, and which of its quotes mean something. */
export interface ReadCell {
  /** Behind its last character: at a delimiter, a line end, or the end of the text. */
  readonly end: number;
  /** Whether a quote opens it. */
  readonly isQuoted: boolean;
  /** The quote that closes a quoted cell; undefined where none does. */
  readonly closing: number | undefined;
  /** The first quote that RFC 4180 does not allow: in a cell without quotes, or in front of more text of the cell. */
  readonly stray: number | undefined;
}

/**
 * Reads the cell that begins at an offset. This is the rule for quotes: one opens a cell only as its first character, two in a quoted cell are
 * one, and any other one closes it. Text behind that belongs to the cell as it stands.
 */
export function readCell(text: string, start: number, delimiter: string): ReadCell {
  const isQuoted = text[start] === QUOTE;
  if (!isQuoted) return { ...plainEnd(text, start, delimiter), isQuoted, closing: undefined };
  const closing = closingQuote(text, start);
  if (closing === undefined) return { end: text.length, isQuoted, closing, stray: undefined };
  const { end } = plainEnd(text, closing + 1, delimiter);
  return { end, isQuoted, closing, stray: end === closing + 1 ? undefined : closing };
}

/** The cells of a record, and where it ends: at a line end, or with the text. */
export interface ReadRecord {
  readonly cells: readonly string[];
  readonly end: number;
}

/** Reads the record that begins at an offset; a cell whose quotes are wrong is read as it stands. */
export function readRecord(text: string, start: number, delimiter: string): ReadRecord {
  const cells: string[] = [];
  for (let at = start; ; ) {
    const cell = readCell(text, at, delimiter);
    cells.push(cellText(text, at, cell));
    if (text[cell.end] !== delimiter) return { cells, end: cell.end };
    at = cell.end + 1;
  }
}

function cellText(text: string, start: number, { end, closing }: ReadCell): string {
  if (closing === undefined || closing + 1 !== end) return text.slice(start, end);
  return text.slice(start + 1, closing).replaceAll('""', QUOTE);
}

function plainEnd(
  text: string,
  start: number,
  delimiter: string,
): { readonly end: number; readonly stray: number | undefined } {
  let stray: number | undefined;
  for (let at = start; ; at += 1) {
    const character = text[at];
    if (isCellEnd(character, delimiter)) return { end: at, stray };
    if (character === QUOTE) stray ??= at;
  }
}

function isCellEnd(character: string | undefined, delimiter: string): boolean {
  return character === undefined || character === delimiter || character === '\n' || character === '\r';
}

/** The quote that ends the cell which the one at this offset begins; undefined when it is not there. */
function closingQuote(text: string, opening: number): number | undefined {
  for (let at = text.indexOf(QUOTE, opening + 1); at >= 0; at = text.indexOf(QUOTE, at + 2)) {
    if (text[at + 1] !== QUOTE) return at;
  }
  return undefined;
}

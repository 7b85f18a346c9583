const TRIGGER = /^'*[=+\-@\t\r\n\0]/;

/** Options for writing a line. */
export interface LineOptions {
  /** Whether to write formulas as they are, without a leading '. */
  readonly isRaw?: boolean;
  /** Cell delimiter; a comma if absent. */
  readonly delimiter?: string;
}

/**
 * Returns one line of a CSV (RFC 4180), ending with LF. A cell that a spreadsheet would take for a formula
 * gets a leading '. `unguarded` removes it, because phone numbers start with + too. A cell that starts with #
 * is quoted, because a line that does may be a comment.
 */
export function csvLine(cells: readonly string[], { isRaw, delimiter = ',' }: LineOptions = {}): string {
  const line = cells.map((cell) => quoted(isRaw === true ? cell : guarded(cell), delimiter)).join(delimiter);
  // A single empty cell would be an empty line, which readers skip.
  return line === '' ? '""\n' : `${line}\n`;
}

/**
 * Prefixes a cell that starts like a formula with a '. A cell that already has one gets another: `unguarded`
 * removes only one.
 */
export function guarded(cell: string): string {
  return TRIGGER.test(cell) ? `'${cell}` : cell;
}

/** Removes one leading ' from a cell that would start like a formula without it. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && TRIGGER.test(cell) ? cell.slice(1) : cell;
}

/**
 * Returns one line of tab-separated values. Tabs, line breaks and backslashes are escaped as \t, \n, \r and
 * \\. Formulas are guarded as in CSV, because TSV is what users usually paste into a spreadsheet. A cell that
 * starts with a quote is quoted, because spreadsheets and lists of names would read it as quoted; so is the
 * first cell of a line that would start with #, which a list would take for a comment.
 */
export function tsvLine(cells: readonly string[], options: Pick<LineOptions, 'isRaw'> = {}): string {
  const plain = (cell: string) =>
    (options.isRaw === true ? cell : guarded(cell))
      .replaceAll('\\', '\\\\')
      .replaceAll('\t', '\\t')
      .replaceAll('\n', '\\n')
      .replaceAll('\r', '\\r');
  if (options.isRaw === true) return `${cells.map(plain).join('\t')}\n`;
  const line = cells.map(plain).map((cell, index) => {
    const isMisread = cell.startsWith('"') || (index === 0 && /^\s*#/.test(cell));
    return isMisread ? inQuotes(cell) : cell;
  });
  return `${line.join('\t')}\n`;
}

function quoted(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\r\n]|^[\s#]|\s$/.test(cell) ? inQuotes(cell) : cell;
}

function inQuotes(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

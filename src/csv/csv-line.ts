const TRIGGER = /^'*[=+\-@\t\r\n\0]/;

/** How a line is written. */
export interface LineOptions {
  /** No formula gets a ' in front. */
  readonly isRaw?: boolean;
  /** Between the cells; a comma when absent. */
  readonly delimiter?: string;
}

/**
 * Returns one line of a CSV (RFC 4180), with LF. A cell that a spreadsheet would take for a formula gets a '
 * in front, which `unguarded` removes: phone numbers begin with +.
 */
export function csvLine(cells: readonly string[], { isRaw, delimiter = ',' }: LineOptions = {}): string {
  const line = cells.map((cell) => quoted(isRaw === true ? cell : guarded(cell), delimiter)).join(delimiter);
  // One blank cell alone would be an empty line, which readers skip.
  return line === '' ? '""\n' : `${line}\n`;
}

/**
 * Puts a ' in front of a cell that begins as a formula does, also where it has one already: `unguarded`
 * removes just one.
 */
export function guarded(cell: string): string {
  return TRIGGER.test(cell) ? `'${cell}` : cell;
}

/** Removes one ' from a cell that would begin as a formula without it. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && TRIGGER.test(cell) ? cell.slice(1) : cell;
}

/**
 * Returns one line of tab-separated values; tabs, line breaks and backslashes are written as \t, \n, \r and
 * \\. A formula is guarded as in CSV: what is pasted into a spreadsheet mostly is TSV.
 */
export function tsvLine(cells: readonly string[], options: Pick<LineOptions, 'isRaw'> = {}): string {
  const plain = (cell: string) =>
    (options.isRaw === true ? cell : guarded(cell))
      .replaceAll('\\', '\\\\')
      .replaceAll('\t', '\\t')
      .replaceAll('\n', '\\n')
      .replaceAll('\r', '\\r');
  return `${cells.map(plain).join('\t')}\n`;
}

function quoted(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

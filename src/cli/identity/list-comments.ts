import type { NamedKind, NamingColumns } from './list-columns.ts';

/** Whether a line starts like a comment. */
export function isComment(line: string): boolean {
  return line.trimStart().startsWith('#');
}

/** Whether a line that starts like a comment could be the name of a group, such as `#general`. */
export function mayBeGroup(line: string): boolean {
  return /^\s*#[^\s#]/.test(line);
}

/**
 * Whether a line of a table that starts like a comment could be a row: it has a cell for each heading, or its
 * first cell could be a name. No userName, address or ID starts with #; names of groups and employee numbers
 * may, and `csvLine` and `tsvLine` write them in quotes.
 */
export function mayBeRow(
  cells: readonly string[],
  headings: readonly string[],
  columns: NamingColumns,
  kind: NamedKind,
): boolean {
  if (cells.length > 1 && cells.length === headings.length) return true;
  const mayStartWithHash = kind === 'groups' || columns.name === columns.number;
  return mayStartWithHash && mayBeGroup(cells[0] ?? '');
}

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
 * Whether a line of a table that starts like a comment is a row: it has a cell for each heading. A single
 * cell could be both. In a list of users it is a comment, because no userName, address or ID starts with #;
 * names of groups and employee numbers may.
 * @param columns undefined before the heading
 */
export function isRow(
  cells: readonly string[],
  headings: readonly string[],
  columns: NamingColumns | undefined,
  kind: NamedKind,
): boolean {
  if (columns === undefined) return false;
  if (cells.length > 1 && cells.length === headings.length) return true;
  if (kind === 'users') return columns.name === columns.number;
  return headings.length === 1 || mayBeGroup(cells[0] ?? '');
}

import { headingMeaning } from '../../bulk/input/heading-terms.ts';
import { cellsWithoutQuotes, quoteIssue } from '../../csv/damage-issue.ts';
import { likelyDelimiter } from '../../csv/likely-delimiter.ts';
import { readRecord } from '../../csv/read-cell.ts';
import { namedSeparator } from '../../csv/separator.ts';
import { Failure } from '../../failure/failure.ts';
import { defined } from '../../values/defined.ts';
import { isTsv, mayBeTsv } from './list-as-tsv.ts';
import {
  columnsOf,
  DISPLAY_NAME,
  type NamedKind,
  type NamingColumns,
  namingHeadings,
} from './list-columns.ts';
import type { Line } from './list-lines.ts';
import { refuseIssue } from './read-list-text.ts';

/** Format of a list that is not JSON. */
export interface ListForm {
  /** Delimiter of a table; undefined for a plain list of names. */
  readonly delimiter?: string;
  /** Heading of a table if it could also be a name. */
  readonly heading?: Line;
  /** Whether the table has a single column and could be TSV as well as CSV. */
  readonly mayBeTsv?: boolean;
}

/** What a list names, and what for. */
export interface ListUse {
  readonly kind: NamedKind;
  readonly use: 'read' | 'write';
}

/**
 * @throws Failure `invalidInput` for a wrong quote in the heading, for a table without names, and for one of
 * display names of users who are changed
 */
export function formOf(text: string, lines: readonly Line[], file: string, { kind, use }: ListUse): ListForm {
  const [first] = lines;
  // Lines are trimmed, and the separator may be a tab.
  const named = namedSeparator(text.slice(first?.start).trimStart()) ?? namedSeparator(first?.line ?? '');
  const heading = lines[named === undefined ? 0 : 1];
  if (heading === undefined) return {};
  const delimiter = named ?? delimiterOf(text, heading, file);
  const record = readRecord(text, heading.start, delimiter);
  const cells = record.cells.map((cell) => cell.trim());
  const next = lines.find(({ start }) => start >= record.end);
  const columns = columnsOf(cells, kind);
  if (kind === 'users' && use === 'write' && columns !== undefined && next !== undefined)
    refuseDisplayNames(cells[columns.name] ?? '', `${file}:${heading.number}`);
  // If the file has no other line, a heading of HR systems is a name.
  if (columns !== undefined && !(columns.isByMeaning && next === undefined))
    return {
      delimiter,
      mayBeTsv: named === undefined && isFreeTextAlone(cells, columns, kind) && mayBeTsv(file),
      ...(columns.mayBeName ? { heading: { ...heading, line: cells[0] ?? '' } } : {}),
    };
  const wrong = quoteIssue(text, heading.start, record, file);
  // A name in a plain list may contain quotes.
  if (wrong !== undefined && columnsOf(cellsWithoutQuotes(text, heading.start), kind) !== undefined)
    refuseIssue(wrong);
  if (kind === 'users' && isTable(heading.line))
    throw new Failure(
      'invalidInput',
      `${file}:${heading.number}: the line has several cells; a list has one name a line, or a heading with ${namingHeadings(kind)}`,
      defined({ hint: hintOnNumbers(cells) }),
    );
  return {};
}

/**
 * Whether the only column of a table has names of groups or employee numbers. IDs, userNames and addresses
 * have no character that TSV and CSV write differently.
 */
function isFreeTextAlone(cells: readonly string[], columns: NamingColumns, kind: NamedKind): boolean {
  if (cells.length > 1) return false;
  return kind === 'groups' ? cells[0]?.toLowerCase() !== 'id' : columns.name === columns.number;
}

/**
 * Refuses a table whose best column has display names, if its users are changed: several may share one, so
 * only a command that reads looks for them. One failure is clearer than one for each row.
 */
function refuseDisplayNames(heading: string, place: string): void {
  if (heading.toLowerCase() !== DISPLAY_NAME) return;
  throw new Failure(
    'invalidInput',
    `${place}: a ${heading} does not identify a user; add a column ${namingHeadings('users')}`,
    { hint: 'look up the userNames: orgctl scim users list --columns userName,displayName -o csv' },
  );
}

/** A list with a single column is TSV by the name of its file. */
function delimiterOf(text: string, heading: Line, file: string): string {
  const likely = likelyDelimiter(text.slice(heading.start));
  return isTsv(file) && !heading.line.includes(likely) ? '\t' : likely;
}

/** Explains how a list can name users by the number under a heading of another system. */
function hintOnNumbers(cells: readonly string[]): string | undefined {
  const heading = cells.find((cell) => headingMeaning(cell) === 'employeeNumber');
  return heading && `to find users by "${heading}", change this heading to employeeNumber`;
}

/** Whether a line has several cells, even within quotes; a name may contain a comma followed by a space. */
function isTable(line: string): boolean {
  const delimiter = likelyDelimiter(line.replaceAll('"', ''));
  return delimiter === ',' ? /,(?! )/.test(line) : line.includes(delimiter);
}

import { createHash } from 'node:crypto';
import type { Issue, Place } from '../failure/issue.ts';
import { unguarded } from '../output/csv.ts';
import { nearest } from '../rules/nearest.ts';
import { columnOf, HEADINGS, KEY_COLUMNS, type UserColumn } from './columns.ts';
import { type CsvRow, placeOfCell } from './csv-row.ts';
import {
  type CellIssue,
  type DesiredUser,
  identityKeys,
  type Mode,
  readDesiredUser,
} from './desired-state.ts';
import { parseCsv } from './parse-csv.ts';

/** What was found in a user CSV beside what its rows want. */
export interface UsersCsv {
  readonly rows: number;
  /** sha256 of the bytes, in hex. */
  readonly digest: string;
}

export interface ReadUsersCsvOptions {
  /** How the file is called in findings. */
  readonly file: string;
  readonly mode: Mode;
  readonly vendor: string;
  readonly onUser: (user: DesiredUser) => void;
  readonly onIssue: (issue: Issue) => void;
}

/**
 * Reads and checks a CSV of users, offline and as it comes (engine, Input): every finding with its file, line and column.
 * A row with a finding of its own is not handed on.
 */
export async function readUsersCsv(
  bytes: AsyncIterable<Buffer>,
  options: ReadUsersCsvOptions,
): Promise<UsersCsv> {
  const { file, onIssue } = options;
  const hash = createHash('sha256');
  let heading: readonly (UserColumn | undefined)[] | undefined;
  const duplicates = new DuplicateKeys();
  let rows = 0;
  for await (const batch of parseCsv(hashing(bytes, hash), file, onIssue)) {
    for (const row of batch) {
      if (heading === undefined) {
        heading = readHeading(row, options);
        continue;
      }
      rows += 1;
      readRow(row, heading, options, duplicates);
    }
  }
  if (heading === undefined)
    onIssue({ code: 'empty_file', path: '', message: 'the file has no heading', at: { file, line: 1 } });
  else if (rows === 0)
    onIssue({ code: 'empty_file', path: '', message: 'the file has no rows', at: { file, line: 2 } });
  return { rows, digest: hash.digest('hex') };
}

async function* hashing(
  bytes: AsyncIterable<Buffer>,
  hash: { update(data: Buffer): unknown },
): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

function readHeading(
  row: CsvRow,
  { file, onIssue }: ReadUsersCsvOptions,
): readonly (UserColumn | undefined)[] {
  const columns = row.cells.map(columnOf);
  const at = (cell: number): Place => ({ file, ...placeOfCell(row, cell) });
  for (const [index, column] of columns.entries()) {
    const heading = row.cells[index] ?? '';
    if (column === undefined) {
      const suggestion = nearest(heading, HEADINGS);
      const known = columnOf(suggestion ?? '');
      const message = `unknown column "${heading}"${known === undefined ? '' : ` (did you mean "${known}"?)`}`;
      onIssue({ code: 'unknown_column', path: heading, message, at: at(index) });
    } else if (columns.indexOf(column) < index) {
      const first = row.cells[columns.indexOf(column)];
      onIssue({
        code: 'duplicate_column',
        path: heading,
        message: `column "${heading}" means the same as "${first}"`,
        at: at(index),
      });
    }
  }
  if (!KEY_COLUMNS.some((key) => columns.includes(key))) {
    const message = `no column says who is meant; one of ${KEY_COLUMNS.join(', ')} is needed`;
    onIssue({ code: 'missing_key_column', path: '', message, at: at(0) });
  }
  return columns;
}

function readRow(
  row: CsvRow,
  heading: readonly (UserColumn | undefined)[],
  { file, mode, vendor, onUser, onIssue }: ReadUsersCsvOptions,
  duplicates: DuplicateKeys,
): void {
  const place = (column: UserColumn | undefined): Place => {
    const cell = column === undefined ? 0 : heading.indexOf(column);
    return { file, ...placeOfCell(row, cell) };
  };
  if (row.cells.length !== heading.length) {
    const message = `this row has ${row.cells.length} cells, the heading has ${heading.length}`;
    const cell = Math.min(row.cells.length, heading.length);
    const at = {
      file,
      ...placeOfCell(row, row.cells.length > heading.length ? cell : Math.max(0, row.cells.length - 1)),
    };
    onIssue({ code: 'wrong_cell_count', path: '', message, at });
    return;
  }
  const cells = new Map<UserColumn, string>();
  for (const [index, column] of heading.entries()) {
    if (column !== undefined && !cells.has(column)) cells.set(column, unguarded(row.cells[index] ?? ''));
  }
  const { desired, issues } = readDesiredUser(cells, row.line, mode, vendor);
  const found: CellIssue[] = [...issues];
  for (const { column, key } of identityKeys(desired)) {
    const before = duplicates.lineOf(key, row.line);
    if (before === undefined) continue;
    const message = `lines ${before} and ${row.line} mean the same user`;
    found.push({ column, issue: { code: 'same_user', path: column, message } });
    break;
  }
  // A finding speaks of the column as its heading does, not of the attribute behind it.
  for (const { column, issue } of found) onIssue({ ...issue, path: column ?? issue.path, at: place(column) });
  if (found.length === 0) onUser(desired);
}

/** Remembers on which line a key was seen first. */
class DuplicateKeys {
  private readonly lines = new Map<string, number>();

  /** Returns the line of an earlier row with the key; remembers this one otherwise. */
  lineOf(key: string, line: number): number | undefined {
    const before = this.lines.get(key);
    if (before === undefined) this.lines.set(key, line);
    return before === line ? undefined : before;
  }
}

import { createHash } from 'node:crypto';
import type { Issue } from '../../failure/issue.ts';
import type { ColumnMap } from './column-map.ts';
import { wrongCount } from './csv-row.ts';
import {
  type CellIssue,
  type DesiredUser,
  identityKeys,
  type Mode,
  readDesiredUser,
} from './desired-state.ts';
import { hashing } from './hashing.ts';
import { type Headings, type InputRow, placeOfInput } from './input-row.ts';
import { KeyIndex } from './key-index.ts';
import { type Layout, mappedLayout, plainLayout } from './layout.ts';
import { ManagerMatches } from './match-managers.ts';
import { readRows } from './read-rows.ts';
import { RowPicker, type RowSelection } from './row-selection.ts';
import { selectableUser } from './selectable-rows.ts';
import { isInShard } from './shard.ts';

/** What was found in a file of users beside what its rows want. */
export interface UsersCsv {
  readonly rows: number;
  /** sha256 of the bytes, in hex. */
  readonly digest: string;
  /** Headings of which the map makes no column. */
  readonly unused: readonly string[];
}

export interface ReadUsersCsvOptions {
  /** How the file is called in findings. */
  readonly file: string;
  readonly mode: Mode;
  readonly vendor: string;
  /** How headings become columns; without one, headings are columns. */
  readonly map?: ColumnMap | undefined;
  readonly selection?: RowSelection;
  readonly onUser: (user: DesiredUser) => void;
  /** Is told of the rows of other shards. */
  readonly onOther?: (user: DesiredUser) => void;
  readonly onIssue: (issue: Issue) => void;
}

/**
 * Reads and checks a CSV or NDJSON of users, offline and as it comes (engine, Input): every finding with its file, line and column.
 * A row with a finding of its own is not handed on; of a row that is not selected there are no findings.
 * @throws Failure `invalidInput` when the file is not text, or the selection cannot be read.
 */
export async function readUsersCsv(
  bytes: AsyncIterable<Buffer>,
  options: ReadUsersCsvOptions,
): Promise<UsersCsv> {
  const { file, map, vendor, onIssue } = options;
  const hash = createHash('sha256');
  const layouts = new Map<Headings, Layout>();
  const reader = new RowReader(options);
  let rows = 0;
  const onHeadings = (headings: Headings) => {
    const layout =
      map === undefined ? plainLayout(headings, file, onIssue) : mappedLayout(headings, map, file, onIssue);
    layouts.set(headings, layout);
  };
  let isDamaged = false;
  const onDamage = (issue: Issue) => {
    isDamaged = true;
    onIssue(issue);
  };
  for await (const batch of readRows(hashing(bytes, hash), file, vendor, onDamage, onHeadings)) {
    for (const row of batch) {
      rows += 1;
      const layout = layouts.get(row.headings);
      if (layout !== undefined) reader.read(row, layout);
    }
  }
  reader.finish();
  // Of a file that could not be read nobody knows whether it is empty.
  if (!isDamaged && layouts.size === 0)
    onIssue({ code: 'empty_file', path: '', message: 'the file has no heading', at: { file, line: 1 } });
  else if (!isDamaged && rows === 0)
    onIssue({ code: 'empty_file', path: '', message: 'the file has no rows', at: { file, line: 2 } });
  const unused = new Set([...layouts.values()].flatMap((layout) => layout.unused));
  return { rows, digest: hash.digest('hex'), unused: [...unused] };
}

/** Reads row after row, and remembers what must not come twice. */
class RowReader {
  private readonly options: ReadUsersCsvOptions;
  private readonly picker: RowPicker;
  private readonly duplicates = new KeyIndex();
  private readonly managers = new ManagerMatches();

  constructor(options: ReadUsersCsvOptions) {
    this.options = options;
    this.picker = new RowPicker(options.selection ?? {});
  }

  read(row: InputRow, layout: Layout): void {
    const { file, mode, vendor, onIssue } = this.options;
    const { names, format } = row.headings;
    if (format === 'csv' && row.cells.length !== names.length) {
      onIssue(wrongCellCount(row, file));
      return;
    }
    const found: Issue[] = [];
    const cells = layout.read(row, (issue) => found.push(issue));
    const { desired, issues } = readDesiredUser(cells, row.line, mode, vendor);
    const key = layout.keyOf(row);
    this.managers.remember(key, desired);
    if (!this.picker.takes(selectableUser(row, desired))) return;
    // A finding speaks of the column as its heading does, not of the attribute behind it.
    for (const { column, issue } of [...issues, ...this.sameUser(desired)]) {
      if (layout.isKeyless && issue.code === 'missing_key') continue;
      const { at, path } = layout.locate(row, column);
      found.push({ ...issue, path: column === undefined ? issue.path : path, at });
    }
    for (const issue of found.sort(byPlace)) onIssue(issue);
    if (found.length > 0 || layout.isKeyless) return;
    const { manager } = desired.set;
    if (key === undefined || manager === undefined || manager === '') this.handOn(desired);
    else this.managers.wait(desired, manager, () => layout.locate(row, 'manager'));
  }

  /** Hands on what waited for the last row. */
  finish(): void {
    this.managers.resolve((row) => this.handOn(row), this.options.onIssue);
  }

  private handOn(desired: DesiredUser): void {
    const { selection, onUser, onOther } = this.options;
    if (selection?.shard === undefined || isInShard(desired, selection.shard)) onUser(desired);
    else onOther?.(desired);
  }

  private sameUser(desired: DesiredUser): readonly CellIssue[] {
    for (const { column, key } of identityKeys(desired)) {
      const before = this.duplicates.lineOf(key, desired.line);
      if (before === undefined) continue;
      const message = `lines ${before} and ${desired.line} mean the same user`;
      return [{ column, issue: { code: 'same_user', path: column, message } }];
    }
    return [];
  }
}

function byPlace({ at: one }: Issue, { at: other }: Issue): number {
  return (one?.line ?? 0) - (other?.line ?? 0) || (one?.column ?? 0) - (other?.column ?? 0);
}

function wrongCellCount(row: InputRow, file: string): Issue {
  const { names } = row.headings;
  const cell = row.cells.length > names.length ? names.length : Math.max(0, row.cells.length - 1);
  const message = wrongCount(row.cells.length, names.length);
  return { code: 'wrong_cell_count', path: '', message, at: { file, ...placeOfInput(row, cell) } };
}

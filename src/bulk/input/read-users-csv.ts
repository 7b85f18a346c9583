import { createHash } from 'node:crypto';
import type { Issue } from '../../failure/issue.ts';
import { emailKey } from '../../rules/email-address.ts';
import { storedUserName } from '../../rules/user-name.ts';
import type { BadRow } from './bad-row.ts';
import type { ColumnMap } from './column-map.ts';
import { wrongCount } from './csv-row.ts';
import { type CellIssue, type DesiredUser, type Mode, readDesiredUser } from './desired-state.ts';
import type { FeedCounter } from './feed.ts';
import { GroupsOfRows } from './group-rules.ts';
import { hashing } from './hashing.ts';
import { type Headings, type InputRow, placeOfInput } from './input-row.ts';
import { KeyIndex } from './key-index.ts';
import { knownHeadings } from './known-headings.ts';
import { type Layout, plainLayout } from './layout.ts';
import { mappedLayout } from './mapped-layout.ts';
import { employeeNumberKey, identityKeys, type MatchKey } from './match-keys.ts';
import { ManagerMatches } from './match-managers.ts';
import { Provisioning } from './provision.ts';
import { readRows } from './read-rows.ts';
import type { SelectableRow } from './row-expression.ts';
import { RowPicker, type RowSelection, wordOf } from './row-selection.ts';
import { selectableUser } from './selectable-rows.ts';
import { isInShard } from './shard.ts';
import { damageIn, LeadingZeros, withWholeNumbers } from './spreadsheet-damage.ts';

/** What was found in a file of users beside what its rows want. */
export interface UsersCsv {
  readonly rows: number;
  /** sha256 of the bytes, in hex. */
  readonly digest: string;
  /** Headings of which the map makes no column. */
  readonly unused: readonly string[];
  /** What only the service knows. */
  readonly unresolved: Unresolved;
  /** How the file is written, in words, when that was found out and is not usual. */
  readonly dialect: string | undefined;
}

/** References of rows that cannot be judged without the service. */
export interface Unresolved {
  /** Managers who are in no row, each once. */
  readonly managers: number;
  /** The first of them. */
  readonly example?: { readonly line: number; readonly manager: string };
  /** Groups that rows name, each once. */
  readonly groups: number;
}

export interface ReadUsersCsvOptions {
  /** How the file is called in findings. */
  readonly file: string;
  readonly mode: Mode;
  readonly vendor: string;
  /** How headings become columns; without one, headings are columns. */
  readonly map?: ColumnMap | undefined;
  readonly selection?: RowSelection;
  /** The keys by which users are found, where they are declared. */
  readonly match?: readonly MatchKey[] | undefined;
  /** Counts what the file has, to compare the next one with. */
  readonly counter?: FeedCounter;
  readonly onUser: (user: DesiredUser) => void;
  /** Is told of the rows of other shards. */
  readonly onOther?: (user: DesiredUser) => void;
  readonly onIssue: (issue: Issue) => void;
  /** Called with a row with findings instead of `onIssue`, which then hears only of what is wrong with the file. */
  readonly onBadRow?: (row: BadRow) => void;
}

/**
 * Reads and checks a CSV or NDJSON of users, offline and as it comes: every finding with its file, line and column.
 * A row with a finding of its own is not handed on; of a row that is not selected there are no findings.
 * @throws Failure `invalidInput` when the file is not text, or the selection cannot be read.
 */
export async function readUsersCsv(
  bytes: AsyncIterable<Buffer>,
  options: ReadUsersCsvOptions,
): Promise<UsersCsv> {
  const { file, map, vendor, match, onIssue } = options;
  const hash = createHash('sha256');
  const layouts = new Map<Headings, Layout>();
  const reader = new RowReader(options);
  let rows = 0;
  const onHeadings = (headings: Headings) => {
    const layout =
      map === undefined
        ? plainLayout(headings, file, onIssue, match)
        : mappedLayout(headings, map, file, onIssue, match);
    reader.onHeadings(headings);
    layouts.set(headings, layout);
    options.counter?.see(headings);
  };
  let isDamaged = false;
  const onDamage = (issue: Issue) => {
    isDamaged = true;
    onIssue(issue);
  };
  let dialect: string | undefined;
  const how = {
    dialect: options.selection?.dialect,
    isKnown: knownHeadings(map),
    onDialect: (words: string) => {
      dialect = words;
    },
  };
  for await (const batch of readRows(hashing(bytes, hash), file, vendor, onDamage, onHeadings, how)) {
    for (const row of batch) {
      rows += 1;
      options.counter?.add(row);
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
  const named = reader.names();
  const unused = new Set(
    [...layouts.values()].flatMap((layout) => layout.unused.filter((name) => !named.includes(wordOf(name)))),
  );
  return { rows, digest: hash.digest('hex'), unused: [...unused], unresolved: reader.unresolved(), dialect };
}

/** What was read of one row. */
interface ReadRow {
  readonly desired: DesiredUser;
  /** What it has under the heading by which managers are found. */
  readonly key: string | undefined;
  readonly issues: readonly CellIssue[];
  /** Findings that have their places. */
  readonly found: Issue[];
}

/** Reads row after row, and remembers what must not come twice. */
class RowReader {
  private readonly options: ReadUsersCsvOptions;
  private readonly picker: RowPicker;
  private readonly provisioning: Provisioning | undefined;
  private readonly groupsOf: GroupsOfRows | undefined;
  private readonly duplicates = new KeyIndex();
  private readonly managers = new ManagerMatches();
  /** Managers as rows name them, and the first line that does. */
  private readonly named = new Map<string, { readonly line: number; readonly manager: string }>();
  private readonly groups = new Set<string>();
  private readonly zeros = new LeadingZeros();

  constructor(options: ReadUsersCsvOptions) {
    this.options = options;
    const { selection = {}, map } = options;
    this.picker = new RowPicker(selection);
    if (map?.provision !== undefined) this.provisioning = new Provisioning(map.provision, map.today);
    if (map?.groups !== undefined) this.groupsOf = new GroupsOfRows(map.groups, map.today);
  }

  /** Headings that only expressions look at. */
  names(): readonly string[] {
    return [...this.picker.names(), ...(this.provisioning?.names() ?? []), ...(this.groupsOf?.names() ?? [])];
  }

  /** Looks at headings before their first row. */
  onHeadings(headings: Headings): void {
    const { file, onIssue } = this.options;
    this.groupsOf?.reportMissing(headings, file, onIssue);
  }

  read(row: InputRow, layout: Layout): void {
    const { file, mode, vendor, match } = this.options;
    const { names, format } = row.headings;
    if (format === 'csv' && row.cells.length !== names.length) {
      this.refuse({ line: row.line, issues: [wrongCellCount(row, file)] });
      return;
    }
    const found: Issue[] = [];
    const read = layout.read(row, (issue) => found.push(issue));
    const cells = withWholeNumbers(read, this.options.selection?.dialect?.decimal);
    const { desired: plain, issues: wrong } = readDesiredUser(cells, row.line, mode, vendor, match);
    const issues = withDamage(wrong, damageIn(cells));
    const desired: DesiredUser = layout.isNumbered ? { ...plain, isNumbered: true } : plain;
    const key = layout.keyOf(row);
    this.managers.remember(key, desired);
    const selectable = selectableUser(row, desired);
    if (!this.picker.takes(selectable)) return;
    const outside = this.provisioning?.outside(selectable);
    if (outside === undefined)
      this.check(row, layout, {
        desired: this.withGroups(desired, selectable, row, found),
        key,
        issues,
        found,
      });
    // Of somebody who is to have no account, only who it is matters.
    else if (identityKeys(desired, match).length > 0 && !layout.isKeyless)
      this.handOn(outsider(desired, outside));
  }

  /** Adds the groups that the map makes of a row. */
  private withGroups(
    desired: DesiredUser,
    selectable: SelectableRow,
    row: InputRow,
    found: Issue[],
  ): DesiredUser {
    if (this.groupsOf === undefined) return desired;
    const at = { file: this.options.file, line: row.line };
    const managed = this.groupsOf.of(selectable, desired, (issue) => found.push({ ...issue, at }));
    return { ...desired, managed };
  }

  /** Hands a row on, or refuses it with everything that is wrong with it. */
  private check(row: InputRow, layout: Layout, { desired, key, issues, found }: ReadRow): void {
    const same = this.sameUser(desired);
    // A finding speaks of the column as its heading does, not of the attribute behind it.
    for (const { column, issue } of [
      ...issues,
      ...withoutKey(desired),
      ...(same === undefined ? [] : [same.finding]),
    ]) {
      if (layout.isKeyless && issue.code === 'missing_key') continue;
      const { at, path } = layout.locate(row, column);
      found.push({ ...issue, path: column === undefined ? issue.path : path, at });
    }
    const twin = same === undefined ? {} : { twin: same.line };
    if (found.length > 0) this.refuse({ line: row.line, issues: found.sort(byPlace), desired, ...twin });
    if (found.length > 0 || layout.isKeyless) return;
    this.zeros.see(desired);
    const { manager } = desired.set;
    if (key === undefined || manager === undefined || manager === '') this.handOn(desired);
    else this.managers.wait(desired, manager, () => layout.locate(row, 'manager'));
  }

  /** Hands on what waited for the last row. */
  finish(): void {
    this.refuseShortNumbers();
    this.managers.resolve(
      (row) => this.handOn(row),
      (desired, issue) => this.refuse({ line: desired.line, issues: [issue], desired }),
    );
  }

  /** A number that lost its zeros shows when all the others are known. */
  private refuseShortNumbers(): void {
    const { file } = this.options;
    for (const { column, row, message } of this.zeros.tooShort()) {
      const at = { file, line: row.line };
      const issue = { code: 'spreadsheet_damage', path: column, message, at };
      this.refuse({ line: row.line, issues: [issue], desired: row });
    }
  }

  /** Returns which references of the rows name nobody in the file. */
  unresolved(): Unresolved {
    const unknown = [...this.named].filter(([, { manager }]) =>
      referenceKeys(manager).every((key) => this.duplicates.lineOf(key, LAST_LINE) === undefined),
    );
    const example = unknown[0]?.[1];
    return {
      managers: unknown.length,
      groups: this.groups.size,
      ...(example === undefined ? {} : { example }),
    };
  }

  private handOn(desired: DesiredUser): void {
    const { onUser, onOther } = this.options;
    const { line, set, groups = [] } = desired;
    for (const group of groups) this.groups.add(group.toLowerCase());
    const { manager = '' } = set;
    const key = manager.toLowerCase();
    if (key !== '' && !this.named.has(key)) this.named.set(key, { line, manager });
    if (this.isOurs(desired)) onUser(desired);
    else onOther?.(desired);
  }

  /** A bad row is reported by its own share alone. */
  private refuse(row: BadRow): void {
    const { onIssue, onBadRow } = this.options;
    const desired = row.desired ?? { line: row.line, set: {}, clear: [] };
    if (onBadRow === undefined) for (const issue of row.issues) onIssue(issue);
    else if (this.isOurs(desired)) onBadRow(row);
    else if (row.twin !== undefined) onBadRow({ ...row, isElsewhere: true });
  }

  private isOurs(desired: DesiredUser): boolean {
    const { selection, match } = this.options;
    return selection?.shard === undefined || isInShard(desired, selection.shard, match);
  }

  private sameUser(desired: DesiredUser): { readonly line: number; readonly finding: CellIssue } | undefined {
    for (const { column, key } of identityKeys(desired, this.options.match)) {
      const before = this.duplicates.lineOf(key, desired.line);
      if (before === undefined) continue;
      const message = `lines ${before} and ${desired.line} mean the same user`;
      return { line: before, finding: { column, issue: { code: 'same_user', path: column, message } } };
    }
    return undefined;
  }
}

/** Of a damaged cell nothing else is said. */
function withDamage(issues: readonly CellIssue[], damage: readonly CellIssue[]): readonly CellIssue[] {
  if (damage.length === 0) return issues;
  const damaged = new Set(damage.map(({ column }) => column));
  return [...damage, ...issues.filter(({ column }) => !damaged.has(column))];
}

/** A line behind every row. */
const LAST_LINE = 2 ** 32 - 1;

/** The keys of the row of a manager, who may be named by any of them. */
function referenceKeys(manager: string): readonly string[] {
  if (manager.includes('@')) return [`email ${emailKey(manager)}`];
  return [`id ${manager}`, `number ${employeeNumberKey(manager)}`, `name ${storedUserName(manager)}`];
}

/** A userName that gets a number when it is taken does not say who a row is. */
function withoutKey({ isNumbered, id, set }: DesiredUser): readonly CellIssue[] {
  if (isNumbered !== true || set.userName === undefined) return [];
  if (id !== undefined || set.email !== undefined || set.employeeNumber !== undefined) return [];
  const message = 'a userName with the step "unique" identifies nobody; the row needs an email';
  return [{ column: 'userName', issue: { code: 'missing_key', path: 'userName', message } }];
}

/** What remains of a row whose person is to have no account: who is meant. */
function outsider(
  { line, id, set, isNumbered }: DesiredUser,
  outside: DesiredUser['outside'] & string,
): DesiredUser {
  const { userName, email, employeeNumber } = set;
  return {
    line,
    ...(id === undefined ? {} : { id }),
    set: {
      ...(userName === undefined ? {} : { userName }),
      ...(email === undefined ? {} : { email }),
      ...(employeeNumber === undefined ? {} : { employeeNumber }),
    },
    clear: [],
    ...(isNumbered === true ? { isNumbered } : {}),
    outside,
  };
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

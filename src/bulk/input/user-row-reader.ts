import { type Issue, inRow } from '../../failure/issue.ts';
import type { BadRow } from './bad-row.ts';
import type { ColumnMap } from './column-map.ts';
import type { UserColumn } from './columns.ts';
import type { DamagedRecord } from './damaged-record.ts';
import { type CellIssue, type DesiredUser, type Mode, readDesiredUser } from './desired-state.ts';
import { ExpressionHeadings } from './expression-headings.ts';
import type { FeedCounter } from './feed.ts';
import { ForeignIdReader, type ForeignIds } from './foreign-ids.ts';
import { GroupsOfRows } from './group-rules.ts';
import { type Headings, type InputRow, placeOfInput } from './input-row.ts';
import { KeyIndex } from './key-index.ts';
import type { Layout } from './layout.ts';
import { identityKeys, type MatchKey } from './match-keys.ts';
import { ManagerMatches } from './match-managers.ts';
import { PlaceholderCount } from './placeholder.ts';
import { outsider, Provisioning, type UnreadableCell } from './provision.ts';
import type { SelectableRow } from './row-expression.ts';
import { byPlace, isBroken, withDamage, withoutKey, wrongCellCount } from './row-findings.ts';
import { RowReferences, type Unresolved } from './row-references.ts';
import { RowPicker, type RowSelection, wordOf } from './row-selection.ts';
import { selectableUser } from './selectable-rows.ts';
import { isInShard } from './shard.ts';
import { damageIn, LeadingZeros, type ShortNumber, withWholeNumbers } from './spreadsheet-damage.ts';

/** How the rows of users are read, and who hears of them. */
export interface UserRowOptions {
  /** How the file is called in findings. */
  readonly file: string;
  readonly mode: Mode;
  readonly vendor: string;
  /** How headings become columns; without one, headings are columns. */
  readonly map?: ColumnMap | undefined;
  readonly selection?: RowSelection;
  /** The keys by which users are found, where they are declared. */
  readonly match?: readonly MatchKey[] | undefined;
  /** The IDs that the file has from another organization. */
  readonly foreign?: ForeignIds | undefined;
  /** Counts what the file has, to compare the next one with. */
  readonly counter?: FeedCounter;
  readonly onUser: (user: DesiredUser) => void;
  /** Called for the rows of other shards. */
  readonly onOther?: (user: DesiredUser) => void;
  readonly onIssue: (issue: Issue) => void;
  /** Called for numbers that look as if they had lost their zeros, to compare them with the accounts; without it they are refused. */
  readonly onShortNumber?: (number: ShortNumber) => void;
  /** Called with a row with findings instead of `onIssue`, which then hears only of what is wrong with the file. */
  readonly onBadRow?: (row: BadRow) => void;
}

/** What was read of one row. */
interface ReadRow {
  readonly desired: DesiredUser;
  /** What it has under the heading by which managers are found. */
  readonly key: string | undefined;
  readonly issues: readonly CellIssue[];
  /** Findings that have their places. */
  readonly found: Issue[];
  /** Columns that the map could not fill. */
  readonly unread: ReadonlySet<UserColumn>;
}

/** Reads row after row, and remembers what must not come twice. */
export class UserRowReader {
  private readonly options: UserRowOptions;
  private readonly picker: RowPicker;
  private provisioning: Provisioning | undefined;
  private readonly groupsOf: GroupsOfRows | undefined;
  private readonly duplicates = new KeyIndex();
  private readonly managers = new ManagerMatches();
  private readonly references = new RowReferences();
  private readonly zeros = new LeadingZeros();
  readonly placeholders = new PlaceholderCount();
  private readonly foreign: ForeignIdReader | undefined;
  private readonly headings: ExpressionHeadings;
  private mayLack = false;

  constructor(options: UserRowOptions) {
    this.options = options;
    const { selection = {}, map, foreign } = options;
    if (foreign !== undefined) this.foreign = new ForeignIdReader(foreign);
    this.picker = new RowPicker(selection);
    this.headings = new ExpressionHeadings(new Set(map?.rules.map(({ column }) => column)));
    if (map?.provision !== undefined) this.provisioning = new Provisioning(map.provision, map.today);
    if (map?.groups !== undefined) this.groupsOf = new GroupsOfRows(map.groups, map);
  }

  /** Headings that only expressions look at. */
  names(): readonly string[] {
    return [...this.picker.names(), ...(this.provisioning?.names() ?? []), ...(this.groupsOf?.names() ?? [])];
  }

  /** Looks at headings before their first row. */
  onHeadings(headings: Headings): void {
    this.headings.see(headings);
    if (headings.format === 'csv') this.refuseMissing();
    else this.mayLack = true;
  }

  /** Refuses names of the map's expressions that no heading has. */
  private refuseMissing(): void {
    const { file, onIssue } = this.options;
    const named = [...(this.provisioning?.named() ?? []), ...(this.groupsOf?.named() ?? [])];
    const missing = this.headings.missing(named, file);
    for (const issue of missing) onIssue(issue);
    // One finding about the heading, and not one for each row.
    if (missing.length > 0) this.provisioning = undefined;
  }

  /** Refuses a record that cannot be read at all. */
  refuseDamaged({ line, issue }: DamagedRecord): void {
    this.refuse({ line, issues: [issue] });
  }

  read(row: InputRow, layout: Layout): void {
    const { file, mode, vendor, match } = this.options;
    const { names, format } = row.headings;
    if (format === 'csv' && row.cells.length !== names.length) {
      this.refuse({ line: row.line, issues: [wrongCellCount(row, file)] });
      return;
    }
    const found: Issue[] = [];
    const unread = new Set<UserColumn>();
    const read = layout.read(row, (issue, column) => {
      found.push(issue);
      if (column !== undefined) unread.add(column);
    });
    const cells = withWholeNumbers(read, this.options.selection?.dialect?.decimal);
    const { desired: plain, issues: wrong } = readDesiredUser(cells, row.line, mode, vendor, match);
    const key = layout.keyOf(row);
    const translated = this.foreign?.user(plain, key === undefined);
    const issues = withDamage([...wrong, ...(translated?.issues ?? [])], damageIn(cells));
    const inB = translated?.row ?? plain;
    const desired: DesiredUser = layout.isNumbered ? { ...inB, isNumbered: true } : inB;
    this.managers.remember(key, desired);
    // An expression speaks of what stands in the file.
    const selectable = selectableUser(row, plain);
    if (!this.picker.takes(selectable)) return;
    this.placeholders.note(cells.get('employeeNumber'));
    const provisioned = this.provisioning?.decide(selectable, (name) =>
      isBroken(name, row, layout, issues, found),
    );
    if (provisioned?.kind === 'unreadable' && provisioned.cell !== undefined)
      found.push(this.unreadable(row, provisioned.cell));
    if (provisioned?.kind !== 'outside')
      this.check(row, layout, {
        desired: this.withGroups(desired, selectable, row, layout, found),
        key,
        issues,
        found,
        unread,
      });
    // Of somebody who is to have no account, only who it is matters.
    else if (identityKeys(desired, match).length > 0 && !layout.isKeyless)
      this.handOn(
        outsider(desired, provisioned, (name) =>
          row.headings.names.find((heading) => wordOf(heading) === name),
        ),
      );
  }

  /** The finding about a cell on which it depends whether a person is to have an account. */
  private unreadable(row: InputRow, { name, code, message }: UnreadableCell): Issue {
    const index = row.headings.names.findIndex((heading) => wordOf(heading) === name);
    const path = row.headings.names[index] ?? name;
    return { code, path, message, at: { file: this.options.file, ...placeOfInput(row, index) } };
  }

  /** Adds the groups that the map makes of a row. */
  private withGroups(
    desired: DesiredUser,
    selectable: SelectableRow,
    row: InputRow,
    layout: Layout,
    found: Issue[],
  ): DesiredUser {
    if (this.groupsOf === undefined) return desired;
    const at = { file: this.options.file, line: row.line };
    let isWhole = true;
    const managed = this.groupsOf.of(selectable, desired, (issue) => {
      isWhole = false;
      found.push({ ...issue, at });
    });
    const beside = isWhole ? this.groupsOf.namedBeside(desired, managed) : undefined;
    if (beside !== undefined) {
      const message = `"${beside}" is managed by the map, and none of its rules gives it`;
      found.push({ code: 'outside_scope', message, ...layout.locate(row, 'groups') });
    }
    return { ...desired, managed };
  }

  /** Hands a row on, or refuses it with everything that is wrong with it. */
  private check(row: InputRow, layout: Layout, { desired, key, issues, found, unread }: ReadRow): void {
    const broken = new Set([...unread, ...issues.map(({ column }) => column)]);
    const same = this.sameUser(desired, broken);
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
    if (found.length > 0)
      this.refuse({ line: row.line, issues: found.sort(byPlace), desired, broken, ...twin });
    if (found.length > 0 || layout.isKeyless) return;
    this.zeros.see(desired);
    const { manager } = desired.set;
    if (key === undefined || manager === undefined || manager === '') this.handOn(desired);
    else this.managers.wait(desired, manager, () => layout.locate(row, 'manager'));
  }

  /** Hands on what waited for the last row. */
  finish(): void {
    // Of objects each may have other names: what none has shows behind the last.
    if (this.mayLack) this.refuseMissing();
    this.refuseShortNumbers();
    this.managers.resolve(
      (row) => this.handOn(row),
      (desired, issue) => this.refuse({ line: desired.line, issues: [issue], desired }),
    );
  }

  /** A number that lost its zeros shows when all the others are known. */
  private refuseShortNumbers(): void {
    const { file, onShortNumber } = this.options;
    for (const short of this.zeros.tooShort()) {
      if (onShortNumber !== undefined) {
        onShortNumber(short);
        continue;
      }
      const { column, row, message } = short;
      const at = { file, line: row.line };
      const issue = { code: 'spreadsheet_damage', path: column, message, at };
      this.refuse({ line: row.line, issues: [issue], desired: row, broken: new Set([column]) });
    }
  }

  /** Returns which references of the rows name nobody in the file. */
  unresolved(): Unresolved {
    return this.references.unresolved(this.duplicates);
  }

  private handOn(desired: DesiredUser): void {
    const { onUser, onOther } = this.options;
    this.references.note(desired);
    if (this.isOurs(desired)) onUser(desired);
    else onOther?.(desired);
  }

  /** A bad row is reported by its own share alone. */
  private refuse(row: BadRow): void {
    const { onIssue, onBadRow } = this.options;
    const desired = row.desired ?? { line: row.line, set: {}, clear: [] };
    const issues = row.issues.map((issue) => inRow(issue, row.line));
    if (onBadRow === undefined) for (const issue of issues) onIssue(issue);
    else if (this.isOurs(desired)) onBadRow({ ...row, issues });
    else onBadRow({ ...row, issues, isElsewhere: true });
  }

  private isOurs(desired: DesiredUser): boolean {
    const { selection, match } = this.options;
    return selection?.shard === undefined || isInShard(desired, selection.shard, match);
  }

  /** @param broken columns with another finding: two rows with the same typo are not one user */
  private sameUser(
    desired: DesiredUser,
    broken: ReadonlySet<UserColumn | undefined>,
  ): { readonly line: number; readonly finding: CellIssue } | undefined {
    for (const { column, key } of identityKeys(desired, this.options.match)) {
      const before = this.duplicates.lineOf(key, desired.line);
      if (before === undefined || broken.has(column)) continue;
      const message = `lines ${before} and ${desired.line} are the same user`;
      return { line: before, finding: { column, issue: { code: 'same_user', path: column, message } } };
    }
    return undefined;
  }
}

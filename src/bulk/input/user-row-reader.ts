import type { DamagedRecord } from '../../failure/damaged-record.ts';
import type { Issue } from '../../failure/issue.ts';
import type { ColumnMap } from './column-map.ts';
import type { UserColumn } from './columns.ts';
import type { CellIssue, DesiredUser, Mode } from './desired-state.ts';
import { ExpressionHeadings } from './expression-headings.ts';
import type { FeedCounter } from './feed.ts';
import { ForeignIdReader, type ForeignIds } from './foreign-ids.ts';
import { GroupsOfRows } from './group-rules.ts';
import type { Headings, InputRow } from './input-row.ts';
import type { Layout, NamedWord } from './layout.ts';
import { identityKeys } from './match-keys.ts';
import { PlaceholderCount } from './placeholder.ts';
import { type OutOfScope, outOfScopeUser, Provisioning } from './provision.ts';
import { readDesiredUser } from './read-desired-user.ts';
import type { SelectableRow } from './row-expression.ts';
import { findingsOfKeys, isBroken, isDoubtful, withDamage, wrongCellCount } from './row-findings.ts';
import type { Unresolved } from './row-references.ts';
import { expressionWordOf, RowPicker } from './row-selection.ts';
import { type ReadRow, RowVerdicts, type VerdictOptions } from './row-verdicts.ts';
import { selectableUser } from './selectable-rows.ts';
import { isSingleChannelWord } from './single-channel.ts';
import { damageIn, withWholeNumbers } from './spreadsheet-damage.ts';
import { unreadableCellIssue } from './unreadable-cell.ts';

/** The shared value for nearly every row. */
const ALL_READ: ReadonlySet<UserColumn> = new Set();

/** The options for reading rows of users, and the callbacks. */
export interface UserRowOptions extends VerdictOptions {
  readonly mode: Mode;
  readonly vendor: string;
  /** The map that builds the columns; without a map, headings are columns. */
  readonly map?: ColumnMap | undefined;
  /** The map for IDs of another organization in the file. */
  readonly foreign?: ForeignIds | undefined;
  /**
   * Whether rows of single-channel guests are passed on: SCIM cannot create them, but the embedded sandbox
   * can.
   */
  readonly takesSingleChannel?: true;
  /** Counts the content of the file, for comparison with its next version. */
  readonly counter?: FeedCounter;
}

/** A row that is, or may be, in the window. */
interface CandidateRow extends Omit<ReadRow, 'unread'> {
  readonly unfilled: readonly CellIssue[];
  readonly selectable: SelectableRow;
  readonly isCertain: boolean;
}

/** Reads rows of users in order and detects duplicates. */
export class UserRowReader {
  private readonly options: UserRowOptions;
  private readonly picker: RowPicker;
  private provisioning: Provisioning | undefined;
  private readonly groupsOf: GroupsOfRows | undefined;
  private readonly verdicts: RowVerdicts;
  readonly placeholders = new PlaceholderCount();
  private readonly foreign: ForeignIdReader | undefined;
  private readonly headings: ExpressionHeadings;
  private mayLack = false;

  constructor(options: UserRowOptions) {
    this.options = options;
    this.verdicts = new RowVerdicts(options);
    const { selection = {}, map, foreign } = options;
    if (foreign !== undefined) this.foreign = new ForeignIdReader(foreign);
    this.picker = new RowPicker(selection);
    this.headings = new ExpressionHeadings(new Set(map?.rules.map(({ column }) => column)));
    if (map?.provision !== undefined) this.provisioning = new Provisioning(map.provision, map.today);
    if (map?.groups !== undefined) this.groupsOf = new GroupsOfRows(map.groups, map);
  }

  /** Returns the headings that expressions about whole rows name, and what contains the expression. */
  named(): readonly NamedWord[] {
    const ofMap = [...(this.provisioning?.names() ?? []), ...(this.groupsOf?.names() ?? [])];
    return [
      ...this.picker.names().map((word) => ({ word, user: '--where' })),
      ...ofMap.map((word) => ({ word, user: 'the map' })),
    ];
  }

  /** Checks headings before their first row. */
  onHeadings(headings: Headings): void {
    this.headings.see(headings);
    if (headings.format === 'csv') this.refuseMissing();
    else this.mayLack = true;
  }

  /** Reports names in the map's expressions that match no heading. */
  private refuseMissing(): void {
    const { file, onIssue } = this.options;
    const named = [...(this.provisioning?.named() ?? []), ...(this.groupsOf?.named() ?? [])];
    const missing = this.headings.missing(named, file);
    for (const issue of missing) onIssue(issue);
    // One finding about the heading, instead of one for each row.
    if (missing.length > 0) this.provisioning = undefined;
  }

  /** Refuses a record that cannot be parsed. */
  refuseDamaged({ line, issue }: DamagedRecord): void {
    this.verdicts.refuse({ line, issues: [issue] });
  }

  read(row: InputRow, layout: Layout): void {
    const { file } = this.options;
    const { names, format } = row.headings;
    if (format === 'csv' && row.cells.length !== names.length) {
      this.verdicts.refuse({ line: row.line, issues: [wrongCellCount(row, file)] });
      return;
    }
    const found: Issue[] = [];
    const unfilled: CellIssue[] = [];
    const read = layout.read(row, (issue, column) => {
      found.push(issue);
      if (column !== undefined) unfilled.push({ column, issue });
    });
    const cells = withWholeNumbers(read, this.options.selection?.dialect?.decimal);
    const { desired: plain, issues: wrong } = this.readDesired(cells, row.line);
    const keys = layout.managerKeys(row);
    const translated = this.foreign?.user(plain, keys.ruleIndex === undefined);
    const damage = this.options.keepsDamage === true ? [] : damageIn(cells);
    const issues = withDamage([...wrong, ...(translated?.issues ?? [])], damage);
    const inB = translated?.row ?? plain;
    const desired: DesiredUser = layout.isNumbered ? { ...inB, isNumbered: true } : inB;
    this.verdicts.remember(keys, desired);
    // Expressions use the original IDs of the file.
    const selectable = selectableUser(row, plain);
    const take = (isCertain: boolean) =>
      this.take(row, layout, { desired, keys, issues, found, unfilled, selectable, isCertain });
    const isInDoubt = (name: string) => isDoubtful(name, selectable, unfilled, issues);
    if (!this.picker.selects(selectable, isInDoubt, () => take(false))) return;
    this.placeholders.note(cells.get('employeeNumber'));
    take(true);
  }

  /** Decides about a row in the window, or one that may be in it: that one has findings, and is refused. */
  private take(
    row: InputRow,
    layout: Layout,
    { desired, keys, issues, found, unfilled, selectable, isCertain }: CandidateRow,
  ): void {
    const provisioned = this.provisioning?.decide(selectable, (name) =>
      isBroken(name, row, layout, issues, found),
    );
    if (provisioned?.kind === 'unreadable' && provisioned.cell !== undefined)
      found.push(unreadableCellIssue(row, provisioned.cell, this.options));
    if (provisioned?.kind !== 'outside' || !isCertain)
      this.verdicts.check(row, layout, {
        desired: this.withGroups(desired, selectable, row, layout, { issues, found }),
        keys,
        issues,
        found,
        unread: unfilled.length === 0 ? ALL_READ : new Set(unfilled.flatMap(({ column }) => column ?? [])),
      });
    // A row without an account needs only its identity.
    else if (identityKeys(desired, this.options.match).length > 0 && !layout.isKeyless)
      this.handleOutOfScopeRow(row, layout, desired, provisioned, [...issues, ...unfilled]);
  }

  /** Passes on the row of a user without an account, or refuses it if its account might not be found. */
  private handleOutOfScopeRow(
    row: InputRow,
    layout: Layout,
    desired: DesiredUser,
    provisioned: OutOfScope,
    issues: readonly CellIssue[],
  ): void {
    const wrong =
      provisioned.otherwise === 'deactivate' ? findingsOfKeys(desired, issues, this.options.match) : [];
    if (wrong.length > 0)
      this.verdicts.refuse({
        line: row.line,
        issues: wrong.map(({ column, issue }) => ({ ...issue, ...layout.locate(row, column) })),
        desired,
        broken: new Set(wrong.map(({ column }) => column)),
      });
    else
      this.verdicts.emitRow(
        outOfScopeUser(desired, provisioned, (name) =>
          row.headings.names.find((heading) => expressionWordOf(heading) === name),
        ),
      );
  }

  private readDesired(
    cells: ReadonlyMap<UserColumn, string>,
    line: number,
  ): ReturnType<typeof readDesiredUser> {
    const { mode, vendor, match, takesSingleChannel } = this.options;
    if (takesSingleChannel !== true || !isSingleChannelWord(cells.get('guest') ?? ''))
      return readDesiredUser(cells, line, mode, vendor, match);
    const others = new Map([...cells].filter(([column]) => column !== 'guest'));
    const { desired, issues } = readDesiredUser(others, line, mode, vendor, match);
    return { desired: { ...desired, isSingleChannelGuest: true }, issues };
  }

  /** Adds the groups that the map derives from a row, unless a finding leaves open which ones. */
  private withGroups(
    desired: DesiredUser,
    selectable: SelectableRow,
    row: InputRow,
    layout: Layout,
    { issues, found }: Pick<ReadRow, 'issues' | 'found'>,
  ): DesiredUser {
    if (this.groupsOf === undefined) return desired;
    const at = { file: this.options.file, line: row.line };
    const isBuilt = !this.groupsOf.names().some((name) => isBroken(name, row, layout, issues, found));
    let isKnown = true;
    const managed = this.groupsOf.of(selectable, desired, (issue) => {
      isKnown = false;
      found.push({ ...issue, at });
    });
    const beside = isKnown ? this.groupsOf.unassignedManagedGroup(desired, managed) : undefined;
    if (beside !== undefined) {
      const message = `the map manages "${beside}", but no rule assigns it to this user`;
      found.push({ code: 'outside_scope', message, ...layout.locate(row, 'groups') });
    }
    return isBuilt && isKnown && beside === undefined ? { ...desired, managed } : desired;
  }

  /** Passes on the rows that had to wait for the last row. */
  finish(): void {
    // Objects may have different keys: a missing name is certain only after the last one.
    if (this.mayLack) this.refuseMissing();
    this.verdicts.finish();
  }

  /** Returns the references without a row in the file. */
  unresolved(): Unresolved {
    return this.verdicts.unresolved();
  }
}

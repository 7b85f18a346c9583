import type { Issue, Place } from '../../failure/issue.ts';
import { comparisonKey } from '../../values/comparison-key.ts';
import { type BlankMember, BlankMembers } from './blank-members.ts';
import { cleanKey } from './clean-key.ts';
import type { ColumnMap } from './column-map.ts';
import { type DesiredMembership, readMembership, sameMembership } from './desired-membership.ts';
import type { FeedCounter } from './feed.ts';
import { FOREIGN_ID_CODE, ForeignIdReader, type ForeignIds } from './foreign-ids.ts';
import type { GroupColumn } from './group-columns.ts';
import { type GroupLayout, groupLayout } from './group-layout.ts';
import { type Headings, type InputRow, placeOfInput, textOfCell } from './input-row.ts';
import { blankHeadingIndexes, issuesWithoutHeading } from './layout.ts';
import { MappedMemberships } from './mapped-memberships.ts';
import { wrongCellCount } from './row-findings.ts';
import { RowPicker, type RowSelection } from './row-selection.ts';
import { selectableMembership } from './selectable-rows.ts';
import { isGroupInShard } from './shard.ts';

export interface MembershipRowOptions {
  readonly file: string;
  readonly selection?: RowSelection;
  /** The map that builds the columns; without a map, headings are columns. */
  readonly map?: ColumnMap | undefined;
  /** The map for IDs of another organization in the file. */
  readonly foreign?: ForeignIds | undefined;
  /** Counts the content of the file, for comparison with its next version. */
  readonly counter?: FeedCounter;
  readonly onMembership: (membership: DesiredMembership) => void;
  /** Called for the rows of other shards. */
  readonly onOther?: (membership: DesiredMembership) => void;
  readonly onIssue: (issue: Issue) => void;
  /**
   * Called instead of `onIssue` for each finding about a row, with the group if it is known and the first
   * line of the row. The row may have been passed on before.
   */
  readonly onBadRow?: (issue: Issue, group: string | undefined, line: number) => void;
}

/**
 * Reads the rows of a group file in order. A row with a finding is not passed on, except one that a later row
 * contradicts.
 */
export class MembershipRowReader {
  private readonly options: MembershipRowOptions;
  private readonly picker: RowPicker;
  private readonly mapped: MappedMemberships | undefined;
  private readonly foreign: ForeignIdReader | undefined;
  private readonly blankMembers = new BlankMembers();
  private readonly layouts = new Map<Headings, GroupLayout>();
  /** The lines and actions of the memberships so far. */
  private readonly seen = new Map<string, Pick<DesiredMembership, 'line' | 'action'>>();
  /** The earlier lines that a later one contradicts; they were reported. */
  private readonly contradicted = new Set<number>();
  /** The line of the current row. */
  private line = 0;
  /** Whether a heading is missing that every row needs; it was reported. */
  private isLacking = false;

  /** @throws Failure `invalidInput` if the selection is invalid */
  constructor(options: MembershipRowOptions) {
    const { map, foreign, selection = {} } = options;
    this.options = options;
    this.picker = new RowPicker(selection);
    this.mapped = map?.memberships === undefined ? undefined : new MappedMemberships(map);
    this.foreign = foreign === undefined ? undefined : new ForeignIdReader(foreign);
  }

  onHeadings(headings: Headings): void {
    const { file, onIssue } = this.options;
    const layout = this.mapped === undefined ? groupLayout(headings, file, onIssue) : [];
    const isWhole =
      this.mapped?.reportHeadings(headings, file, onIssue) ??
      (headings.format !== 'csv' || (layout.includes('group') && layout.includes('member')));
    if (!isWhole) this.isLacking = true;
    this.layouts.set(headings, layout);
  }

  read(row: InputRow): void {
    this.line = row.line;
    if (this.isLacking || !this.hasAllCells(row)) return;
    const { cells, problems } = this.cellsOf(row);
    const isDoubtful = (name: string) => problems.some(({ path }) => path === name);
    const take = () => this.take(row, cells, problems);
    if (this.picker.selects(selectableMembership(cells), isDoubtful, take)) take();
  }

  private take(
    row: InputRow,
    cells: Readonly<Record<GroupColumn, string>>,
    problems: readonly Issue[],
  ): void {
    this.line = row.line;
    for (const issue of [
      ...problems,
      ...issuesWithoutHeading(row, blankHeadingIndexes(row.headings), this.options.file),
    ])
      this.reject(issue);
    if (problems.length > 0) return;
    const report = (code: string, path: GroupColumn, message: string) =>
      this.reject({ code, path, message, at: this.placeOf(row, path) }, cells.group || undefined);
    const membership = this.translated(readMembership(cells, row.line, report), report);
    if (membership === undefined) return;
    const before = this.earlierRowOf(membership);
    if (before === undefined) this.emitMembership(membership, () => this.placeOf(row, 'member'));
    else {
      const message = sameMembership(before.line, row.line);
      report('same_member', 'member', message);
      if (before.action !== membership.action) this.rejectEarlierRow(before.line, message, membership.group);
    }
  }

  /** Returns the rows that were passed on but have no effect because their member is blank. */
  rowsWithoutEffect(): readonly BlankMember[] {
    return this.blankMembers.rowsWithoutEffect();
  }

  /** Returns the headings that make no column of a membership. */
  unused(): readonly string[] {
    return [...this.layouts].flatMap(
      ([headings, layout]) =>
        this.mapped?.unused(headings) ?? headings.names.filter((_, index) => layout[index] === undefined),
    );
  }

  private hasAllCells(row: InputRow): boolean {
    const width = row.headings.names.length;
    if (row.cells.length === width) return true;
    this.reject(wrongCellCount(row, this.options.file));
    return false;
  }

  /** The texts of a row, built by the map if there is one, and the problems with those it cannot build. */
  private cellsOf(row: InputRow): {
    readonly cells: Readonly<Record<GroupColumn, string>>;
    readonly problems: readonly Issue[];
  } {
    const problems: Issue[] = [];
    const text = (column: GroupColumn) =>
      this.mapped === undefined
        ? this.cell(row, column)
        : this.mapped.text(row, column, this.options.file, (issue) => problems.push(issue));
    const cells = {
      group: text('group'),
      member: cleanKey(text('member')),
      action: text('action').toLowerCase(),
    };
    return { cells, problems };
  }

  private cell(row: InputRow, column: GroupColumn): string {
    return textOfCell(row, this.indexOf(row, column)).trim();
  }

  private indexOf({ headings }: InputRow, column: GroupColumn): number {
    return this.layouts.get(headings)?.indexOf(column) ?? -1;
  }

  private placeOf(row: InputRow, column: GroupColumn): Place {
    if (this.mapped === undefined) return this.placeOfCell(row, this.indexOf(row, column));
    return { file: this.options.file, ...this.mapped.place(row, column) };
  }

  private placeOfCell(row: InputRow, cell: number): Place {
    return { file: this.options.file, ...placeOfInput(row, Math.max(0, cell)) };
  }

  private reject(issue: Issue, group?: string): void {
    const { onIssue, onBadRow } = this.options;
    if (onBadRow === undefined) onIssue(issue);
    else onBadRow(issue, group, this.line);
  }

  /** Rejects a row that was passed on before a later one contradicted it: neither of them is applied. */
  private rejectEarlierRow(line: number, message: string, group: string): void {
    const { file, onBadRow } = this.options;
    if (onBadRow === undefined || this.contradicted.has(line)) return;
    this.contradicted.add(line);
    onBadRow({ code: 'same_member', path: 'member', message, at: { file, line } }, group, line);
  }

  /**
   * Translates the IDs of a row to those of this organization; undefined if one is unknown, which is
   * reported.
   */
  private translated(
    membership: DesiredMembership | undefined,
    report: (code: string, column: GroupColumn, message: string) => void,
  ): DesiredMembership | undefined {
    if (this.foreign === undefined || membership === undefined) return membership;
    const { group, member } = membership;
    const inB = {
      group: this.foreign.reference(group, 'group'),
      member: member === undefined ? { word: undefined } : this.foreign.reference(member, 'user'),
    };
    if ('problem' in inB.group) report(FOREIGN_ID_CODE, 'group', inB.group.problem);
    if ('problem' in inB.member) report(FOREIGN_ID_CODE, 'member', inB.member.problem);
    if ('problem' in inB.group || 'problem' in inB.member) return undefined;
    return { ...membership, group: inB.group.word, member: inB.member.word };
  }

  private emitMembership(membership: DesiredMembership, placeOfMember: () => Place): void {
    const { selection, onMembership, onOther } = this.options;
    const shard = selection?.shard;
    if (shard === undefined || isGroupInShard(membership.group, shard)) {
      this.blankMembers.see(membership, placeOfMember);
      onMembership(membership);
    } else onOther?.(membership);
  }

  /** The earlier row of the same membership. */
  private earlierRowOf({ group, member, line, action }: DesiredMembership) {
    const key = JSON.stringify([comparisonKey(group), member?.toLowerCase() ?? '']);
    const before = this.seen.get(key);
    if (before === undefined) this.seen.set(key, { line, action });
    return before;
  }
}

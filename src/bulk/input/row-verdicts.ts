import { type Issue, inRow } from '../../failure/issue.ts';
import { pluralize } from '../../output/pluralize.ts';
import { type BadRow, SAME_USER, sameUserMessage } from './bad-row.ts';
import type { UserColumn } from './columns.ts';
import type { CellIssue, DesiredUser } from './desired-state.ts';
import type { InputRow } from './input-row.ts';
import { KeyIndex } from './key-index.ts';
import type { Layout } from './layout.ts';
import { LeadingZeros, MAX_REMEMBERED, type TruncatedNumber } from './leading-zeros.ts';
import { identityKeys, type MatchKey } from './match-keys.ts';
import { type ManagerKeys, ManagerMatches } from './match-managers.ts';
import { byPlace, withoutKey } from './row-findings.ts';
import { RowReferences, type Unresolved } from './row-references.ts';
import type { RowSelection } from './row-selection.ts';
import { isInShard } from './shard.ts';
import { DAMAGE } from './spreadsheet-damage.ts';

/** Which rows count, the keys that find their users, and the callbacks. */
export interface VerdictOptions {
  /** The name of the file in findings. */
  readonly file: string;
  readonly selection?: RowSelection;
  /** Returns how much of the file was read, from 0 to 1; undefined if its size is unknown. */
  readonly shareRead: (() => number | undefined) | undefined;
  /** The keys that find users, if they are declared. */
  readonly match?: readonly MatchKey[] | undefined;
  readonly onUser: (user: DesiredUser) => void;
  /** Called for the rows of other shards. */
  readonly onOther?: (user: DesiredUser) => void;
  readonly onIssue: (issue: Issue) => void;
  /**
   * Called for numbers that seem to have lost their leading zeros, for comparison with the accounts. Without
   * this callback they are refused, except in rows with an ID: these come from the service, which may store
   * the number so.
   */
  readonly onShortNumber?: (number: TruncatedNumber) => void;
  /** Called for such numbers in rows with an ID if they are not compared. */
  readonly onUnsureNumber?: (number: TruncatedNumber) => void;
  /** Whether damaged values are passed on, for comparisons that show them as they are. */
  readonly keepsDamage?: boolean;
  /** Called for rows with findings instead of `onIssue`, which then receives only findings about the file. */
  readonly onBadRow?: (row: BadRow) => void;
}

/** The parsed content of one row. */
export interface ReadRow {
  readonly desired: DesiredUser;
  readonly keys: ManagerKeys;
  readonly issues: readonly CellIssue[];
  /** Findings that already have a place. */
  readonly found: Issue[];
  /** Columns that the map could not fill. */
  readonly unread: ReadonlySet<UserColumn>;
}

/** The shared value for nearly every row. */
const NONE_BROKEN: ReadonlySet<UserColumn | undefined> = new Set();

/**
 * Passes rows on or refuses them. It also applies the rules that involve other rows: duplicate users,
 * managers, and numbers shorter than all others.
 */
export class RowVerdicts {
  private readonly options: VerdictOptions;
  private readonly duplicates: KeyIndex;
  private readonly managers = new ManagerMatches();
  private readonly references = new RowReferences();
  private readonly zeros: LeadingZeros;

  constructor(options: VerdictOptions) {
    this.options = options;
    this.duplicates = new KeyIndex(options.shareRead);
    // A caller that compares the numbers keeps every row; the others read files of any length.
    this.zeros = new LeadingZeros(
      options.onShortNumber === undefined ? MAX_REMEMBERED : Number.POSITIVE_INFINITY,
    );
  }

  /** Records a row's values under the headings that identify managers. */
  remember(keys: ManagerKeys, desired: DesiredUser): void {
    this.managers.remember(keys, desired);
  }

  /** Passes a row on, or refuses it with all its findings. */
  check(row: InputRow, layout: Layout, { desired, keys, issues, found, unread }: ReadRow): void {
    const isClean = unread.size === 0 && issues.length === 0;
    const broken = isClean ? NONE_BROKEN : new Set([...unread, ...issues.map(({ column }) => column)]);
    const same = this.sameUsers(desired, broken);
    // A finding names the heading of the column, not its attribute.
    for (const { column, issue } of [
      ...issues,
      ...withoutKey(desired),
      ...same.map(({ finding }) => finding),
    ]) {
      if (layout.isKeyless && issue.code === 'missing_key') continue;
      const { at, path } = layout.locate(row, column);
      found.push({ ...issue, path: column === undefined ? issue.path : path, at });
    }
    const twins = same.length === 0 ? {} : { twins: same.map(({ line }) => line) };
    if (found.length > 0)
      this.refuse({ line: row.line, issues: found.sort(byPlace), desired, broken, ...twins });
    if (found.length > 0 || layout.isKeyless) return;
    this.zeros.see(desired);
    const { manager } = desired.set;
    const rule = keys.ruleIndex;
    if (rule === undefined || manager === undefined || manager === '') this.emitRow(desired);
    else {
      const where = () => layout.locate(row, 'manager');
      const { storedKey } = keys;
      this.managers.wait({ row: desired, reference: manager, rule, storedKey, where });
    }
  }

  /** Decides about the rows that had to wait for the last row. */
  finish(): void {
    this.refuseShortNumbers();
    this.managers.resolve(
      (row) => this.emitRow(row),
      (desired, issue) => this.refuse({ line: desired.line, issues: [issue], desired }),
    );
  }

  /** Lost zeros are visible only when all numbers are known. */
  private refuseShortNumbers(): void {
    const { file, onShortNumber, onUnsureNumber, keepsDamage } = this.options;
    if (keepsDamage === true) return;
    for (const short of this.zeros.tooShort()) {
      const { column, row, message } = short;
      if (onShortNumber !== undefined) {
        onShortNumber(short);
        continue;
      }
      if (row.id !== undefined) {
        onUnsureNumber?.(short);
        continue;
      }
      const at = { file, line: row.line };
      const issue = { code: DAMAGE, path: column, message, at };
      this.refuse({ line: row.line, issues: [issue], desired: row, broken: new Set([column]) });
    }
    for (const { column, count, line } of this.zeros.omittedShortNumbers())
      this.options.onIssue({
        code: DAMAGE,
        path: column,
        message: `from here on, ${pluralize(count, 'more number')} without leading zeros`,
        at: { file, line },
      });
  }

  /** Returns the references without a row in the file. */
  unresolved(): Unresolved {
    return this.references.unresolved(this.duplicates);
  }

  /** Passes on a row without findings. */
  emitRow(desired: DesiredUser): void {
    const { onUser, onOther } = this.options;
    this.references.note(desired);
    if (this.isOurs(desired)) onUser(desired);
    else onOther?.(desired);
  }

  /** Refuses a row; only its own shard reports it. */
  refuse(row: BadRow): void {
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

  /**
   * Returns each earlier line with the same user, and the finding about the first key that they share.
   * @param broken columns with another finding: two rows with the same typo are not the same user
   */
  private sameUsers(
    desired: DesiredUser,
    broken: ReadonlySet<UserColumn | undefined>,
  ): readonly { readonly line: number; readonly finding: CellIssue }[] {
    const same: { readonly line: number; readonly finding: CellIssue }[] = [];
    // Every key is recorded: a later row may share another one.
    for (const { column, key } of identityKeys(desired, this.options.match)) {
      const before = this.duplicates.lineOf(key, desired.line);
      if (before === undefined || broken.has(column) || same.some(({ line }) => line === before)) continue;
      const message = sameUserMessage(before, desired.line);
      same.push({ line: before, finding: { column, issue: { code: SAME_USER, path: column, message } } });
    }
    return same;
  }
}

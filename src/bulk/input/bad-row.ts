import type { Issue } from '../../failure/issue.ts';
import { defined } from '../../values/defined.ts';
import type { UserColumn } from './columns.ts';
import type { DesiredUser } from './desired-state.ts';
import { identityKeys, MATCH_KEYS, type MatchKey } from './match-keys.ts';

/** A row with findings of its own: it can be excluded without excluding other rows. */
export interface BadRow {
  readonly line: number;
  readonly issues: readonly Issue[];
  /** The readable part of the row; absent if its cells do not fit the heading. */
  readonly desired?: DesiredUser;
  /** Columns with invalid cells: their values cannot identify the user. */
  readonly broken?: ReadonlySet<UserColumn | undefined>;
  /** The earlier lines with the same user, one for each key that they share. */
  readonly twins?: readonly number[];
  /** Whether the row belongs to another shard and is reported there. */
  readonly isElsewhere?: true;
}

/** The code of the finding about two rows that are the same user. */
export const SAME_USER = 'same_user';

/** Describes two lines that are the same user. */
export function sameUserMessage(before: number, line: number): string {
  return `lines ${before} and ${line} are the same user`;
}

/** Rows excluded from a plan, and the facts about them that planning still needs. */
export interface RejectedRows {
  /** Every finding, with its place. */
  readonly issues: readonly Issue[];
  /** The readable parts of the rows: their users count as present in the file. */
  readonly rows: readonly DesiredUser[];
  /** Number of rows that identify no user. */
  readonly unreadable: number;
  /**
   * Rows with a broken key and a sound one, reduced to the sound parts. Unless a sound key finds an account,
   * such a row may be any user.
   */
  readonly doubtful: readonly DesiredUser[];
  /** Number of rows excluded by other shards; they count towards limits on the whole file. */
  readonly elsewhere: number;
}

export const NONE_REJECTED: RejectedRows = {
  issues: [],
  rows: [],
  unreadable: 0,
  doubtful: [],
  elsewhere: 0,
};

/** Rows of this shard and of the others, without the excluded ones. */
export interface GoodRows {
  readonly rows: readonly DesiredUser[];
  readonly others: readonly DesiredUser[];
  readonly rejected: RejectedRows;
}

/**
 * Separates valid rows from excluded ones, in this shard and in the others. If two rows are the same user,
 * both are excluded unless they are identical.
 */
export function withoutBadRows(
  rows: readonly DesiredUser[],
  bad: readonly BadRow[],
  match: readonly MatchKey[] = MATCH_KEYS,
  others: readonly DesiredUser[] = [],
): GoodRows {
  if (bad.length === 0) return { rows, others, rejected: NONE_REJECTED };
  const twins = duplicateIssues(new Map([...rows, ...others].map((row) => [row.line, row])), bad);
  const isDuplicate = ({ line }: DesiredUser) => twins.has(line);
  // A row may turn out to be bad only after the last row is read.
  const found = new Set(bad.map(({ line }) => line));
  const isGood = ({ line }: DesiredUser) => !twins.has(line) && !found.has(line);
  const own = bad.filter(({ isElsewhere }) => isElsewhere !== true);
  const elsewhere = [...bad.filter(({ isElsewhere }) => isElsewhere === true), ...others.filter(isDuplicate)];
  const named = bad
    .flatMap(({ desired }) => desired ?? [])
    .filter((row) => identityKeys(row, match).length > 0);
  return {
    rows: rows.filter(isGood),
    others: others.filter(isGood),
    rejected: {
      issues: [...own.flatMap(({ issues }) => issues), ...rows.flatMap(({ line }) => twins.get(line) ?? [])],
      rows: [...named, ...[...rows, ...others].filter(isDuplicate)],
      unreadable: bad.filter((row) => !hasValidKey(row, match)).length,
      doubtful: bad.filter((row) => hasValidKey(row, match)).flatMap((row) => withoutBrokenKeys(row, match)),
      elsewhere: new Set(elsewhere.map(({ line }) => line)).size,
    },
  };
}

/** Findings, by line, about rows that seemed valid until a later row had the same user. */
function duplicateIssues(
  byLine: ReadonlyMap<number, DesiredUser>,
  bad: readonly BadRow[],
): ReadonlyMap<number, Issue> {
  const twins = new Map<number, Issue>();
  for (const { line: later, twins: lines = [], desired, issues } of bad) {
    for (const line of lines) {
      const first = byLine.get(line);
      const words = sameUserMessage(line, later);
      const issue = issues.find((one) => one.code === SAME_USER && one.message === words);
      if (first === undefined || issue === undefined || twins.has(line)) continue;
      if (desired !== undefined && isSameExceptLine(first, desired)) continue;
      const { code, path, message, at } = issue;
      twins.set(line, { code, path, message, at: { file: at?.file ?? '', line } });
    }
  }
  return twins;
}

/** Whether a match key of the row is in a valid cell. */
export function hasValidKey(
  { desired, broken }: Pick<BadRow, 'desired' | 'broken'>,
  match: readonly MatchKey[],
): boolean {
  if (desired === undefined) return false;
  const isKey = (column: UserColumn) => match.some((key) => key === column);
  return identityKeys(desired, match).some(({ column }) => isKey(column) && broken?.has(column) !== true);
}

/** The sound keys of a row that also has a broken one. */
function withoutBrokenKeys({ desired, broken }: BadRow, match: readonly MatchKey[]): readonly DesiredUser[] {
  if (desired === undefined || broken === undefined || !match.some((key) => broken.has(key))) return [];
  const { id, set, ...rest } = desired;
  const sound = Object.entries(set).filter(([name]) => !match.some((key) => key === name && broken.has(key)));
  return [{ ...rest, ...(broken.has('id') ? {} : defined({ id })), set: Object.fromEntries(sound) }];
}

function isSameExceptLine({ line: _, ...one }: DesiredUser, { line: __, ...other }: DesiredUser): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

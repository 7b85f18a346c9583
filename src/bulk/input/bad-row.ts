import type { Issue } from '../../failure/issue.ts';
import { defined } from '../../values/defined.ts';
import type { UserColumn } from './columns.ts';
import type { DesiredUser } from './desired-state.ts';
import { identityKeys, MATCH_KEYS, type MatchKey } from './match-keys.ts';

/** A row that has findings of its own: it alone can be left out. */
export interface BadRow {
  readonly line: number;
  readonly issues: readonly Issue[];
  /** What could be read of it; absent when its cells do not fit the heading. */
  readonly desired?: DesiredUser;
  /** Columns whose cells are wrong: what stands in them does not say who is meant. */
  readonly broken?: ReadonlySet<UserColumn | undefined>;
  /** The earlier line that means the same user. */
  readonly twin?: number;
  /** The row is of another share, and reported there. */
  readonly isElsewhere?: true;
}

/** Rows that are left out of a plan, and what has to be known of them all the same. */
export interface RejectedRows {
  /** Every finding, each with its place. */
  readonly issues: readonly Issue[];
  /** What the rows want, as far as it could be read: their users count as being in the file. */
  readonly rows: readonly DesiredUser[];
  /** Rows that nothing identifies a user for. */
  readonly unreadable: number;
  /**
   * Rows with a broken key and a sound one, as far as they are sound: of anybody unless a sound key finds an
   * account.
   */
  readonly doubtful: readonly DesiredUser[];
  /** Rows that other shares leave out, which count where a limit is of the whole file. */
  readonly elsewhere: number;
}

export const NONE_REJECTED: RejectedRows = {
  issues: [],
  rows: [],
  unreadable: 0,
  doubtful: [],
  elsewhere: 0,
};

/** Rows of one share and of the others, without those that are left out. */
export interface GoodRows {
  readonly rows: readonly DesiredUser[];
  readonly others: readonly DesiredUser[];
  readonly rejected: RejectedRows;
}

/**
 * Separates the rows that go on from those that are left out, in this share and in the others. Of two rows
 * that mean one user neither goes on, unless they say the same.
 */
export function withoutBadRows(
  rows: readonly DesiredUser[],
  bad: readonly BadRow[],
  match: readonly MatchKey[] = MATCH_KEYS,
  others: readonly DesiredUser[] = [],
): GoodRows {
  if (bad.length === 0) return { rows, others, rejected: NONE_REJECTED };
  const twins = twinsOf(new Map([...rows, ...others].map((row) => [row.line, row])), bad);
  const isTwin = ({ line }: DesiredUser) => twins.has(line);
  // A row may turn out to be bad when the last one is read.
  const found = new Set(bad.map(({ line }) => line));
  const isGood = ({ line }: DesiredUser) => !twins.has(line) && !found.has(line);
  const own = bad.filter(({ isElsewhere }) => isElsewhere !== true);
  const elsewhere = [...bad.filter(({ isElsewhere }) => isElsewhere === true), ...others.filter(isTwin)];
  const named = bad
    .flatMap(({ desired }) => desired ?? [])
    .filter((row) => identityKeys(row, match).length > 0);
  return {
    rows: rows.filter(isGood),
    others: others.filter(isGood),
    rejected: {
      issues: [...own.flatMap(({ issues }) => issues), ...rows.flatMap(({ line }) => twins.get(line) ?? [])],
      rows: [...named, ...[...rows, ...others].filter(isTwin)],
      unreadable: bad.filter((row) => !saysWhoIsMeant(row, match)).length,
      doubtful: bad.filter((row) => saysWhoIsMeant(row, match)).flatMap((row) => doubtfulOf(row, match)),
      elsewhere: new Set(elsewhere.map(({ line }) => line)).size,
    },
  };
}

/** Findings about rows that looked right until another one meant the same user, by line. */
function twinsOf(
  byLine: ReadonlyMap<number, DesiredUser>,
  bad: readonly BadRow[],
): ReadonlyMap<number, Issue> {
  const twins = new Map<number, Issue>();
  for (const { twin, desired, issues } of bad) {
    const first = twin === undefined ? undefined : byLine.get(twin);
    const [issue] = issues.slice(-1);
    if (first === undefined || issue === undefined || twins.has(first.line)) continue;
    if (desired !== undefined && saysTheSame(first, desired)) continue;
    const { code, path, message, at } = issue;
    twins.set(first.line, { code, path, message, at: { file: at?.file ?? '', line: first.line } });
  }
  return twins;
}

/** Whether a key by which users are found stands in a cell with which nothing is wrong. */
function saysWhoIsMeant({ desired, broken }: BadRow, match: readonly MatchKey[]): boolean {
  if (desired === undefined) return false;
  const isKey = (column: UserColumn) => match.some((key) => key === column);
  return identityKeys(desired, match).some(({ column }) => isKey(column) && broken?.has(column) !== true);
}

/** The sound keys of a row that has another, broken key. */
function doubtfulOf({ desired, broken }: BadRow, match: readonly MatchKey[]): readonly DesiredUser[] {
  if (desired === undefined || broken === undefined || !match.some((key) => broken.has(key))) return [];
  const { id, set, ...rest } = desired;
  const sound = Object.entries(set).filter(([name]) => !match.some((key) => key === name && broken.has(key)));
  return [{ ...rest, ...(broken.has('id') ? {} : defined({ id })), set: Object.fromEntries(sound) }];
}

function saysTheSame({ line: _, ...one }: DesiredUser, { line: __, ...other }: DesiredUser): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

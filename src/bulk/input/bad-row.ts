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
  /** Rows of which nothing says who is meant. */
  readonly unreadable: number;
  /** Rows with a broken key and a sound one, as far as they are sound: of anybody unless a sound key finds an account. */
  readonly doubtful: readonly DesiredUser[];
}

export const NONE_REJECTED: RejectedRows = { issues: [], rows: [], unreadable: 0, doubtful: [] };

/**
 * Separates the rows that go on from those that are left out. Of two rows that mean one user neither goes on, unless they say the same.
 * @returns `twins`: the findings about rows that looked right until another one meant the same user
 */
export function withoutBadRows(
  rows: readonly DesiredUser[],
  bad: readonly BadRow[],
  match: readonly MatchKey[] = MATCH_KEYS,
): { readonly rows: readonly DesiredUser[]; readonly rejected: RejectedRows } {
  if (bad.length === 0) return { rows, rejected: NONE_REJECTED };
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const own = bad.filter(({ isElsewhere }) => isElsewhere !== true);
  const issues = own.flatMap((row) => row.issues);
  const left = new Set<number>();
  for (const { twin, desired, issues: found } of bad) {
    const first = twin === undefined ? undefined : byLine.get(twin);
    const [issue] = found.slice(-1);
    if (first === undefined || issue === undefined || left.has(first.line)) continue;
    if (desired !== undefined && saysTheSame(first, desired)) continue;
    left.add(first.line);
    const { file } = issue.at ?? { file: '' };
    issues.push({
      code: issue.code,
      path: issue.path,
      message: issue.message,
      at: { file, line: first.line },
    });
  }
  // A row may turn out to be bad when the last one is read.
  const late = new Set(own.map(({ line }) => line));
  const readable = own.flatMap(({ desired }) => desired ?? []);
  const named = readable.filter((row) => identityKeys(row, match).length > 0);
  return {
    rows: rows.filter(({ line }) => !left.has(line) && !late.has(line)),
    rejected: {
      issues,
      rows: [...named, ...rows.filter(({ line }) => left.has(line))],
      unreadable: own.filter((row) => !saysWhoIsMeant(row, match)).length,
      doubtful: own.filter((row) => saysWhoIsMeant(row, match)).flatMap((row) => doubtfulOf(row, match)),
    },
  };
}

/** Whether a key by which users are found stands in a cell with which nothing is wrong. */
function saysWhoIsMeant({ desired, broken }: BadRow, match: readonly MatchKey[]): boolean {
  if (desired === undefined) return false;
  const isKey = (column: UserColumn) => match.some((key) => key === column);
  return identityKeys(desired, match).some(({ column }) => isKey(column) && broken?.has(column) !== true);
}

/** The sound keys of a row of which another key is broken. */
function doubtfulOf({ desired, broken }: BadRow, match: readonly MatchKey[]): readonly DesiredUser[] {
  if (desired === undefined || broken === undefined || !match.some((key) => broken.has(key))) return [];
  const { id, set, ...rest } = desired;
  const sound = Object.entries(set).filter(([name]) => !match.some((key) => key === name && broken.has(key)));
  return [{ ...rest, ...(broken.has('id') ? {} : defined({ id })), set: Object.fromEntries(sound) }];
}

function saysTheSame({ line: _, ...one }: DesiredUser, { line: __, ...other }: DesiredUser): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

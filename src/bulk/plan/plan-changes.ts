import type { Issue } from '../../failure/issue.ts';
import { nameKey, nameKeysOf } from '../../rules/name-key.ts';
import type { DesiredUser, Mode } from '../input/desired-state.ts';
import type { Change, ReportRow, UserChange } from './change.ts';
import { linkChanges } from './link-changes.ts';
import type { Match } from './match.ts';
import { clearingsOf, creationOf } from './plan-creation.ts';
import { deactivationOf, updateOf } from './plan-update.ts';
import { keyOf } from './row-names.ts';
import { SimilarUsers } from './similar-users.ts';
import type { Snapshot, SnapshotUser } from './snapshot.ts';

export interface PlannedChanges {
  readonly changes: readonly Change[];
  /** Number of rows that need no change. */
  readonly unchanged: number;
  /** Findings of rows that cannot be applied, each with its line. */
  readonly issues: readonly Issue[];
}

/** The changes of users, and which users the rows match. */
export interface PlannedUsers extends PlannedChanges {
  readonly changes: readonly UserChange[];
  /** IDs of the existing users that rows match. */
  readonly meant: ReadonlySet<string>;
  /** Number of rows of deactivated users that leave `active` unspecified. */
  readonly inactive: number;
}

export interface UserPlanOptions {
  readonly mode: Mode;
  readonly file: string;
  readonly matchOf: (row: DesiredUser) => Match;
}

/**
 * Computes the changes that bring the organization to the state of the rows. Pure: equal rows and an equal
 * snapshot give an equal plan. Equal values give no change.
 */
export function planChanges(
  rows: readonly DesiredUser[],
  snapshot: Snapshot,
  options: UserPlanOptions,
): PlannedUsers {
  const issues: Issue[] = [];
  const report: ReportRow = (line, code, path, message) => {
    issues.push({ code, path, message, at: { file: options.file, line } });
  };
  const similar = new SimilarUsers(snapshot);
  const drafts: UserChange[] = [];
  const meant = new Map<string, number>();
  const refused = new Set<string>();
  let unchanged = 0;
  let inactive = 0;
  // If one of two rows of a user provisions the account, that row applies, for example after a rehire.
  const ordered = [...rows.filter((row) => row.outside === undefined), ...rows.filter((row) => row.outside)];
  for (const row of ordered) {
    const match = options.matchOf(row);
    const { user } = match;
    if (user !== undefined && row.outside !== undefined && meant.has(user.id)) continue;
    if (user !== undefined) {
      const first = meant.get(user.id);
      if (first !== undefined) reportSameUser(first, row.line, user, report);
      else meant.set(user.id, row.line);
      const mayStay = options.mode !== 'deactivate' && leavesActiveUnset(row);
      if (mayStay && !user.values.active) inactive += 1;
    }
    const before = issues.length;
    const updates = changesOfRow(row, match, { snapshot, similar }, options, report);
    if (issues.length > before) for (const key of managerKeysOf(row)) refused.add(key);
    else if (updates.length === 0) unchanged += 1;
    drafts.push(...updates);
  }
  const changes = linkChanges(drafts, snapshot, report, refused);
  return { changes, unchanged, issues, meant: new Set(meant.keys()), inactive };
}

/**
 * Returns the keys by which other rows may name the user of a row as their manager. A userName that is an
 * address is one of them: it may be all that a refused row has.
 */
function managerKeysOf({ set }: DesiredUser): readonly string[] {
  const { userName, employeeNumber } = set;
  const others = [userName, employeeNumber].flatMap((name) => (name === undefined ? [] : [nameKey(name)]));
  return [...nameKeysOf(set), ...others];
}

/** Whether a row leaves `active` unspecified. A conversion to guest or back may reactivate (SCIM §3). */
function leavesActiveUnset({ set, outside }: DesiredUser): boolean {
  const { active, guest, guestExpiration } = set;
  return outside === undefined && [active, guest, guestExpiration].every((value) => value === undefined);
}

function reportSameUser(first: number, second: number, user: SnapshotUser, report: ReportRow): void {
  const message = `lines ${first} and ${second} are the same user: ${user.values.userName} (${user.id})`;
  for (const line of [first, second]) report(line, 'same_user', '', message);
}

function changesOfRow(
  row: DesiredUser,
  { user, finding, hits }: Match,
  { snapshot, similar }: { readonly snapshot: Snapshot; readonly similar: SimilarUsers },
  { mode }: UserPlanOptions,
  report: ReportRow,
): readonly UserChange[] {
  if (finding !== undefined) {
    report(row.line, finding.code, finding.path, finding.message);
    return [];
  }
  if (user === undefined && hits.some(({ key }) => key === 'id')) {
    report(row.line, 'no_such_user', 'id', `no user has the ID "${row.id}"`);
    return [];
  }
  if (user === undefined) {
    const change = creationOf(row, mode, similar, report);
    return change === undefined ? [] : [change, ...clearingsOf(row, change)];
  }
  if (row.outside === 'ignore' || (row.outside !== undefined && mode === 'create')) return [];
  if (mode === 'create') {
    const message = `user already exists: ${user.values.userName} (${user.id})`;
    report(row.line, 'user_creation_failed', keyOf(row), message);
    return [];
  }
  return mode === 'deactivate' || row.outside === 'deactivate'
    ? deactivationOf(row, user)
    : updateOf(row, user, snapshot, report);
}

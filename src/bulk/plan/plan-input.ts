import type { Issue } from '../../failure/issue.ts';
import type { DesiredUser, Mode } from '../input/desired-state.ts';
import type { DesiredMembership } from '../input/read-groups-csv.ts';
import type { Shard } from '../input/shard.ts';
import { type Change, type GroupChange, NO_LINE, type ReportRow } from './change.ts';
import { deferManagers } from './defer-managers.ts';
import { foldedName, type GroupSnapshot } from './group-snapshot.ts';
import { findUserOfRow, type PlannedChanges, planChanges } from './plan-changes.ts';
import type { Aims } from './plan-file.ts';
import { planMemberships, type WantedMembership } from './plan-memberships.ts';
import { type IsProtected, isProtectedUser } from './protected-changes.ts';
import { refuseGroupsInTwoShares, shareGroups } from './share-groups.ts';
import type { Snapshot } from './snapshot.ts';
import { userUpdates } from './user-updates.ts';

/** What a file wants: users, or memberships. */
export interface WantedInput {
  readonly rows: readonly DesiredUser[];
  readonly memberships: readonly DesiredMembership[];
  /** What the rows of other shards want. */
  readonly others?: Others;
}

export interface Others {
  readonly rows: readonly DesiredUser[];
  readonly memberships: readonly DesiredMembership[];
}

export interface PlanOptions {
  readonly mode: Mode;
  readonly aims: Aims;
  readonly file: string;
  /** The share of the file that this plan is of. */
  readonly shard?: Shard | undefined;
  /** Who is protected is never deactivated for not being in the file. */
  readonly isProtected?: IsProtected;
}

export interface PlannedInput extends PlannedChanges {
  /** Managers and groups whom other shards create: the same command sets them when all are done. */
  readonly deferredManagers: number;
  readonly deferredGroups: number;
  /** Rows that mean somebody who is and stays deactivated. */
  readonly inactive: number;
}

/** Whether the groups have to be read for it. */
export function needsGroups({ rows, memberships, others = NO_OTHERS }: WantedInput): boolean {
  return memberships.length > 0 || [...rows, ...others.rows].some(({ groups }) => groups !== undefined);
}

/** Works out everything that a file changes: users first, then who is in which group (engine, Plan). Pure. */
export function planInput(
  input: WantedInput,
  snapshot: Snapshot,
  groups: GroupSnapshot,
  { mode, aims, file, shard, isProtected = () => false }: PlanOptions,
): PlannedInput {
  const { others = NO_OTHERS } = input;
  const managers = deferManagers(input.rows, others.rows, snapshot);
  const shared =
    shard === undefined || aims.createGroups !== true
      ? { rows: managers.rows, toCreate: [], deferred: 0 }
      : shareGroups(managers.rows, others.rows, groups, shard, aims.exact === true);
  const { rows } = shared;
  const users = planChanges(rows, snapshot, { mode, file });
  const issues: Issue[] = [...users.issues];
  const report: ReportRow = (line, code, path, message) => {
    issues.push({ code, path, message, at: { file, line } });
  };
  const pruned = aims.prune === true ? deactivationsOfOthers(snapshot, users.meant, isProtected) : [];
  const userChanges: readonly Change[] = [...users.changes, ...pruned];
  refuseGroupsInTwoShares(input.memberships, others.memberships, groups, report);
  const wanted = [...input.memberships, ...membershipsOf(rows, snapshot, groups, aims), ...shared.toCreate];
  const memberships = planMemberships(
    wanted,
    snapshot,
    groups,
    {
      // Exactness of a user CSV is about its users, not about all members of a group.
      isExact: aims.exact === true && input.memberships.length > 0,
      mayCreate: input.memberships.length > 0 || aims.createGroups === true,
      userChanges,
    },
    report,
  );
  const changed = new Set(userChanges.map(({ line }) => line));
  const joining = new Set(memberships.changes.flatMap(linesOf).filter((line) => !changed.has(line)));
  return {
    changes: [...userChanges, ...memberships.changes],
    unchanged:
      input.memberships.length > 0 ? memberships.unchanged : Math.max(0, users.unchanged - joining.size),
    issues,
    deferredManagers: managers.deferred,
    deferredGroups: shared.deferred,
    inactive: users.inactive,
  };
}

const NO_OTHERS: Others = { rows: [], memberships: [] };

function linesOf(change: GroupChange): readonly number[] {
  return change.kind === 'addMembers' || change.kind === 'removeMembers'
    ? change.members.map(({ line }) => line)
    : [change.line];
}

/** Deactivates who is active and not in the file (engine, Input: --prune). */
function deactivationsOfOthers(
  snapshot: Snapshot,
  meant: ReadonlySet<string>,
  isProtected: IsProtected,
): readonly Change[] {
  return [...snapshot.users.values()].flatMap((user) => {
    if (!user.values.active || meant.has(user.id) || isProtectedUser(user, isProtected)) return [];
    const base = { id: `P${user.id}`, line: NO_LINE, after: [], name: user.values.userName ?? user.id };
    const update = { before: { active: true }, set: { active: false }, clear: [] };
    return userUpdates(base, update, user, undefined);
  });
}

/** The memberships that the column `groups` names; of an exact file also those that it does not name. */
function membershipsOf(
  rows: readonly DesiredUser[],
  snapshot: Snapshot,
  groups: GroupSnapshot,
  { exact }: Aims,
): readonly WantedMembership[] {
  const naming = rows.filter((row) => row.groups !== undefined);
  if (naming.length === 0) return [];
  const groupsOf = new Map<string, string[]>();
  for (const { id, members } of groups.groups.values()) {
    for (const user of members) {
      const own = groupsOf.get(user);
      if (own === undefined) groupsOf.set(user, [id]);
      else own.push(id);
    }
  }
  return naming.flatMap((row): WantedMembership[] => {
    const { line, groups: names = [], set } = row;
    const found = findUserOfRow(row, snapshot);
    const user = found === undefined || found === 'noSuchId' ? undefined : found.id;
    const member = user ?? set.email ?? set.userName ?? '';
    const joins = names.map((group) => ({ line, group, member, action: 'add' as const }));
    if (user === undefined || (exact !== true && names.length > 0)) return joins;
    const kept = new Set(names.map(foldedName));
    const leaves = (groupsOf.get(user) ?? [])
      .filter(
        (id) => !kept.has(foldedName(id)) && !kept.has(foldedName(groups.groups.get(id)?.displayName ?? '')),
      )
      .map((group) => ({ line, group, member, action: 'remove' as const }));
    return [...joins, ...leaves];
  });
}

import type { Issue } from '../../failure/issue.ts';
import { comparisonKey } from '../../values/comparison-key.ts';
import { changeId } from '../../values/ids.ts';
import { NONE_REJECTED } from '../input/bad-row.ts';
import type { DesiredUser } from '../input/desired-state.ts';
import type { Change, ReportRow } from './change.ts';
import { linesOf, NO_LINE } from './change-lines.ts';
import { findPeople, hasAccountOrFinding } from './find-people.ts';
import type { GroupSnapshot } from './group-snapshot.ts';
import type { LikelyRename } from './likely-renames.ts';
import { planManagedGroups } from './managed-groups.ts';
import type { ManagedScope, SparedMember } from './managed-input.ts';
import type { Match } from './match.ts';
import { membershipsOf } from './memberships-of-rows.ts';
import { numberUserNames } from './number-user-names.ts';
import { type PlannedChanges, planChanges } from './plan-changes.ts';
import { planMemberships } from './plan-memberships.ts';
import { type IsProtected, isProtectedUser } from './protected-changes.ts';
import { refuseGroupsInTwoShares, type SharedGroups, shareGroups } from './share-groups.ts';
import type { Snapshot, SnapshotUser } from './snapshot.ts';
import { userUpdates } from './user-updates.ts';
import { NO_OTHERS, type PlanOptions, type WantedInput } from './wanted-input.ts';
import type { WantedMembership } from './wanted-membership.ts';

export interface PlannedInput extends PlannedChanges {
  /** Managers and groups that other shards create; the same command sets them after all shards are done. */
  readonly deferredManagers: number;
  readonly deferredGroups: number;
  /** Managers who do not exist yet and are not created by this run. */
  readonly waitingManagers: number;
  /** Names of the users whose manager is not set because the row of the manager is rejected. */
  readonly withoutManager: readonly string[];
  /** Number of rows of users who are deactivated and stay so. */
  readonly inactive: number;
  /** Number of rows of users without an account who do not get one now. */
  readonly notCreated: number;
  /** Whether --prune is disabled because some rejected rows do not identify their user. */
  readonly isPruneWithheld: boolean;
  /** Whether --prune-groups is disabled because some rejected rows may name further groups. */
  readonly isGroupPruneWithheld: boolean;
  /** Users who are not in the file, and the number of rows whose user is not in the organization. */
  readonly unlisted: readonly SnapshotUser[];
  readonly unknown: number;
  /**
   * Protected groups in the scope of a map, protected users who stay in other groups, and groups without
   * members.
   */
  readonly leftGroups: readonly string[];
  readonly sparedMembers: readonly SparedMember[];
  readonly emptyGroups: readonly string[];
  readonly likelyRenames: readonly LikelyRename[];
  /** How each row was matched, by line. */
  readonly matches: ReadonlyMap<number, Match>;
}

/** Whether planning this input requires reading the groups. */
export function needsGroups(
  { rows, memberships, others = NO_OTHERS }: WantedInput,
  scope: ManagedScope | undefined,
): boolean {
  return (
    scope !== undefined ||
    memberships.length > 0 ||
    [...rows, ...others.rows].some(({ groups, managed }) => groups !== undefined || managed !== undefined)
  );
}

/** Plans all changes of a file: users first, then memberships. Pure. */
export function planInput(
  input: WantedInput,
  snapshot: Snapshot,
  groups: GroupSnapshot,
  options: PlanOptions,
): PlannedInput {
  const { mode, aims, file, isProtected = () => false } = options;
  const { others = NO_OTHERS, rejected = NONE_REJECTED } = input;
  const issues: Issue[] = [];
  const report: ReportRow = (line, code, path, message) => {
    issues.push({ code, path, message, at: { file, line } });
  };
  const found = findPeople({ ...input, others, rejected }, snapshot, options, report);
  const isKnown = (row: DesiredUser) => hasAccountOrFinding(row, found.matchOf(row));
  const named = numberUserNames(found.rows, others.rows, snapshot, isKnown, options.remember);
  const shared = shareOfGroups(named, others.rows, groups, options);
  const { rows } = shared;
  const users = planChanges(rows, snapshot, { mode, file, matchOf: found.matchOf });
  for (const issue of users.issues) issues.push(issue);
  const listed = new Set([...users.meant, ...found.alsoListed]);
  const { hasUnreadable } = found;
  const isPruneWithheld = aims.prune === true && hasUnreadable;
  const mayPrune = aims.prune === true && !isPruneWithheld;
  const pruned = mayPrune ? deactivationsOfOthers(snapshot, listed, isProtected) : [];
  const userChanges: readonly Change[] = [...users.changes, ...pruned];
  refuseGroupsInTwoShares(input.memberships, others.memberships, groups, report);
  const { managed, memberships } = planGroups(
    { ...input, rows, others, rejected, toCreate: shared.toCreate },
    { matchOf: found.matchOf, userChanges, report, refused: linesOfIssues(issues), hasUnreadable },
    snapshot,
    groups,
    options,
  );
  return {
    changes: [...userChanges, ...memberships.changes, ...managed.changes],
    unchanged:
      input.memberships.length > 0
        ? memberships.unchanged
        : unchangedUsers(users, userChanges, memberships.changes),
    issues,
    deferredManagers: found.elsewhere,
    deferredGroups: shared.deferred + managed.deferred,
    leftGroups: managed.left,
    sparedMembers: managed.spared,
    emptyGroups: managed.empty,
    likelyRenames: managed.likelyRenames,
    waitingManagers: found.waiting,
    withoutManager: found.withoutManager,
    inactive: users.inactive,
    notCreated: found.notCreated,
    isPruneWithheld,
    isGroupPruneWithheld: managed.isPruneWithheld,
    unlisted: [...snapshot.users.values()].filter(({ id, values }) => values.active && !listed.has(id)),
    unknown: [...found.matches.values()].filter(({ user, finding }) => (user ?? finding) === undefined)
      .length,
    matches: new Map([...found.elsewhereMatches, ...found.matches]),
  };
}

function linesOfIssues(issues: readonly Issue[]): ReadonlySet<number> {
  return new Set(issues.flatMap(({ at }) => at?.line ?? []));
}

/** Assigns missing groups to shards, if shards of a file create groups. */
function shareOfGroups(
  rows: readonly DesiredUser[],
  others: readonly DesiredUser[],
  groups: GroupSnapshot,
  { mode, aims, shard }: PlanOptions,
): SharedGroups {
  if (shard === undefined || aims.createGroups !== true || mode === 'deactivate')
    return { rows, toCreate: [], deferred: 0 };
  return shareGroups(rows, others, groups, shard, aims.exact === true);
}

/** Returns the number of rows of users that change neither the user nor a group. */
function unchangedUsers(
  { unchanged }: PlannedChanges,
  userChanges: readonly Change[],
  ofGroups: readonly Change[],
): number {
  const changed = new Set(userChanges.map(({ line }) => line));
  const joining = new Set(ofGroups.flatMap(linesOf).filter((line) => line !== NO_LINE && !changed.has(line)));
  return Math.max(0, unchanged - joining.size);
}

/** Plans the changes of groups: those that the file names, and those that a map manages. */
function planGroups(
  input: Required<Pick<WantedInput, 'rows' | 'memberships' | 'others' | 'rejected'>> &
    Pick<WantedInput, 'rejectedMemberships'> & { readonly toCreate: readonly WantedMembership[] },
  users: {
    readonly matchOf: (row: DesiredUser) => Match;
    readonly userChanges: readonly Change[];
    readonly report: ReportRow;
    /** Lines with findings about their users. */
    readonly refused: ReadonlySet<number>;
    readonly hasUnreadable: boolean;
  },
  snapshot: Snapshot,
  groups: GroupSnapshot,
  { mode, aims, shard, managed: scope, sparesProtected, isProtected = () => false }: PlanOptions,
) {
  const { rows, others, rejected, memberships: given, rejectedMemberships = [] } = input;
  const { matchOf, userChanges, report, refused, hasUnreadable } = users;
  const managed = planManagedGroups(
    {
      rows,
      others: others.rows,
      elsewhere: rejected.rows,
      hasUnreadable,
      matchOf,
      mode,
    },
    snapshot,
    groups,
    { scope, isProtected, shard, prunesGroups: aims.pruneGroups === true },
  );
  const wanted = [
    ...given,
    // In this mode a row only deactivates its user, who leaves the groups that a map manages.
    ...(mode === 'deactivate' ? [] : membershipsOf(rows, matchOf, groups, aims, scope)),
    ...input.toCreate,
    ...managed.wanted,
  ];
  const isExact = aims.exact === true && given.length > 0;
  const options = {
    // --exact on a user CSV applies to its users, not to all members of a group.
    complete: managed.complete,
    isExact: isExact && rejectedMemberships.every(({ group }) => group !== undefined),
    inexact: new Set(rejectedMemberships.map(({ group = '' }) => comparisonKey(group))),
    staysUnnamed: (user: SnapshotUser) => sparesProtected === true && isProtectedUser(user, isProtected),
    mayCreate: given.length > 0 || aims.createGroups === true,
    userChanges,
    refused,
  };
  return { managed, memberships: planMemberships(wanted, snapshot, managed.groups, options, report) };
}

/** Returns the changes that deactivate the active users who are not in the file. */
function deactivationsOfOthers(
  snapshot: Snapshot,
  meant: ReadonlySet<string>,
  isProtected: IsProtected,
): readonly Change[] {
  return [...snapshot.users.values()].flatMap((user) => {
    if (!user.values.active || meant.has(user.id) || isProtectedUser(user, isProtected)) return [];
    const base = {
      id: changeId(`P${user.id}`),
      line: NO_LINE,
      after: [],
      name: user.values.userName ?? user.id,
    };
    const update = { before: { active: true }, set: { active: false }, clear: [] };
    return userUpdates(base, update, user, undefined);
  });
}

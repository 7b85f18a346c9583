import type { Issue } from '../../failure/issue.ts';
import { NONE_REJECTED, type RejectedRows } from '../input/bad-row.ts';
import type { DesiredMembership } from '../input/desired-membership.ts';
import type { DesiredUser, Mode } from '../input/desired-state.ts';
import type { MatchKey } from '../input/match-keys.ts';
import type { Shard } from '../input/shard.ts';
import { type Change, type GroupChange, NO_LINE, type ReportRow } from './change.ts';
import { foldedName, type GroupSnapshot } from './group-snapshot.ts';
import type { LikelyRename } from './likely-renames.ts';
import { type ManagedScope, planManagedGroups } from './managed-groups.ts';
import { type Match, UserMatcher, usersHit } from './match-users.ts';
import { numberUserNames } from './number-user-names.ts';
import { type PlannedChanges, planChanges } from './plan-changes.ts';
import type { PlanScope } from './plan-file.ts';
import { planMemberships, type WantedMembership } from './plan-memberships.ts';
import { type IsProtected, isProtectedUser } from './protected-changes.ts';
import { resolveManagers } from './resolve-managers.ts';
import { refuseGroupsInTwoShares, shareGroups } from './share-groups.ts';
import type { Snapshot, SnapshotUser } from './snapshot.ts';
import { userUpdates } from './user-updates.ts';

/** What a file wants: users, or memberships. */
export interface WantedInput {
  readonly rows: readonly DesiredUser[];
  readonly memberships: readonly DesiredMembership[];
  /** What the rows of other shards want. */
  readonly others?: Others;
  /** Rows that were left out: their users count as being in the file. */
  readonly rejected?: Pick<RejectedRows, 'rows' | 'unreadable'>;
  /** Memberships that were left out: nobody leaves their groups for not being named. */
  readonly rejectedMemberships?: readonly RejectedMembership[];
}

/** A membership that was left out; without a group where it could not be read. */
export type RejectedMembership = Partial<Pick<DesiredMembership, 'group'>>;

export interface Others {
  readonly rows: readonly DesiredUser[];
  readonly memberships: readonly DesiredMembership[];
}

export interface PlanOptions {
  readonly mode: Mode;
  readonly aims: PlanScope;
  readonly file: string;
  /** The share of the file that this plan is of. */
  readonly shard?: Shard | undefined;
  /** Who is protected is never deactivated for not being in the file. */
  readonly isProtected?: IsProtected;
  /** Who is protected also stays in a group whose file does not name them. */
  readonly sparesProtected?: boolean;
  /** The keys by which users are found, where they are declared. */
  readonly match?: readonly MatchKey[] | undefined;
  /** Lines whose contradictions a person has looked at. */
  readonly accept?: readonly number[] | undefined;
  /** The groups that a map decides about. */
  readonly managed?: ManagedScope | undefined;
}

export interface PlannedInput extends PlannedChanges {
  /** Managers and groups whom other shards create: the same command sets them when all are done. */
  readonly deferredManagers: number;
  readonly deferredGroups: number;
  /** Managers who are not there yet, and whom no row of this run creates. */
  readonly waitingManagers: number;
  /** Rows that mean somebody who is and stays deactivated. */
  readonly inactive: number;
  /** Rows of people who have no account and are not to have one now. */
  readonly notCreated: number;
  /** Nobody is deactivated for not being in the file: nothing says who some rejected rows mean. */
  readonly isPruneWithheld: boolean;
  /** Who is in the organization and not in the file, and how many rows are of nobody in the organization. */
  readonly unlisted: readonly SnapshotUser[];
  readonly unknown: number;
  /** Groups of the scope of a map that are protected, and those in which nobody is left. */
  readonly leftGroups: readonly string[];
  readonly emptyGroups: readonly string[];
  readonly likelyRenames: readonly LikelyRename[];
  /** How each row found its user, by line. */
  readonly matches: ReadonlyMap<number, Match>;
}

/** Whether the groups have to be read for it. */
export function needsGroups({ rows, memberships, others = NO_OTHERS }: WantedInput): boolean {
  return (
    memberships.length > 0 ||
    [...rows, ...others.rows].some(({ groups, managed }) => groups !== undefined || managed !== undefined)
  );
}

/** Works out everything that a file changes: users first, then who is in which group. Pure. */
export function planInput(
  input: WantedInput,
  snapshot: Snapshot,
  groups: GroupSnapshot,
  options: PlanOptions,
): PlannedInput {
  const { mode, aims, file, shard, isProtected = () => false } = options;
  const { others = NO_OTHERS, rejected = NONE_REJECTED } = input;
  const issues: Issue[] = [];
  const report: ReportRow = (line, code, path, message) => {
    issues.push({ code, path, message, at: { file, line } });
  };
  const found = findPeople({ ...input, others, rejected }, snapshot, options, report);
  const isKnown = (row: DesiredUser) => isOfAccount(row, found.matchOf(row));
  const named = numberUserNames(found.rows, others.rows, snapshot, isKnown);
  const shared =
    shard === undefined || aims.createGroups !== true
      ? { rows: named, toCreate: [], deferred: 0 }
      : shareGroups(named, others.rows, groups, shard, aims.exact === true);
  const { rows } = shared;
  const users = planChanges(rows, snapshot, { mode, file, matchOf: found.matchOf });
  for (const issue of users.issues) issues.push(issue);
  const listed = new Set([...users.meant, ...found.alsoListed]);
  const isPruneWithheld = aims.prune === true && rejected.unreadable > 0;
  const mayPrune = aims.prune === true && !isPruneWithheld;
  const pruned = mayPrune ? deactivationsOfOthers(snapshot, listed, isProtected) : [];
  const userChanges: readonly Change[] = [...users.changes, ...pruned];
  refuseGroupsInTwoShares(input.memberships, others.memberships, groups, report);
  const { managed, memberships } = planGroups(
    { ...input, rows, others, rejected, toCreate: shared.toCreate },
    { matchOf: found.matchOf, userChanges, report },
    snapshot,
    groups,
    options,
  );
  const changed = new Set(userChanges.map(({ line }) => line));
  const joining = new Set(
    memberships.changes.flatMap(linesOf).filter((line) => line !== NO_LINE && !changed.has(line)),
  );
  return {
    changes: [...userChanges, ...memberships.changes, ...managed.changes],
    unchanged:
      input.memberships.length > 0 ? memberships.unchanged : Math.max(0, users.unchanged - joining.size),
    issues,
    deferredManagers: found.elsewhere,
    deferredGroups: shared.deferred + managed.deferred,
    leftGroups: managed.left,
    emptyGroups: managed.empty,
    likelyRenames: managed.likelyRenames,
    waitingManagers: found.waiting,
    inactive: users.inactive,
    notCreated: found.notCreated,
    isPruneWithheld,
    unlisted: [...snapshot.users.values()].filter(({ id, values }) => values.active && !listed.has(id)),
    unknown: [...found.matches.values()].filter(({ user, finding }) => (user ?? finding) === undefined)
      .length,
    matches: new Map([...found.elsewhereMatches, ...found.matches]),
  };
}

/** Works out what becomes of groups: those that a file names, and those that a map decides about. */
function planGroups(
  input: Required<Pick<WantedInput, 'rows' | 'memberships' | 'others' | 'rejected'>> &
    Pick<WantedInput, 'rejectedMemberships'> & { readonly toCreate: readonly WantedMembership[] },
  users: {
    readonly matchOf: (row: DesiredUser) => Match;
    readonly userChanges: readonly Change[];
    readonly report: ReportRow;
  },
  snapshot: Snapshot,
  groups: GroupSnapshot,
  { aims, shard, managed: scope, sparesProtected, isProtected = () => false }: PlanOptions,
) {
  const { rows, others, rejected, memberships: given, rejectedMemberships = [] } = input;
  const { matchOf, userChanges, report } = users;
  const managed = planManagedGroups(
    {
      rows,
      others: others.rows,
      elsewhere: rejected.rows,
      hasUnreadable: rejected.unreadable > 0,
      matchOf,
    },
    snapshot,
    groups,
    { scope, isProtected, shard, prunesGroups: aims.pruneGroups === true },
  );
  const wanted = [
    ...given,
    ...membershipsOf(rows, matchOf, groups, aims),
    ...input.toCreate,
    ...managed.wanted,
  ];
  const isExact = aims.exact === true && given.length > 0;
  const options = {
    // Exactness of a user CSV is about its users, not about all members of a group.
    isExact: isExact && rejectedMemberships.every(({ group }) => group !== undefined),
    inexact: new Set(rejectedMemberships.map(({ group = '' }) => foldedName(group))),
    staysUnnamed: (user: SnapshotUser) => sparesProtected === true && isProtectedUser(user, isProtected),
    mayCreate: given.length > 0 || aims.createGroups === true,
    userChanges,
  };
  return { managed, memberships: planMemberships(wanted, snapshot, managed.groups, options, report) };
}

/** The rows that are carried out, whom they mean, and who their managers are. */
function findPeople(
  {
    rows: given,
    others,
    rejected,
  }: { readonly rows: readonly DesiredUser[] } & Required<Pick<WantedInput, 'others' | 'rejected'>>,
  snapshot: Snapshot,
  { mode, match, accept = [] }: PlanOptions,
  report: ReportRow,
) {
  const matcher = new UserMatcher(snapshot, match);
  const accepted = new Set(accept);
  const matches = new Map<number, Match>();
  for (const row of given) matches.set(row.line, matcher.match(row, accepted.has(row.line)));
  const elsewhere = new Map<number, Match>();
  for (const row of [...others.rows, ...rejected.rows])
    elsewhere.set(row.line, matcher.match(row, accepted.has(row.line)));
  const matchOf = (row: DesiredUser): Match =>
    matches.get(row.line) ?? elsewhere.get(row.line) ?? { hits: [] };
  for (const line of accepted) {
    const here = matches.get(line);
    const isWrong = here === undefined ? !elsewhere.has(line) : here.accepted === undefined;
    if (isWrong && here?.finding === undefined)
      report(line, 'nothing_to_accept', '', 'there is no identity change in this line');
  }
  const mayBeThere = (row: DesiredUser) => isToBeCreated(row, mode) || isOfAccount(row, matchOf(row));
  const rows = given.filter(mayBeThere);
  const left = given.filter((row) => !mayBeThere(row));
  const file = { rows, others: others.rows, waiting: [...rejected.rows, ...left] };
  const managers = resolveManagers(file, matchOf, matcher, report, match);
  return {
    ...managers,
    matches,
    elsewhereMatches: elsewhere,
    matchOf,
    notCreated: left.filter(({ outside }) => outside !== 'ignore').length,
    alsoListed: [...rejected.rows, ...given].flatMap((row) => usersHit(matchOf(row)).map(({ id }) => id)),
  };
}

/** Whether a row is of an account, or has a finding about it. A wrong ID is a finding, and nobody's absence. */
function isOfAccount({ outside }: DesiredUser, { user, finding, hits }: Match): boolean {
  return (user ?? finding) !== undefined || (outside === undefined && hits.some(({ key }) => key === 'id'));
}

/** Who has left, or is outside of what a map provisions, gets no account; a plain list of people to create says what it says. */
function isToBeCreated({ set, outside }: DesiredUser, mode: Mode): boolean {
  if (outside !== undefined) return false;
  return mode !== 'upsert' || set.active !== false;
}

const NO_OTHERS: Others = { rows: [], memberships: [] };

function linesOf(change: GroupChange): readonly number[] {
  return change.kind === 'addMembers' || change.kind === 'removeMembers'
    ? change.members.map(({ line }) => line)
    : [change.line];
}

/** Deactivates who is active and not in the file. */
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
  matchOf: (row: DesiredUser) => Match,
  groups: GroupSnapshot,
  { exact }: PlanScope,
): readonly WantedMembership[] {
  const naming = rows.filter((row) => row.groups !== undefined && row.outside === undefined);
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
    const user = matchOf(row).user?.id;
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

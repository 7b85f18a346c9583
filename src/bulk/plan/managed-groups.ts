import { comparisonKey } from '../../values/comparison-key.ts';
import { changeId, type GroupId } from '../../values/ids.ts';
import type { DesiredUser, Mode } from '../input/desired-state.ts';
import type { GroupRules } from '../input/group-rule.ts';
import { isManaged } from '../input/group-rules.ts';
import { isGroupInShard, type Shard } from '../input/shard.ts';
import { type GroupChange, NO_LINE } from './change.ts';
import { findGroups, type GroupSnapshot, groupSnapshotOf, type SnapshotGroup } from './group-snapshot.ts';
import { type LikelyRename, likelyRenames } from './likely-renames.ts';
import { type Match, usersHit } from './match.ts';
import { nameInFile, type WantedMembership } from './plan-memberships.ts';
import { type IsProtected, isProtectedUser } from './protected-changes.ts';
import type { Snapshot } from './snapshot.ts';

/** The groups that a map manages, and whether the file is complete. */
export interface ManagedScope extends Pick<GroupRules, 'manage' | 'rename'> {
  /** Whether the file is not the complete list, so that absence of a user from it has no meaning. */
  readonly isPartial: boolean;
}

/** The rows, as far as they decide about managed groups. */
export interface ManagedInput {
  readonly rows: readonly DesiredUser[];
  /** Rejected rows, also those of other shards: their users keep their memberships. */
  readonly elsewhere: readonly DesiredUser[];
  readonly others: readonly DesiredUser[];
  /** Whether some rows cannot be read, so that no user counts as absent. */
  readonly hasUnreadable: boolean;
  readonly mode: Mode;
  readonly matchOf: (row: DesiredUser) => Match;
}

export interface ManagedOptions {
  readonly scope: ManagedScope | undefined;
  readonly isProtected: IsProtected;
  readonly shard: Shard | undefined;
  /** Whether managed groups without members are deleted. */
  readonly prunesGroups: boolean;
}

/** A protected user who would otherwise leave a managed group. */
export interface SparedMember {
  readonly user: string;
  readonly group: string;
}

/** The planned changes of managed groups, and what they leave unchanged. */
export interface ManagedGroups {
  /** The groups after renaming. */
  readonly groups: GroupSnapshot;
  readonly wanted: readonly WantedMembership[];
  readonly changes: readonly GroupChange[];
  /** Managed groups that are protected and stay unchanged. */
  readonly left: readonly string[];
  /** Protected users who stay in a managed group although no row lists them. */
  readonly spared: readonly SparedMember[];
  /** Managed groups that lose all members and are not deleted. */
  readonly empty: readonly string[];
  /** Whether empty groups are not deleted because some skipped rows may name them. */
  readonly isPruneWithheld: boolean;
  /** IDs of groups whose members are exactly those that the rows list. */
  readonly complete: ReadonlySet<string>;
  /** Groups that look renamed. */
  readonly likelyRenames: readonly LikelyRename[];
  /** Number of groups that other shards create. */
  readonly deferred: number;
}

/**
 * Makes the memberships of managed groups exactly match the rows: members that no row lists are removed.
 * Unmanaged and protected groups are not touched. Pure.
 */
export function planManagedGroups(
  input: ManagedInput,
  snapshot: Snapshot,
  before: GroupSnapshot,
  options: ManagedOptions,
): ManagedGroups {
  const { scope, isProtected, shard, prunesGroups } = options;
  if (scope === undefined)
    return {
      groups: before,
      wanted: [],
      changes: [],
      left: [],
      spared: [],
      empty: [],
      isPruneWithheld: false,
      complete: new Set(),
      likelyRenames: [],
      deferred: 0,
    };
  const { groups, renames } = renamed(before, scope, isProtected);
  const isLeft = (group: SnapshotGroup) => isProtected(group.id) || isProtected(group.displayName);
  const inScope = [...groups.groups.values()].filter(({ displayName }) =>
    isManaged(scope.manage, displayName),
  );
  const open = inScope.filter((group) => !isLeft(group));
  const left = inScope.filter(isLeft).map(({ displayName }) => displayName);
  const leftNames = new Set(left.map(comparisonKey));
  const joins = joinsOf(input, leftNames);
  const isMissing = (name: string) => findGroups(groups, name).length === 0;
  const isElsewhere = (name: string) =>
    shard !== undefined && isMissing(name) && !isGroupInShard(name, shard);
  const here = joins.filter(({ group }) => !isElsewhere(group));
  const creations = shard === undefined ? [] : creationsForOthers(input.others, here, isMissing, shard);
  const { leaving, spared } = leavesOf(input, snapshot, open, here, { scope, isProtected, shard });
  const wantedNames = new Set(
    [...input.rows, ...input.others, ...input.elsewhere].flatMap(({ managed = [] }) =>
      managed.map(comparisonKey),
    ),
  );
  const empty = open.filter(
    ({ id, displayName, members }) =>
      !wantedNames.has(comparisonKey(displayName)) &&
      (shard === undefined || isGroupInShard(displayName, shard)) &&
      leaving.filter(({ group }) => group === id).length === members.size,
  );
  const isUnsure = input.hasUnreadable || input.elsewhere.some(({ managed }) => managed === undefined);
  const isPruned = prunesGroups && !isUnsure;
  const deleted = new Set<string>(isPruned ? empty.map(({ id }) => id) : []);
  return {
    groups,
    wanted: [...here, ...creations, ...leaving.filter(({ group }) => !deleted.has(group))],
    changes: [
      ...renames,
      ...empty.filter(({ id }) => deleted.has(id)).map((group) => deletionOf(group, leaving, snapshot)),
    ],
    left,
    spared,
    isPruneWithheld: prunesGroups && isUnsure,
    empty: isPruned ? [] : empty.map(({ displayName }) => displayName),
    // Other shards add members to the same groups.
    complete: new Set(mayBeAbsent(scope, input) && shard === undefined ? open.map(({ id }) => id) : []),
    likelyRenames: likelyRenames(empty, joins, isMissing),
    deferred: new Set(
      joins.filter(({ group }) => isElsewhere(group)).map(({ group }) => comparisonKey(group)),
    ).size,
  };
}

/** Renames groups as the map says, unless a group already has the new name. */
function renamed(
  groups: GroupSnapshot,
  { rename, manage }: ManagedScope,
  isProtected: IsProtected,
): { readonly groups: GroupSnapshot; readonly renames: readonly GroupChange[] } {
  const names = new Map<GroupId, string>();
  for (const [from, to] of rename) {
    const [group, second] = findGroups(groups, from);
    if (group === undefined || second !== undefined || findGroups(groups, to).length > 0) continue;
    if (!isManaged(manage, from) || !isManaged(manage, to)) continue;
    if (!isProtected(group.id) && !isProtected(group.displayName)) names.set(group.id, to);
  }
  if (names.size === 0) return { groups, renames: [] };
  const renames = [...names].map(([id, displayName], index): GroupChange => {
    const formerName = groups.groups.get(id)?.displayName ?? id;
    const base = {
      id: changeId(`N${index + 1}`),
      line: NO_LINE,
      name: displayName,
      after: [],
      target: { id },
    };
    return { ...base, kind: 'renameGroup', formerName, displayName };
  });
  const after = [...groups.groups.values()].map((group) => ({
    ...group,
    displayName: names.get(group.id) ?? group.displayName,
  }));
  return { groups: groupSnapshotOf(after), renames };
}

/** Returns the memberships that the rows ask for. A user who is deactivated, and stays so, joins no group. */
function joinsOf(
  { rows, matchOf, mode }: ManagedInput,
  leftNames: ReadonlySet<string>,
): readonly (WantedMembership & { readonly group: string })[] {
  if (mode === 'deactivate') return [];
  return rows.flatMap((row) => {
    const { line, managed = [], set, outside } = row;
    const { user } = matchOf(row);
    if (outside !== undefined || (user?.values.active === false && set.active !== true)) return [];
    const member = user?.id ?? set.email ?? set.userName ?? '';
    const joining = { line, member, rowOf: nameInFile(row), isNew: user === undefined };
    return managed
      .filter((group) => !leftNames.has(comparisonKey(group)))
      .map((group) => ({ ...joining, group, action: 'add' as const, mayCreate: true as const }));
  });
}

/** Returns the groups that this shard creates although only rows of other shards name them. */
function creationsForOthers(
  others: readonly DesiredUser[],
  here: readonly WantedMembership[],
  isMissing: (name: string) => boolean,
  shard: Shard,
): readonly WantedMembership[] {
  const named = new Set(here.map(({ group }) => comparisonKey(group)));
  return others.flatMap(({ line, managed = [] }) =>
    managed.flatMap((group): WantedMembership[] => {
      if (named.has(comparisonKey(group)) || !isMissing(group) || !isGroupInShard(group, shard)) return [];
      named.add(comparisonKey(group));
      return [{ line, group, member: undefined, action: 'add', mayCreate: true }];
    }),
  );
}

/**
 * Returns the members who leave managed groups: those whose row does not list the group, and those who have
 * no row.
 */
function leavesOf(
  { rows, elsewhere, others, hasUnreadable, matchOf, mode }: ManagedInput,
  snapshot: Snapshot,
  open: readonly SnapshotGroup[],
  joins: readonly WantedMembership[],
  {
    scope,
    isProtected,
    shard,
  }: Pick<ManagedOptions, 'isProtected' | 'shard'> & { readonly scope: ManagedScope },
): { readonly leaving: readonly WantedMembership[]; readonly spared: readonly SparedMember[] } {
  const lines = new Map<string, number>();
  const stays = new Set<string>();
  for (const row of rows) {
    const { user } = matchOf(row);
    if (user === undefined) continue;
    if (row.outside === 'ignore' || mode === 'create') stays.add(user.id);
    else lines.set(user.id, row.line);
  }
  for (const row of others) for (const { id } of usersHit(matchOf(row))) stays.add(id);
  for (const row of elsewhere) {
    const match = matchOf(row);
    // A rejected row with the address of another user does not affect users who have a row of their own.
    for (const { id } of usersHit(match)) if (match.user?.id === id || !lines.has(id)) stays.add(id);
  }
  const isListComplete = mayBeAbsent(scope, { hasUnreadable });
  const joining = new Set(joins.map(({ group, member }) => `${comparisonKey(group)} ${member}`));
  const spared: SparedMember[] = [];
  const leaving = open.flatMap(({ id, displayName, members }) => {
    const ours = shard === undefined || isGroupInShard(displayName, shard);
    return [...members].flatMap((member): WantedMembership[] => {
      const user = snapshot.users.get(member);
      const line = lines.get(member);
      const isStranger = line === undefined && (!isListComplete || !ours);
      if (isStranger || stays.has(member) || joining.has(`${comparisonKey(displayName)} ${member}`))
        return [];
      if (user !== undefined && isProtectedUser(user, isProtected)) {
        spared.push({ user: user.values.userName ?? member, group: displayName });
        return [];
      }
      return [{ line: line ?? NO_LINE, group: id, member, action: 'remove' }];
    });
  });
  return { leaving, spared };
}

/** Whether a member without a row is absent from the list, and leaves. */
function mayBeAbsent(
  { isPartial }: ManagedScope,
  { hasUnreadable }: Pick<ManagedInput, 'hasUnreadable'>,
): boolean {
  return !isPartial && !hasUnreadable;
}

function deletionOf(
  { id, displayName, members }: SnapshotGroup,
  leaves: readonly WantedMembership[],
  { users }: Snapshot,
): GroupChange {
  const base = { id: changeId(`D${id}`), line: NO_LINE, name: displayName, after: [], target: { id } };
  const lines = new Map(leaves.flatMap(({ group, member, line }) => (group === id ? [[member, line]] : [])));
  const leaving = [...members].map((member) => ({
    id: member,
    name: users.get(member)?.values.userName ?? member,
    line: lines.get(member) ?? NO_LINE,
  }));
  return { ...base, kind: 'deleteGroup', members: [...members], leaving, implies: ['losesGroup'] };
}

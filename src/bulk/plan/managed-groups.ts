import { comparisonKey } from '../../values/comparison-key.ts';
import { changeId } from '../../values/ids.ts';
import type { DesiredUser } from '../input/desired-state.ts';
import { isManaged } from '../input/group-rules.ts';
import { isGroupInShard, type Shard } from '../input/shard.ts';
import type { GroupChange } from './change.ts';
import { NO_LINE } from './change-lines.ts';
import { findGroups, type GroupSnapshot, type SnapshotGroup } from './group-snapshot.ts';
import { leavingMembersOf, mayRemoveUnlisted } from './leaving-members.ts';
import { type LikelyRename, likelyRenames } from './likely-renames.ts';
import type { ManagedInput, ManagedOptions, SparedMember } from './managed-input.ts';
import { nameInFile } from './plan-memberships.ts';
import { renameGroups } from './rename-groups.ts';
import type { Snapshot } from './snapshot.ts';
import type { WantedMembership } from './wanted-membership.ts';

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
  if (scope === undefined) return withoutManagedGroups(before);
  const { groups, renames } = renameGroups(before, scope, isProtected);
  const isProtectedGroup = (group: SnapshotGroup) => isProtected(group.id) || isProtected(group.displayName);
  const inScope = [...groups.groups.values()].filter(({ displayName }) =>
    isManaged(scope.manage, displayName),
  );
  const open = inScope.filter((group) => !isProtectedGroup(group));
  const left = inScope.filter(isProtectedGroup).map(({ displayName }) => displayName);
  const leftNames = new Set(left.map(comparisonKey));
  const joins = wantedJoins(input, leftNames);
  const isMissing = (name: string) => findGroups(groups, name).length === 0;
  const isElsewhere = (name: string) =>
    shard !== undefined && isMissing(name) && !isGroupInShard(name, shard);
  const here = joins.filter(({ group }) => !isElsewhere(group));
  const creations = shard === undefined ? [] : creationsForOthers(input.others, here, isMissing, shard);
  const { leaving, spared } = leavingMembersOf(input, snapshot, open, here, { scope, isProtected, shard });
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
    complete: new Set(mayRemoveUnlisted(scope, input) && shard === undefined ? open.map(({ id }) => id) : []),
    likelyRenames: likelyRenames(empty, joins, isMissing),
    deferred: new Set(
      joins.filter(({ group }) => isElsewhere(group)).map(({ group }) => comparisonKey(group)),
    ).size,
  };
}

function withoutManagedGroups(groups: GroupSnapshot): ManagedGroups {
  return {
    groups,
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
}

/** Returns the memberships that the rows ask for. A user who is deactivated, and stays so, joins no group. */
function wantedJoins(
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

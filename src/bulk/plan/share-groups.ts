import { comparisonKey } from '../../values/comparison-key.ts';
import type { DesiredUser } from '../input/desired-state.ts';
import { isGroupInShard, type Shard } from '../input/shard.ts';
import type { ReportRow } from './change.ts';
import { findGroups, type GroupSnapshot } from './group-snapshot.ts';
import type { WantedMembership } from './wanted-membership.ts';

/** What one shard does about missing groups that the column `groups` names. */
export interface SharedGroups {
  readonly rows: readonly DesiredUser[];
  /** Groups that this shard creates although none of its rows names them. */
  readonly toCreate: readonly WantedMembership[];
  /** Number of groups that other shards create. */
  readonly deferred: number;
}

/**
 * Assigns each missing group to one shard: group names are not unique, so two shards would create it twice.
 * The other shards omit their memberships in it; the same command adds them after all shards are done.
 */
export function shareGroups(
  rows: readonly DesiredUser[],
  others: readonly DesiredUser[],
  groups: GroupSnapshot,
  shard: Shard,
  isExact: boolean,
): SharedGroups {
  const isMissing = (name: string) => findGroups(groups, name).length === 0;
  const deferred = new Set<string>();
  const named = new Set<string>();
  const kept = rows.map((row): DesiredUser => {
    const { groups: wanted, ...rest } = row;
    if (wanted === undefined) return row;
    const now = wanted.filter((name) => {
      const isElsewhere = isMissing(name) && !isGroupInShard(name, shard);
      (isElsewhere ? deferred : named).add(comparisonKey(name));
      return !isElsewhere;
    });
    if (now.length === wanted.length) return row;
    // An empty list would remove the user from all groups, which only --exact asks for.
    return now.length === 0 && !isExact ? rest : { ...rest, groups: now };
  });
  const toCreate: WantedMembership[] = [];
  for (const { line, groups: wanted = [] } of others) {
    for (const group of wanted) {
      if (named.has(comparisonKey(group)) || !isMissing(group) || !isGroupInShard(group, shard)) continue;
      named.add(comparisonKey(group));
      toCreate.push({ line, group, member: undefined, action: 'add' });
    }
  }
  return { rows: kept, toCreate, deferred: deferred.size };
}

/** Reports a group that a group file calls by two names in two shards: both shards would set its members. */
export function refuseGroupsInTwoShares(
  own: readonly WantedMembership[],
  others: readonly WantedMembership[],
  groups: GroupSnapshot,
  report: ReportRow,
): void {
  const elsewhere = new Map<string, WantedMembership>();
  for (const row of others) {
    const [group] = findGroups(groups, row.group);
    if (group !== undefined && !elsewhere.has(group.id)) elsewhere.set(group.id, row);
  }
  const told = new Set<string>();
  for (const { line, group: name } of own) {
    const [group] = findGroups(groups, name);
    const other = group === undefined ? undefined : elsewhere.get(group.id);
    if (group === undefined || other === undefined || told.has(group.id)) continue;
    told.add(group.id);
    const message = `"${name}" here and "${other.group}" in line ${other.line} are the same group in two shards; use one name`;
    report(line, 'groups_invalid', 'group', message);
  }
}

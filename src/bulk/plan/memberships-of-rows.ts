import { comparisonKey } from '../../values/comparison-key.ts';
import type { DesiredUser } from '../input/desired-state.ts';
import { isManaged } from '../input/group-rules.ts';
import type { GroupSnapshot } from './group-snapshot.ts';
import type { ManagedScope } from './managed-input.ts';
import type { Match } from './match.ts';
import type { PlanScope } from './plan-file.ts';
import { nameInFile } from './plan-memberships.ts';
import type { WantedMembership } from './wanted-membership.ts';

/**
 * Returns the memberships that the column `groups` adds and, with `--exact`, those that it removes. Skips
 * groups that a map manages.
 */
export function membershipsOf(
  rows: readonly DesiredUser[],
  matchOf: (row: DesiredUser) => Match,
  groups: GroupSnapshot,
  { exact }: PlanScope,
  managed: Pick<ManagedScope, 'manage'> = { manage: [] },
): readonly WantedMembership[] {
  const naming = rows.filter((row) => row.groups !== undefined && row.outside === undefined);
  if (naming.length === 0) return [];
  const groupsOf = new Map<string, string[]>();
  for (const { id, displayName, members } of groups.groups.values()) {
    if (isManaged(managed.manage, displayName)) continue;
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
    const rowOf = nameInFile(row);
    const joins = names
      .filter((group) => !isManaged(managed.manage, groups.groups.get(group)?.displayName ?? group))
      .map((group) => ({ line, group, member, rowOf, isNew: user === undefined, action: 'add' as const }));
    if (user === undefined || (exact !== true && names.length > 0)) return joins;
    const kept = new Set(names.map(comparisonKey));
    const leaves = (groupsOf.get(user) ?? [])
      .filter(
        (id) =>
          !kept.has(comparisonKey(id)) && !kept.has(comparisonKey(groups.groups.get(id)?.displayName ?? '')),
      )
      .map((group) => ({ line, group, member, rowOf, action: 'remove' as const }));
    return [...joins, ...leaves];
  });
}

import { comparisonKey } from '../../values/comparison-key.ts';
import { isGroupInShard } from '../input/shard.ts';
import { NO_LINE } from './change-lines.ts';
import type { SnapshotGroup } from './group-snapshot.ts';
import type { ManagedInput, ManagedOptions, ManagedScope, SparedMember } from './managed-input.ts';
import { usersHit } from './match.ts';
import { isProtectedUser } from './protected-changes.ts';
import type { Snapshot } from './snapshot.ts';
import type { WantedMembership } from './wanted-membership.ts';

/**
 * Returns the members who leave managed groups: those whose row does not list the group, and those who have
 * no row.
 */
export function leavingMembersOf(
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
  const isListComplete = mayRemoveUnlisted(scope, { hasUnreadable });
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
export function mayRemoveUnlisted(
  { isPartial }: ManagedScope,
  { hasUnreadable }: Pick<ManagedInput, 'hasUnreadable'>,
): boolean {
  return !isPartial && !hasUnreadable;
}

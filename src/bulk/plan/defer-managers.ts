import { emailKey } from '../../rules/email-address.ts';
import { storedUserName } from '../../rules/user-name.ts';
import type { DesiredUser } from '../input/desired-state.ts';
import { findInSnapshot, type Snapshot } from './snapshot.ts';

/**
 * Leaves managers out who are not in the organization yet and whom another shard creates: they can be set when all shards are done,
 * by the same command again.
 * @returns the rows, and how many managers were left out.
 */
export function deferManagers(
  rows: readonly DesiredUser[],
  others: readonly DesiredUser[],
  snapshot: Snapshot,
): { readonly rows: readonly DesiredUser[]; readonly deferred: number } {
  const elsewhere = new Set<string>();
  for (const { set } of others) {
    if (set.email !== undefined) elsewhere.add(emailKey(set.email));
    if (set.userName !== undefined) elsewhere.add(storedUserName(set.userName));
  }
  let deferred = 0;
  const kept = rows.map((row): DesiredUser => {
    const { manager, ...set } = row.set;
    if (manager === undefined || findInSnapshot(snapshot, manager) !== undefined) return row;
    if (!elsewhere.has(manager.includes('@') ? emailKey(manager) : storedUserName(manager))) return row;
    deferred += 1;
    return { ...row, set };
  });
  return { rows: kept, deferred };
}

import { emailKey } from '../../rules/email-address.ts';
import { type Change, isUserUpdate } from './change.ts';
import { managerSet } from './manager-set.ts';
import { findInSnapshot, type Snapshot } from './snapshot.ts';

/**
 * Returns the cycles of managers that changes close, each as names from a user through the managers:
 * `kai.ek` reports to `lou.ek`, who reports to `kai.ek`. Users who are their own managers are not included
 * (own-managers.ts). Pure.
 */
export function managerCycles(
  changes: readonly Change[],
  snapshot: Snapshot,
): readonly (readonly string[])[] {
  const { managers, names } = managersAfter(changes, snapshot);
  const cycles: (readonly string[])[] = [];
  const known = new Set<string>();
  for (const start of managers.keys()) {
    const cycle = known.has(start) ? [] : cycleFrom(start, managers, snapshot);
    if (cycle.length < 2) continue;
    for (const key of cycle) known.add(key);
    cycles.push(cycle.map((key) => names.get(key) ?? snapshot.users.get(key)?.values.userName ?? key));
  }
  return cycles;
}

/** The managers that changes set. Keys are IDs, and of users to be created the IDs of their changes. */
function managersAfter(changes: readonly Change[], snapshot: Snapshot) {
  const managers = new Map<string, string>();
  const names = new Map<string, string>();
  if (changes.every((change) => managerSet(change) === undefined)) return { managers, names };
  const created = new Map<string, string>();
  for (const change of changes)
    if (change.kind === 'createUser') created.set(emailKey(change.user.email ?? ''), change.id);
  for (const change of changes) {
    const manager = managerSet(change);
    if (manager === undefined || (change.kind !== 'createUser' && !isUserUpdate(change))) continue;
    const target = change.kind === 'createUser' ? { createdBy: change.id } : change.target;
    const key = 'id' in target ? target.id : target.createdBy;
    const above = created.get(emailKey(manager)) ?? findInSnapshot(snapshot, manager)?.id;
    if (above === undefined) continue;
    managers.set(key, above);
    names.set(key, change.name);
  }
  return { managers, names };
}

/** Returns the users from one through the managers back to the same one; empty if they end elsewhere. */
function cycleFrom(
  start: string,
  managers: ReadonlyMap<string, string>,
  snapshot: Snapshot,
): readonly string[] {
  const path = new Set([start]);
  let at: string | undefined = start;
  while (at !== undefined) {
    at = managers.get(at) ?? snapshot.users.get(at)?.values.manager;
    if (at === start) return [...path];
    if (at === undefined || path.has(at)) return [];
    path.add(at);
  }
  return [];
}

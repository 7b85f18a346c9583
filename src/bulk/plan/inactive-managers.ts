import { emailKey } from '../../rules/email-address.ts';
import { type Change, isUserUpdate } from './change.ts';
import { deactivates, limitCountOf } from './counted-changes.ts';
import { managerSet } from './manager-set.ts';
import { findInSnapshot, type Snapshot } from './snapshot.ts';

/** A manager set by the plan who is deactivated once it is applied. */
export interface InactiveManager {
  readonly name: string;
  /** Names of the users who get this manager. */
  readonly reports: readonly string[];
  /** Whether the plan itself deactivates the manager, or creates the account deactivated. */
  readonly isByPlan: boolean;
}

/** Returns the deactivated managers that changes set, in plan order. Pure. */
export function inactiveManagers(changes: readonly Change[], snapshot: Snapshot): readonly InactiveManager[] {
  // Computed on demand: most plans set no manager.
  let after: ReturnType<typeof stateAfter> | undefined;
  const found = new Map<string, { name: string; reports: string[]; isByPlan: boolean }>();
  for (const change of changes) {
    const manager = managerSet(change);
    if (manager === undefined) continue;
    const user = findInSnapshot(snapshot, manager);
    const key = user?.id ?? emailKey(manager);
    after ??= stateAfter(changes);
    const planned = after.get(key);
    const isActive = planned ?? user?.values.active ?? true;
    if (isActive) continue;
    const known = found.get(key);
    const name = user?.values.userName ?? manager;
    if (known === undefined) found.set(key, { name, reports: [change.name], isByPlan: planned === false });
    else known.reports.push(change.name);
  }
  return [...found.values()];
}

/** Returns whether each user is active after the changes: existing users by ID, created ones by address. */
function stateAfter(changes: readonly Change[]): ReadonlyMap<string, boolean> {
  const after = new Map<string, boolean>();
  for (const change of changes) {
    if (change.kind === 'createUser') {
      const { email, active = true } = change.user;
      if (email !== undefined) after.set(emailKey(email), active);
    } else if (isUserUpdate(change) && 'id' in change.target) {
      if (deactivates(change)) after.set(change.target.id, false);
      else if (limitCountOf(change).as === 'reactivation') after.set(change.target.id, true);
    }
  }
  return after;
}

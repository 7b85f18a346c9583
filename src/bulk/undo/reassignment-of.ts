import { type Change, isGroupChange, type UserUpdateChange } from '../plan/change.ts';
import type { Snapshot } from '../plan/snapshot.ts';

/**
 * Returns the former managers who left and whose reports a run reassigned, in the order of the run: users
 * that the run deactivated, and users who are inactive now. Pure.
 */
export function replacedManagers(changes: readonly Change[], snapshot: Snapshot): ReadonlySet<string> {
  const deactivated = new Set<string>(
    changes.flatMap((change) =>
      change.kind === 'deactivateUser' && 'id' in change.target ? [change.target.id] : [],
    ),
  );
  const hasLeft = (id: string) => deactivated.has(id) || snapshot.users.get(id)?.values.active === false;
  return new Set(changes.flatMap((change) => formerManagerIn(change) ?? []).filter(hasLeft));
}

/**
 * Reduces a change to its new manager if it replaced or removed one of these managers; undefined otherwise.
 * Pure.
 */
export function reassignmentOf(change: Change, managers: ReadonlySet<string>): Change | undefined {
  const manager = formerManagerIn(change);
  if (manager === undefined || !managers.has(manager) || !isUpdate(change)) return undefined;
  const set = change.set.manager === undefined ? {} : { manager: change.set.manager };
  return { ...change, before: { manager }, set, clear: change.clear.filter((name) => name === 'manager') };
}

/** The manager that a change replaced or removed. */
function formerManagerIn(change: Change): string | undefined {
  if (!isUpdate(change)) return undefined;
  const { before, set, clear, managerCreatedBy } = change;
  const isTaken = set.manager !== undefined || managerCreatedBy !== undefined || clear.includes('manager');
  return isTaken && set.manager !== before.manager ? before.manager : undefined;
}

/** Excludes requests written by the user: only the response shows their effect. */
function isUpdate(change: Change): change is Exclude<UserUpdateChange, { kind: 'sendUserPatch' }> {
  return (
    !isGroupChange(change) &&
    change.kind !== 'callMethod' &&
    change.kind !== 'createUser' &&
    change.kind !== 'sendUserPatch'
  );
}

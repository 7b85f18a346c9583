import { type Change, isGroupChange, type UserUpdateChange } from '../plan/change.ts';
import type { Snapshot } from '../plan/snapshot.ts';

/**
 * Returns the users who left by a run and whose reports it gave another manager, each once, in its order:
 * those that it deactivated, and those who are deactivated now. Pure.
 */
export function formerManagers(changes: readonly Change[], snapshot: Snapshot): ReadonlySet<string> {
  const deactivated = new Set<string>(
    changes.flatMap((change) =>
      change.kind === 'deactivateUser' && 'id' in change.target ? [change.target.id] : [],
    ),
  );
  const hasLeft = (id: string) => deactivated.has(id) || snapshot.users.get(id)?.values.active === false;
  return new Set(changes.flatMap((change) => formerManagerIn(change) ?? []).filter(hasLeft));
}

/**
 * Returns what a change took from one of these managers, without the rest of the change; undefined when it
 * took nothing. Pure.
 */
export function handedOver(change: Change, managers: ReadonlySet<string>): Change | undefined {
  const manager = formerManagerIn(change);
  if (manager === undefined || !managers.has(manager) || !isUpdate(change)) return undefined;
  const set = change.set.manager === undefined ? {} : { manager: change.set.manager };
  return { ...change, before: { manager }, set, clear: change.clear.filter((name) => name === 'manager') };
}

/** The manager that a change took from a user. */
function formerManagerIn(change: Change): string | undefined {
  if (!isUpdate(change)) return undefined;
  const { before, set, clear, managerCreatedBy } = change;
  const isTaken = set.manager !== undefined || managerCreatedBy !== undefined || clear.includes('manager');
  return isTaken && set.manager !== before.manager ? before.manager : undefined;
}

/** Of requests of a person's own wording only the answer says what they changed. */
function isUpdate(change: Change): change is Exclude<UserUpdateChange, { kind: 'sendUserPatch' }> {
  return (
    !isGroupChange(change) &&
    change.kind !== 'callMethod' &&
    change.kind !== 'createUser' &&
    change.kind !== 'sendUserPatch'
  );
}

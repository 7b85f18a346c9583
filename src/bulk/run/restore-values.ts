import type { ChangeId } from '../../values/ids.ts';
import { type Change, isUserUpdate, type UserUpdateChange } from '../plan/change.ts';
import type { Outcome } from './journal-record.ts';

/**
 * Finds the values that a user gave up for a swap and that nobody takes, because the changes that wait for
 * them failed.
 * @param change the last change of the swap, which is not started
 * @returns a change with the same ID that restores them; undefined if there is nothing to restore, or another
 * user may have them by now
 */
export function restoreAfterFailedSwap(
  change: Change,
  changes: Iterable<Change>,
  outcomes: ReadonlyMap<ChangeId, Outcome>,
): UserUpdateChange | undefined {
  const all = [...changes];
  const temporary = all.find((one): one is UserUpdateChange => isTemporaryFor(change, one));
  if (temporary === undefined || outcomes.get(temporary.id)?.state !== 'succeeded') return undefined;
  const takers = all.filter(({ id, after }) => id !== change.id && after.includes(temporary.id));
  if (takers.some(({ id }) => outcomes.get(id)?.state !== 'failed')) return undefined;
  const { implies: _, before, set, ...rest } = temporary;
  return { ...rest, id: change.id, before: set, set: before };
}

/**
 * Returns the changes to retry together with failed ones: a swap is retried as a whole, and members whose
 * creation failed join once they exist.
 */
export function changesToRetry(
  changes: readonly Change[],
  failed: ReadonlySet<ChangeId>,
): ReadonlySet<ChangeId> {
  const again = new Set(failed);
  for (const change of changes.filter(({ id }) => failed.has(id)))
    for (const one of changes) if (isTemporaryFor(change, one)) again.add(one.id);
  for (const change of changes) if (addsFailedCreation(change, failed)) again.add(change.id);
  return again;
}

function addsFailedCreation(change: Change, creations: ReadonlySet<ChangeId>): boolean {
  return (
    change.kind === 'addMembers' &&
    change.members.some((member) => 'createdBy' in member && creations.has(member.createdBy))
  );
}

/** Whether `one` sets the temporary value of the user that `change` updates in a swap. */
function isTemporaryFor(change: Change, one: Change): boolean {
  return (
    isUserUpdate(one) && one.implies?.includes('takesTemporaryValue') === true && `${change.id}t` === one.id
  );
}

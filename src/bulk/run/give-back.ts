import type { ChangeId } from '../../values/ids.ts';
import { type Change, isUserUpdate, type UserUpdateChange } from '../plan/change.ts';
import type { Outcome } from './journal-record.ts';

/**
 * Finds the values that somebody gave up for an exchange which nobody takes: the changes that wait for them
 * have failed.
 * @param change the one that was to end the exchange and is not begun
 * @returns a change under the same ID that gives them back; undefined when there is nothing to give back, or
 * somebody else has it by now
 */
export function givesBack(
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

/** The changes that are tried again with one that failed: of an exchange all of it. */
export function triedAgain(changes: readonly Change[], failed: ReadonlySet<ChangeId>): ReadonlySet<ChangeId> {
  const again = new Set(failed);
  for (const change of changes.filter(({ id }) => failed.has(id)))
    for (const one of changes) if (isTemporaryFor(change, one)) again.add(one.id);
  return again;
}

/** Whether a change gives a user the temporary value that another one of this user waits for. */
function isTemporaryFor(change: Change, one: Change): boolean {
  return (
    isUserUpdate(one) && one.implies?.includes('takesTemporaryValue') === true && `${change.id}t` === one.id
  );
}

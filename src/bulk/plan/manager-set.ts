import { type Change, isUserUpdate } from './change.ts';

/** Returns the manager that a change sets, as written; undefined if it sets none. */
export function managerSet(change: Change): string | undefined {
  const values = change.kind === 'createUser' ? change.user : isUserUpdate(change) ? change.set : {};
  return values.manager === undefined || values.manager.trim() === '' ? undefined : values.manager.trim();
}

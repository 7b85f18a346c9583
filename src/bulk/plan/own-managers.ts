import { type Change, isUserUpdate } from './change.ts';
import { managerSet } from './manager-set.ts';

/**
 * Returns the changes that make users their own managers. The service accepts that (SCIM §4.3 rule 12 asks
 * only for an existing user), but it is rarely intended. A created user gets the manager afterwards. Pure.
 */
export function ownManagers(changes: readonly Change[]): readonly Change[] {
  return changes.filter((change) => {
    if (!isUserUpdate(change) || managerSet(change) === undefined) return false;
    const { target, set, managerCreatedBy } = change;
    return 'id' in target ? target.id === set.manager : target.createdBy === managerCreatedBy;
  });
}

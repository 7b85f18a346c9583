import { isSameValue } from '../../rules/same-value.ts';
import { storedUserName } from '../../rules/user-name.ts';
import {
  USER_ATTRIBUTE_NAMES,
  USER_ATTRIBUTES,
  type UserAttributeName,
  type UserValues,
} from '../../spec/user-attributes.ts';
import { copyValue } from '../input/copy-value.ts';
import type { DesiredUser } from '../input/desired-state.ts';
import type { ReportRow, UserChange } from './change.ts';
import { baseOf, rowName } from './row-names.ts';
import { findInSnapshot, type Snapshot, type SnapshotUser } from './snapshot.ts';
import { userUpdates } from './user-updates.ts';

/** Returns the change that deactivates a user; none if the user is already deactivated. */
export function deactivationOf(row: DesiredUser, found: SnapshotUser): readonly UserChange[] {
  if (!found.values.active) return [];
  const update = { before: { active: true }, set: { active: false }, clear: [] };
  return userUpdates(baseOf(row, found), update, found, undefined);
}

/** Returns the changes that set the values of a row; none if the user has them already. */
export function updateOf(
  row: DesiredUser,
  found: SnapshotUser,
  snapshot: Snapshot,
  report: ReportRow,
): readonly UserChange[] {
  const set: UserValues = {};
  const before: UserValues = {};
  const wanted = withStoredNames(row.set, found);
  for (const name of USER_ATTRIBUTE_NAMES) {
    if (wanted[name] === undefined || !mayUpdate(name, wanted, found.values)) continue;
    if (name === 'manager' && isSameManager(wanted.manager ?? '', found.values.manager, snapshot)) continue;
    if (isSameValue(name, wanted, found.values)) continue;
    // Re-importing an unedited export changes nothing, even if stored values have surrounding whitespace.
    if (row.asWritten?.[name] !== undefined && row.asWritten[name] === found.values[name]) continue;
    copyValue(name, wanted, set);
    copyValue(name, found.values, before);
  }
  const clear = row.clear.filter((name) => !isSameValue(name, {}, found.values));
  for (const name of clear) copyValue(name, found.values, before);
  if (set.guestExpiration !== undefined && found.values.guest !== true && set.guest !== true) {
    report(
      row.line,
      'invalid_attribute_format',
      'guestExpiration',
      `"${rowName(row)}" is not a guest; only guests can have an expiration`,
    );
    return [];
  }
  // A conversion reactivates, so a user who stays deactivated must be deactivated again.
  const isConversion = set.guest !== undefined;
  if (Object.keys(set).length === 0 && clear.length === 0) return [];
  const isActiveAfter = isConversion ? row.set.active : undefined;
  return userUpdates(baseOf(row, found), { before, set, clear }, found, isActiveAfter);
}

/**
 * Replaces a nickName, which is an alias, by the userName (SCIM §4.3 rule 4), and a userName by its stored
 * form.
 */
function withStoredNames(wanted: UserValues, found: SnapshotUser): UserValues {
  const { nickName, ...rest } = wanted;
  const userName = rest.userName ?? nickName;
  if (userName === undefined) return rest;
  const { userName: _, ...others } = rest;
  // The service derived the stored name from the address, avoiding conflicts: not comparable.
  const isDerived = userName.includes('@') && found.values.userName !== undefined;
  return isDerived ? others : { ...others, userName: storedUserName(userName) };
}

/** Attributes that only a create may set are not compared later (SCIM §2.1 password, §4.3 rule 2). */
function mayUpdate(name: UserAttributeName, wanted: UserValues, stored: UserValues): boolean {
  if (USER_ATTRIBUTES[name].write === 'create') return false;
  return name !== 'guestExpiration' || wanted.guest !== false || stored.guest === true;
}

/** Whether both values refer to the same manager, by ID, address or userName. */
function isSameManager(wanted: string, stored: string | undefined, snapshot: Snapshot): boolean {
  if (stored === undefined) return false;
  return (
    (findInSnapshot(snapshot, wanted)?.id ?? wanted) === (findInSnapshot(snapshot, stored)?.id ?? stored)
  );
}

import type { Issue } from '../failure/issue.ts';
import { isSameValue } from '../rules/same-value.ts';
import { storedUserName } from '../rules/user-name.ts';
import {
  USER_ATTRIBUTE_NAMES,
  USER_ATTRIBUTES,
  type UserAttributeName,
  type UserValues,
} from '../spec/user-attributes.ts';
import type { Change, ReportRow, UserChange, UserUpdate } from './change.ts';
import type { Consequence } from './consequences.ts';
import type { DesiredUser, Mode } from './desired-state.ts';
import { linkChanges } from './link-changes.ts';
import { findInSnapshot, type Snapshot, type SnapshotUser } from './snapshot.ts';

export interface PlannedChanges {
  readonly changes: readonly Change[];
  /** Rows that already are as they should be. */
  readonly unchanged: number;
  /** Rows that cannot be carried out, each with its line. */
  readonly issues: readonly Issue[];
}

/**
 * Works out what has to change so that the organization is as the rows want it. Pure: the same rows and the same snapshot give
 * the same plan. Values that are equal already give no change.
 */
export function planChanges(
  rows: readonly DesiredUser[],
  snapshot: Snapshot,
  options: { readonly mode: Mode; readonly file: string },
): PlannedChanges {
  const issues: Issue[] = [];
  const report: ReportRow = (line, code, path, message) => {
    issues.push({ code, path, message, at: { file: options.file, line } });
  };
  const drafts: UserChange[] = [];
  let unchanged = 0;
  for (const row of rows) {
    const found = findUser(row, snapshot);
    if (found === 'noSuchId') {
      report(row.line, 'no_such_user', 'id', `no user has the ID "${row.id}"`);
    } else if (found === undefined) {
      const change = creationOf(row, options.mode, report);
      if (change !== undefined) drafts.push(change);
    } else if (options.mode === 'create') {
      report(row.line, 'user_creation_failed', 'email', `"${nameOf(row)}" already exists (${found.id})`);
    } else {
      const change =
        options.mode === 'deactivate' ? deactivationOf(row, found) : updateOf(row, found, snapshot, report);
      if (change === undefined) unchanged += 1;
      else drafts.push(change);
    }
  }
  const changes = linkChanges(drafts, snapshot, report);
  return { changes, unchanged, issues };
}

/** By ID, then by primary e-mail, then by userName as the service stores it (engine, Input). */
function findUser(row: DesiredUser, snapshot: Snapshot): SnapshotUser | undefined | 'noSuchId' {
  if (row.id !== undefined) return snapshot.users.get(row.id) ?? 'noSuchId';
  const { email, userName } = row.set;
  const byEmail = email === undefined ? undefined : findInSnapshot(snapshot, email);
  if (byEmail !== undefined || userName === undefined || userName.includes('@')) return byEmail;
  return findInSnapshot(snapshot, storedUserName(userName));
}

function creationOf(row: DesiredUser, mode: Mode, report: ReportRow): UserChange | undefined {
  if (mode === 'update' || mode === 'deactivate') {
    report(row.line, 'no_such_user', 'email', `"${nameOf(row)}" is not a user of this organization`);
    return undefined;
  }
  const { userName, email } = row.set;
  if (userName === undefined || email === undefined) {
    const missing = userName === undefined ? 'userName' : 'email';
    const code = userName === undefined ? 'username_required' : 'email_empty';
    report(row.line, code, missing, `"${nameOf(row)}" would be created and has no ${missing}`);
    return undefined;
  }
  const withheld = WITHHELD.filter((name) => isWithheld(name, row.set));
  const user = { ...row.set };
  for (const name of withheld) delete user[name];
  return {
    id: `L${row.line}`,
    line: row.line,
    after: [],
    name: nameOf(row),
    kind: 'createUser',
    user,
    withheld,
  };
}

/** What no plan and no journal holds: a password, and a photo that is written out in the file. */
const WITHHELD = ['password', 'photo'] as const satisfies readonly UserAttributeName[];

function isWithheld(name: (typeof WITHHELD)[number], values: UserValues): boolean {
  const value = values[name];
  return value !== undefined && (name === 'password' || value.startsWith('data:'));
}

function deactivationOf(row: DesiredUser, found: SnapshotUser): UserChange | undefined {
  if (!found.values.active) return undefined;
  return {
    ...baseOf(row, found),
    kind: 'deactivateUser',
    target: { id: found.id },
    before: { active: true },
    set: { active: false },
    clear: [],
  };
}

function updateOf(
  row: DesiredUser,
  found: SnapshotUser,
  snapshot: Snapshot,
  report: ReportRow,
): UserChange | undefined {
  const set: UserValues = {};
  const before: UserValues = {};
  const wanted = withStoredNames(row.set, found);
  for (const name of USER_ATTRIBUTE_NAMES) {
    if (wanted[name] === undefined || !mayUpdate(name, wanted, found.values)) continue;
    if (name === 'manager' && isSameManager(wanted.manager ?? '', found.values.manager, snapshot)) continue;
    if (isSameValue(name, wanted, found.values)) continue;
    copyValue(name, wanted, set);
    copyValue(name, found.values, before);
  }
  const clear = row.clear.filter((name) => found.values[name] !== undefined);
  for (const name of clear) copyValue(name, found.values, before);
  if (set.guestExpiration !== undefined && found.values.guest !== true && set.guest !== true) {
    report(
      row.line,
      'invalid_attribute_format',
      'guestExpiration',
      `"${nameOf(row)}" is not a guest and gets no expiration`,
    );
    return undefined;
  }
  if (Object.keys(set).length === 0 && clear.length === 0) return undefined;
  const implies = consequencesOf(row, found, set, before);
  const update: UserUpdate = { target: { id: found.id }, before, set, clear };
  const isOtherState = set.active !== undefined && set.active !== before.active;
  const kind = !isOtherState ? 'patchUser' : set.active === true ? 'reactivateUser' : 'deactivateUser';
  return { ...baseOf(row, found), ...update, ...(implies.length === 0 ? {} : { implies }), kind };
}

/** Returns what the service does besides, and makes it part of the change, so that it is checked and can be taken back. */
function consequencesOf(
  row: DesiredUser,
  found: SnapshotUser,
  set: UserValues,
  before: UserValues,
): readonly Consequence[] {
  const implies: Consequence[] = [];
  if (set.userName !== undefined) implies.push('renamesNickName');
  if (set.photo !== undefined) implies.push('keepsPhoto');
  if (set.guest !== undefined && !found.values.active) {
    // A conversion reactivates (SCIM §3); who is to stay deactivated has to be told so.
    before.active = false;
    set.active = row.set.active ?? true;
    if (set.active) implies.push('reactivates');
  }
  if (set.guest === false && found.values.guestExpiration !== undefined) {
    before.guestExpiration = found.values.guestExpiration;
    implies.push('endsGuestExpiration');
  }
  return implies;
}

/** A nickName is the userName by another name (SCIM §4.3 rule 4); an e-mail as userName is what the service made of it. */
function withStoredNames(wanted: UserValues, found: SnapshotUser): UserValues {
  const { nickName, ...rest } = wanted;
  const userName = rest.userName ?? nickName;
  if (userName === undefined) return rest;
  const { userName: _, ...others } = rest;
  // Found by its address, this user has the name that the service chose to avoid a conflict.
  const isDerived = userName.includes('@') && found.values.userName !== undefined;
  return isDerived ? others : { ...others, userName: storedUserName(userName) };
}

/** What only a create may carry is left alone later (SCIM §2.1 password, §4.3 rule 2). */
function mayUpdate(name: UserAttributeName, wanted: UserValues, stored: UserValues): boolean {
  if (USER_ATTRIBUTES[name].write === 'create') return false;
  return name !== 'guestExpiration' || wanted.guest !== false || stored.guest === true;
}

/** Whether both texts name the same manager, by ID, address or userName. */
function isSameManager(wanted: string, stored: string | undefined, snapshot: Snapshot): boolean {
  if (stored === undefined) return false;
  return (
    (findInSnapshot(snapshot, wanted)?.id ?? wanted) === (findInSnapshot(snapshot, stored)?.id ?? stored)
  );
}

function copyValue(name: UserAttributeName, from: UserValues, to: UserValues): void {
  if (name === 'active' || name === 'guest') {
    const value = from[name];
    if (value !== undefined) to[name] = value;
  } else {
    const value = from[name];
    if (value !== undefined) to[name] = value;
  }
}

function baseOf(row: DesiredUser, found: SnapshotUser): Pick<Change, 'id' | 'line' | 'after' | 'name'> {
  return { id: `L${row.line}`, line: row.line, after: [], name: found.values.userName ?? nameOf(row) };
}

function nameOf({ set, id }: DesiredUser): string {
  return set.userName ?? set.email ?? id ?? '';
}

import type { Issue } from '../../failure/issue.ts';
import { isSameValue } from '../../rules/same-value.ts';
import { storedUserName } from '../../rules/user-name.ts';
import {
  USER_ATTRIBUTE_NAMES,
  USER_ATTRIBUTES,
  type UserAttributeName,
  type UserValues,
} from '../../spec/user-attributes.ts';
import { copyValue } from '../input/copy-value.ts';
import type { DesiredUser, Mode } from '../input/desired-state.ts';
import type { Change, ReportRow, UserChange } from './change.ts';
import { linkChanges } from './link-changes.ts';
import type { Match } from './match-users.ts';
import { findInSnapshot, type Snapshot, type SnapshotUser } from './snapshot.ts';
import { userUpdates } from './user-updates.ts';

export interface PlannedChanges {
  readonly changes: readonly Change[];
  /** Rows that already are as they should be. */
  readonly unchanged: number;
  /** Rows that cannot be applied, each with its line. */
  readonly issues: readonly Issue[];
}

/** Changes of users, and whom the rows mean. */
export interface PlannedUsers extends PlannedChanges {
  readonly changes: readonly UserChange[];
  /** IDs of users who exist. */
  readonly meant: ReadonlySet<string>;
  /** Rows that mean somebody who is deactivated, and do not say what is to become of that. */
  readonly inactive: number;
}

export interface UserPlanOptions {
  readonly mode: Mode;
  readonly file: string;
  readonly matchOf: (row: DesiredUser) => Match;
}

/**
 * Works out what has to change so that the organization is as the rows want it. Pure: the same rows and the same snapshot give
 * the same plan. Values that are equal already give no change.
 */
export function planChanges(
  rows: readonly DesiredUser[],
  snapshot: Snapshot,
  options: UserPlanOptions,
): PlannedUsers {
  const issues: Issue[] = [];
  const report: ReportRow = (line, code, path, message) => {
    issues.push({ code, path, message, at: { file: options.file, line } });
  };
  const drafts: UserChange[] = [];
  const meant = new Map<string, number>();
  let unchanged = 0;
  let inactive = 0;
  // A user with two rows who is to have an account by one of them has it: a rehire, for example.
  const ordered = [...rows.filter((row) => row.outside === undefined), ...rows.filter((row) => row.outside)];
  for (const row of ordered) {
    const match = options.matchOf(row);
    const { user } = match;
    if (user !== undefined && row.outside !== undefined && meant.has(user.id)) continue;
    if (user !== undefined) {
      const first = meant.get(user.id);
      if (first !== undefined) reportTwins(first, row.line, user, report);
      else meant.set(user.id, row.line);
      const mayStay = options.mode !== 'deactivate' && saysNothingOfActive(row);
      if (mayStay && !user.values.active) inactive += 1;
    }
    const before = issues.length;
    const updates = changesOfRow(row, match, snapshot, options, report);
    if (updates.length === 0 && issues.length === before) unchanged += 1;
    drafts.push(...updates);
  }
  const changes = linkChanges(drafts, snapshot, report);
  return { changes, unchanged, issues, meant: new Set(meant.keys()), inactive };
}

/** A conversion may reactivate (SCIM §3). */
function saysNothingOfActive({ set, outside }: DesiredUser): boolean {
  const { active, guest, guestExpiration } = set;
  return outside === undefined && [active, guest, guestExpiration].every((value) => value === undefined);
}

function reportTwins(first: number, second: number, user: SnapshotUser, report: ReportRow): void {
  const message = `lines ${first} and ${second} mean ${user.values.userName} (${user.id})`;
  for (const line of [first, second]) report(line, 'same_user', '', message);
}

function changesOfRow(
  row: DesiredUser,
  { user, finding, hits }: Match,
  snapshot: Snapshot,
  { mode }: UserPlanOptions,
  report: ReportRow,
): readonly UserChange[] {
  if (finding !== undefined) {
    report(row.line, finding.code, finding.path, finding.message);
    return [];
  }
  if (user === undefined && hits.some(({ key }) => key === 'id')) {
    report(row.line, 'no_such_user', 'id', `no user has the ID "${row.id}"`);
    return [];
  }
  if (user === undefined) {
    const change = creationOf(row, mode, report);
    return change === undefined ? [] : [change, ...clearingsOf(row, change)];
  }
  if (row.outside === 'ignore' || (row.outside !== undefined && mode === 'create')) return [];
  if (mode === 'create') {
    const message = `this is ${user.values.userName} (${user.id}) already`;
    report(row.line, 'user_creation_failed', keyOf(row), message);
    return [];
  }
  return mode === 'deactivate' || row.outside === 'deactivate'
    ? deactivationOf(row, user)
    : updateOf(row, user, snapshot, report);
}

function creationOf(row: DesiredUser, mode: Mode, report: ReportRow): UserChange | undefined {
  if (mode === 'update' || mode === 'deactivate') {
    report(
      row.line,
      'no_such_user',
      keyOf(row),
      `"${row.set.email ?? nameOf(row)}" is nobody's in this organization`,
    );
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

/** What the service fills in where a create says nothing (OBSERVED §2.1). */
const FILLED_IN: readonly UserAttributeName[] = ['givenName', 'displayName'];

/** A value that the service fills in by itself can only be made blank afterwards. */
function clearingsOf({ clear }: DesiredUser, creation: UserChange): readonly UserChange[] {
  const filledIn = clear.filter((name) => FILLED_IN.includes(name));
  if (filledIn.length === 0) return [];
  const { id, line, name } = creation;
  const target = { createdBy: id };
  return [
    {
      id: `${id}c`,
      line,
      name,
      after: [id],
      kind: 'patchUser',
      target,
      before: {},
      set: {},
      clear: filledIn,
    },
  ];
}

/** What no plan and no journal holds: a password, and a photo that is written out in the file. */
const WITHHELD = ['password', 'photo'] as const satisfies readonly UserAttributeName[];

function isWithheld(name: (typeof WITHHELD)[number], values: UserValues): boolean {
  const value = values[name];
  return value !== undefined && (name === 'password' || value.startsWith('data:'));
}

function deactivationOf(row: DesiredUser, found: SnapshotUser): readonly UserChange[] {
  if (!found.values.active) return [];
  const update = { before: { active: true }, set: { active: false }, clear: [] };
  return userUpdates(baseOf(row, found), update, found, undefined);
}

function updateOf(
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
      `"${nameOf(row)}" is not a guest and gets no expiration`,
    );
    return [];
  }
  // A conversion reactivates; whether somebody stays deactivated has to be said again then.
  const isConversion = set.guest !== undefined;
  if (Object.keys(set).length === 0 && clear.length === 0) return [];
  const isActiveAfter = isConversion ? row.set.active : undefined;
  return userUpdates(baseOf(row, found), { before, set, clear }, found, isActiveAfter);
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

/** What only a create may set is not compared later (SCIM §2.1 password, §4.3 rule 2). */
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

function baseOf(row: DesiredUser, found: SnapshotUser): Pick<Change, 'id' | 'line' | 'after' | 'name'> {
  return { id: `L${row.line}`, line: row.line, after: [], name: found.values.userName ?? nameOf(row) };
}

/** The column by which a user was looked for first. */
function keyOf({ set, id }: DesiredUser): string {
  if (id !== undefined) return 'id';
  if (set.email === undefined && set.userName === undefined) return 'employeeNumber';
  return set.email === undefined ? 'userName' : 'email';
}

function nameOf({ set, id }: DesiredUser): string {
  return set.userName ?? set.email ?? id ?? set.employeeNumber ?? '';
}

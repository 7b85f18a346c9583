import type { Issue } from '../../failure/issue.ts';
import { isSameValue } from '../../rules/same-value.ts';
import { USER_ATTRIBUTES, type UserAttributeName, type UserValues } from '../../spec/user-attributes.ts';
import { changeId } from '../../values/ids.ts';
import { copyValue } from '../input/copy-value.ts';
import type { Change, UserChange } from '../plan/change.ts';
import { NO_LINE } from '../plan/change-lines.ts';
import type { GroupSnapshot } from '../plan/group-snapshot.ts';
import { linkChanges } from '../plan/link-changes.ts';
import type { IdentityCheck } from '../plan/people.ts';
import type { Snapshot, SnapshotUser } from '../plan/snapshot.ts';
import { userUpdates } from '../plan/user-updates.ts';
import { differences } from '../run/compare-user.ts';
import type { AppliedRun } from './applied-run.ts';
import type { ReportUnchanged } from './group-effects.ts';
import { planGroupUndo } from './plan-group-undo.ts';
import { type UserEffect, userEffects } from './user-effects.ts';

/** Accepts every user, for runs that recorded no identities. */
const ACCEPT_EVERY_USER: IdentityCheck = { stranger: () => undefined };

/** The changes that undo a run. */
export interface PlannedUndo {
  readonly changes: readonly Change[];
  /** Number of users and groups that need no change. */
  readonly unchanged: number;
  /** Parts that are left unchanged because they were edited since or cannot be undone. */
  readonly kept: readonly Issue[];
}

/**
 * Plans the undo of a run: every value that is still as the run set it gets its earlier value. Values that
 * were edited since are left unchanged and reported. Pure.
 */
export function planUndo(
  done: AppliedRun,
  snapshot: Snapshot,
  groups: GroupSnapshot,
  { stranger }: IdentityCheck = ACCEPT_EVERY_USER,
): PlannedUndo {
  const kept: Issue[] = [];
  const keep: ReportUnchanged = ({ name, line }, code, message) =>
    kept.push({ code, path: '', message: `${name}: ${message}`, ...atLine(line) });
  const drafts: UserChange[] = [];
  let unchanged = 0;
  for (const [userId, what] of userEffects(done)) {
    const updates = undoUser(userId, what, snapshot, stranger, keep);
    if (updates?.length === 0) unchanged += 1;
    drafts.push(...(updates ?? []));
  }
  for (const issue of calledMethods(done)) kept.push(issue);
  const refused = new Set<number>();
  const userChanges = linkChanges(drafts, snapshot, (line, code, path, message) => {
    refused.add(line);
    kept.push({ code, path, message, ...atLine(line) });
  });
  const users = userChanges.filter(({ line }) => !refused.has(line));
  const memberships = planGroupUndo(done, snapshot, groups, { users, stranger }, keep);
  // Remove added members first: a deactivation does not remove users from groups.
  const isRemoval = (change: Change) => change.kind !== 'addMembers';
  return {
    changes: [
      ...memberships.changes.filter(isRemoval),
      ...users,
      ...memberships.changes.filter((change) => !isRemoval(change)),
    ],
    unchanged: unchanged + memberships.unchanged,
    kept,
  };
}

/** Returns the changes that undo a run's effect on a user; undefined if the user is left unchanged. */
function undoUser(
  id: string,
  what: UserEffect,
  snapshot: Snapshot,
  stranger: IdentityCheck['stranger'],
  keep: ReportUnchanged,
): readonly UserChange[] | undefined {
  const { change, doubted, isCreation } = what;
  const user = snapshot.users.get(id);
  if (user === undefined) {
    keep(change, 'no_such_user', `user ${id} no longer exists`);
    return undefined;
  }
  const other = stranger(user);
  if (other !== undefined) {
    keep(change, 'other_person', `left unchanged: ${other}`);
    return undefined;
  }
  const doubtful = doubted === undefined ? [] : changedNames(doubted, user.values);
  if (doubtful.length > 0) {
    keep(change, 'edited_since', `${doubtful.join(', ')} changed, but it is unknown whether by this run`);
    return undefined;
  }
  return isCreation ? undoCreation(what, user) : undoUpdates(what, user, keep);
}

/** Returns the place of a finding in the source of the run, which the caller names. */
function atLine(line: number): Pick<Issue, 'at'> {
  return line === NO_LINE ? {} : { at: { file: 'run', line } };
}

/** Returns a finding for each method of the Web API that the run called, or may have called. */
function calledMethods({ changes, outcomes, inDoubt }: AppliedRun): readonly Issue[] {
  return changes.flatMap((change) => {
    const wasCalled = outcomes.get(change.id)?.state === 'succeeded' || inDoubt.has(change.id);
    if (change.kind !== 'callMethod' || !wasCalled) return [];
    const message = `${change.method} cannot be undone`;
    return [{ code: 'cannot_be_undone', path: '', message, ...atLine(change.line) }];
  });
}

function changedNames(before: UserValues, now: UserValues): readonly string[] {
  const changed = differences(before, now);
  return [...new Set([...Object.keys(changed.before), ...Object.keys(changed.after)])];
}

/** A created user is deactivated: SCIM cannot delete users (SCIM §3). */
function undoCreation({ change }: UserEffect, user: SnapshotUser): readonly UserChange[] {
  if (!user.values.active) return [];
  const update = { before: { active: true }, set: { active: false }, clear: [] };
  return userUpdates(baseOf(change, user), update, user, undefined).map((one) => ({
    ...one,
    implies: ['keepsAccount'],
  }));
}

function undoUpdates(
  { change, names, before: old, after, probed }: UserEffect,
  user: SnapshotUser,
  keep: ReportUnchanged,
): readonly UserChange[] {
  const before: UserValues = {};
  const set: UserValues = {};
  const clear: UserAttributeName[] = [];
  for (const name of names) {
    if (isSameValue(name, old, user.values)) continue;
    if (!isSameValue(name, after, user.values) && !isProbeValueOf(user.values[name], probed)) {
      keep(
        change,
        'edited_since',
        `${name} is now ${quotedOrEmpty(user.values[name])}; the run set it to ${quotedOrEmpty(after[name])}`,
      );
      continue;
    }
    const isBlank = old[name] === undefined || old[name] === '';
    if (isBlank && name === 'guest') {
      keep(change, 'cannot_be_undone', 'was a single-channel guest; SCIM cannot make one');
      continue;
    }
    if (isBlank && USER_ATTRIBUTES[name].mayClear) clear.push(name);
    else if (isBlank) {
      keep(change, 'cannot_be_undone', `${name} cannot be cleared`);
      continue;
    } else copyValue(name, old, set);
    copyValue(name, user.values, before);
  }
  if (Object.keys(set).length === 0 && clear.length === 0) return [];
  // The user may have been deactivated since; a conversion must not reactivate the user (SCIM §3).
  const isActiveAfter = set.active ?? user.values.active;
  const updates = userUpdates(baseOf(change, user), { before, set, clear }, user, isActiveAfter);
  if (set.active !== true) return updates;
  return updates.map((one) => ({ ...one, implies: [...(one.implies ?? []), 'staysStopped'] }));
}

/** A probe sets several values and clears them again: each of them counts as set by the run. */
function isProbeValueOf(value: string | boolean | undefined, probed: ReadonlySet<string>): boolean {
  return probed.size > 0 && (value === undefined || value === '' || probed.has(String(value)));
}

function quotedOrEmpty(value: string | boolean | undefined): string {
  return value === undefined || value === '' ? 'empty' : JSON.stringify(value);
}

function baseOf(change: Change, user: SnapshotUser): Pick<Change, 'id' | 'line' | 'after' | 'name'> {
  return {
    id: changeId(`U${change.id}`),
    line: change.line,
    after: [],
    name: user.values.userName ?? change.name,
  };
}

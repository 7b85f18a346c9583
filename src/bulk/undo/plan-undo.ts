import type { Issue } from '../../failure/issue.ts';
import { isSameValue } from '../../rules/same-value.ts';
import {
  USER_ATTRIBUTE_NAMES,
  USER_ATTRIBUTES,
  type UserAttributeName,
  type UserValues,
} from '../../spec/user-attributes.ts';
import { type ChangeId, changeId } from '../../values/ids.ts';
import { copyValue } from '../input/copy-value.ts';
import { type Change, isGroupChange, type UserChange, type UserUpdateChange } from '../plan/change.ts';
import type { GroupSnapshot } from '../plan/group-snapshot.ts';
import { linkChanges } from '../plan/link-changes.ts';
import type { Recognition } from '../plan/people.ts';
import type { Snapshot, SnapshotUser } from '../plan/snapshot.ts';
import { userUpdates } from '../plan/user-updates.ts';
import { differences } from '../run/compare-user.ts';
import type { Outcome } from '../run/journal-record.ts';
import type { AppliedRun } from './applied-run.ts';
import { planGroupUndo } from './plan-group-undo.ts';

/** Where nobody was recorded, everybody is who they were. */
const EVERYBODY_KNOWN: Recognition = { stranger: () => undefined };

/** How a run is undone. */
export interface PlannedUndo {
  readonly changes: readonly Change[];
  /** Users who are as they were already. */
  readonly unchanged: number;
  /** What stays as it is: somebody changed it since, or it cannot be undone. */
  readonly kept: readonly Issue[];
}

/** What a run did to one user, over all of its changes: blank is what is not in `values`. */
interface Done {
  readonly change: Change;
  readonly isCreation: boolean;
  readonly names: Set<UserAttributeName>;
  readonly before: UserValues;
  readonly after: UserValues;
  /** Every text that a probe sent: the service may have put it elsewhere, and a later change may be in doubt. */
  readonly probed: Set<string>;
  /** The values before requests of a person's own wording that were never answered. */
  readonly doubted?: UserValues;
}

/**
 * Plans how a run is undone: every value that still is what the run made it becomes what it was. What somebody changed since is
 * kept and said. Pure.
 */
export function planUndo(
  done: AppliedRun,
  snapshot: Snapshot,
  groups: GroupSnapshot,
  { stranger }: Recognition = EVERYBODY_KNOWN,
): PlannedUndo {
  const kept: Issue[] = [];
  const drafts: UserChange[] = [];
  let unchanged = 0;
  for (const [userId, what] of whatWasDoneTo(done)) {
    const { line, name } = what.change;
    const keep = (code: string, message: string) =>
      kept.push({ code, path: '', message: `${name}: ${message}`, at: { file: 'run', line } });
    const user = snapshot.users.get(userId);
    if (user === undefined) {
      keep('no_such_user', `there is no user ${userId} any more`);
      continue;
    }
    const other = stranger(user);
    if (other !== undefined) {
      keep('other_person', `left unchanged: ${other}`);
      continue;
    }
    const doubtful = what.doubted === undefined ? [] : changedNames(what.doubted, user.values);
    if (doubtful.length > 0) {
      keep('edited_since', `${doubtful.join(', ')} changed, and no answer says whether by this run`);
      continue;
    }
    const updates = what.isCreation ? undoCreation(what, user) : undoUpdates(what, user, keep);
    if (updates.length === 0) unchanged += 1;
    drafts.push(...updates);
  }
  for (const change of done.changes) {
    const wasCalled = done.outcomes.get(change.id)?.state === 'succeeded' || done.inDoubt.has(change.id);
    if (change.kind === 'callMethod' && wasCalled)
      kept.push({
        code: 'cannot_be_undone',
        path: '',
        message: `${change.method} has no method that undoes it`,
        at: { file: 'run', line: change.line },
      });
  }
  const refused = new Set<number>();
  const userChanges = linkChanges(drafts, snapshot, (line, code, path, message) => {
    refused.add(line);
    kept.push({ code, path, message, at: { file: 'run', line } });
  });
  const users = userChanges.filter(({ line }) => !refused.has(line));
  const memberships = planGroupUndo(done, snapshot, groups, { users, stranger }, (change, code, message) =>
    kept.push({
      code,
      path: '',
      message: `${change.name}: ${message}`,
      at: { file: 'run', line: change.line },
    }),
  );
  // Who joined leaves before anything else: nobody leaves a group by being deactivated.
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

/** Puts everything together that the run did to each user, the last one first. */
function whatWasDoneTo({ changes, outcomes, inDoubt }: AppliedRun): readonly (readonly [string, Done])[] {
  const byUser = new Map<string, Done>();
  for (const change of changes) {
    if (isGroupChange(change) || change.kind === 'callMethod') continue;
    const outcome = outcomes.get(change.id);
    const wasDone = outcome?.state === 'succeeded' && outcome.how !== 'already';
    if (!wasDone && !inDoubt.has(change.id)) continue;
    if (change.kind === 'createUser') {
      if (outcome?.state !== 'succeeded') continue;
      byUser.set(outcome.id, {
        change,
        isCreation: true,
        names: new Set(),
        before: {},
        after: {},
        probed: new Set(),
      });
    } else if ('id' in change.target) {
      // A change of a user that this run created is undone with the creation.
      const what = byUser.get(change.target.id) ?? {
        change,
        isCreation: false,
        names: new Set<UserAttributeName>(),
        before: {},
        after: {},
        probed: new Set<string>(),
      };
      const isDoubted = change.kind === 'sendUserPatch' && outcome === undefined;
      byUser.set(change.target.id, isDoubted ? { ...what, doubted: change.before } : what);
      addUpdate(what, asAnswered(withManager(change, outcomes), outcome));
      addProbed(what, change);
    }
  }
  return [...byUser].reverse();
}

function addProbed({ probed }: Done, change: UserUpdateChange): void {
  if (change.kind !== 'patchUser' || change.asked === undefined) return;
  for (const text of Object.values(change.set)) probed.add(String(text));
}

function addUpdate({ names, before, after }: Done, change: UserUpdateChange): void {
  for (const name of USER_ATTRIBUTE_NAMES) {
    const isTouched =
      change.set[name] !== undefined || change.before[name] !== undefined || change.clear.includes(name);
    if (!isTouched) continue;
    if (!names.has(name)) copyValue(name, change.before, before);
    names.add(name);
    delete after[name];
    copyValue(name, change.set, after);
  }
}

function withManager(change: UserUpdateChange, outcomes: ReadonlyMap<ChangeId, Outcome>): UserUpdateChange {
  const { managerCreatedBy, set } = change;
  const created = managerCreatedBy === undefined ? undefined : outcomes.get(managerCreatedBy);
  return created?.state === 'succeeded' ? { ...change, set: { ...set, manager: created.id } } : change;
}

function changedNames(before: UserValues, now: UserValues): readonly string[] {
  const changed = differences(before, now);
  return [...new Set([...Object.keys(changed.before), ...Object.keys(changed.after)])];
}

/** Of a person's own requests the answer says what they changed. */
function asAnswered(change: UserUpdateChange, outcome: Outcome | undefined): UserUpdateChange {
  if (change.kind !== 'sendUserPatch') return change;
  const seen = outcome?.state === 'succeeded' ? outcome.changed : undefined;
  return { ...change, before: seen?.before ?? {}, set: seen?.after ?? {}, clear: [] };
}

/** A user who was created stays and is deactivated (SCIM §3). */
function undoCreation({ change }: Done, user: SnapshotUser): readonly UserChange[] {
  if (!user.values.active) return [];
  const update = { before: { active: true }, set: { active: false }, clear: [] };
  return userUpdates(baseOf(change, user), update, user, undefined).map((one) => ({
    ...one,
    implies: ['keepsAccount'],
  }));
}

function undoUpdates(
  { change, names, before: old, after, probed }: Done,
  user: SnapshotUser,
  keep: (code: string, message: string) => void,
): readonly UserChange[] {
  const before: UserValues = {};
  const set: UserValues = {};
  const clear: UserAttributeName[] = [];
  for (const name of names) {
    if (isSameValue(name, old, user.values)) continue;
    if (!isSameValue(name, after, user.values) && !isOfProbe(user.values[name], probed)) {
      keep(
        'edited_since',
        `${name} is ${words(user.values[name])} now; the run had made it ${words(after[name])}`,
      );
      continue;
    }
    const isBlank = old[name] === undefined || old[name] === '';
    if (isBlank && name === 'guest') set.guest = false;
    else if (isBlank && USER_ATTRIBUTES[name].mayClear) clear.push(name);
    else if (isBlank) {
      keep('cannot_be_undone', `${name} cannot be made blank again`);
      continue;
    } else copyValue(name, old, set);
    copyValue(name, user.values, before);
  }
  if (Object.keys(set).length === 0 && clear.length === 0) return [];
  // Somebody else may have deactivated the user since; a conversion must not change that (SCIM §3).
  const isActiveAfter = set.active ?? user.values.active;
  const updates = userUpdates(baseOf(change, user), { before, set, clear }, user, isActiveAfter);
  if (set.active !== true) return updates;
  return updates.map((one) => ({ ...one, implies: [...(one.implies ?? []), 'staysStopped'] }));
}

/** A probe tries several values and clears them again: each of them is its own. */
function isOfProbe(value: string | boolean | undefined, probed: ReadonlySet<string>): boolean {
  return probed.size > 0 && (value === undefined || value === '' || probed.has(String(value)));
}

function words(value: string | boolean | undefined): string {
  return value === undefined || value === '' ? 'blank' : JSON.stringify(value);
}

function baseOf(change: Change, user: SnapshotUser): Pick<Change, 'id' | 'line' | 'after' | 'name'> {
  return {
    id: changeId(`U${change.id}`),
    line: change.line,
    after: [],
    name: user.values.userName ?? change.name,
  };
}

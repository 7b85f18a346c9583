import type { Issue } from '../../failure/issue.ts';
import { pluralize } from '../../output/pluralize.ts';
import { emailKey } from '../../rules/email-address.ts';
import { isSameValue } from '../../rules/same-value.ts';
import { storedUserName } from '../../rules/user-name.ts';
import { USER_ATTRIBUTE_NAMES, type UserAttributeName } from '../../spec/user-attributes.ts';
import { defined } from '../../values/defined.ts';
import type { ChangeId, GroupId, UserId } from '../../values/ids.ts';
import { listed } from '../../values/listed.ts';
import {
  type Change,
  type ChangeOf,
  type GroupChange,
  isUserUpdate,
  type UserUpdateChange,
} from './change.ts';
import { NO_LINE } from './change-lines.ts';
import { findGroups, type GroupSnapshot } from './group-snapshot.ts';
import { freesValue } from './link-changes.ts';
import { NEWCOMERS_SHOWN, newcomersOf } from './newcomers.ts';
import { createIdentityCheck, type IdentityCheck, type People, touchedUsers } from './people.ts';
import type { Plan } from './plan-file.ts';
import type { Snapshot, SnapshotUser } from './snapshot.ts';
import { UsersOfPlan } from './users-of-plan.ts';

/** Returns what changed since a plan was saved, each with the line of the affected change if it has one. */
export function staleness(plan: Plan, snapshot: Snapshot, groups: GroupSnapshot): readonly Issue[] {
  const recognition = createIdentityCheck(plan);
  const state = {
    snapshot,
    groups,
    people: plan.people ?? {},
    byId: new Map(plan.changes.map((change) => [change.id, change])),
    users: new UsersOfPlan(snapshot, plan.changes),
    renamed: namesOfRenamed(plan.changes),
    newcomers: newcomersOf(plan.changes, groups),
  };
  return plan.changes.flatMap((change): readonly Issue[] => {
    const stranger = changedIdentityIn(change, snapshot, recognition);
    const message = stranger ?? staleReason(change, state);
    if (message === undefined) return [];
    const at = change.line === NO_LINE ? undefined : { file: plan.source.file, line: change.line };
    const code = stranger === undefined ? 'stale_plan' : 'other_person';
    return [{ code, path: '', message: `${change.name}: ${message}`, ...defined({ at }) }];
  });
}

/** The current state, and the changes of the plan with what it assumed about users. */
interface PlanAndState {
  readonly snapshot: Snapshot;
  readonly groups: GroupSnapshot;
  readonly people: People;
  readonly byId: ReadonlyMap<ChangeId, Change>;
  readonly users: UsersOfPlan;
  readonly renamed: ReadonlyMap<GroupId, readonly string[]>;
  readonly newcomers: ReadonlyMap<GroupId, readonly UserId[]>;
}

/** Returns a message if the ID of a user that a change touches belongs to another person now. */
function changedIdentityIn(
  change: Change,
  snapshot: Snapshot,
  { stranger }: IdentityCheck,
): string | undefined {
  for (const id of touchedUsers([change])) {
    const user = snapshot.users.get(id);
    const words = user === undefined ? undefined : stranger(user);
    if (words !== undefined) return words;
  }
  return undefined;
}

function staleReason(change: Change, state: PlanAndState): string | undefined {
  const { snapshot, byId } = state;
  switch (change.kind) {
    case 'createUser': {
      const owner = ownerOf(change, snapshot, byId);
      return owner === undefined ? undefined : `a user with this name or address exists now (${owner})`;
    }
    case 'patchUser':
    case 'deactivateUser':
    case 'reactivateUser':
    case 'replaceUser':
    case 'sendUserPatch':
      return staleUpdateReason(change, state);
    case 'createGroup':
      return staleNameReason(change.name, state);
    case 'addMembers':
    case 'removeMembers':
    case 'deleteGroup':
    case 'renameGroup':
    case 'replaceGroup':
    case 'sendGroupPatch':
      return (
        staleGroupReason(change, state) ??
        (change.kind === 'renameGroup' ? staleNameReason(change.displayName, state) : undefined) ??
        staleJoinReason(change, state) ??
        staleNewcomerReason(change, state)
      );
    case 'callMethod':
      return undefined;
  }
}

/** Returns the user that has the address or name of a new user, unless an earlier change frees it. */
function ownerOf(
  { user: { email, userName }, after }: ChangeOf<'createUser'>,
  snapshot: Snapshot,
  byId: ReadonlyMap<ChangeId, Change>,
): UserId | undefined {
  const isFreed = (owner: UserId, value: string) =>
    after.some((id) => {
      const earlier = byId.get(id);
      if (earlier === undefined || !isUserUpdate(earlier) || !('id' in earlier.target)) return false;
      return earlier.target.id === owner && freesValue(earlier, value);
    });
  const byEmail = email === undefined ? undefined : snapshot.idByEmail.get(emailKey(email));
  if (email !== undefined && byEmail !== undefined && !isFreed(byEmail, email)) return byEmail;
  // An address as userName never conflicts: the service derives another name.
  if (userName === undefined || userName.includes('@')) return undefined;
  const byName = snapshot.idByUserName.get(storedUserName(userName));
  return byName === undefined || isFreed(byName, userName) ? undefined : byName;
}

/** Returns the attributes that earlier changes set for the same user, such as a temporary address. */
function valuesSetEarlier(
  { target, after }: UserUpdateChange,
  byId: ReadonlyMap<ChangeId, Change>,
): readonly UserAttributeName[] {
  return after.flatMap((id) => {
    const earlier = byId.get(id);
    if (earlier === undefined || !isUserUpdate(earlier) || !('id' in earlier.target)) return [];
    if (!('id' in target) || earlier.target.id !== target.id) return [];
    return USER_ATTRIBUTE_NAMES.filter((name) => earlier.set[name] !== undefined);
  });
}

function staleUpdateReason(change: UserUpdateChange, state: PlanAndState): string | undefined {
  const { target, set, clear, before } = change;
  if (!('id' in target)) return undefined;
  const user = state.snapshot.users.get(target.id);
  if (user === undefined) return 'the user no longer exists';
  const made = valuesSetEarlier(change, state.byId);
  const name = USER_ATTRIBUTE_NAMES.find(
    (one) =>
      (set[one] !== undefined || clear.includes(one)) &&
      !made.includes(one) &&
      !isSameValue(one, before, user.values) &&
      !isSameValue(one, set, user.values),
  );
  if (name !== undefined)
    return `${name} is now ${JSON.stringify(user.values[name] ?? '')}; the plan has ${JSON.stringify(before[name] ?? '')}`;
  const wasActive = state.people[target.id]?.active;
  if (set.active !== undefined || made.includes('active') || wasActive === undefined) return undefined;
  const isAsPlanned = user.values.active === wasActive || isDoneByPlan(change, user, state);
  return isAsPlanned ? undefined : `the user is now ${wasActive ? 'deactivated' : 'active'}`;
}

/**
 * Whether another change of the plan gives the user the state that the user has now. A conversion would
 * reactivate a user who was deactivated since (SCIM §3), which no limit of the plan has counted.
 */
function isDoneByPlan(
  { set }: UserUpdateChange,
  { id, values }: SnapshotUser,
  { users }: PlanAndState,
): boolean {
  return set.guest === undefined && users.stateAfter(id) === values.active;
}

/** Returns a message if an existing group of a change is gone, or has another name than the plan knows. */
function staleGroupReason(
  change: Exclude<GroupChange, { kind: 'createGroup' }>,
  { groups, renamed }: PlanAndState,
): string | undefined {
  if (!('id' in change.target)) return undefined;
  const { id } = change.target;
  const group = groups.groups.get(id);
  if (group === undefined) return 'the group no longer exists';
  const before = 'before' in change ? change.before.displayName : change.name;
  const names = renamed.get(id) ?? [before];
  return names.includes(group.displayName) ? undefined : `the group is now named "${group.displayName}"`;
}

/** Returns a message if a group has the name that a new or renamed one gets, unless the plan renames it. */
function staleNameReason(name: string, { groups, renamed }: PlanAndState): string | undefined {
  const isTaken = findGroups(groups, name).some(({ id }) => !renamed.has(id));
  return isTaken ? 'a group with this name exists now' : undefined;
}

/** Returns the names of the groups that the plan renames, before and after it. */
function namesOfRenamed(changes: readonly Change[]): ReadonlyMap<GroupId, readonly string[]> {
  return new Map(
    changes.flatMap((change) =>
      change.kind === 'renameGroup'
        ? [[change.target.id, [change.formerName, change.displayName]] as const]
        : [],
    ),
  );
}

/** Returns a message if a user who joins a group no longer exists, or is deactivated by then. */
function staleJoinReason(change: GroupChange, { snapshot, users }: PlanAndState): string | undefined {
  const joining =
    change.kind === 'addMembers' ? change.members : change.kind === 'replaceGroup' ? change.joining : [];
  for (const member of joining) {
    if ('id' in member && !snapshot.users.has(member.id)) return `${member.name} no longer exists`;
    if (!users.mayJoin(member)) return `${member.name} is now deactivated and cannot join`;
  }
  return undefined;
}

/**
 * Returns a message if users joined a group whose members the plan knows completely: it would not remove
 * them, and a deletion would fail.
 */
function staleNewcomerReason(change: GroupChange, { newcomers, snapshot }: PlanAndState): string | undefined {
  if (change.kind !== 'deleteGroup' && !('staying' in change)) return undefined;
  if (!('target' in change) || !('id' in change.target)) return undefined;
  const joined = newcomers.get(change.target.id) ?? [];
  if (joined.length === 0) return undefined;
  const names = joined.map((id) => snapshot.users.get(id)?.values.userName ?? id);
  const others = joined.length - NEWCOMERS_SHOWN;
  const shown = others > 0 ? [...names.slice(0, NEWCOMERS_SHOWN), pluralize(others, 'other user')] : names;
  return `${listed(shown, 'and')} joined the group since`;
}

import { pluralize } from '../../output/pluralize.ts';
import { type ChangeId, changeId, type GroupId, type UserId } from '../../values/ids.ts';
import type { Change, ChangeOf, GroupChange, PlannedMember } from '../plan/change.ts';
import type { GroupSnapshot, SnapshotGroup } from '../plan/group-snapshot.ts';
import { membershipChanges } from '../plan/membership-changes.ts';
import type { IdentityCheck } from '../plan/people.ts';
import type { Snapshot } from '../plan/snapshot.ts';
import type { AppliedRun } from './applied-run.ts';
import { type GroupEffect, groupEffects, type ReportUnchanged } from './group-effects.ts';

/** The current state of users. */
interface CurrentUsers extends IdentityCheck {
  readonly snapshot: Snapshot;
  /** The changes that reactivate users, by user ID. */
  readonly reactivations: ReadonlyMap<string, ChangeId>;
  readonly keep: ReportUnchanged;
}

/**
 * Plans the undo of a run's group changes: added members are removed, removed members are added again, and
 * created groups without other members are deleted. Pure.
 */
export function planGroupUndo(
  done: AppliedRun,
  snapshot: Snapshot,
  groups: GroupSnapshot,
  { users, stranger }: { readonly users: readonly Change[] } & IdentityCheck,
  keep: ReportUnchanged,
): { readonly changes: readonly GroupChange[]; readonly unchanged: number } {
  const present = { snapshot, stranger, reactivations: reactivationsIn(users), keep };
  const changes: GroupChange[] = [];
  let unchanged = 0;
  for (const [id, doneTo] of groupEffects(done, (id) => groups.groups.has(id), keep)) {
    const group = groups.groups.get(id);
    const planned = group === undefined ? [] : changesOfGroup(id, doneTo, group, present);
    changes.push(...planned);
    if (group === undefined && !doneTo.wasCreated)
      keep(doneTo.change, 'no_such_group', `group ${id} no longer exists`);
    else if (planned.length === 0) unchanged += 1;
  }
  return { changes, unchanged };
}

function reactivationsIn(changes: readonly Change[]): ReadonlyMap<string, ChangeId> {
  return new Map(
    changes.flatMap((change) =>
      change.kind === 'reactivateUser' && 'id' in change.target ? [[change.target.id, change.id]] : [],
    ),
  );
}

function changesOfGroup(
  id: GroupId,
  done: GroupEffect,
  group: SnapshotGroup,
  present: CurrentUsers,
): readonly GroupChange[] {
  const { change } = done;
  const base = { id: changeId(`U${change.id}`), line: change.line, name: group.displayName };
  if (mayDelete(done, group, present.keep)) {
    const members = [...group.members];
    return [{ ...base, after: [], target: { id }, kind: 'deleteGroup', members, implies: ['losesGroup'] }];
  }
  const joining = membersToReadd(done, group, present);
  const leaving = membersOf(done.added, present).filter(
    (member) => group.members.has(member.id) && !isOtherPerson(member, change, present),
  );
  return [
    ...formerName(id, done, group, present.keep),
    ...membershipChanges({ ...base, existing: id }, joining, leaving, (members) =>
      members.flatMap((member) => ('id' in member ? (present.reactivations.get(member.id) ?? []) : [])),
    ),
  ];
}

/** Whether to delete a group that the run created: not if it was renamed or has other members now. */
function mayDelete(
  { change, wasCreated, added }: GroupEffect,
  group: SnapshotGroup,
  keep: ReportUnchanged,
): boolean {
  if (!wasCreated) return false;
  const isRenamed = group.displayName !== change.name;
  if (isRenamed) keep(change, 'edited_since', `the group was renamed to ${group.displayName}; not deleted`);
  const others = [...group.members].filter((user) => !added.has(user)).length;
  if (others > 0)
    keep(change, 'edited_since', `the group has ${pluralize(others, 'other member')} now; not deleted`);
  return others === 0 && !isRenamed;
}

function membersToReadd(
  { change, removed }: GroupEffect,
  { members }: SnapshotGroup,
  present: CurrentUsers,
): readonly KnownMember[] {
  const { snapshot, reactivations, keep } = present;
  return membersOf(removed, present).filter((member) => {
    const { id, name, line } = member;
    if (members.has(id) || isOtherPerson(member, change, present)) return false;
    const mayJoin = snapshot.users.get(id)?.values.active === true || reactivations.has(id);
    if (!mayJoin)
      keep({ ...change, line }, 'cannot_be_undone', `${name} is deactivated and cannot join again`);
    return mayJoin;
  });
}

/** A member who exists. */
type KnownMember = PlannedMember & { readonly id: UserId };

/** Returns users with their names now. @param lines the input line of each user, by ID */
function membersOf(lines: ReadonlyMap<UserId, number>, { snapshot }: CurrentUsers): readonly KnownMember[] {
  return [...lines].map(([id, line]) => ({ id, name: snapshot.users.get(id)?.values.userName ?? id, line }));
}

/** Whether the ID now belongs to another person; the membership is then left unchanged. */
function isOtherPerson(
  { id, line }: KnownMember,
  change: GroupChange,
  { snapshot, stranger, keep }: CurrentUsers,
): boolean {
  const now = snapshot.users.get(id);
  const other = now === undefined ? undefined : stranger(now);
  if (other !== undefined) keep({ ...change, line }, 'other_person', `membership left unchanged: ${other}`);
  return other !== undefined;
}

/** Restores the name of a group unless it was renamed again. */
function formerName(
  id: GroupId,
  { change, renamed }: GroupEffect,
  { displayName: name }: SnapshotGroup,
  keep: ReportUnchanged,
): readonly ChangeOf<'renameGroup'>[] {
  if (renamed === undefined || name === renamed.before) return [];
  if (name !== renamed.after) {
    keep(change, 'edited_since', `its name is now "${name}"; the run set it to "${renamed.after}"`);
    return [];
  }
  const base = { id: changeId(`U${change.id}n`), line: change.line, name, after: [], target: { id } };
  return [{ ...base, kind: 'renameGroup', formerName: renamed.after, displayName: renamed.before }];
}

import { LIMITS } from '../../spec/limits.ts';
import { comparisonKey } from '../../values/comparison-key.ts';
import type { UserId } from '../../values/ids.ts';
import type { DesiredUser } from '../input/desired-state.ts';
import type { GroupChange, PlannedMember, ReportRow, UserTarget } from './change.ts';
import type { GroupSnapshot } from './group-snapshot.ts';
import { membershipChanges } from './membership-changes.ts';
import { earlierDuplicate, reportDuplicate } from './same-membership.ts';
import { SimilarUsers } from './similar-users.ts';
import type { Snapshot } from './snapshot.ts';
import { UsersOfPlan } from './users-of-plan.ts';
import { groupOf, unknownGroup, type WantedGroup } from './wanted-group.ts';
import type { MembershipOptions, WantedMembership } from './wanted-membership.ts';

/**
 * Plans which groups are created and which users join and leave, in calls of the recommended size. Users who
 * are created or reactivated come before their memberships. Pure.
 */
export function planMemberships(
  wanted: readonly WantedMembership[],
  snapshot: Snapshot,
  groups: GroupSnapshot,
  options: MembershipOptions,
  report: ReportRow,
): { readonly changes: readonly GroupChange[]; readonly unchanged: number } {
  // Skips the index below, which is built from all users of the plan.
  if (wanted.length === 0) return { changes: [], unchanged: 0 };
  const byKey = new Map<string, WantedGroup>();
  const users = new UsersOfPlan(snapshot, options.userChanges);
  const similar = new SimilarUsers(snapshot, (name) => users.find(name) !== undefined);
  const contradicted = new Set<number>();
  let unchanged = 0;
  for (const row of wanted) {
    const group = groupOf(row, byKey, groups, options, report);
    if (group === undefined) continue;
    if (row.member === undefined) {
      if (group.existing !== undefined) unchanged += 1;
      continue;
    }
    const user = memberOf(row, row.member, users);
    if (user === undefined) {
      reportUnknown(row, row.member, similar, options.refused, report);
      continue;
    }
    const key = keyOf(user);
    const before = earlierDuplicate(row, group, key);
    if (before !== undefined) {
      reportDuplicate(row, before, contradicted, report);
      continue;
    }
    // Not a spread, so that all members share a hidden class (test/gate/hidden-classes.test.ts).
    const named = { name: nameOf(row.member, snapshot), line: row.line };
    const member: PlannedMember = Object.assign({}, user, named);
    const isMember = 'id' in user && group.existing?.members.has(user.id) === true;
    if (row.action === 'remove') group.remove.set(key, member);
    else group.add.set(key, member);
    if (isMember === (row.action === 'add')) unchanged += 1;
    else if (row.action === 'add' && !users.mayJoin(user)) {
      report(
        row.line,
        'unable_to_add_deleted_or_guest_to_group',
        'member',
        cannotJoinMessage(row, row.member),
      );
    }
  }
  const changes = [...byKey.values()].flatMap((group) => {
    if (group.existing !== undefined || group.isWanted)
      return changesOf(group, snapshot, users, options, report);
    report(group.line, 'no_such_group', 'group', unknownGroup(group.name, groups));
    return [];
  });
  return { changes, unchanged };
}

function memberOf({ isNew }: WantedMembership, member: string, users: UsersOfPlan): UserTarget | undefined {
  return isNew === true ? users.findCreated(member) : users.find(member);
}

function keyOf(user: UserTarget): string {
  return 'id' in user ? user.id : user.createdBy;
}

/** Returns the name of the user in a row. */
export function nameInFile({ id, set }: DesiredUser): string {
  return set.email ?? set.userName ?? id ?? set.employeeNumber ?? '';
}

/** Describes a deactivated user by the name in the file, and how the user can join. */
function cannotJoinMessage({ rowOf }: WantedMembership, member: string): string {
  const remedy = rowOf === undefined ? '' : ', or set "active" to true in this row';
  return `"${rowOf ?? member}" is deactivated and cannot join; activate the user first${remedy}`;
}

/** Returns the userName of a member given by ID; otherwise the name as given. */
function nameOf(identity: string, snapshot: Snapshot): string {
  return snapshot.users.get(identity)?.values.userName ?? identity;
}

function changesOf(
  group: WantedGroup,
  snapshot: Snapshot,
  users: UsersOfPlan,
  options: MembershipOptions,
  report: ReportRow,
): readonly GroupChange[] {
  const { id, line, name, existing } = group;
  const { inexact = new Set() } = options;
  const isExact =
    options.isExact && !inexact.has(comparisonKey(name)) && !inexact.has(comparisonKey(existing?.id ?? ''));
  const now = existing?.members ?? new Set<UserId>();
  const isIn = (member: PlannedMember) => 'id' in member && now.has(member.id);
  const joining = [...group.add.values()].filter((member) => !isIn(member));
  const leaving = [...group.remove.values()].filter(isIn);
  const unlisted = isExact ? unlistedMembers(group, snapshot, options) : [];
  if (unlisted.length > 0 && !group.isMemberAdded) {
    const message = `"${name}" would lose all of its members (${now.size}); to do this, list each one with the action remove`;
    report(line, 'groups_invalid', 'group', message);
    return [];
  }
  leaving.push(...unlisted);
  const size = now.size + joining.length - leaving.length;
  if (joining.length > 0 && size > LIMITS.idpGroupMembers) {
    const message = `"${name}" would have ${size} members; the maximum is ${LIMITS.idpGroupMembers}`;
    report(line, 'group_member_max_exceeded', 'group', message);
    return [];
  }
  const isComplete = isExact || (existing !== undefined && options.complete?.has(existing.id) === true);
  const gone = new Set(leaving.map((member) => ('id' in member ? member.id : undefined)));
  const staying =
    isComplete && existing !== undefined ? [...now].filter((user) => !gone.has(user)) : undefined;
  return membershipChanges({ id, line, name, existing: existing?.id, staying }, joining, leaving, (members) =>
    users.conditionsOf(members),
  );
}

/** Returns the members of an existing group who have no row and leave it. */
function unlistedMembers(
  { line, existing, add, remove }: WantedGroup,
  snapshot: Snapshot,
  { staysUnnamed }: MembershipOptions,
): readonly PlannedMember[] {
  return [...(existing?.members ?? [])].flatMap((id) => {
    if (add.has(id) || remove.has(id)) return [];
    const known = snapshot.users.get(id);
    if (known !== undefined && staysUnnamed?.(known) === true) return [];
    return [{ id, name: known?.values.userName ?? id, line }];
  });
}

/** Reports an unknown member, unless a finding says why the user of the row is not created. */
function reportUnknown(
  { line, isNew }: WantedMembership,
  member: string,
  similar: SimilarUsers,
  refused: MembershipOptions['refused'],
  report: ReportRow,
): void {
  if (isNew === true && refused?.has(line) === true) return;
  report(line, 'no_such_group_members', 'member', unknownWords(member, similar));
}

function unknownWords(member: string, similar: SimilarUsers): string {
  const advice = /[,;|]/.test(member) ? '; write one member per row' : similar.question(member);
  return `"${member}" is neither in the organization nor in this file${advice}`;
}

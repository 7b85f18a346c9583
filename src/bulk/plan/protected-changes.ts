import { Failure } from '../../failure/failure.ts';
import { protectsNothing } from '../../profiles/safety.ts';
import { addressesOf } from '../../rules/email-address.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import { userId } from '../../values/ids.ts';
import type { Change, ChangeOf, UserTarget } from './change.ts';
import type { GroupSnapshot } from './group-snapshot.ts';
import { namesInArguments } from './named-in-arguments.ts';
import { findInSnapshot, type Snapshot, type SnapshotUser } from './snapshot.ts';

/** Whether a text names a protected user or group, which no plan may touch. */
export type IsProtected = (text: string) => boolean;

const NAMES_SHOWN = 10;

/**
 * @param remedy what to do; by default for a plan that can be changed
 * @throws Failure `limit` naming the protected users and groups that a plan would touch
 */
export function refuseProtected(touched: readonly string[], remedy = 'leave them out'): void {
  if (touched.length === 0) return;
  const shown = touched.slice(0, NAMES_SHOWN).join(', ');
  throw new Failure(
    'limit',
    `the plan touches protected users or groups: ${shown}${touched.length > NAMES_SHOWN ? ', …' : ''}`,
    {
      hint: `${remedy}, or change ORGCTL_PROTECT or the profile: orgctl profile edit NAME --protect NAMES`,
    },
  );
}

/** Whether a user is protected by ID, userName or address. */
export function isProtectedUser(
  { id, values }: Pick<SnapshotUser, 'id'> & { readonly values: UserValues },
  isProtected: IsProtected,
): boolean {
  return [id, values.userName, ...addressesOf(values)].some(
    (text) => text !== undefined && isProtected(text),
  );
}

/** Returns the names of the protected users among some, for example the targets of a policy. */
export function protectedUsers(users: Iterable<SnapshotUser>, isProtected: IsProtected): readonly string[] {
  return [...users].flatMap((user) =>
    isProtectedUser(user, isProtected) ? [user.values.userName ?? user.id] : [],
  );
}

/**
 * Returns the protected users and groups that a plan would touch, without duplicates: as the changed user or
 * group, as a member who joins or leaves, as a new manager, or as a name or address that a user would take.
 */
export function protectedIn(
  changes: readonly Change[],
  snapshot: Snapshot,
  groups: GroupSnapshot,
  isProtected: IsProtected,
): readonly string[] {
  if (isProtected === protectsNothing) return [];
  const scope = { snapshot, groups, isProtected };
  return [...new Set(changes.flatMap((change) => protectedInChange(change, scope)))];
}

/**
 * Returns the input lines that would touch protected users or groups, with their names. For memberships it is
 * the line of the member.
 */
export function protectedLines(
  changes: readonly Change[],
  snapshot: Snapshot,
  groups: GroupSnapshot,
  isProtected: IsProtected,
): ReadonlyMap<number, ReadonlySet<string>> {
  const scope = { snapshot, groups, isProtected };
  const lines = new Map<number, Set<string>>();
  for (const { line, part } of changes.flatMap(partsByLine)) {
    for (const name of protectedInChange(part, scope))
      lines.set(line, (lines.get(line) ?? new Set<string>()).add(name));
  }
  return lines;
}

/** Splits a change of members by line: each member has its own. */
function partsByLine(change: Change): readonly { readonly line: number; readonly part: Change }[] {
  if (change.kind !== 'addMembers' && change.kind !== 'removeMembers')
    return [{ line: change.line, part: change }];
  return change.members.map((member) => ({ line: member.line, part: { ...change, members: [member] } }));
}

interface ProtectedScope {
  readonly snapshot: Snapshot;
  readonly groups: GroupSnapshot;
  readonly isProtected: IsProtected;
}

function protectedInChange(change: Change, scope: ProtectedScope): readonly string[] {
  switch (change.kind) {
    case 'createUser':
      return [...namesTaken(change.user, scope), ...managerSet(change.user, change.name, scope)];
    case 'patchUser':
    case 'deactivateUser':
    case 'reactivateUser':
    case 'replaceUser':
      return [
        ...usersIn([change.target], scope, ''),
        ...namesTaken(change.set, scope),
        ...managerSet(change.set, change.name, scope),
      ];
    case 'sendUserPatch':
      return [
        ...usersIn([change.target], scope, ''),
        ...namesTaken(change.set, scope),
        ...change.asks.names.filter(scope.isProtected),
        ...[change.set, ...change.asks.managers.map((manager) => ({ manager }))].flatMap((values) =>
          managerSet(values, change.name, scope),
        ),
      ];
    case 'createGroup':
      return scope.isProtected(change.name) ? [change.name] : [];
    case 'addMembers':
    case 'removeMembers':
      return [
        ...('id' in change.target ? groupOf(change.target.id, scope) : []),
        ...usersIn(change.members, scope, ` (member of ${change.name})`),
      ];
    case 'deleteGroup':
      return [...groupOf(change.target.id, scope), ...membersIn(change.members, change.name, scope)];
    case 'renameGroup':
      return [
        ...groupOf(change.target.id, scope),
        ...(scope.isProtected(change.displayName) ? [change.displayName] : []),
      ];
    case 'replaceGroup':
      return [
        ...groupOf(change.target.id, scope),
        ...(scope.isProtected(change.displayName) ? [change.displayName] : []),
        ...usersIn([...change.joining, ...change.leaving], scope, ` (member of ${change.name})`),
      ];
    case 'sendGroupPatch':
      return [
        ...groupOf(change.target.id, scope),
        ...change.asks.names.filter(scope.isProtected),
        ...membersIn([...change.asks.joining, ...change.asks.leaving], change.name, scope),
      ];
    case 'callMethod':
      return protectedArguments(change, scope);
  }
}

function membersIn(ids: readonly string[], group: string, scope: ProtectedScope): readonly string[] {
  return usersIn(
    ids.map((id) => ({ id: userId(id) })),
    scope,
    ` (member of ${group})`,
  );
}

function usersIn(
  targets: readonly UserTarget[],
  { snapshot, isProtected }: ProtectedScope,
  role: string,
): readonly string[] {
  const users = targets.flatMap((target) => ('id' in target ? (snapshot.users.get(target.id) ?? []) : []));
  return protectedUsers(users, isProtected).map((name) => name + role);
}

function groupOf(id: string, { groups, isProtected }: ProtectedScope): readonly string[] {
  const name = groups.groups.get(id)?.displayName ?? id;
  return isProtected(id) || isProtected(name) ? [name] : [];
}

function namesTaken(values: UserValues, { isProtected }: ProtectedScope): readonly string[] {
  const { userName, nickName } = values;
  const names = [userName, nickName, ...addressesOf(values)].filter((text) => text !== undefined);
  return names.filter(isProtected);
}

/** A manager is given by ID, userName or address (SCIM §4.3 rule 12). */
function managerSet(
  { manager }: UserValues,
  of: string,
  { snapshot, isProtected }: ProtectedScope,
): readonly string[] {
  if (manager === undefined || manager === '') return [];
  const known = findInSnapshot(snapshot, manager);
  const role = ` (manager of ${of})`;
  if (known !== undefined) return protectedUsers([known], isProtected).map((name) => name + role);
  return isProtected(manager) ? [manager + role] : [];
}

/**
 * Returns the protected users, groups and channels that the arguments of a call name, such as the targets of
 * a policy.
 */
function protectedArguments(
  call: ChangeOf<'callMethod'>,
  { snapshot, isProtected }: ProtectedScope,
): readonly string[] {
  return namesInArguments(call).flatMap((word) => {
    const user = findInSnapshot(snapshot, word);
    if (user !== undefined) return protectedUsers([user], isProtected);
    return isProtected(word) ? [word] : [];
  });
}

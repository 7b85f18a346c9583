import { type Change, idsOf, isUserUpdate } from '../../bulk/plan/change.ts';
import { addressesNamed, userIdsNamed } from '../../bulk/plan/named-in-arguments.ts';
import type { SnapshotUser } from '../../bulk/plan/snapshot.ts';
import { Failure } from '../../failure/failure.ts';
import { hasAddress } from '../../rules/email-address.ts';
import { findByEmail, findUser } from '../../scim/find-user.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import { getUser } from '../../scim/users.ts';
import { comparisonKey } from '../../values/comparison-key.ts';
import { userId } from '../../values/ids.ts';
import { inParallel } from '../../values/in-parallel.ts';
import type { Context } from '../context.ts';
import { exchangeLocalIds } from './local-ids.ts';

/** The users that changes refer to, apart from those read before. */
export interface UsersNamed {
  readonly users: readonly SnapshotUser[];
  /** Global IDs by workspace-local ID. */
  readonly globalIds: ReadonlyMap<string, string>;
}

/** Up to this many users are looked up one by one; for more, the list of all users is read. */
const LOOKED_UP_ONE_BY_ONE = 20;

/**
 * Looks up the users that changes refer to by ID, email or userName: they may be protected under another
 * name.
 * @throws Failure `limit` if it is impossible to tell whether a user is protected
 */
export async function usersNamed(
  context: Context,
  changes: readonly Change[],
  seen: readonly SnapshotUser[],
): Promise<UsersNamed> {
  const isSeen = (identity: string) => seen.some((user) => isNamed(user, identity));
  const ids = new Set(changes.flatMap(idsIn));
  const identities = [...new Set([...ids, ...changes.flatMap(namesIn)])].filter((one) => !isSeen(one));
  if (identities.length === 0) return { users: [], globalIds: new Map() };
  const { settings } = await context.resolved();
  const users = settings.scimBaseUrl === undefined ? undefined : await lookUpUsers(context, identities, ids);
  const isFound = (identity: string) => users?.some((user) => isNamed(user, identity)) === true;
  // Web API methods also accept workspace-local IDs.
  const inCalls = new Set(
    changes.flatMap((one) => (one.kind === 'callMethod' ? [...idsIn(one), ...namesIn(one)] : [])),
  );
  const unknown = identities.filter((identity) => inCalls.has(identity) && !isFound(identity));
  const globalIds = await exchangeLocalIds(context, unknown, users !== undefined);
  const others = [...new Set(globalIds.values())].filter((id) => !isFound(id));
  const behind = users === undefined || others.length === 0 ? [] : await lookUpUsers(context, others);
  const everybody = [...(users ?? []), ...behind];
  const aliases = [...globalIds].flatMap(([id, globalId]): readonly SnapshotUser[] => {
    const user = [...seen, ...everybody].find((one) => one.id === globalId);
    return user === undefined ? [] : [{ ...user, id: userId(id) }];
  });
  return { users: [...aliases, ...everybody], globalIds };
}

/** Whether a name is the ID, userName or email of a user. */
function isNamed({ id, values }: SnapshotUser, name: string): boolean {
  return (
    id === name || comparisonKey(values.userName ?? '') === comparisonKey(name) || hasAddress(values, name)
  );
}

/**
 * Looks up users by ID, e-mail or userName. Missing ones are skipped: the service refuses the writes that
 * refer to them. For many names, all users of the organization are returned.
 * @param ids the names that can only be IDs; any other may also be a userName in capitals
 */
export async function lookUpUsers(
  context: Context,
  identities: readonly string[],
  ids: ReadonlySet<string> = new Set(),
): Promise<readonly SnapshotUser[]> {
  if (identities.length > LOOKED_UP_ONE_BY_ONE) {
    const { readSnapshot } = await import('../bulk/read-organization.ts');
    return [...(await readSnapshot(context)).users.values()];
  }
  const { scim } = await context.connection();
  const found = await inParallel(identities, scim.concurrency ?? 1, (identity) =>
    usersOfName(scim, identity, ids.has(identity)),
  );
  return found.flat();
}

async function usersOfName(
  scim: ScimClient,
  identity: string,
  isId: boolean,
): Promise<readonly SnapshotUser[]> {
  if (identity.includes('@') && !isId) return findByEmail(scim, identity);
  try {
    return [await (isId ? getUser(scim, userId(identity)) : findUser(scim, identity))];
  } catch (error) {
    if (error instanceof Failure && error.kind === 'refused') return [];
    throw error;
  }
}

/** Users that a change refers to by ID. */
function idsIn(change: Change): readonly string[] {
  switch (change.kind) {
    case 'addMembers':
    case 'removeMembers':
      return idsOf(change.members);
    case 'replaceGroup':
      return idsOf([...change.joining, ...change.leaving]);
    case 'deleteGroup':
      return change.members;
    case 'sendGroupPatch':
      return [...change.asks.joining, ...change.asks.leaving];
    case 'callMethod':
      return userIdsNamed(change);
    default:
      return [];
  }
}

/**
 * Users that a change refers to by any name, such as a manager by ID, userName or email (SCIM §4.3 rule 12).
 */
function namesIn(change: Change): readonly string[] {
  if (change.kind === 'createUser') return managerIn(change.user);
  if (isUserUpdate(change)) {
    const written = change.kind === 'sendUserPatch' ? change.asks.managers : [];
    return [...managerIn(change.set), ...written];
  }
  return change.kind === 'callMethod' ? addressesNamed(change) : [];
}

function managerIn({ manager }: { readonly manager?: string | undefined }): readonly string[] {
  return manager === undefined || manager.trim() === '' ? [] : [manager];
}

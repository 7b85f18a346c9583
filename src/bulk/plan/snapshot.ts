import { composedEmailKey } from '../../rules/email-address.ts';
import { nameKey } from '../../rules/name-key.ts';
import { isEmailShaped } from '../../rules/user-name.ts';
import { readGroup } from '../../scim/group.ts';
import { readComplete } from '../../scim/read-complete.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import { type ListQuery, streamResources } from '../../scim/stream-resources.ts';
import { readUser } from '../../scim/user.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import { OTHER_EMAIL_NAMES } from '../../spec/user-slots.ts';
import type { UserId } from '../../values/ids.ts';
import { type GroupSnapshot, groupSnapshotOf, type SnapshotGroup } from './group-snapshot.ts';

/** A user as stored in the organization. */
export interface SnapshotUser {
  readonly id: UserId;
  /** `meta.created`, as the service writes it. */
  readonly created?: string | undefined;
  readonly values: UserValues & { readonly active: boolean };
}

/** All users of the organization at one point in time, with the lookups by which rows find them. */
export interface Snapshot {
  readonly users: ReadonlyMap<string, SnapshotUser>;
  readonly idByEmail: ReadonlyMap<string, UserId>;
  readonly idByUserName: ReadonlyMap<string, UserId>;
  readonly activeUsers: number;
}

export function snapshotOf(users: Iterable<SnapshotUser>): Snapshot {
  const byId = new Map<string, SnapshotUser>();
  const idByEmail = new Map<string, UserId>();
  const idByUserName = new Map<string, UserId>();
  let activeUsers = 0;
  for (const user of users) {
    byId.set(user.id, user);
    const { email, userName, active } = user.values;
    for (const name of OTHER_EMAIL_NAMES) {
      const address = user.values[name];
      if (address !== undefined && !idByEmail.has(composedEmailKey(address)))
        idByEmail.set(composedEmailKey(address), user.id);
    }
    if (email !== undefined) idByEmail.set(composedEmailKey(email), user.id);
    if (userName !== undefined) idByUserName.set(userName.normalize('NFC').toLowerCase(), user.id);
    if (active) activeUsers += 1;
  }
  return { users: byId, idByEmail, idByUserName, activeUsers };
}

/** Finds a user by ID, email address or userName. */
export function findInSnapshot(snapshot: Snapshot, identity: string): SnapshotUser | undefined {
  const byId = snapshot.users.get(identity);
  if (byId !== undefined) return byId;
  const ids = isEmailShaped(identity) ? snapshot.idByEmail : snapshot.idByUserName;
  return snapshot.users.get(ids.get(nameKey(identity)) ?? '');
}

/** Called with the number of items read, and the total once the service has reported it. */
export type OnRead = (read: number, total: number | undefined) => void;

/**
 * Lists all users.
 * @throws Failure `stale` if the list stays incomplete
 */
export async function takeSnapshot(
  scim: ScimClient,
  onProgress: OnRead,
  isSettled = false,
): Promise<Snapshot> {
  const read = (item: JsonObject): SnapshotUser => {
    const { id, values, created } = readUser(item, scim.dialect);
    return { id, values, created };
  };
  return snapshotOf(await readAll(scim, { path: '/Users', isSettled }, read, onProgress));
}

/**
 * Lists all groups with their members.
 * @throws Failure `stale` if the list stays incomplete
 */
export async function takeGroupSnapshot(
  scim: ScimClient,
  onProgress: OnRead,
  isSettled = false,
): Promise<GroupSnapshot> {
  const read = (item: JsonObject): SnapshotGroup => {
    const { id, displayName, members } = readGroup(item);
    return { id, displayName, members: new Set(members.map((member) => member.id)) };
  };
  return groupSnapshotOf(await readAll(scim, { path: '/Groups', isSettled }, read, onProgress));
}

/**
 * Reads a complete list, again if it was incomplete.
 * @throws Failure `stale` if it was incomplete three times
 */
function readAll<T extends { readonly id: string }>(
  scim: ScimClient,
  query: ListQuery,
  read: (item: JsonObject) => T,
  onProgress: OnRead,
): Promise<readonly T[]> {
  const noun = query.path === '/Users' ? 'users' : 'groups';
  return readComplete(
    noun,
    () => streamResources(scim, query),
    async (list) => {
      const items: T[] = [];
      for await (const page of list) {
        for (const resource of page.parse()) items.push(read(resource));
        onProgress(items.length, list.total());
      }
      return items;
    },
  );
}

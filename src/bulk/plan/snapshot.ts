import { Failure } from '../../failure/failure.ts';
import { emailKey } from '../../rules/email-address.ts';
import { storedUserName } from '../../rules/user-name.ts';
import { readGroup } from '../../scim/group.ts';
import { listPassing } from '../../scim/list-items.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import { readUser } from '../../scim/user.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import type { JsonObject } from '../../spec/wire.ts';
import { type GroupSnapshot, groupSnapshotOf, type SnapshotGroup } from './group-snapshot.ts';

/** A user as the organization has it now. */
export interface SnapshotUser {
  readonly id: string;
  readonly values: UserValues & { readonly active: boolean };
}

/** Everybody in the organization at one moment, with the look-ups by which a row finds its user. */
export interface Snapshot {
  readonly users: ReadonlyMap<string, SnapshotUser>;
  readonly idByEmail: ReadonlyMap<string, string>;
  readonly idByUserName: ReadonlyMap<string, string>;
  readonly activeUsers: number;
}

export function snapshotOf(users: Iterable<SnapshotUser>): Snapshot {
  const byId = new Map<string, SnapshotUser>();
  const idByEmail = new Map<string, string>();
  const idByUserName = new Map<string, string>();
  let activeUsers = 0;
  for (const user of users) {
    byId.set(user.id, user);
    const { email, secondaryEmail, userName, active } = user.values;
    if (secondaryEmail !== undefined && !idByEmail.has(emailKey(secondaryEmail)))
      idByEmail.set(emailKey(secondaryEmail), user.id);
    if (email !== undefined) idByEmail.set(emailKey(email), user.id);
    if (userName !== undefined) idByUserName.set(userName.toLowerCase(), user.id);
    if (active) activeUsers += 1;
  }
  return { users: byId, idByEmail, idByUserName, activeUsers };
}

/** Finds a user by what a person would call it: ID, e-mail address or userName. */
export function findInSnapshot(snapshot: Snapshot, identity: string): SnapshotUser | undefined {
  const id = snapshot.users.has(identity)
    ? identity
    : identity.includes('@')
      ? snapshot.idByEmail.get(emailKey(identity))
      : snapshot.idByUserName.get(storedUserName(identity));
  return id === undefined ? undefined : snapshot.users.get(id);
}

/** Is told how many are read, and of how many when the service has said. */
export type OnRead = (read: number, total: number | undefined) => void;

/**
 * Lists every user.
 * @throws Failure `stale` when the list does not come to rest (engine, Plan).
 */
export async function takeSnapshot(scim: ScimClient, onProgress: OnRead): Promise<Snapshot> {
  const read = (item: JsonObject): SnapshotUser => {
    const { id, values } = readUser(item, scim.dialect);
    return { id, values };
  };
  return snapshotOf(await readAtRest(scim, '/Users', read, onProgress));
}

/** Lists every group with its members. @throws Failure `stale` when the list does not come to rest. */
export async function takeGroupSnapshot(scim: ScimClient, onProgress: OnRead): Promise<GroupSnapshot> {
  const read = (item: JsonObject): SnapshotGroup => {
    const { id, displayName, members } = readGroup(item);
    return { id, displayName, members: new Set(members.map((member) => member.id)) };
  };
  return groupSnapshotOf(await readAtRest(scim, '/Groups', read, onProgress));
}

/** A list that moved is read again so often. */
const PASSES = 3;

/**
 * Reads a whole list. The service has no session for one, so a list that moved meanwhile shows: a page repeats or the total changes.
 * Then it is read again, until it rests or is the same twice.
 */
async function readAtRest<T extends { readonly id: string }>(
  scim: ScimClient,
  path: '/Users' | '/Groups',
  read: (item: JsonObject) => T,
  onProgress: OnRead,
): Promise<Iterable<T>> {
  let before: ReadonlyMap<string, T> | undefined;
  for (let pass = 1; pass <= PASSES; pass += 1) {
    const items = new Map<string, T>();
    let hasMoved = false;
    let total: number | undefined;
    for await (const page of listPassing(scim, { path })) {
      if (page.hasMoved || (total !== undefined && page.totalResults !== total)) hasMoved = true;
      total = page.totalResults ?? total;
      for (const resource of page.items) {
        const item = read(resource);
        if (items.has(item.id)) hasMoved = true;
        items.set(item.id, item);
      }
      onProgress(items.size, total);
    }
    const isWhole = !hasMoved && (total === undefined || total === items.size);
    if (isWhole || (before !== undefined && isSameSet(before, items))) return items.values();
    before = items;
  }
  const what = path === '/Users' ? 'users' : 'groups';
  throw new Failure('stale', `the list of ${what} changed while it was read, ${PASSES} times in a row`, {
    hint: `try again when nobody else is changing ${what}`,
  });
}

function isSameSet(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): boolean {
  return one.size === other.size && [...one.keys()].every((id) => other.has(id));
}

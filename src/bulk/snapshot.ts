import { Failure } from '../failure/failure.ts';
import { emailKey } from '../rules/email-address.ts';
import { storedUserName } from '../rules/user-name.ts';
import { listPages } from '../scim/list-pages.ts';
import type { ScimClient } from '../scim/scim-client.ts';
import { readUser } from '../scim/user.ts';
import type { UserValues } from '../spec/user-attributes.ts';

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

/** A list that moved is read again so often. */
const PASSES = 3;

/**
 * Lists every user. The service has no session for a list, so one that moved meanwhile shows: a page repeats, or the total
 * changes; then it is read again (engine, Plan).
 * @throws Failure `stale` when it does not come to rest.
 */
export async function takeSnapshot(
  scim: ScimClient,
  onProgress: (read: number, total: number | undefined) => void,
): Promise<Snapshot> {
  for (let pass = 1; pass <= PASSES; pass += 1) {
    const users = new Map<string, SnapshotUser>();
    let hasMoved = false;
    let total: number | undefined;
    for await (const page of listPages(scim, { path: '/Users' })) {
      if (total !== undefined && page.totalResults !== total) hasMoved = true;
      total = page.totalResults ?? total;
      for (const item of page.items) {
        const { id, values } = readUser(item, scim.dialect);
        if (users.has(id)) hasMoved = true;
        users.set(id, { id, values });
      }
      onProgress(users.size, total);
    }
    if (!hasMoved && (total === undefined || total === users.size)) return snapshotOf(users.values());
  }
  throw new Failure('stale', `the list of users changed while it was read, ${PASSES} times in a row`, {
    hint: 'try again when nobody else is changing users',
  });
}

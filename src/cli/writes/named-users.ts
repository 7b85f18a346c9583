import type { NamedUser } from '../../bulk/single/plan-user-writes.ts';
import { findUser } from '../../scim/find-user.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import type { User } from '../../scim/user.ts';
import { inParallel } from '../../values/in-parallel.ts';
import type { Context } from '../context.ts';
import type { Identity } from '../identity/identity.ts';
import { lookUpOrCollect, refuseUnknownNames, type UnknownName } from '../identity/unknown-names.ts';

/** The users named on a command line, in its order, and the names that match no user. */
export interface NamedUsers {
  readonly users: readonly NamedUser[];
  readonly missing: readonly UnknownName[];
}

/**
 * Finds the users named on a command line, without duplicates.
 * @param onDisplayName called with a user found by display name; if omitted, a display name matches no user
 * @throws the failure itself if the only name matches no user, and failures that concern all names, such as a
 * refused token
 */
export async function findNamedUsers(
  scim: ScimClient,
  identities: readonly Identity[],
  onDisplayName?: (user: User, name: string) => Promise<void>,
): Promise<NamedUsers> {
  const users: NamedUser[] = [];
  const missing: UnknownName[] = [];
  const found = await inParallel(identities, scim.concurrency ?? 1, (identity) =>
    lookUpOrCollect(identity, identities.length, async () => {
      let called: User | undefined;
      const onFound = async (user: User) => {
        called = user;
      };
      return {
        name: identity.name,
        user: await findUser(scim, identity.name, onDisplayName && onFound, identity.at !== undefined),
        called,
      };
    }),
  );
  const ids = new Set<string>();
  for (const [index, one] of found.entries()) {
    if ('failure' in one) {
      missing.push(one);
      continue;
    }
    const { name, user, called } = one;
    if (called !== undefined) await onDisplayName?.(called, name);
    if (!ids.has(user.id)) users.push({ user, position: index + 1 });
    ids.add(user.id);
  }
  return { users, missing };
}

/**
 * Finds all users named on a command line.
 * @throws Failure `refused` that lists every name that matches no user or several; for a single name, its own
 * failure
 */
export async function findEveryUser(
  context: Context,
  identities: readonly Identity[],
): Promise<readonly NamedUser[]> {
  const { scim } = await context.connection();
  const { users, missing } = await findNamedUsers(scim, identities);
  refuseUnknownNames(missing, identities.length, 'user');
  return users;
}

/** Returns the names of users for messages. */
export function userNamesOf(users: readonly NamedUser[]): readonly string[] {
  return users.map(({ user }) => user.values.userName ?? user.id);
}

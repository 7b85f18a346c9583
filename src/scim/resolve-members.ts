import { composedEmailKey } from '../rules/email-address.ts';
import { nameKey } from '../rules/name-key.ts';
import { isUserId, mayBeNameToo } from '../rules/user-id.ts';
import { OTHER_EMAIL_NAMES } from '../spec/user-slots.ts';
import { comparisonKey } from '../values/comparison-key.ts';
import { defined } from '../values/defined.ts';
import { type UserId, userId } from '../values/ids.ts';
import { inParallel } from '../values/in-parallel.ts';
import { findUser } from './find-user.ts';
import { readComplete } from './read-complete.ts';
import type { ScimClient } from './scim-client.ts';
import { isNotFound, isUserNotFound } from './service-error.ts';
import type { User } from './user.ts';
import { isSingleChannelGuest } from './user-state.ts';
import { listUsers } from './users.ts';

/** Maximum number of names to look up individually; for more, the list of users is read once. */
const LOOKED_UP_ONE_BY_ONE = 20;

/** A user as a member of a group. */
export interface ResolvedMember {
  readonly id: UserId;
  /**
   * The userName of a deactivated user, who cannot join a group; undefined for an active user and for an ID
   * that was not looked up.
   */
  readonly deactivated?: string;
  /** The userName of a single-channel guest; the service probably refuses guests in a group. */
  readonly singleChannel?: string;
  /** Undefined for an ID that was not looked up. */
  readonly userName?: string;
}

/**
 * Resolves names to users; a name is an ID, a userName or an e-mail. An unknown name gives undefined.
 * @param isJoining whether the users are to join a group; if not, an ID is not looked up, unless it may be a
 * name too, and is taken as it is: the service checks it
 */
export async function resolveMembers(
  scim: ScimClient,
  names: readonly string[],
  isJoining: boolean,
): Promise<readonly (ResolvedMember | undefined)[]> {
  const isLookedUp = (name: string) => isJoining || !isUserId(name) || mayBeNameToo(name);
  const memberById = (name: string) => (!isJoining && isUserId(name) ? { id: userId(name) } : undefined);
  if (names.filter(isLookedUp).length > LOOKED_UP_ONE_BY_ONE) {
    const find = await readAllUsers(scim);
    return names.map((name) => (isLookedUp(name) ? find(name) : undefined) ?? memberById(name));
  }
  return inParallel(names, scim.concurrency ?? 1, async (name) => {
    const found = isLookedUp(name) ? await findOne(scim, name) : undefined;
    return found ?? memberById(name);
  });
}

async function findOne(scim: ScimClient, name: string): Promise<ResolvedMember | undefined> {
  try {
    return asMember(await findUser(scim, name));
  } catch (error) {
    if (isNotFound(error) || isUserNotFound(error)) return undefined;
    throw error;
  }
}

/** Returns a user as a member of a group. */
export function asMember({ id, values }: User): ResolvedMember {
  const { userName = id } = values;
  const named = defined({ id, userName: values.userName });
  if (values.active === false) return { ...named, deactivated: userName };
  return isSingleChannelGuest(values) ? { ...named, singleChannel: userName } : named;
}

/** Reads all users and returns a function that finds a user by ID, userName or e-mail. */
async function readAllUsers(scim: ScimClient): Promise<(name: string) => ResolvedMember | undefined> {
  const { ids, byName, byOtherEmail } = await readComplete(
    'users',
    () => listUsers(scim, {}),
    async ({ items }) => {
      const found = {
        ids: new Map<string, ResolvedMember>(),
        byName: new Map<string, ResolvedMember>(),
        byOtherEmail: new Map<string, ResolvedMember>(),
      };
      for await (const user of items) {
        const { id, values } = user;
        const member = asMember(user);
        found.ids.set(id, member);
        if (values.userName !== undefined) found.byName.set(comparisonKey(values.userName), member);
        if (values.email !== undefined) found.byName.set(composedEmailKey(values.email), member);
        for (const name of OTHER_EMAIL_NAMES) {
          const address = values[name];
          if (address !== undefined) found.byOtherEmail.set(composedEmailKey(address), member);
        }
      }
      return found;
    },
  );
  return (name) => {
    const key = nameKey(name);
    return ids.get(name) ?? byName.get(key) ?? byOtherEmail.get(key);
  };
}

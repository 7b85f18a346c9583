import { Failure } from '../failure/failure.ts';
import { emailKey } from '../rules/email-address.ts';
import { isUserId } from '../rules/user-id.ts';
import { storedUserName } from '../rules/user-name.ts';
import { OTHER_EMAIL_NAMES } from '../spec/user-slots.ts';
import { type UserId, userId } from '../values/ids.ts';
import { findUser } from './find-user.ts';
import { readWhole } from './read-whole.ts';
import type { ScimClient } from './scim-client.ts';
import { isNotFound } from './service-error.ts';
import { listUsers } from './users.ts';

/** Up to this many names are looked up one by one; for more, the list of users is read once. */
const LOOKED_UP_ONE_BY_ONE = 20;

/**
 * Returns the user ID of each name: an ID, a userName or an e-mail; undefined where nobody has it. An ID is taken as it is: the
 * service checks it.
 */
export async function resolveMembers(
  scim: ScimClient,
  names: readonly string[],
): Promise<readonly (UserId | undefined)[]> {
  const others = names.filter((name) => !isUserId(name));
  const find =
    others.length > LOOKED_UP_ONE_BY_ONE ? await everybody(scim) : (name: string) => findOne(scim, name);
  const ids: (UserId | undefined)[] = [];
  for (const name of names) ids.push(isUserId(name) ? userId(name) : await find(name));
  return ids;
}

async function findOne(scim: ScimClient, name: string): Promise<UserId | undefined> {
  try {
    return (await findUser(scim, name)).id;
  } catch (error) {
    if (isNotFound(error) || isNobody(error)) return undefined;
    throw error;
  }
}

/** Reads all users and returns a look-up by ID, userName and e-mail. */
async function everybody(scim: ScimClient): Promise<(name: string) => UserId | undefined> {
  const { ids, byName, byOtherEmail } = await readWhole(
    'users',
    () => listUsers(scim, {}),
    async ({ items }) => {
      const found = {
        ids: new Map<string, UserId>(),
        byName: new Map<string, UserId>(),
        byOtherEmail: new Map<string, UserId>(),
      };
      for await (const { id, values } of items) {
        found.ids.set(id, id);
        if (values.userName !== undefined) found.byName.set(values.userName.toLowerCase(), id);
        if (values.email !== undefined) found.byName.set(emailKey(values.email), id);
        for (const name of OTHER_EMAIL_NAMES) {
          const address = values[name];
          if (address !== undefined) found.byOtherEmail.set(emailKey(address), id);
        }
      }
      return found;
    },
  );
  return (name) => {
    const key = name.includes('@') ? emailKey(name) : storedUserName(name);
    return ids.get(name) ?? byName.get(key) ?? byOtherEmail.get(key);
  };
}

/** Whether a look-up found nobody; the service refused nothing. */
function isNobody(error: unknown): boolean {
  return error instanceof Failure && error.kind === 'refused' && error.status === undefined;
}

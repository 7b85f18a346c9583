import { isUserId, mayBeNameToo } from '../../rules/user-id.ts';
import { findUser } from '../../scim/find-user.ts';
import { inParallel } from '../../values/in-parallel.ts';
import type { Context } from '../context.ts';
import { type Identity, uniqueByName } from './identity.ts';
import { lookUpOrCollect, refuseUnknownNames, type UnknownName } from './unknown-names.ts';

/**
 * Returns the ID of a user named by ID, userName or e-mail; names are looked up over SCIM.
 * @param isInFile whether the name is in a list
 */
export async function userIdOf(context: Context, identity: string, isInFile = false): Promise<string> {
  if (isUserId(identity) && !(mayBeNameToo(identity) && (await hasScim(context)))) return identity;
  const { scim } = await context.connection();
  return (await findUser(scim, identity, undefined, isInFile)).id;
}

async function hasScim(context: Context): Promise<boolean> {
  return (await context.resolved()).settings.scimBaseUrl !== undefined;
}

/**
 * Returns the IDs of users like `userIdOf`, in the given order, each once.
 * @throws Failure `refused` with every name that matches no user or several; for a single name, its own
 * failure
 */
export async function userIdsOf(
  context: Context,
  identities: readonly Identity[],
): Promise<readonly string[]> {
  return [...(await namedIdsOf(context, identities)).keys()];
}

/**
 * Returns the same IDs, each with the given name.
 * @throws as userIdsOf
 */
export async function namedIdsOf(
  context: Context,
  identities: readonly Identity[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const missing: UnknownName[] = [];
  const { concurrency } = context.common;
  const found = await inParallel(uniqueByName(identities), concurrency, async (identity) =>
    lookUpOrCollect(identity, identities.length, async () => ({
      name: identity.name,
      id: await userIdOf(context, identity.name, identity.at !== undefined),
    })),
  );
  for (const one of found)
    if ('failure' in one) missing.push(one);
    else if (!ids.has(one.id)) ids.set(one.id, one.name);
  refuseUnknownNames(missing, identities.length, 'user');
  return ids;
}

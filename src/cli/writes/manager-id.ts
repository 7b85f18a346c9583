import { Failure } from '../../failure/failure.ts';
import { findUser } from '../../scim/find-user.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import type { User } from '../../scim/user.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import type { Context } from '../context.ts';

/** Finds the manager as `findManager` does, and warns if the manager is deactivated. */
export async function chosenManager(
  context: Context,
  identity: string | undefined,
): Promise<User | undefined> {
  const { scim } = await context.connection();
  const manager = await findManager(scim, identity);
  if (manager !== undefined && !manager.values.active)
    await context.messages.warn(`the manager ${manager.values.userName ?? manager.id} is deactivated`);
  return manager;
}

/** Returns the values with the ID of the chosen manager in place of how the manager was named. */
export function withManagerId(values: UserValues, manager: User | undefined): UserValues {
  return manager === undefined ? values : { ...values, manager: manager.id };
}

/**
 * Finds the manager by ID, userName or email (SCIM §4.3 rule 12), so that the ID in the response can be
 * compared.
 * @throws Failure with unknown_user if there is no such user; nothing was sent
 */
async function findManager(scim: ScimClient, identity: string | undefined): Promise<User | undefined> {
  if (identity === undefined || identity.trim() === '') return undefined;
  try {
    return await findUser(scim, identity);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'refused' || (error.status ?? 404) !== 404) throw error;
    throw new Failure('refused', `manager "${identity}" not found; nothing was sent`, {
      code: 'unknown_user',
      hint: 'orgctl scim users list --columns userName,email,id',
    });
  }
}

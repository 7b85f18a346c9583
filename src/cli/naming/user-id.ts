import { isUserId } from '../../rules/user-id.ts';
import { findUser } from '../../scim/find-user.ts';
import type { Context } from '../context.ts';

/** Returns the ID of a user who is named by ID, userName or e-mail; names are looked up over SCIM. */
export async function userIdOf(context: Context, identity: string): Promise<string> {
  if (isUserId(identity)) return identity;
  const { scim } = await context.connection();
  return (await findUser(scim, identity)).id;
}

import type { User } from '../../scim/user.ts';
import { getUser } from '../../scim/users.ts';
import type { UserId } from '../../values/ids.ts';
import type { SendContext } from './send-context.ts';

/** Reads a user. The first attempt reuses a read that was made for this change. */
export async function lookAtUser(
  { scim, justRead }: SendContext,
  id: UserId,
  attempt: number,
): Promise<User> {
  return (attempt === 1 ? justRead?.(id) : undefined) ?? (await getUser(scim, id));
}

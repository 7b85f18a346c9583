import type { User } from '../../scim/user.ts';
import { getUser } from '../../scim/users.ts';
import type { UserId } from '../../values/ids.ts';
import type { SendContext } from './send-context.ts';

/** A user who was read for this very change is not read again before the first attempt. */
export async function lookAtUser(
  { scim, justRead }: SendContext,
  id: UserId,
  attempt: number,
): Promise<User> {
  return (attempt === 1 ? justRead?.(id) : undefined) ?? (await getUser(scim, id));
}

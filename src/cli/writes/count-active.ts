import type { LimitCounts } from '../../bulk/plan/limits.ts';
import { isProtectedUser } from '../../bulk/plan/protected-changes.ts';
import { protection } from '../../profiles/safety.ts';
import { listUsers } from '../../scim/users.ts';
import type { Context } from '../context.ts';

/**
 * Numbers of active users and of those who are not protected: exact, or a lower bound that is large enough.
 */
export type ActiveCounts = Required<Pick<LimitCounts, 'activeUsers' | 'touchable'>>;

/**
 * Counts active users until enough of them are not protected, which in nearly every organization takes one
 * page.
 * @param enough number of unprotected users at which counting stops; 0 reads no users
 */
export async function countActive(context: Context, enough: number): Promise<ActiveCounts> {
  let activeUsers = 0;
  let touchable = 0;
  if (enough === 0) return { activeUsers, touchable };
  const { scim } = await context.connection();
  const { profile } = await context.resolved();
  const isProtected = protection(profile);
  for await (const user of listUsers(scim, {}).items) {
    if (!user.values.active) continue;
    activeUsers += 1;
    if (!isProtectedUser(user, isProtected)) touchable += 1;
    if (touchable === enough) break;
  }
  return { activeUsers, touchable };
}

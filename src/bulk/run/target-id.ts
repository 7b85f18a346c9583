import { type GroupId, groupId, type UserId, userId } from '../../values/ids.ts';
import type { GroupTarget, UserTarget } from '../plan/change.ts';
import type { SendContext } from './send-context.ts';

/**
 * Returns the ID of the user that a change applies to. For a user that the plan creates it is known after the
 * creation, and empty if that failed.
 */
export function userOfTarget(target: UserTarget, { createdId }: Pick<SendContext, 'createdId'>): UserId {
  return 'id' in target ? target.id : userId(createdId(target.createdBy));
}

/**
 * Returns the ID of the group that a change applies to. For a group that the plan creates it is known after
 * the creation, and empty if that failed.
 */
export function groupOfTarget(target: GroupTarget, { createdId }: Pick<SendContext, 'createdId'>): GroupId {
  return 'id' in target ? target.id : groupId(createdId(target.createdBy));
}

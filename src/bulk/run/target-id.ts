import type { ChangeTarget } from '../plan/change.ts';
import type { SendContext } from './send-context.ts';

/** The ID of what a change is about; that of a user or group which the plan creates is known once it is made, and empty when it was not. */
export function idOfTarget(target: ChangeTarget, { createdId }: Pick<SendContext, 'createdId'>): string {
  return 'id' in target ? target.id : createdId(target.createdBy);
}

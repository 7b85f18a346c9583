import type { GroupChange } from '../plan/change.ts';
import { createGroupOnce } from './create-group-once.ts';
import type { Outcome } from './journal-record.ts';
import { rewriteGroup } from './rewrite-group.ts';
import type { Doubt, SendContext } from './send-context.ts';
import { sendGroupCreation } from './send-group-creation.ts';
import { sendGroupDeletion } from './send-group-deletion.ts';
import { sendMembers } from './send-members.ts';

/**
 * Sends one change of a group, as decided. Of members the group is looked at first, so
 * that only what is missing is sent, and sending again does no harm.
 * @param doubtSince when the first attempt was made whose outcome was never seen, by the service's clock.
 */
export function sendGroupChange(
  change: GroupChange,
  context: SendContext,
  doubtSince: number | undefined,
  doubt: Doubt,
): Promise<Outcome> {
  const sending = { context, wasInDoubt: doubtSince !== undefined, doubt };
  switch (change.kind) {
    case 'createGroup':
      return context.isShared === true
        ? createGroupOnce(change, context, doubt, () => sendGroupCreation(change, context))
        : sendGroupCreation(change, context);
    case 'addMembers':
    case 'removeMembers':
      return sendMembers(change, sending);
    case 'deleteGroup':
      return sendGroupDeletion(change, sending);
    case 'renameGroup':
    case 'replaceGroup':
    case 'sendGroupPatch':
      return rewriteGroup(change, sending);
  }
}

import type { GroupChange } from '../plan/change.ts';
import { createGroupOnce } from './create-group-once.ts';
import type { Outcome } from './journal-record.ts';
import { rewriteGroup } from './rewrite-group.ts';
import type { Doubt, SendContext } from './send-context.ts';
import { sendGroupCreation } from './send-group-creation.ts';
import { sendGroupDeletion } from './send-group-deletion.ts';
import { sendMembers } from './send-members.ts';

/**
 * Sends one change of a group as planned. Before a change of members the group is read, so that only missing
 * members are sent, and sending again is harmless.
 * @param doubtSince when the first attempt without an outcome was made, by the clock of the service
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

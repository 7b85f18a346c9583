import type { ChangeOf, UserUpdateChange } from '../plan/change.ts';
import type { Outcome } from './journal-record.ts';
import type { Doubt, SendContext } from './send-context.ts';
import { sendUserCreation } from './send-user-creation.ts';
import { sendUserUpdate } from './send-user-update.ts';
import { sendWrittenPatch } from './send-written-patch.ts';

/**
 * Sends one change of a user. An existing user is read first, so that sending again is harmless.
 * @param doubtSince when the first attempt without an outcome was made, by the clock of the service
 */
export function sendUserChange(
  change: ChangeOf<'createUser'> | UserUpdateChange,
  context: SendContext,
  doubtSince: number | undefined,
  doubt: Doubt,
): Promise<Outcome> {
  if (change.kind === 'createUser') return sendUserCreation(change, context, doubtSince);
  const sending = { context, wasInDoubt: doubtSince !== undefined, doubt };
  if (change.kind === 'sendUserPatch') return sendWrittenPatch(change, sending);
  return sendUserUpdate(change, sending);
}

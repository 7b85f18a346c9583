import type { ChangeOf, UserUpdateChange } from '../plan/change.ts';
import type { Outcome } from './journal-record.ts';
import type { Doubt, SendContext } from './send-context.ts';
import { sendUserCreation } from './send-user-creation.ts';
import { sendUserUpdate } from './send-user-update.ts';
import { sendWrittenPatch } from './send-written-patch.ts';

/**
 * Sends one change of a user. Of an existing user the values are looked at first, so that sending again does
 * no harm.
 * @param doubtSince when the first attempt was made whose outcome was never seen, by the service's clock.
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

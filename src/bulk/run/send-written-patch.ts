import { Failure } from '../../failure/failure.ts';
import { isUnknownOutcome } from '../../scim/service-error.ts';
import type { User } from '../../scim/user.ts';
import { sendPatch } from '../../scim/users.ts';
import type { ChangeOf } from '../plan/change.ts';
import { differences, unstoredAttributes } from './compare-user.ts';
import type { Outcome } from './journal-record.ts';
import { lookAtUser } from './look-at-user.ts';
import type { Doubt, SendContext } from './send-context.ts';
import { ATTEMPTS, type Sending } from './send-until-known.ts';
import { userOfTarget } from './target-id.ts';
import { partialOutcome, userSucceeded } from './user-outcome.ts';

/**
 * Sends handwritten requests. Only the response shows their effect on the user, so without one a changed user
 * means an unknown outcome.
 */
export async function sendWrittenPatch(
  change: ChangeOf<'sendUserPatch'>,
  { context, wasInDoubt, doubt }: Omit<Sending, 'change'>,
): Promise<Outcome> {
  const id = userOfTarget(change.target, context);
  for (let attempt = 1; ; attempt += 1) {
    const user = await lookAtUser(context, id, attempt);
    if (!isEmpty(differences(change.before, user.values))) {
      if (attempt === 1 && !wasInDoubt)
        return {
          state: 'failed',
          code: 'conflict',
          message: `${change.name} was changed since the plan was made`,
        };
      throw new Failure('unknownOutcome', `${change.name} was changed; unknown whether by this request`);
    }
    if (attempt > 1) context.onRetry?.(change);
    try {
      return await sendBodies(change, user, context, doubt);
    } catch (error) {
      if (!isUnknownOutcome(error)) throw error;
      doubt.isOpen = true;
      if (attempt >= ATTEMPTS) throw error;
    }
  }
}

async function sendBodies(
  change: ChangeOf<'sendUserPatch'>,
  user: User,
  context: SendContext,
  doubt: Doubt,
): Promise<Outcome> {
  let seen: User | undefined;
  try {
    for (const body of change.bodies) {
      seen = await sendPatch(context.scim, userOfTarget(change.target, context), body);
      doubt.isOpen = true;
    }
    const after = seen ?? user;
    return userSucceeded(change, after, context, {
      changed: differences(change.before, after.values),
      notKept: unstoredAttributes(change, after.values),
    });
  } catch (error) {
    if (isUnknownOutcome(error)) throw error;
    return partialOutcome(change, seen, context, error);
  }
}

function isEmpty({ before, after }: ReturnType<typeof differences>): boolean {
  return Object.keys(before).length + Object.keys(after).length === 0;
}

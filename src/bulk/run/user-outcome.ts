import { Failure } from '../../failure/failure.ts';
import type { User } from '../../scim/user.ts';
import type { Change, UserUpdateChange } from '../plan/change.ts';
import { differences, unstoredAttributes } from './compare-user.ts';
import type { Outcome } from './journal-record.ts';
import type { SendContext } from './send-context.ts';

type Details = Omit<Extract<Outcome, { state: 'succeeded' }>, 'state' | 'id' | 'name'>;

/** Returns the outcome of a successful change of a user, and passes the response on. */
export function userSucceeded(
  change: Change,
  user: User,
  context: SendContext,
  details: Details = {},
): Outcome {
  context.onAnswer?.(change.id, { user });
  const { notKept: lost = [], ...more } = details;
  return {
    state: 'succeeded',
    id: user.id,
    name: user.values.userName ?? '',
    ...more,
    ...(lost.length === 0 ? {} : { notKept: lost }),
    ...(change.kind === 'createUser' ? creationTime(user) : {}),
  };
}

function creationTime({ created }: User): { created?: string } {
  return created === undefined ? {} : { created };
}

/**
 * Returns the outcome of a change whose last request was refused: the effect of the earlier ones, so that an
 * undo restores it.
 * @param seen the user after the last answered request; undefined if the first one was refused
 * @throws the refusal if nothing was changed
 */
export function partialOutcome(
  change: UserUpdateChange,
  seen: User | undefined,
  context: SendContext,
  refusal: unknown,
): Outcome {
  if (seen === undefined || !(refusal instanceof Failure)) throw refusal;
  context.onRefusal?.(change.id, refusal);
  const missing = unstoredAttributes(change, seen.values);
  return userSucceeded(change, seen, context, {
    ...(change.kind === 'sendUserPatch' ? { changed: differences(change.before, seen.values) } : {}),
    notKept: missing.length > 0 ? missing : ['what was refused'],
  });
}

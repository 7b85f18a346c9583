import type { Failure } from '../../failure/failure.ts';
import { isUnknown } from '../../scim/service-error.ts';
import type { Change } from '../plan/change.ts';
import type { Outcome } from './journal-record.ts';
import { refusedOutcome } from './refused-outcome.ts';
import type { Doubt, SendContext } from './send-context.ts';

/** A change whose outcome stays unknown is sent this many times in all before it is left in doubt. */
export const ATTEMPTS = 3;

/** One attempt at a change, before anything is sent. */
export interface Attempt {
  /** Counted from 1. */
  readonly number: number;
  /** How a change came about that is found to be made: by an earlier attempt, or before any. */
  readonly how: 'adopted' | 'already';
}

/** One change, and what is known of attempts at it. */
export interface Sending {
  readonly change: Change;
  readonly context: SendContext;
  /** An earlier run sent it and saw no outcome. */
  readonly wasInDoubt: boolean;
  readonly doubt: Doubt;
}

/**
 * Sends a change, and again while its outcome stays unknown. Each time the target is looked at first, so that
 * sending again does no harm.
 * @param look returns the outcome where nothing is to be sent, and what was seen where something is
 * @param send sends what `look` found missing
 * @throws Failure `unknownOutcome` of the last attempt, unless the service itself said that it failed
 */
export async function sendUntilKnown<Seen>(
  { change, context, wasInDoubt, doubt }: Sending,
  look: (attempt: Attempt) => Promise<Outcome | { readonly seen: Seen }>,
  send: (seen: Seen) => Promise<Outcome>,
): Promise<Outcome> {
  let lost: Failure | undefined;
  for (let number = 1; ; number += 1) {
    const looked = await look(attemptOf(number, wasInDoubt));
    if (!('seen' in looked)) return looked;
    if (number > ATTEMPTS && lost !== undefined) return refusedOrLost(lost);
    if (number > 1) context.onRetry?.(change);
    try {
      return await send(looked.seen);
    } catch (error) {
      if (!isUnknown(error)) throw error;
      doubt.isOpen = true;
      lost = error;
    }
  }
}

/** @param wasInDoubt an earlier run sent the change and saw no outcome */
export function attemptOf(number: number, wasInDoubt: boolean): Attempt {
  return { number, how: number > 1 || wasInDoubt ? 'adopted' : 'already' };
}

/** @throws the failure, where the service did not say that it refused the change */
export function refusedOrLost(lost: Failure): Outcome {
  const refused = refusedOutcome(lost);
  if (refused === undefined) throw lost;
  return refused;
}

import type { Failure } from '../../failure/failure.ts';
import { isUnknownOutcome } from '../../scim/service-error.ts';
import type { Change } from '../plan/change.ts';
import type { Outcome } from './journal-record.ts';
import { refusedOutcome } from './refused-outcome.ts';
import type { Doubt, SendContext } from './send-context.ts';

/** Maximum number of times that a change with an unknown outcome is sent before it is left in doubt. */
export const ATTEMPTS = 3;

/** One attempt at a change, before anything is sent. */
export interface Attempt {
  /** 1-based. */
  readonly number: number;
  /** `how` of the outcome if the change is already made: by an earlier attempt, or by someone else. */
  readonly how: 'adopted' | 'already';
}

/** A change, and the state of the attempts at it. */
export interface Sending {
  readonly change: Change;
  readonly context: SendContext;
  /** Whether an earlier run sent it and recorded no outcome. */
  readonly wasInDoubt: boolean;
  readonly doubt: Doubt;
}

/**
 * Sends a change, and again while its outcome is unknown. The target is read before each attempt, so that
 * sending again is harmless.
 * @param look returns the outcome if nothing must be sent, otherwise the state it read
 * @param send sends what `look` found missing
 * @throws Failure `unknownOutcome` of the last attempt, unless the service reported a refusal
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
    if (number > ATTEMPTS && lost !== undefined) return refusedOutcomeOrThrow(lost);
    if (number > 1) context.onRetry?.(change);
    try {
      return await send(looked.seen);
    } catch (error) {
      if (!isUnknownOutcome(error)) throw error;
      doubt.isOpen = true;
      lost = error;
    }
  }
}

/** @param wasInDoubt whether an earlier run sent the change and recorded no outcome */
export function attemptOf(number: number, wasInDoubt: boolean): Attempt {
  return { number, how: number > 1 || wasInDoubt ? 'adopted' : 'already' };
}

/** @throws the failure if the service reported no refusal */
export function refusedOutcomeOrThrow(lost: Failure): Outcome {
  const refused = refusedOutcome(lost);
  if (refused === undefined) throw lost;
  return refused;
}

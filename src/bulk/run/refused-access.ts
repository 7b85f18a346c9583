import { Failure } from '../../failure/failure.ts';
import { isScimErrorCode } from '../../rules/error-code.ts';
import type { ChangeId } from '../../values/ids.ts';
import type { Change } from '../plan/change.ts';
import type { Outcome } from './journal-record.ts';

/** This many refusals of the token in a row, with no success between them, are not about single rows. */
export const REFUSALS_IN_A_ROW = 3;

/** A change that was refused; whether the row or the token is why shows later. */
export interface HeldChange {
  readonly change: Change;
  readonly outcome: Outcome;
}

/**
 * Keeps the changes of a run that the service refused with 403, until it shows whether the rows or the token
 * are why. A change that is done, or fails for a reason of its own, shows that the token is accepted.
 */
export interface RefusedAccess {
  /** Notes why the service refused a change. */
  note(change: ChangeId, failure: Failure): void;
  /** Whether an outcome may be the token's and not the row's. */
  isRefusal(change: Change, outcome: Outcome): boolean;
  /** @returns the changes with another code that were held until now: the row's own failures */
  hold(held: HeldChange): readonly HeldChange[];
  /** Whether enough are held that no further request is worth sending. */
  isFull(): boolean;
  /** Takes out what is held. */
  takeAll(): readonly HeldChange[];
  /** Why a run ends that holds too many. */
  failure(): Failure;
}

export function createRefusedAccess(): RefusedAccess {
  const refusals = new Map<ChangeId, Failure>();
  let held: HeldChange[] = [];
  let latest: Failure | undefined;
  const takeAll = () => {
    const all = held;
    held = [];
    for (const { change } of all) refusals.delete(change.id);
    return all;
  };
  return {
    note(change, failure) {
      if (isOfTheToken(failure)) refusals.set(change, failure);
    },
    isRefusal: ({ id }, { state }) => state === 'failed' && refusals.has(id),
    hold(one) {
      const refusal = refusals.get(one.change.id);
      const others = latest === undefined || latest.code === refusal?.code ? [] : takeAll();
      latest = refusal;
      held.push(one);
      return others;
    },
    isFull: () => held.length >= REFUSALS_IN_A_ROW,
    takeAll,
    failure: () =>
      new Failure('unauthorized', `${held.length} changes in a row were refused: ${latest?.message ?? ''}`, {
        ...(latest?.code === undefined ? {} : { code: latest.code }),
        status: 403,
        cause: latest,
      }),
  };
}

/** Codes of changes that were not sent: what was found there, or what they wait for, is why. */
const NOT_SENT: ReadonlySet<string> = new Set(['blocked', 'conflict', 'other_person']);

/** Whether an outcome shows that the service looks at the writes of this run. */
export function showsAccess(outcome: Outcome): boolean {
  return outcome.state === 'succeeded' ? outcome.how !== 'already' : !NOT_SENT.has(outcome.code);
}

/** A documented code that says what is wrong with the user or group is no matter of the token (SCIM §7). */
function isOfTheToken({ status, kind, code }: Failure): boolean {
  return status === 403 && (kind === 'unauthorized' || code === undefined || !isScimErrorCode(code));
}

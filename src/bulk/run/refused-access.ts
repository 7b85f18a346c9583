import { Failure } from '../../failure/failure.ts';
import { isScimErrorCode } from '../../rules/error-code.ts';
import type { ChangeId } from '../../values/ids.ts';
import type { Change } from '../plan/change.ts';
import type { Outcome } from './journal-record.ts';

/**
 * Consecutive refusals, without a success between them, that show that the token, not a row, is the cause.
 */
export const REFUSALS_IN_A_ROW = 3;

/** A refused change; later outcomes show whether the row or the token is the cause. */
export interface HeldChange {
  readonly change: Change;
  readonly outcome: Outcome;
}

/**
 * Holds the changes that the service refused with 403 until the cause is known: the row or the token. A
 * change that succeeds, or fails for another reason, shows that the token is accepted.
 */
export interface RefusedAccess {
  /** Stores the reason why the service refused a change. */
  note(change: ChangeId, failure: Failure): void;
  /** Whether an outcome may be caused by the token. */
  isRefusal(change: Change, outcome: Outcome): boolean;
  /** @returns the held changes with another code: they failed because of their rows */
  hold(held: HeldChange): readonly HeldChange[];
  /** Whether enough changes are held that no further request should be sent. */
  isFull(): boolean;
  /** Removes and returns the held changes. */
  takeAll(): readonly HeldChange[];
  /** Returns the failure that ends a run with too many held changes. */
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
      if (isTokenRefusal(failure)) refusals.set(change, failure);
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

/** Codes of changes that were not sent, because of the current state or a failed dependency. */
const NOT_SENT: ReadonlySet<string> = new Set(['blocked', 'conflict', 'other_person']);

/** Whether an outcome shows that the service accepts writes with this token. */
export function showsAccess(outcome: Outcome): boolean {
  return outcome.state === 'succeeded' ? outcome.how !== 'already' : !NOT_SENT.has(outcome.code);
}

/** A documented code that describes a problem of the user or group is not caused by the token (SCIM §7). */
function isTokenRefusal({ status, kind, code }: Failure): boolean {
  return status === 403 && (kind === 'unauthorized' || code === undefined || !isScimErrorCode(code));
}

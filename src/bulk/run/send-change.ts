import { asFailure, codeOf, type Failure } from '../../failure/failure.ts';
import { Interrupted } from '../../failure/interrupted.ts';
import { DryRunWrite } from '../../http/dry-run.ts';
import { type Change, type ChangeOf, type GroupChange, isGroupChange } from '../plan/change.ts';
import { MAY_NOT_JOIN } from '../plan/may-not-join.ts';
import { inDoubtFailure } from './in-doubt.ts';
import type { Outcome } from './journal-record.ts';
import type { Doubt, SendContext } from './send-context.ts';
import { sendUserChange } from './send-user-change.ts';
import { settleUserCreation } from './send-user-creation.ts';

/**
 * Sends one change as planned: one call, or none if nothing changes. If a call has no response, its result is
 * looked up before anything is sent again.
 * @param doubtSince when the first attempt without an outcome was made, by the clock of the service
 * @throws Failure for anything that stops the run; a refusal of this change alone is an outcome
 */
export async function sendChange(
  change: Change,
  context: SendContext,
  doubtSince?: number,
): Promise<Outcome> {
  const doubt: Doubt = { isOpen: false };
  try {
    return withRefusedMembers(change, await sendByKind(change, context, doubtSince, doubt), context);
  } catch (error) {
    if (doubt.isOpen && !isOutcome(error)) throw inDoubtFailure(change, error);
    // Interrupted while waiting: the request has not left, so this is not a failure.
    if (error instanceof Interrupted || error instanceof DryRunWrite) throw error;
    const failure = asFailure(error);
    if (!isAboutThisChange(failure)) throw failure;
    context.onRefusal?.(change.id, failure);
    const outcome = { state: 'failed', code: codeOf(failure), message: failure.message } as const;
    return withRefusedMembers(change, outcome, context);
  }
}

function withRefusedMembers(change: Change, outcome: Outcome, { refusedMembers }: SendContext): Outcome {
  if (outcome.state !== 'failed' || outcome.code !== MAY_NOT_JOIN) return outcome;
  const who = refusedMembers?.(change);
  return who === undefined ? outcome : { ...outcome, message: `${outcome.message} (${who})` };
}

function sendByKind(
  change: Change,
  context: SendContext,
  doubtSince: number | undefined,
  doubt: Doubt,
): Promise<Outcome> {
  return change.kind === 'callMethod' || isGroupChange(change)
    ? sendOther(change, context, doubtSince, doubt)
    : sendUserChange(change, context, doubtSince, doubt);
}

/** Loads the code for groups and methods on demand: most commands change one user. */
async function sendOther(
  change: ChangeOf<'callMethod'> | GroupChange,
  context: SendContext,
  doubtSince: number | undefined,
  doubt: Doubt,
): Promise<Outcome> {
  if (change.kind === 'callMethod') {
    const { sendMethodCall } = await import('./send-method-call.ts');
    return sendMethodCall(change, context, doubtSince !== undefined);
  }
  const { sendGroupChange } = await import('./send-group-change.ts');
  return sendGroupChange(change, context, doubtSince, doubt);
}

/**
 * Looks up the result of a change whose outcome is not in the journal.
 * @param intentAt when its intent was written, by the clock of the service
 * @returns the outcome; undefined if the change was not made and may be sent
 */
export async function reconcileChange(
  change: Change,
  intentAt: number,
  context: SendContext,
): Promise<Outcome | undefined> {
  if (change.kind === 'createUser') return settleUserCreation(change, intentAt, context);
  if (change.kind !== 'createGroup') return undefined;
  const { reconcileGroup } = await import('./create-group-once.ts');
  return reconcileGroup(change, intentAt, context);
}

/** Whether an error is a refusal of this change alone. */
function isOutcome(error: unknown): boolean {
  return !(error instanceof Interrupted) && isAboutThisChange(asFailure(error));
}

/** A refusal concerns one change; a failure of the token, the connection or the disk concerns all. */
function isAboutThisChange(failure: Failure): boolean {
  return (
    failure.kind === 'refused' ||
    failure.kind === 'invalidInput' ||
    (failure.kind === 'unauthorized' && failure.status === 403)
  );
}

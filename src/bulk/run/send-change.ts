import { asFailure, codeOf, Failure } from '../../failure/failure.ts';
import { WriteWithheld } from '../../http/withhold-writes.ts';
import { settleCreate } from '../../scim/settle-create.ts';
import type { User } from '../../scim/user.ts';
import { userBody } from '../../scim/user-body.ts';
import { createUser, deactivateUser, getUser, patchUser, replaceUser, sendPatch } from '../../scim/users.ts';
import type { ScimErrorCode } from '../../spec/error-codes.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import type { JsonObject } from '../../spec/wire.ts';
import { Interrupted } from '../../terminal/interrupted.ts';
import { type Change, type ChangeOf, isGroupChange, type UserUpdateChange } from '../plan/change.ts';
import { differences, foreignEdit, isDone, notKept } from './compare-user.ts';
import type { Outcome } from './journal-record.ts';
import { refusedOutcome } from './refused-outcome.ts';
import type { Doubt, SendContext } from './send-context.ts';
import { sendGroupChange, settleGroupCreation } from './send-group-change.ts';
import { sendMethodCall } from './send-method-call.ts';

/** An outcome that stays unknown is looked up so often before the row is left in doubt. */
const ATTEMPTS = 3;

/**
 * Carries one change out, as decided: one call, or none when the user already is as wanted. When the answer of a call never
 * comes, what became of it is looked up before anything is sent again.
 * @param doubtSince when the first attempt was made whose outcome was never seen, by the service's clock.
 * @throws Failure for what stops the run; a refusal of this change alone is an outcome.
 */
export async function sendChange(
  change: Change,
  context: SendContext,
  doubtSince?: number,
): Promise<Outcome> {
  const doubt: Doubt = { isOpen: false };
  try {
    if (change.kind === 'createUser') return await sendCreation(change, context, doubtSince);
    if (change.kind === 'callMethod') return await sendMethodCall(change, context, doubtSince !== undefined);
    if (isGroupChange(change)) return await sendGroupChange(change, context, doubtSince, doubt);
    if (change.kind === 'sendUserPatch')
      return await sendWrittenPatch(change, context, doubtSince !== undefined, doubt);
    return await sendUpdate(change, context, doubtSince !== undefined, doubt);
  } catch (error) {
    if (doubt.isOpen && !isOutcome(error)) throw inDoubt(change, error);
    // Asked to stop while it waited: it has not left, and is no failure.
    if (error instanceof Interrupted || error instanceof WriteWithheld) throw error;
    const failure = asFailure(error);
    if (!isAboutThisChange(failure)) throw failure;
    context.onRefusal?.(change.id, failure);
    return { state: 'failed', code: codeOf(failure), message: failure.message };
  }
}

/**
 * Looks up what became of a change whose outcome is not in the journal.
 * @param intentAt when its intent was written, by the service's clock.
 * @returns the outcome, or undefined when nothing happened and it may be sent.
 */
export async function settleChange(
  change: Change,
  intentAt: number,
  context: SendContext,
): Promise<Outcome | undefined> {
  if (change.kind === 'createGroup') return settleGroupCreation(change, intentAt, context);
  if (change.kind !== 'createUser') return undefined;
  const settled = await settleCreate(context.scim, change.user, intentAt, context.sleep);
  switch (settled.state) {
    case 'created':
      return succeeded(change, settled.user, context, {
        how: 'adopted',
        notKept: notKept({ set: wholeUser(change, context), clear: [] }, settled.user.values),
      });
    case 'absent':
      return undefined;
    case 'conflict':
      return {
        state: 'failed',
        code: 'conflict',
        message: `another account has this address or name (${settled.user.id}): ${settled.why}`,
      };
  }
}

async function sendCreation(
  change: Change & { kind: 'createUser' },
  context: SendContext,
  doubtSince: number | undefined,
): Promise<Outcome> {
  const values = wholeUser(change, context);
  let since = doubtSince;
  for (let attempt = 1; ; attempt += 1) {
    const sentAt = context.serverNow();
    try {
      const user = await createUser(context.scim, creationBody(change, values, context));
      return succeeded(change, user, context, { notKept: notKept({ set: values, clear: [] }, user.values) });
    } catch (error) {
      if (isUnknown(error)) {
        since ??= sentAt;
        const settled = await settleOrStayInDoubt(change, since, context);
        if (settled !== undefined) return settled;
        const refused = refusedOutcome(error);
        if (attempt >= ATTEMPTS && refused !== undefined) return refused;
        if (attempt >= ATTEMPTS) throw error;
        context.onRetry?.(change);
      } else if (isTaken(error) && since !== undefined) {
        // An attempt that was never answered may be the one that took the name.
        const settled = await settleOrStayInDoubt(change, since, context);
        if (settled?.state === 'succeeded') return settled;
        throw error;
      } else {
        throw error;
      }
    }
  }
}

/** A look-up that fails leaves the change in doubt; it must not look as if nothing had been sent. */
async function settleOrStayInDoubt(
  change: Change,
  since: number,
  context: SendContext,
): Promise<Outcome | undefined> {
  try {
    return await settleChange(change, since, context);
  } catch (error) {
    throw inDoubt(change, error);
  }
}

/** What kept an attempt from being looked at that may have been carried out. */
function inDoubt({ line }: Change, error: unknown): Failure {
  const failure = asFailure(error);
  if (failure.kind === 'unknownOutcome') return failure;
  return new Failure('unknownOutcome', `the outcome of line ${line} is unknown: ${failure.message}`, {
    cause: error,
  });
}

/** A refusal of this change alone. */
function isOutcome(error: unknown): boolean {
  return !(error instanceof Interrupted) && isAboutThisChange(asFailure(error));
}

const TAKEN_CODES: readonly string[] = [
  'email_taken',
  'username_taken',
  'user_creation_failed',
] satisfies ScimErrorCode[];

function isTaken(error: unknown): boolean {
  return error instanceof Failure && error.code !== undefined && TAKEN_CODES.includes(error.code);
}

function creationBody(
  { body }: ChangeOf<'createUser'>,
  values: UserValues,
  { scim }: SendContext,
): JsonObject {
  if (body === undefined) return userBody(values, scim.dialect);
  return { ...body, ...(values.password === undefined ? {} : { password: values.password }) };
}

function wholeUser(change: Change & { kind: 'createUser' }, context: SendContext): UserValues {
  return { ...change.user, ...context.withheldValues(change.line, change.withheld) };
}

/** Looks before it writes: done already, as planned, or changed by somebody else since. */
async function sendUpdate(
  planned: Exclude<UserUpdateChange, ChangeOf<'sendUserPatch'>>,
  context: SendContext,
  wasInDoubt: boolean,
  doubt: Doubt,
): Promise<Outcome> {
  const change = withManagerId(planned, context);
  const id = 'id' in change.target ? change.target.id : context.createdId(change.target.createdBy);
  const isTargetNew = !('id' in change.target);
  let refused: Outcome | undefined;
  let lost: unknown;
  for (let attempt = 1; ; attempt += 1) {
    const user = await look(context, id, attempt);
    const stranger = isTargetNew ? undefined : context.stranger?.(user);
    if (stranger !== undefined) return { state: 'failed', code: 'other_person', message: stranger };
    // A PUT is asked for as a whole, also when it sets what is there.
    const isWanted = change.kind !== 'replaceUser' || attempt > 1 || wasInDoubt;
    if (isWanted && isDone(change, user.values))
      return succeeded(change, user, context, { how: attempt > 1 || wasInDoubt ? 'adopted' : 'already' });
    const foreign = isTargetNew ? undefined : foreignEdit(change, user.values);
    if (foreign !== undefined) return { state: 'failed', code: 'conflict', message: foreign };
    if (attempt > ATTEMPTS && refused !== undefined) return refused;
    if (attempt > ATTEMPTS) throw lost;
    if (attempt > 1) context.onRetry?.(change);
    try {
      const changed = await sendValues(change, user, context, doubt);
      return succeeded(change, changed, context, { notKept: notKept(change, changed.values) });
    } catch (error) {
      if (!isUnknown(error)) throw error;
      doubt.isOpen = true;
      refused = refusedOutcome(error);
      lost = error;
    }
  }
}

/** A user who was read for this very change is not read again before the first attempt. */
async function look({ scim, justRead }: SendContext, id: string, attempt: number): Promise<User> {
  return (attempt === 1 ? justRead?.(id) : undefined) ?? (await getUser(scim, id));
}

async function sendValues(
  change: Exclude<UserUpdateChange, ChangeOf<'sendUserPatch'>>,
  user: User,
  { scim }: SendContext,
  doubt: Doubt,
): Promise<User> {
  if (change.kind === 'replaceUser') return replaceUser(scim, user.id, change.body);
  if (change.kind !== 'deactivateUser' || change.verb !== 'DELETE') return patchUser(scim, user, change);
  await deactivateUser(scim, user.id);
  // The answer has no body. When the look fails, the user may be deactivated all the same.
  doubt.isOpen = true;
  return getUser(scim, user.id);
}

/**
 * Sends a person's own requests. Only the answer shows what they made of the user, so what is neither as before nor answered stays
 * unknown.
 */
async function sendWrittenPatch(
  change: ChangeOf<'sendUserPatch'>,
  context: SendContext,
  wasInDoubt: boolean,
  doubt: Doubt,
): Promise<Outcome> {
  const { scim } = context;
  const id = 'id' in change.target ? change.target.id : context.createdId(change.target.createdBy);
  for (let attempt = 1; ; attempt += 1) {
    let user = await look(context, id, attempt);
    if (!isEmpty(differences(change.before, user.values))) {
      if (attempt === 1 && !wasInDoubt)
        return { state: 'failed', code: 'conflict', message: `${change.name} was changed since` };
      throw new Failure('unknownOutcome', `${change.name} was changed, and no answer says by this request`);
    }
    if (attempt > 1) context.onRetry?.(change);
    try {
      for (const body of change.bodies) {
        user = await sendPatch(scim, id, body);
        doubt.isOpen = true;
      }
      return succeeded(change, user, context, {
        changed: differences(change.before, user.values),
        notKept: notKept(change, user.values),
      });
    } catch (error) {
      if (!isUnknown(error)) throw error;
      doubt.isOpen = true;
      if (attempt >= ATTEMPTS) throw error;
    }
  }
}

function isEmpty({ before, after }: ReturnType<typeof differences>): boolean {
  return Object.keys(before).length + Object.keys(after).length === 0;
}

/** A manager whom this plan created has an ID now. */
function withManagerId<C extends UserUpdateChange>(change: C, context: SendContext): C {
  const { managerCreatedBy, set } = change;
  if (managerCreatedBy === undefined) return change;
  return { ...change, set: { ...set, manager: context.createdId(managerCreatedBy) } };
}

type Details = Omit<Extract<Outcome, { state: 'succeeded' }>, 'state' | 'id' | 'name'>;

function succeeded(change: Change, user: User, context: SendContext, details: Details = {}): Outcome {
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

function isUnknown(error: unknown): error is Failure {
  return error instanceof Failure && error.kind === 'unknownOutcome';
}

/** A refusal concerns one change; no token, no connection, no disk concern them all. */
function isAboutThisChange(failure: Failure): boolean {
  return (
    failure.kind === 'refused' ||
    failure.kind === 'invalidInput' ||
    (failure.kind === 'unauthorised' && failure.status === 403)
  );
}

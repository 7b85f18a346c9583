import { Failure } from '../../failure/failure.ts';
import { expectCreated, isAbout, settleCreate } from '../../scim/settle-create.ts';
import type { User } from '../../scim/user.ts';
import { userBody } from '../../scim/user-body.ts';
import { createUser, deactivateUser, getUser, patchUser, replaceUser, sendPatch } from '../../scim/users.ts';
import type { ScimErrorCode } from '../../spec/error-codes.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import type { JsonObject } from '../../spec/wire.ts';
import type { Change, ChangeOf, UserUpdateChange } from '../plan/change.ts';
import { alreadyThere } from './already-there.ts';
import { differences, foreignEdit, isDone, notKept } from './compare-user.ts';
import { inDoubt } from './in-doubt.ts';
import type { Outcome } from './journal-record.ts';
import { refusedOutcome } from './refused-outcome.ts';
import type { Doubt, SendContext } from './send-context.ts';
import { partlyMade, succeeded } from './user-outcome.ts';

/** An outcome that stays unknown is looked up so often before the row is left in doubt. */
const ATTEMPTS = 3;

/**
 * Sends one change of a user. Of an existing user the values are looked at first, so that sending again does no harm.
 * @param doubtSince when the first attempt was made whose outcome was never seen, by the service's clock.
 */
export function sendUserChange(
  change: ChangeOf<'createUser'> | UserUpdateChange,
  context: SendContext,
  doubtSince: number | undefined,
  doubt: Doubt,
): Promise<Outcome> {
  if (change.kind === 'createUser') return sendCreation(change, context, doubtSince);
  if (change.kind === 'sendUserPatch')
    return sendWrittenPatch(change, context, doubtSince !== undefined, doubt);
  return sendUpdate(change, context, doubtSince !== undefined, doubt);
}

/**
 * Looks up whether a user whose creation was never answered is there.
 * @param intentAt when its intent was written, by the service's clock.
 * @returns the outcome, or undefined when nothing happened and it may be sent.
 */
export async function settleUserCreation(
  change: ChangeOf<'createUser'>,
  intentAt: number,
  context: SendContext,
): Promise<Outcome | undefined> {
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
      return (
        (await alreadyThere(change, wholeUser(change, context), context)) ?? {
          state: 'failed',
          code: 'conflict',
          message: `another account has this address or name (${settled.user.id}): ${settled.why}`,
        }
      );
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
      if (!isAbout(user, values))
        await expectCreated('a user', user.id, sentAt, () => getUser(context.scim, user.id));
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
      } else if (isTaken(error)) {
        // An attempt that was never answered may be the one that took the name.
        const settled = since === undefined ? undefined : await settleOrStayInDoubt(change, since, context);
        if (settled?.state === 'succeeded') return settled;
        const there = await alreadyThere(change, values, context);
        if (there !== undefined) return there;
        throw error;
      } else {
        throw error;
      }
    }
  }
}

/** A look-up that fails leaves the change in doubt; it must not look as if nothing had been sent. */
async function settleOrStayInDoubt(
  change: ChangeOf<'createUser'>,
  since: number,
  context: SendContext,
): Promise<Outcome | undefined> {
  try {
    return await settleUserCreation(change, since, context);
  } catch (error) {
    throw inDoubt(change, error);
  }
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
    let seen: User | undefined;
    const onAnswer = (answered: User) => {
      seen = answered;
      doubt.isOpen = true;
    };
    try {
      const changed = await sendValues(change, user, context, doubt, onAnswer);
      return succeeded(change, changed, context, { notKept: notKept(change, changed.values) });
    } catch (error) {
      if (!isUnknown(error)) return partlyMade(change, seen, context, error);
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
  onAnswer: (user: User) => void,
): Promise<User> {
  if (change.kind === 'replaceUser') return replaceUser(scim, user.id, change.body);
  if (change.kind !== 'deactivateUser' || change.verb !== 'DELETE')
    return patchUser(scim, user, change, onAnswer);
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
    let seen: User | undefined;
    try {
      for (const body of change.bodies) {
        user = await sendPatch(scim, id, body);
        seen = user;
        doubt.isOpen = true;
      }
      return succeeded(change, user, context, {
        changed: differences(change.before, user.values),
        notKept: notKept(change, user.values),
      });
    } catch (error) {
      if (!isUnknown(error)) return partlyMade(change, seen, context, error);
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

function isUnknown(error: unknown): error is Failure {
  return error instanceof Failure && error.kind === 'unknownOutcome';
}

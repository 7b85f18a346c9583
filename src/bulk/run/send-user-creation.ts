import { Failure } from '../../failure/failure.ts';
import { expectCreated, isSentUser, reconcileCreate } from '../../scim/reconcile-create.ts';
import { isUnknownOutcome } from '../../scim/service-error.ts';
import { userBody } from '../../scim/user-body.ts';
import { createUser, getUser } from '../../scim/users.ts';
import type { ScimErrorCode } from '../../spec/error-codes.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import { defined } from '../../values/defined.ts';
import type { ChangeOf } from '../plan/change.ts';
import { adoptConcurrentCreation } from './already-there.ts';
import { unstoredAttributes } from './compare-user.ts';
import { inDoubtFailure } from './in-doubt.ts';
import type { Outcome } from './journal-record.ts';
import type { SendContext } from './send-context.ts';
import { ATTEMPTS, refusedOutcomeOrThrow } from './send-until-known.ts';
import { userSucceeded } from './user-outcome.ts';

/**
 * Creates a user at most once: after a call without a response the user is looked up before anything is sent
 * again.
 * @param doubtSince when the first attempt without an outcome was made, by the clock of the service
 */
export async function sendUserCreation(
  change: ChangeOf<'createUser'>,
  context: SendContext,
  doubtSince: number | undefined,
): Promise<Outcome> {
  const values = userWithSecrets(change, context);
  let since = doubtSince;
  for (let attempt = 1; ; attempt += 1) {
    const sentAt = context.serverNow();
    try {
      return await create(change, values, context, sentAt);
    } catch (error) {
      if (!isUnknownOutcome(error)) return await outcomeOfRefusal(change, values, context, since, error);
      since ??= sentAt;
      const settled = await settleOrStayInDoubt(change, since, context);
      if (settled !== undefined) return settled;
      if (attempt >= ATTEMPTS) return refusedOutcomeOrThrow(error);
      context.onRetry?.(change);
    }
  }
}

async function create(
  change: ChangeOf<'createUser'>,
  values: UserValues,
  context: SendContext,
  sentAt: number,
): Promise<Outcome> {
  const { scim } = context;
  const user = await createUser(scim, creationBody(change, values, context));
  if (!isSentUser(user, values)) await expectCreated('a user', user.id, sentAt, () => getUser(scim, user.id));
  return userSucceeded(change, user, context, {
    notKept: unstoredAttributes({ set: values, clear: [] }, user.values),
  });
}

/**
 * Returns the outcome of a refused creation. If name or address are taken, the owner may be the wanted user.
 * @param since when an attempt without a response was made, which may have created the owner
 * @throws the refusal
 */
async function outcomeOfRefusal(
  change: ChangeOf<'createUser'>,
  values: UserValues,
  context: SendContext,
  since: number | undefined,
  refusal: unknown,
): Promise<Outcome> {
  if (!isTaken(refusal)) throw refusal;
  const settled = since === undefined ? undefined : await settleOrStayInDoubt(change, since, context);
  if (settled?.state === 'succeeded') return settled;
  const there = await adoptConcurrentCreation(change, values, context);
  if (there !== undefined) return there;
  throw refusal;
}

/**
 * Looks up whether a creation without a response created the user.
 * @param intentAt when its intent was written, by the clock of the service
 * @returns the outcome; undefined if the user was not created and the creation may be sent
 */
export async function settleUserCreation(
  change: ChangeOf<'createUser'>,
  intentAt: number,
  context: SendContext,
): Promise<Outcome | undefined> {
  const settled = await reconcileCreate(context.scim, change.user, intentAt, context.sleep);
  switch (settled.state) {
    case 'created':
      return userSucceeded(change, settled.user, context, {
        how: 'adopted',
        notKept: unstoredAttributes(
          { set: userWithSecrets(change, context), clear: [] },
          settled.user.values,
        ),
      });
    case 'absent':
      return undefined;
    case 'conflict':
      return (
        (await adoptConcurrentCreation(change, userWithSecrets(change, context), context)) ?? {
          state: 'failed',
          code: 'conflict',
          message: `another account has this address or name (${settled.user.id}): ${settled.why}`,
        }
      );
  }
}

/** A failed lookup leaves the change in doubt; otherwise it would count as not sent. */
async function settleOrStayInDoubt(
  change: ChangeOf<'createUser'>,
  since: number,
  context: SendContext,
): Promise<Outcome | undefined> {
  try {
    return await settleUserCreation(change, since, context);
  } catch (error) {
    throw inDoubtFailure(change, error);
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
  return { ...body, ...defined({ password: values.password }) };
}

function userWithSecrets(change: ChangeOf<'createUser'>, context: SendContext): UserValues {
  return { ...change.user, ...context.readSecrets(change.line, change.withheld) };
}

import { isUnknownOutcome } from '../../scim/service-error.ts';
import type { User } from '../../scim/user.ts';
import { deactivateUser, getUser, patchUser, replaceUser, sendPatch } from '../../scim/users.ts';
import type { ChangeOf, UserUpdateChange } from '../plan/change.ts';
import { conflictingEdit, isDone, unstoredAttributes } from './compare-user.ts';
import type { Outcome } from './journal-record.ts';
import { lookAtUser } from './look-at-user.ts';
import type { SendContext } from './send-context.ts';
import { type Attempt, type Sending, sendUntilKnown } from './send-until-known.ts';
import { userOfTarget } from './target-id.ts';
import { partialOutcome, userSucceeded } from './user-outcome.ts';

type PlannedUpdate = Exclude<UserUpdateChange, ChangeOf<'sendUserPatch'>>;

/**
 * Updates a user. Reads the user first: the change may be made already, or someone else may have changed the
 * user since the plan was made.
 */
export function sendUserUpdate(planned: PlannedUpdate, sending: Omit<Sending, 'change'>): Promise<Outcome> {
  const { context } = sending;
  const change = withManagerId(planned, context);
  const id = userOfTarget(change.target, context);
  return sendUntilKnown(
    { ...sending, change },
    async (attempt) => {
      const user = await lookAtUser(context, id, attempt.number);
      return outcomeWithoutSending(change, user, context, attempt) ?? { seen: user };
    },
    (user) => sendValues(change, user, sending),
  );
}

/** @returns undefined if the change must be sent */
function outcomeWithoutSending(
  change: PlannedUpdate,
  user: User,
  context: SendContext,
  { how }: Attempt,
): Outcome | undefined {
  const isTargetNew = !('id' in change.target);
  const stranger = isTargetNew ? undefined : context.stranger?.(user);
  if (stranger !== undefined) return { state: 'failed', code: 'other_person', message: stranger };
  // A PUT is sent as a whole, even if it changes nothing.
  const mayBeDone =
    (change.kind !== 'replaceUser' || how === 'adopted') && !mayShowFormerPhoto(change, context);
  if (mayBeDone && isDone(change, user.values)) return userSucceeded(change, user, context, { how });
  const foreign = isTargetNew ? undefined : conflictingEdit(change, user.values);
  return foreign === undefined ? undefined : { state: 'failed', code: 'conflict', message: foreign };
}

/**
 * Whether the photo that the service returns may be outdated, because it shows new photos late (SCIM §4.3
 * rule 8).
 */
function mayShowFormerPhoto({ set }: PlannedUpdate, { scim }: SendContext): boolean {
  // Removals do not count: they refer to the returned photo, and without one nothing needs to be sent.
  return scim.learned?.writes?.photoLags === true && set.photo !== undefined;
}

async function sendValues(
  change: PlannedUpdate,
  user: User,
  { context, doubt }: Omit<Sending, 'change'>,
): Promise<Outcome> {
  let seen: User | undefined;
  const onAnswer = (answered: User) => {
    seen = answered;
    doubt.isOpen = true;
  };
  try {
    const changed = await sendRequests(change, user, context, doubt, onAnswer);
    return userSucceeded(change, changed, context, { notKept: unstoredAttributes(change, changed.values) });
  } catch (error) {
    if (isUnknownOutcome(error)) throw error;
    return partialOutcome(change, seen, context, error);
  }
}

async function sendRequests(
  change: PlannedUpdate,
  user: User,
  { scim }: SendContext,
  doubt: Sending['doubt'],
  onAnswer: (user: User) => void,
): Promise<User> {
  if (change.kind === 'replaceUser') {
    const replaced = await replaceUser(scim, user.id, change.body);
    const stays = change.clear.filter((name) => replaced.values[name] !== undefined);
    if (scim.learned?.writes?.putKeeps !== true || stays.length === 0) return replaced;
    // A probe found that this service keeps the attributes that a PUT omits.
    onAnswer(replaced);
    return patchUser(scim, replaced, { set: {}, clear: stays });
  }
  if (change.kind === 'patchUser' && change.asked !== undefined)
    return sendPatch(scim, user.id, change.asked.body, change.asked.version);
  if (change.kind !== 'deactivateUser' || change.verb !== 'DELETE')
    return patchUser(scim, user, change, onAnswer);
  await deactivateUser(scim, user);
  // The response has no body. If the read fails, the user may be deactivated all the same.
  doubt.isOpen = true;
  return getUser(scim, user.id);
}

/** Sets the ID of a manager that this plan created. */
function withManagerId<C extends UserUpdateChange>(change: C, context: SendContext): C {
  const { managerCreatedBy, set } = change;
  if (managerCreatedBy === undefined) return change;
  return { ...change, set: { ...set, manager: context.createdId(managerCreatedBy) } };
}

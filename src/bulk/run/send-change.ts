import { asFailure, codeOf, Failure } from '../../failure/failure.ts';
import { isSameValue } from '../../rules/same-value.ts';
import { settleCreate } from '../../scim/settle-create.ts';
import type { User } from '../../scim/user.ts';
import { userBody } from '../../scim/user-body.ts';
import { createUser, getUser, patchUser } from '../../scim/users.ts';
import type { ScimErrorCode } from '../../spec/error-codes.ts';
import { USER_ATTRIBUTE_NAMES, type UserAttributeName, type UserValues } from '../../spec/user-attributes.ts';
import { Interrupted } from '../../terminal/interrupted.ts';
import { type Change, isGroupChange, type UserUpdate, type UserUpdateChange } from '../plan/change.ts';
import type { Outcome } from './journal-record.ts';
import { refusedOutcome } from './refused-outcome.ts';
import type { Doubt, SendContext } from './send-context.ts';
import { sendGroupChange, settleGroupCreation } from './send-group-change.ts';

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
    if (isGroupChange(change)) return await sendGroupChange(change, context, doubtSince, doubt);
    return await sendUpdate(change, context, doubtSince !== undefined, doubt);
  } catch (error) {
    if (doubt.isOpen && !isOutcome(error)) throw inDoubt(change, error);
    // Asked to stop while it waited: it has not left, and is no failure.
    if (error instanceof Interrupted) throw error;
    const failure = asFailure(error);
    if (!isAboutThisChange(failure)) throw failure;
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
      return succeeded(settled.user, {
        how: 'adopted',
        ...notKept(wholeUser(change, context), settled.user),
        ...creationTime(settled.user),
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
      const user = await createUser(context.scim, userBody(values, context.scim.dialect));
      return succeeded(user, { ...notKept(values, user), ...creationTime(user) });
    } catch (error) {
      const refused = isUnknown(error) ? refusedOutcome(error) : undefined;
      if (isUnknown(error) && (attempt < ATTEMPTS || refused !== undefined)) {
        since ??= sentAt;
        const settled = await settleOrStayInDoubt(change, since, context);
        if (settled !== undefined) return settled;
        if (attempt >= ATTEMPTS && refused !== undefined) return refused;
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

function wholeUser(change: Change & { kind: 'createUser' }, context: SendContext): UserValues {
  return { ...change.user, ...context.withheldValues(change.line, change.withheld) };
}

/** Looks before it writes: done already, as planned, or changed by somebody else since. */
async function sendUpdate(
  planned: UserUpdateChange,
  context: SendContext,
  wasInDoubt: boolean,
  doubt: Doubt,
): Promise<Outcome> {
  const change = withManagerId(planned, context);
  const id = 'id' in change.target ? change.target.id : context.createdId(change.target.createdBy);
  const isTargetNew = !('id' in change.target);
  let refused: Outcome | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const user = await getUser(context.scim, id);
    const stranger = isTargetNew ? undefined : context.stranger?.(user);
    if (stranger !== undefined) return { state: 'failed', code: 'other_person', message: stranger };
    if (isDone(change, user.values))
      return succeeded(user, { how: attempt > 1 || wasInDoubt ? 'adopted' : 'already' });
    const foreign = isTargetNew ? undefined : foreignEdit(change, user.values);
    if (foreign !== undefined) return { state: 'failed', code: 'conflict', message: foreign };
    if (attempt > ATTEMPTS && refused !== undefined) return refused;
    try {
      const changed = await patchUser(context.scim, user, change);
      return succeeded(changed, notKept(change.set, changed));
    } catch (error) {
      if (!isUnknown(error)) throw error;
      doubt.isOpen = true;
      refused = refusedOutcome(error);
      if (attempt >= ATTEMPTS && refused === undefined) throw error;
    }
  }
}

/** A manager whom this plan created has an ID now. */
function withManagerId(change: UserUpdateChange, context: SendContext): UserUpdateChange {
  const { managerCreatedBy, set } = change;
  if (managerCreatedBy === undefined) return change;
  return { ...change, set: { ...set, manager: context.createdId(managerCreatedBy) } };
}

function isDone({ set, clear }: UserUpdate, stored: UserValues): boolean {
  return touched(set, clear).every((name) => isSameValue(name, set, stored));
}

/**
 * Returns what somebody else changed since the plan was made, in words; undefined when every value is the old or the new one: of two
 * calls an interrupted attempt may have made the first.
 */
function foreignEdit({ set, clear, before }: UserUpdate, stored: UserValues): string | undefined {
  const name = touched(set, clear).find(
    (one) => !isSameValue(one, before, stored) && !isSameValue(one, set, stored),
  );
  if (name === undefined) return undefined;
  const words = (value: string | boolean | undefined) =>
    value === undefined || value === '' ? 'blank' : JSON.stringify(value);
  return `${name} is ${words(stored[name])}, the plan expected ${words(before[name])}`;
}

function touched(set: UserValues, clear: readonly UserAttributeName[]): readonly UserAttributeName[] {
  return USER_ATTRIBUTE_NAMES.filter((name) => set[name] !== undefined || clear.includes(name));
}

/** What a read cannot confirm: never shown, rewritten by rule, or shown late (SCIM §2.1, §4.3 rules 8, 12). */
const NOT_CONFIRMED: readonly UserAttributeName[] = [
  'password',
  'profileUrl',
  'photo',
  'userName',
  'nickName',
];

function notKept(sent: UserValues, user: User): { notKept?: readonly string[] } {
  const names = touched(sent, []).filter((name) => {
    if (NOT_CONFIRMED.includes(name)) return false;
    return name === 'manager' ? user.values.manager === undefined : !isSameValue(name, sent, user.values);
  });
  return names.length === 0 ? {} : { notKept: names };
}

function succeeded(
  user: User,
  more: { how?: 'adopted' | 'already'; notKept?: readonly string[]; created?: string } = {},
): Outcome {
  return { state: 'succeeded', id: user.id, name: user.values.userName ?? '', ...more };
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

import { asFailure, Failure } from '../../failure/failure.ts';
import { groupBody } from '../../scim/group-body.ts';
import { createGroup, getGroup } from '../../scim/groups.ts';
import { expectCreated } from '../../scim/reconcile-create.ts';
import { findCreatedGroups } from '../../scim/reconcile-group-create.ts';
import { isUnknownOutcome } from '../../scim/service-error.ts';
import type { ChangeOf } from '../plan/change.ts';
import { groupSucceeded } from './group-outcome.ts';
import type { Outcome } from './journal-record.ts';
import type { SendContext } from './send-context.ts';
import { ATTEMPTS, refusedOutcomeOrThrow } from './send-until-known.ts';

/**
 * Creates a group at most once: group names are not unique, so after a call without a response the group is
 * looked up before another is created.
 */
export async function sendGroupCreation(
  change: ChangeOf<'createGroup'>,
  context: SendContext,
): Promise<Outcome> {
  const { scim } = context;
  for (let attempt = 1; ; attempt += 1) {
    const sentAt = context.serverNow();
    try {
      const group = await createGroup(scim, groupBody(change.name, [], scim.dialect));
      const isNamed = group.displayName === change.name;
      if (!isNamed) await expectCreated('a group', group.id, sentAt, () => getGroup(scim, group.id));
      return groupSucceeded(change, group, context, isNamed ? {} : { notKept: ['displayName'] });
    } catch (error) {
      if (!isUnknownOutcome(error)) throw error;
      const settled = await settleGroupOrStayInDoubt(change, sentAt, context);
      if (settled !== undefined) return settled;
      if (attempt >= ATTEMPTS) return refusedOutcomeOrThrow(error);
      context.onRetry?.(change);
    }
  }
}

async function settleGroupOrStayInDoubt(
  change: ChangeOf<'createGroup'>,
  sentAt: number,
  context: SendContext,
): Promise<Outcome | undefined> {
  try {
    return await settleGroupCreation(change, sentAt, context);
  } catch (error) {
    const { message } = asFailure(error);
    throw new Failure('unknownOutcome', message, { cause: error });
  }
}

/**
 * Looks up the group of a creation that had no response.
 * @returns the outcome; undefined if two lookups find no such group, and it may be sent
 * @throws Failure `unknownOutcome` if several groups match
 */
export async function settleGroupCreation(
  change: ChangeOf<'createGroup'>,
  sentAt: number,
  context: SendContext,
): Promise<Outcome | undefined> {
  const { scim, sleep } = context;
  const { name } = change;
  const found = await findCreatedGroups(scim, { displayName: name, memberIds: [] }, sentAt, sleep);
  const [group] = found;
  if (group === undefined) return undefined;
  if (found.length === 1) return groupSucceeded(change, group, context, { how: 'adopted' });
  const ids = found.map(({ id }) => id).join(', ');
  throw new Failure(
    'unknownOutcome',
    `${found.length} groups named "${name}" were created in the meantime: ${ids}`,
    {
      hint: 'delete the duplicates, then resume',
    },
  );
}

import { pluralize } from '../../output/pluralize.ts';
import type { Group } from '../../scim/group.ts';
import { deleteGroup, getGroup } from '../../scim/groups.ts';
import { READ_LAG } from '../../scim/reconcile-create.ts';
import { isNotFound, isUnknownOutcome } from '../../scim/service-error.ts';
import type { GroupId } from '../../values/ids.ts';
import type { ChangeOf } from '../plan/change.ts';
import { groupSucceeded } from './group-outcome.ts';
import type { Outcome } from './journal-record.ts';
import type { SendContext } from './send-context.ts';
import { ATTEMPTS, attemptOf, type Sending } from './send-until-known.ts';

/** Deletes a group, unless users have joined it since the plan was made. */
export async function sendGroupDeletion(
  change: ChangeOf<'deleteGroup'>,
  { context, wasInDoubt, doubt }: Omit<Sending, 'change'>,
): Promise<Outcome> {
  const { scim } = context;
  const { id } = change.target;
  let lost: unknown;
  for (let number = 1; ; number += 1) {
    const { how } = attemptOf(number, wasInDoubt);
    const group = await getGroupOrUndefined(scim, id);
    if (group === undefined) return { state: 'succeeded', id, name: change.name, how };
    const joined = countUnplannedMembers(group, change);
    if (joined > 0) {
      const message = `${pluralize(joined, 'other user')} joined the group since the plan was made`;
      return { state: 'failed', code: 'conflict', message };
    }
    if (number > ATTEMPTS) throw lost;
    if (number > 1) context.onRetry?.(change);
    try {
      const end = await deleteGroup(scim, id);
      return groupSucceeded(change, group, context, end === 'found gone' ? { how: 'adopted' } : {});
    } catch (error) {
      // The previous attempt succeeded and became visible only now.
      if (number > 1 && isNotFound(error)) return groupSucceeded(change, group, context, { how: 'adopted' });
      if (!isUnknownOutcome(error)) throw error;
      doubt.isOpen = true;
      lost = error;
      await context.sleep(READ_LAG);
    }
  }
}

/** Counts the members of the group that the plan does not list. */
function countUnplannedMembers({ members }: Group, change: ChangeOf<'deleteGroup'>): number {
  const planned = new Set(change.members);
  return members.filter((member) => !planned.has(member.id)).length;
}

async function getGroupOrUndefined(scim: SendContext['scim'], id: GroupId): Promise<Group | undefined> {
  try {
    return await getGroup(scim, id);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

import { crc32 } from 'node:zlib';
import { Failure } from '../../failure/failure.ts';
import { findGroupsByName } from '../../scim/find-group.ts';
import type { Group } from '../../scim/group.ts';
import { deleteGroup, getGroup } from '../../scim/groups.ts';
import { READ_LAG } from '../../scim/reconcile-create.ts';
import { isNotFound } from '../../scim/service-error.ts';
import { type GroupId, groupId } from '../../values/ids.ts';
import type { ChangeOf } from '../plan/change.ts';
import { groupSucceeded } from './group-outcome.ts';
import type { Outcome } from './journal-record.ts';
import type { Doubt, SendContext } from './send-context.ts';
import { settleGroupCreation } from './send-group-creation.ts';

/**
 * Number of attempts in which a group is deleted in favor of another one created in the same second; after
 * that the smaller ID stays.
 */
const MAX_TIES = 5;
/** Age in milliseconds from which a group is not deleted in favor of another one any more. */
const SETTLED_AGE = 2 * READ_LAG;

/**
 * Creates a group while other machines may apply the same file. Group names are not unique (SCIM §4.6), so
 * two machines could create two groups: the group is looked up first, and after its creation deleted again if
 * an older one exists.
 * @param create sends the creation; its outcome is known when it returns
 */
export async function createGroupOnce(
  change: ChangeOf<'createGroup'>,
  context: SendContext,
  doubt: Doubt,
  create: () => Promise<Outcome>,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    const there = await settledGroup(change.name, context);
    if (there !== undefined) return groupSucceeded(change, there, context, { how: 'already' });
    const made = await create();
    if (made.state === 'failed') return made;
    doubt.isOpen = true;
    if (await isSurvivingGroup(change.name, groupId(made.id), context, attempt >= MAX_TIES)) return made;
    // Machines that deleted their groups retry after different delays, which depend on the ID.
    await context.sleep(crc32(made.id) % READ_LAG);
  }
}

/**
 * Looks up the result of a creation whose outcome is not in the journal.
 * @param intentAt when its intent was written, by the clock of the service
 * @returns undefined if no group is left of it, and it may be sent
 */
export async function reconcileGroup(
  change: ChangeOf<'createGroup'>,
  intentAt: number,
  context: SendContext,
): Promise<Outcome | undefined> {
  const settled = await settleGroupCreation(change, intentAt, context);
  if (settled?.state !== 'succeeded' || context.isShared !== true) return settled;
  return (await isSurvivingGroup(change.name, groupId(settled.id), context, false)) ? settled : undefined;
}

/**
 * Returns whether a group that this run created may stay. It is deleted if another group of its name is older
 * and it has no members yet.
 * @param isLast whether the ID decides between two groups of the same age
 */
async function isSurvivingGroup(
  name: string,
  id: GroupId,
  { scim }: SendContext,
  isLast: boolean,
): Promise<boolean> {
  const named = await findGroupsByName(scim, name);
  const own = named.find((group) => group.id === id);
  const givesWay = named.some((other) => other.id !== id && takesPrecedence(other, own, isLast));
  if (!givesWay) return true;
  try {
    if ((await getGroup(scim, id)).members.length > 0) return true;
    await deleteGroup(scim, id);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  return false;
}

/**
 * Creation times have whole seconds: within the same second the other group counts as older, until the ID
 * decides.
 */
function takesPrecedence(other: Group, own: Group | undefined, isLast: boolean): boolean {
  if (own === undefined) return true;
  const [theirs, ours] = [Date.parse(other.created ?? ''), Date.parse(own.created ?? '')];
  if (theirs < ours) return true;
  if (theirs > ours) return false;
  return isLast ? other.id < own.id : true;
}

/**
 * Returns the permanent group of a name; undefined if there is none.
 * @throws Failure `refused` if several groups have the name
 */
async function settledGroup(name: string, context: SendContext): Promise<Group | undefined> {
  const { scim, sleep, serverNow } = context;
  let found = await findGroupsByName(scim, name);
  if (found.some((group) => !isSettled(group, serverNow()))) {
    await sleep(SETTLED_AGE);
    found = await findGroupsByName(scim, name);
  }
  if (found.length <= 1) return found[0];
  const ids = found.map(({ id }) => id).join(', ');
  throw new Failure('refused', `${found.length} groups are named "${name}": ${ids}`, {
    code: 'duplicate_group_name',
    hint: 'delete the duplicates, then resume',
  });
}

function isSettled({ created }: Group, now: number): boolean {
  const age = now - Date.parse(created ?? '');
  // Without a creation time there is nothing to wait for.
  return Number.isNaN(age) || age >= SETTLED_AGE;
}

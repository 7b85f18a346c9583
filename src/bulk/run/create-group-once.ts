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
 * So often a group gives way to another one of its name that was made in the same second; then the smaller ID
 * stays.
 */
const MOST_TIES = 5;
/** A group that is younger may still give way to another one. In milliseconds. */
const SETTLED_AGE = 2 * READ_LAG;

/**
 * Creates a group where other machines may work on the same file. A name of a group is not unique
 * (SCIM §4.6), so that two machines would make two groups: it is looked for before, and after it was made it
 * gives way to an older one.
 * @param create sends the creation; what became of it is known when it returns
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
    if (await staysAlone(change.name, groupId(made.id), context, attempt >= MOST_TIES)) return made;
    // Machines that made way for each other look at different times: the ID that each made differs.
    await context.sleep(crc32(made.id) % READ_LAG);
  }
}

/**
 * Looks up what became of a creation whose outcome is not in the journal.
 * @param intentAt when its intent was written, by the service's clock
 * @returns undefined when nothing is left of it, and it may be sent
 */
export async function settleGroupOnce(
  change: ChangeOf<'createGroup'>,
  intentAt: number,
  context: SendContext,
): Promise<Outcome | undefined> {
  const settled = await settleGroupCreation(change, intentAt, context);
  if (settled?.state !== 'succeeded' || context.isShared !== true) return settled;
  return (await staysAlone(change.name, groupId(settled.id), context, false)) ? settled : undefined;
}

/**
 * Returns whether a group that this run made may stay; it is deleted where another one of its name was there
 * before, and it has no members yet.
 * @param isLast whether the ID decides between two that are of the same age
 */
async function staysAlone(
  name: string,
  id: GroupId,
  { scim }: SendContext,
  isLast: boolean,
): Promise<boolean> {
  const named = await findGroupsByName(scim, name);
  const own = named.find((group) => group.id === id);
  const givesWay = named.some((other) => other.id !== id && isBefore(other, own, isLast));
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
 * Times of creation have whole seconds: of the same second, each counts as the older one until the ID
 * decides.
 */
function isBefore(other: Group, own: Group | undefined, isLast: boolean): boolean {
  if (own === undefined) return true;
  const [theirs, ours] = [Date.parse(other.created ?? ''), Date.parse(own.created ?? '')];
  if (theirs < ours) return true;
  if (theirs > ours) return false;
  return isLast ? other.id < own.id : true;
}

/**
 * Returns the group of a name that is there to stay; undefined when there is none.
 * @throws Failure `refused` when several have the name
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
    hint: 'delete those that are too many, then resume',
  });
}

function isSettled({ created }: Group, now: number): boolean {
  const age = now - Date.parse(created ?? '');
  // Where nothing says when it was made, there is nothing to wait for.
  return Number.isNaN(age) || age >= SETTLED_AGE;
}

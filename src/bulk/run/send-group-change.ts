import { asFailure, Failure } from '../../failure/failure.ts';
import type { Group } from '../../scim/group.ts';
import { groupBody } from '../../scim/group-body.ts';
import { clearMembersBody, groupPatchBody } from '../../scim/group-patch.ts';
import {
  createGroup,
  deleteGroup,
  getGroup,
  isNotFound,
  isUnknown,
  replaceGroup,
  sendGroupPatch,
} from '../../scim/groups.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import { expectCreated, READ_LAG } from '../../scim/settle-create.ts';
import { findCreatedGroups } from '../../scim/settle-group-create.ts';
import type { ChangeOf, ChangeTarget, GroupChange, Member } from '../plan/change.ts';
import { succeeded } from './group-outcome.ts';
import type { Outcome } from './journal-record.ts';
import { refusedOutcome } from './refused-outcome.ts';
import { rewriteGroup } from './rewrite-group.ts';
import type { Doubt, SendContext } from './send-context.ts';

/** An outcome that stays unknown is looked up so often before the change is left in doubt. */
const ATTEMPTS = 3;

/**
 * Carries one change of a group out, as decided. Of members the group is looked at first, so
 * that only what is missing is sent, and sending again does no harm.
 * @param doubtSince when the first attempt was made whose outcome was never seen, by the service's clock.
 */
export function sendGroupChange(
  change: GroupChange,
  context: SendContext,
  doubtSince: number | undefined,
  doubt: Doubt,
): Promise<Outcome> {
  switch (change.kind) {
    case 'createGroup':
      return sendCreation(change, context);
    case 'addMembers':
    case 'removeMembers':
      return sendMembers(change, context, doubtSince !== undefined, doubt);
    case 'deleteGroup':
      return sendDeletion(change, context, doubtSince !== undefined, doubt);
    case 'renameGroup':
    case 'replaceGroup':
    case 'sendGroupPatch':
      return rewriteGroup(change, context, doubtSince !== undefined, doubt);
  }
}

/** At most once: a group has no natural key, so that one which may be there is looked for before another is made. */
async function sendCreation(change: ChangeOf<'createGroup'>, context: SendContext): Promise<Outcome> {
  const { scim } = context;
  for (let attempt = 1; ; attempt += 1) {
    const sentAt = context.serverNow();
    try {
      const group = await createGroup(scim, groupBody(change.name, [], scim.dialect));
      const isNamed = group.displayName === change.name;
      if (!isNamed) await expectCreated('a group', group.id, sentAt, () => getGroup(scim, group.id));
      return succeeded(change, group, context, isNamed ? {} : { notKept: ['displayName'] });
    } catch (error) {
      if (!isUnknown(error)) throw error;
      const refused = refusedOutcome(error);
      const settled = await settleGroupOrStayInDoubt(change, sentAt, context);
      if (settled !== undefined) return settled;
      if (attempt >= ATTEMPTS && refused !== undefined) return refused;
      if (attempt >= ATTEMPTS) throw error;
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
 * Looks for the group of a creation whose answer never came.
 * @returns the outcome; undefined when there is no such group after looking twice, and it may be sent.
 * @throws Failure `unknownOutcome` when several fit: then nobody can tell which.
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
  if (found.length === 1) return succeeded(change, group, context, { how: 'adopted' });
  const ids = found.map(({ id }) => id).join(', ');
  throw new Failure('unknownOutcome', `${found.length} groups named "${name}" were made meanwhile: ${ids}`, {
    hint: 'delete those that are too many, then resume',
  });
}

async function sendMembers(
  change: ChangeOf<'addMembers' | 'removeMembers'>,
  context: SendContext,
  wasInDoubt: boolean,
  doubt: Doubt,
): Promise<Outcome> {
  const { scim } = context;
  const id = idOf(change.target, context);
  const { ids, named, failed } = membersWithIds(change.members, context);
  const isAddition = change.kind === 'addMembers';
  let untouched: readonly string[] = [];
  let refused: Outcome | undefined;
  let before = Number.POSITIVE_INFINITY;
  for (let attempt = 1; ; attempt += 1) {
    const group = await getGroup(scim, id);
    const now = new Set(group.members.map((member) => member.id));
    const left = ids.filter((user) => now.has(user) !== isAddition);
    if (attempt === 1 && !wasInDoubt) untouched = ids.filter((user) => !left.includes(user));
    const more = {
      ...(untouched.length === 0 ? {} : { untouched }),
      ...(failed.length === 0 ? {} : { notKept: failed }),
    };
    if (left.length === 0)
      return succeeded(change, group, context, {
        ...more,
        how: attempt > 1 || wasInDoubt ? 'adopted' : 'already',
      });
    // Of members of whom some are in already nobody can say that it failed.
    if (attempt > ATTEMPTS && refused !== undefined && left.length === before) return refused;
    before = left.length;
    if (attempt > 1) context.onRetry?.(change);
    try {
      const answered = await sendMemberChange(change, group, left, scim);
      doubt.isOpen = true;
      const after = answered ?? (await getGroup(scim, id));
      const has = new Set(after.members.map((member) => member.id));
      const names = new Map(ids.map((user, index) => [user, named[index] ?? user]));
      const lost = left.filter((user) => has.has(user) !== isAddition).map((user) => names.get(user) ?? user);
      const notKept = [...failed, ...lost];
      return succeeded(change, after, context, { ...more, ...(notKept.length === 0 ? {} : { notKept }) });
    } catch (error) {
      if (!isUnknown(error)) throw error;
      doubt.isOpen = true;
      refused = refusedOutcome(error);
      if (attempt > ATTEMPTS || (attempt === ATTEMPTS && refused === undefined)) throw error;
    }
  }
}

/**
 * Sends one call for these members. Everybody is taken out in a call that names nobody: v2 has an operation for that, and in v1 a PUT
 * without members leaves none (SCIM §4.6).
 */
function sendMemberChange(
  change: ChangeOf<'addMembers' | 'removeMembers'>,
  { id, displayName, members }: Group,
  ids: readonly string[],
  scim: ScimClient,
): Promise<Group | undefined> {
  const { dialect } = scim;
  if (change.kind === 'addMembers') return sendGroupPatch(scim, id, groupPatchBody({ add: ids }, dialect));
  // Members who joined since the plan was made stay: nobody agreed to remove them, and no undo would bring them back.
  const isEverybody = change.isEverybody === true && members.every((member) => ids.includes(member.id));
  if (!isEverybody) return sendGroupPatch(scim, id, groupPatchBody({ remove: ids }, dialect));
  if (dialect.version === '2.0') return sendGroupPatch(scim, id, clearMembersBody());
  return replaceGroup(scim, id, groupBody(displayName, [], dialect));
}

/** Members whose creation failed have no ID; the others join without them. */
function membersWithIds(
  members: readonly Member[],
  context: SendContext,
): {
  readonly ids: readonly string[];
  readonly named: readonly string[];
  readonly failed: readonly string[];
} {
  const ids: string[] = [];
  const named: string[] = [];
  const failed: string[] = [];
  for (const member of members) {
    const id = idOf(member, context);
    if (id === '') failed.push(member.name);
    else {
      ids.push(id);
      named.push(member.name);
    }
  }
  return { ids, named, failed };
}

/** Only a group that is as the plan saw it goes. */
async function sendDeletion(
  change: ChangeOf<'deleteGroup'>,
  context: SendContext,
  wasInDoubt: boolean,
  doubt: Doubt,
): Promise<Outcome> {
  const { scim } = context;
  const { id } = change.target;
  const planned = new Set(change.members);
  let lost: unknown;
  for (let attempt = 1; ; attempt += 1) {
    const group = await getIfThere(scim, id);
    const how = attempt > 1 || wasInDoubt ? 'adopted' : 'already';
    if (group === undefined) return { state: 'succeeded', id, name: change.name, how };
    const others = group.members.filter((member) => !planned.has(member.id));
    if (others.length > 0) {
      const message = `${others.length} others joined the group since the plan was made`;
      return { state: 'failed', code: 'conflict', message };
    }
    if (attempt > ATTEMPTS) throw lost;
    if (attempt > 1) context.onRetry?.(change);
    try {
      const end = await deleteGroup(scim, id);
      return succeeded(change, group, context, end === 'found gone' ? { how: 'adopted' } : {});
    } catch (error) {
      // The attempt before was done, and became visible only now.
      if (attempt > 1 && isNotFound(error)) return succeeded(change, group, context, { how: 'adopted' });
      if (!isUnknown(error)) throw error;
      doubt.isOpen = true;
      lost = error;
      await context.sleep(READ_LAG);
    }
  }
}

async function getIfThere(scim: SendContext['scim'], id: string): Promise<Group | undefined> {
  try {
    return await getGroup(scim, id);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function idOf(target: ChangeTarget, context: SendContext): string {
  return 'id' in target ? target.id : context.createdId(target.createdBy);
}

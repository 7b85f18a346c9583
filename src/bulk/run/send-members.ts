import type { Group } from '../../scim/group.ts';
import { groupBody } from '../../scim/group-body.ts';
import { clearMembersBody, groupPatchBody } from '../../scim/group-patch.ts';
import { getGroup, replaceGroup, sendGroupPatch } from '../../scim/groups.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import { isUnknownOutcome } from '../../scim/service-error.ts';
import type { UserId } from '../../values/ids.ts';
import type { ChangeOf, PlannedMember } from '../plan/change.ts';
import { type Details, groupSucceeded } from './group-outcome.ts';
import type { Outcome } from './journal-record.ts';
import { refusedOutcome } from './refused-outcome.ts';
import type { SendContext } from './send-context.ts';
import { ATTEMPTS, attemptOf, type Sending } from './send-until-known.ts';
import { groupOfTarget, userOfTarget } from './target-id.ts';

type MembersChange = ChangeOf<'addMembers' | 'removeMembers'>;

/**
 * Adds or removes members. The group is read before each attempt, and only what is missing is sent. Unlike
 * other changes, this one is sent again after a refusal as long as attempts make progress: a partial success
 * cannot be reported as a failure.
 */
export async function sendMembers(change: MembersChange, sending: Omit<Sending, 'change'>): Promise<Outcome> {
  const { context, doubt } = sending;
  const earlier = earlierAttempt(change, sending);
  const wanted = wantedMembers(change, context, earlier.lacking);
  let { untouched } = earlier;
  let refused: Outcome | undefined;
  let before = Number.POSITIVE_INFINITY;
  for (let number = 1; ; number += 1) {
    const { how } = attemptOf(number, earlier.mayBeMade);
    const group = await getGroup(context.scim, groupOfTarget(change.target, context));
    const remainingMembers = missingIn(group, change, wanted);
    if (how === 'already') untouched = wanted.ids.filter((user) => !remainingMembers.includes(user));
    if (remainingMembers.length === 0)
      return groupSucceeded(change, group, context, { ...detailsOf(untouched, wanted.failed), how });
    if (number > ATTEMPTS && refused !== undefined && remainingMembers.length === before) return refused;
    before = remainingMembers.length;
    if (number > 1) context.onRetry?.(change);
    try {
      const answered = await sendMemberChange(change, group, remainingMembers, context.scim);
      doubt.isOpen = true;
      const after = answered ?? (await getGroup(context.scim, group.id));
      const lost = missingIn(after, change, { ids: remainingMembers }).map(
        (user) => wanted.names.get(user) ?? user,
      );
      return groupSucceeded(change, after, context, detailsOf(untouched, [...wanted.failed, ...lost]));
    } catch (error) {
      if (!isUnknownOutcome(error)) throw error;
      doubt.isOpen = true;
      refused = refusedOutcome(error);
      if (isLastAttempt(number, refused)) throw error;
    }
  }
}

/** What an earlier attempt of the run did. */
interface EarlierAttempt {
  readonly mayBeMade: boolean;
  /** Members it found as they are wanted: the others are in the group because of it. */
  readonly untouched: readonly UserId[];
  /** Names of the members who did not join: only they are sent again, as others may have left since. */
  readonly lacking?: readonly string[];
}

function earlierAttempt(
  { id }: MembersChange,
  { context, wasInDoubt }: Omit<Sending, 'change'>,
): EarlierAttempt {
  const outcome = context.earlierOutcome?.(id);
  if (outcome?.state !== 'succeeded') return { mayBeMade: wasInDoubt, untouched: [] };
  return { mayBeMade: true, untouched: outcome.untouched ?? [], lacking: outcome.notKept ?? [] };
}

/** A refusal is followed by another lookup; a call without a response stays in doubt. */
function isLastAttempt(number: number, refused: Outcome | undefined): boolean {
  return number > ATTEMPTS || (number === ATTEMPTS && refused === undefined);
}

/** Returns the members that still differ from the plan. */
function missingIn(
  { members }: Group,
  { kind }: MembersChange,
  { ids }: Pick<WantedMembers, 'ids'>,
): readonly UserId[] {
  const now = new Set(members.map((member) => member.id));
  return ids.filter((user) => now.has(user) !== (kind === 'addMembers'));
}

function detailsOf(untouched: readonly UserId[], notKept: readonly string[]): Details {
  return {
    ...(untouched.length === 0 ? {} : { untouched }),
    ...(notKept.length === 0 ? {} : { notKept }),
  };
}

/**
 * Sends one call for these members. Removing all members needs no list: v2 has an operation for it, and in v1
 * a PUT without members leaves none (SCIM §4.6).
 */
function sendMemberChange(
  change: MembersChange,
  { id, displayName, members }: Group,
  ids: readonly UserId[],
  scim: ScimClient,
): Promise<Group | undefined> {
  const { dialect, learned } = scim;
  if (change.asked !== undefined) return sendGroupPatch(scim, id, change.asked.body);
  if (change.kind === 'addMembers')
    return dialect.version === '2.0' && learned?.writes?.memberAdd === false
      ? replaceGroup(scim, id, groupBody(displayName, [...members.map((one) => one.id), ...ids], dialect))
      : sendGroupPatch(scim, id, groupPatchBody({ add: ids }, dialect));
  // Members who joined since the plan was made stay: nobody approved their removal, and an undo would not
  // restore them.
  const isEverybody = change.isEverybody === true && members.every((member) => ids.includes(member.id));
  const removals = learned?.writes?.removals;
  // A probe found that no remove operation works here: the group is replaced by one without these members.
  if (dialect.version === '2.0' && removals?.length === 0)
    return replaceGroup(scim, id, groupBody(displayName, left(members, ids), dialect));
  if (!isEverybody) return sendGroupPatch(scim, id, groupPatchBody({ remove: ids }, dialect, removals));
  if (dialect.version === '2.0') return sendGroupPatch(scim, id, clearMembersBody());
  return replaceGroup(scim, id, groupBody(displayName, [], dialect));
}

/** Returns the members who stay. */
function left(members: Group['members'], without: readonly UserId[]): readonly UserId[] {
  return members.map(({ id }) => id).filter((id) => !without.includes(id));
}

interface WantedMembers {
  readonly ids: readonly UserId[];
  readonly names: ReadonlyMap<UserId, string>;
  /** Names of members whose creation failed: they have no ID, and the others join without them. */
  readonly failed: readonly string[];
}

function wantedMembers(
  { members }: MembersChange,
  context: SendContext,
  only?: readonly string[],
): WantedMembers {
  const wanted = members.filter(({ name }: PlannedMember) => only?.includes(name) !== false);
  const withIds = wanted.map((member: PlannedMember) => ({
    id: userOfTarget(member, context),
    name: member.name,
  }));
  const known = withIds.filter(({ id }) => id !== '');
  return {
    ids: known.map(({ id }) => id),
    names: new Map(known.map(({ id, name }) => [id, name])),
    failed: withIds.filter(({ id }) => id === '').map(({ name }) => name),
  };
}

import { Failure } from '../../failure/failure.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { Group } from '../../scim/group.ts';
import { groupBody } from '../../scim/group-body.ts';
import { groupPatchBody } from '../../scim/group-patch.ts';
import { getGroup, replaceGroup, sendGroupPatch } from '../../scim/groups.ts';
import type { UserId } from '../../values/ids.ts';
import type { ChangeOf } from '../plan/change.ts';
import { type Details, groupSucceeded } from './group-outcome.ts';
import type { Outcome } from './journal-record.ts';
import type { SendContext } from './send-context.ts';
import { type Attempt, type Sending, sendUntilKnown } from './send-until-known.ts';

type Rewrite = ChangeOf<'renameGroup' | 'replaceGroup' | 'sendGroupPatch'>;

/**
 * Renames a group, replaces it, or sends handwritten operations. The group is read first: if it is neither in
 * its planned old state nor in the new one, someone else has changed it.
 */
export function rewriteGroup(change: Rewrite, sending: Omit<Sending, 'change'>): Promise<Outcome> {
  const { context } = sending;
  return sendUntilKnown(
    { ...sending, change },
    async (attempt) => {
      const group = await getGroup(context.scim, change.target.id);
      return outcomeWithoutSending(change, group, context, attempt) ?? { seen: group };
    },
    (group) => sendAndCompare(change, group, sending),
  );
}

/**
 * @returns undefined if the change must be sent
 * @throws Failure `unknownOutcome` if an earlier attempt with handwritten operations may have led to the
 * current state
 */
function outcomeWithoutSending(
  change: Rewrite,
  group: Group,
  context: SendContext,
  { how }: Attempt,
): Outcome | undefined {
  if (isAsWanted(change, group)) return groupSucceeded(change, group, context, { how });
  if (isAsBefore(change, group)) return undefined;
  if (change.kind === 'sendGroupPatch' && how === 'adopted')
    throw new Failure('unknownOutcome', `${change.name} was changed; unknown whether by this request`);
  return {
    state: 'failed',
    code: 'conflict',
    message: `the group was changed since the plan was made: ${inWords(group)}`,
  };
}

async function sendAndCompare(
  change: Rewrite,
  group: Group,
  { context, doubt }: Omit<Sending, 'change'>,
): Promise<Outcome> {
  const answered = await sendRewrite(change, context);
  doubt.isOpen = true;
  const after = answered ?? (await getGroup(context.scim, group.id));
  const lost = unstoredParts(change, after);
  return groupSucceeded(change, after, context, {
    regrouped: groupDifference(group, after),
    ...(lost.length === 0 ? {} : { notKept: lost }),
  });
}

function sendRewrite(change: Rewrite, { scim }: SendContext): Promise<Group | undefined> {
  const { id } = change.target;
  switch (change.kind) {
    case 'renameGroup': {
      const body = groupPatchBody({ displayName: change.displayName }, scim.dialect);
      return sendGroupPatch(scim, id, body);
    }
    case 'replaceGroup':
      return replaceGroup(scim, id, groupBody(change.displayName, change.memberIds, scim.dialect));
    case 'sendGroupPatch':
      return sendGroupPatch(scim, id, change.body);
  }
}

/** The result of handwritten operations is not known in advance. */
function isAsWanted(change: Rewrite, group: Group): boolean {
  if (change.kind === 'sendGroupPatch') return false;
  return unstoredParts(change, group).length === 0;
}

function isAsBefore(change: Rewrite, group: Group): boolean {
  if (change.kind === 'renameGroup') return group.displayName === change.formerName;
  const { displayName, memberIds } = change.before;
  return group.displayName === displayName && isSameSet(memberIds, idsOf(group));
}

/** Returns which of name and members differ from the wanted ones. */
function unstoredParts(change: Rewrite, group: Group): readonly string[] {
  if (change.kind === 'sendGroupPatch') return [];
  const name = group.displayName === change.displayName ? [] : ['displayName'];
  if (change.kind === 'renameGroup') return name;
  return isSameSet(change.memberIds, idsOf(group)) ? name : [...name, 'members'];
}

function groupDifference(before: Group, after: Group): NonNullable<Details['regrouped']> {
  const [was, is] = [new Set(idsOf(before)), new Set(idsOf(after))];
  const isRenamed = before.displayName !== after.displayName;
  return {
    added: [...is].filter((user) => !was.has(user)),
    removed: [...was].filter((user) => !is.has(user)),
    ...(isRenamed ? { renamed: { before: before.displayName, after: after.displayName } } : {}),
  };
}

function idsOf({ members }: Group): readonly UserId[] {
  return members.map((member) => member.id);
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  const ids = new Set(one);
  return ids.size === new Set(other).size && other.every((id) => ids.has(id));
}

function inWords({ displayName, members }: Group): string {
  return `it is named "${displayName}" and has ${pluralize(members.length, 'member')}`;
}

import { Failure } from '../../failure/failure.ts';
import type { Group } from '../../scim/group.ts';
import { groupBody } from '../../scim/group-body.ts';
import { groupPatchBody } from '../../scim/group-patch.ts';
import { getGroup, isUnknown, replaceGroup, sendGroupPatch } from '../../scim/groups.ts';
import type { ChangeOf } from '../plan/change.ts';
import { type Details, succeeded } from './group-outcome.ts';
import type { Outcome } from './journal-record.ts';
import { refusedOutcome } from './refused-outcome.ts';
import type { Doubt, SendContext } from './send-context.ts';

/** An unknown outcome is looked at and the rest sent again this many times in all. */
const ATTEMPTS = 3;

type Rewrite = ChangeOf<'renameGroup' | 'replaceGroup' | 'sendGroupPatch'>;

/**
 * Renames a group, replaces it, or sends a person's own operations. The group is looked at first: one that is neither as the plan saw
 * it nor as it will be was changed by somebody else.
 */
export async function rewriteGroup(
  change: Rewrite,
  context: SendContext,
  wasInDoubt: boolean,
  doubt: Doubt,
): Promise<Outcome> {
  const { scim } = context;
  const { id } = change.target;
  let refused: Outcome | undefined;
  let unanswered: unknown;
  for (let attempt = 1; ; attempt += 1) {
    const group = await getGroup(scim, id);
    const how = attempt > 1 || wasInDoubt ? 'adopted' : 'already';
    if (isAsWanted(change, group)) return succeeded(change, group, context, { how });
    const hasMoved = !isAsBefore(change, group);
    if (hasMoved && change.kind === 'sendGroupPatch' && how === 'adopted')
      throw new Failure('unknownOutcome', `${change.name} was changed, and no answer says by this request`);
    if (hasMoved)
      return { state: 'failed', code: 'conflict', message: `the group was changed since: ${inWords(group)}` };
    if (attempt > ATTEMPTS && refused !== undefined) return refused;
    if (attempt > ATTEMPTS) throw unanswered;
    if (attempt > 1) context.onRetry?.(change);
    try {
      const answered = await sendRewrite(change, context);
      doubt.isOpen = true;
      const after = answered ?? (await getGroup(scim, id));
      const lost = lostOf(change, after);
      return succeeded(change, after, context, {
        regrouped: regrouping(group, after),
        ...(lost.length === 0 ? {} : { notKept: lost }),
      });
    } catch (error) {
      if (!isUnknown(error)) throw error;
      doubt.isOpen = true;
      refused = refusedOutcome(error);
      unanswered = error;
    }
  }
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

/** Operations of a person's own wording say nothing of what they lead to. */
function isAsWanted(change: Rewrite, group: Group): boolean {
  if (change.kind === 'sendGroupPatch') return false;
  return lostOf(change, group).length === 0;
}

function isAsBefore(change: Rewrite, group: Group): boolean {
  if (change.kind === 'renameGroup') return group.displayName === change.formerName;
  const { displayName, memberIds } = change.before;
  return group.displayName === displayName && isSameSet(memberIds, idsOf(group));
}

/** What the group lacks of the wanted name and members. */
function lostOf(change: Rewrite, group: Group): readonly string[] {
  if (change.kind === 'sendGroupPatch') return [];
  const name = group.displayName === change.displayName ? [] : ['displayName'];
  if (change.kind === 'renameGroup') return name;
  return isSameSet(change.memberIds, idsOf(group)) ? name : [...name, 'members'];
}

function regrouping(before: Group, after: Group): NonNullable<Details['regrouped']> {
  const [was, is] = [new Set(idsOf(before)), new Set(idsOf(after))];
  const isRenamed = before.displayName !== after.displayName;
  return {
    added: [...is].filter((user) => !was.has(user)),
    removed: [...was].filter((user) => !is.has(user)),
    ...(isRenamed ? { renamed: { before: before.displayName, after: after.displayName } } : {}),
  };
}

function idsOf({ members }: Group): readonly string[] {
  return members.map((member) => member.id);
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  const ids = new Set(one);
  return ids.size === new Set(other).size && other.every((id) => ids.has(id));
}

function inWords({ displayName, members }: Group): string {
  return `it is named "${displayName}" and has ${members.length} members`;
}

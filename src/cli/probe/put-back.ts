import { copyValue } from '../../bulk/input/copy-value.ts';
import { planMembers } from '../../bulk/single/plan-group-writes.ts';
import { planPatch } from '../../bulk/single/plan-user-writes.ts';
import { asFailure } from '../../failure/failure.ts';
import type { WriteSubject } from '../../probe/write-question.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { isSameValue } from '../../rules/same-value.ts';
import { getGroup } from '../../scim/groups.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import type { User } from '../../scim/user.ts';
import { getUser } from '../../scim/users.ts';
import type { Json } from '../../spec/protocol-types.ts';
import {
  USER_ATTRIBUTE_NAMES,
  USER_ATTRIBUTES,
  type UserAttributeName,
  type UserValues,
} from '../../spec/user-attributes.ts';
import { changeId } from '../../values/ids.ts';
import type { Context } from '../context.ts';
import { performGuarded } from '../writes/perform-writes.ts';
import { exitOfCommand } from '../writes/performed.ts';

/** Never restored: they follow from other attributes, or cannot be read. */
const NOT_SENT: readonly UserAttributeName[] = ['nickName', 'profileUrl', 'password'];

/**
 * Restores what still differs: unexpected effects of a try, and values that no form of request could restore
 * so far.
 */
export async function putBack(context: Context, scim: ScimClient, subject: WriteSubject): Promise<void> {
  const { user, group } = subject;
  const now = await getUser(scim, user.id);
  const changes = [...planPatch({ user: now, position: 1 }, revertingPatch(user, now))];
  const groupNow = group === undefined ? undefined : await getGroup(scim, group.id);
  const isIn = (one: typeof group) => one?.members.some(({ id }) => id === user.id) === true;
  const member = [{ id: user.id, name: user.values.userName ?? user.id }];
  const memberships =
    groupNow === undefined || isIn(groupNow) === isIn(group)
      ? []
      : planMembers(groupNow, { add: isIn(group) ? member : [], remove: isIn(group) ? [] : member }, 1);
  if (changes.length + memberships.length === 0) return;
  const performed = await performGuarded(context, {
    api: 'scim',
    changes: [...changes, ...memberships.map((one) => ({ ...one, id: changeId(`G${one.id}`) }))],
    users: [now],
    groups: groupNow === undefined ? [] : [groupNow],
    scim,
    named: 2,
    noun: 'changes',
    shows: undefined,
  });
  if (performed === undefined) return;
  if (performed.result.stoppedBy !== undefined || performed.result.inDoubt > 0)
    exitOfCommand(performed, { named: 1, noun: 'users' }, () => context.shutdown.cause());
}

/**
 * Restores what a probe changed before it was stopped; a second signal ends it.
 * @param undo the command that restores the rest, if this fails
 * @returns the state of the user and the group, in words
 */
export async function putBackStopped(
  context: Context,
  scim: ScimClient,
  subject: WriteSubject,
  undo: string,
): Promise<string> {
  const busy = context.shutdown.drainForRestore();
  const shutdown = { ...context.shutdown, signal: new AbortController().signal };
  try {
    await putBack({ ...context, shutdown }, scim, subject);
    const left = await remainingDifferences(scim, subject);
    return left.length === 0
      ? 'stopped; everything was restored'
      : `stopped; not restored: ${left.join('; ')}; restore with: ${undo}`;
  } catch (error) {
    return `stopped; not everything was restored: ${asFailure(error).message}; restore with: ${undo}`;
  } finally {
    busy.done();
  }
}

function revertingPatch({ values: before }: User, { values: now }: User) {
  const set: UserValues = {};
  const clear: UserAttributeName[] = [];
  for (const name of USER_ATTRIBUTE_NAMES) {
    if (NOT_SENT.includes(name) || isSameValue(name, before, now)) continue;
    if (before[name] !== undefined) copyValue(name, before, set);
    else if (USER_ATTRIBUTES[name].mayClear) clear.push(name);
  }
  return { set, clear };
}

/**
 * Returns the attributes of the user, and the group, that differ from before; a list entry may have moved.
 */
export async function remainingDifferences(
  scim: ScimClient,
  { user, group }: WriteSubject,
): Promise<readonly string[]> {
  const now = await getUser(scim, user.id);
  const names = new Set([...Object.keys(user.resource), ...Object.keys(now.resource)]);
  const left = [...names].filter(
    (name) =>
      !['meta', 'schemas'].includes(name) && canonical(user.resource[name]) !== canonical(now.resource[name]),
  );
  if (group === undefined) return left;
  const groupNow = await getGroup(scim, group.id);
  const ids = (one: typeof group) =>
    one.members
      .map(({ id }) => id)
      .sort()
      .join();
  return ids(group) === ids(groupNow) ? left : [...left, `members of ${group.displayName}`];
}

/**
 * Returns a text that is equal for equal values in any order. Empty values count as absent: a service may
 * show the empty attributes of a user once one of them was set.
 */
function canonical(value: Json | undefined): string {
  if (Array.isArray(value)) {
    const entries = value.map((one: Json) => canonical(one)).filter((text) => text !== '');
    return entries.length === 0 ? '' : `[${entries.sort().join()}]`;
  }
  if (!isJsonObject(value)) return value === '' ? '' : JSON.stringify(value ?? '').replace(/^""$/, '');
  const { value: entry = 'none' } = value;
  if (canonical(entry) === '') return '';
  const parts = Object.entries(value)
    .map(([name, part]) => [name, canonical(part)] as const)
    .filter(([, text]) => text !== '');
  return parts.length === 0
    ? ''
    : `{${parts
        .map(([name, text]) => `${name}:${text}`)
        .sort()
        .join()}}`;
}

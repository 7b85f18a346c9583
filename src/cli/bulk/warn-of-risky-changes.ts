import { type Change, isUserUpdate } from '../../bulk/plan/change.ts';
import type { GroupSnapshot } from '../../bulk/plan/group-snapshot.ts';
import { inactiveManagers } from '../../bulk/plan/inactive-managers.ts';
import { managerCycles } from '../../bulk/plan/manager-cycles.ts';
import { similarGroups } from '../../bulk/plan/similar-groups.ts';
import type { Snapshot } from '../../bulk/plan/snapshot.ts';
import type { MemberName } from '../../bulk/single/plan-group-writes.ts';
import { pluralize } from '../../output/pluralize.ts';
import { isSingleChannelGuest } from '../../scim/user-state.ts';
import type { Context } from '../context.ts';
import { warnOfOwnManagers } from '../people/own-managers.ts';
import { warnOfOwnUser } from '../people/own-user.ts';
import { guestsWarning, idsJoining } from '../writes/refuse-deactivated.ts';
import { namesInWords } from '../writes/where-words.ts';

/**
 * Warns about effects of a plan that are rarely intended: managers who are deactivated, users who become
 * their own managers or those of each other, single-channel guests who join groups, and the loss of the
 * caller's own access.
 */
export async function warnOfRiskyChanges(
  context: Context,
  changes: readonly Change[],
  snapshot: Snapshot,
): Promise<void> {
  const managers = inactiveManagers(changes, snapshot);
  if (managers.length > 0) {
    const users = managers.reduce((sum, { reports }) => sum + reports.length, 0);
    const names = managers.map(({ name, reports, isByPlan }) => {
      const by = isByPlan ? ', deactivated by this plan' : '';
      return `${name} (manager of ${namesInWords(reports)}${by})`;
    });
    await context.messages.warn(
      `${pluralize(users, 'user')} will have a deactivated manager: ${namesInWords(names)}`,
    );
  }
  await warnOfOwnManagers(context, changes);
  await warnOfManagerCycles(context, changes, snapshot);
  const guests = guestsWarning(changes, guestsJoining(changes, snapshot));
  if (guests !== undefined) await context.messages.warn(guests);
  await warnOfOwnUser(context, changes);
}

/** Returns the single-channel guests who join groups and are not converted by the same plan. */
function guestsJoining(changes: readonly Change[], { users }: Snapshot): readonly MemberName[] {
  const converted = new Set<string>();
  for (const change of changes)
    if (isUserUpdate(change) && 'id' in change.target && change.set.guest !== undefined)
      converted.add(change.target.id);
  return [...new Set(changes.flatMap(idsJoining))].flatMap((joining) => {
    const user = users.get(joining);
    if (user === undefined || converted.has(joining) || !isSingleChannelGuest(user.values)) return [];
    const { id, values } = user;
    const { userName: name = id } = values;
    return [{ id, name, singleChannel: name }];
  });
}

async function warnOfManagerCycles(
  { messages }: Context,
  changes: readonly Change[],
  snapshot: Snapshot,
): Promise<void> {
  const cycles = managerCycles(changes, snapshot);
  if (cycles.length === 0) return;
  const shown = cycles.map(([first = '', ...rest]) => [first, ...rest, first].join(' → '));
  await messages.warn(`managers in a circle: ${namesInWords(shown)}`);
}

/** Warns about new groups that look like misspelled names of existing ones. */
export async function warnOfSimilarGroups(
  context: Context,
  changes: readonly Change[],
  groups: GroupSnapshot,
): Promise<void> {
  const similar = similarGroups(changes, groups);
  if (similar.length === 0) return;
  const names = similar.map(({ name, existing }) => `"${name}" (did you mean "${existing}"?)`);
  await context.messages.warn(
    `${pluralize(similar.length, 'new group')} with a name like an existing one: ${namesInWords(names)}`,
  );
}

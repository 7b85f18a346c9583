import type { Change } from '../../bulk/plan/change.ts';
import type { GroupSnapshot } from '../../bulk/plan/group-snapshot.ts';
import { inactiveManagers } from '../../bulk/plan/inactive-managers.ts';
import { managerCircles } from '../../bulk/plan/manager-circles.ts';
import { similarGroups } from '../../bulk/plan/similar-groups.ts';
import type { Snapshot } from '../../bulk/plan/snapshot.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { Context } from '../context.ts';
import { warnOfOwnManagers } from '../people/own-managers.ts';
import { warnOfOwnUser } from '../people/own-user.ts';
import { namesInWords } from '../writes/where-words.ts';

/**
 * Warns about effects of a plan that are rarely intended: managers who are deactivated, users who become
 * their own managers or those of each other, and the loss of the caller's own access.
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
  await warnOfCircles(context, changes, snapshot);
  await warnOfOwnUser(context, changes);
}

async function warnOfCircles(
  { messages }: Context,
  changes: readonly Change[],
  snapshot: Snapshot,
): Promise<void> {
  const circles = managerCircles(changes, snapshot);
  if (circles.length === 0) return;
  const shown = circles.map(([first = '', ...rest]) => [first, ...rest, first].join(' → '));
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

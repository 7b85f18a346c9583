import type { Change } from '../../bulk/plan/change.ts';
import { inactiveManagers } from '../../bulk/plan/inactive-managers.ts';
import type { Snapshot } from '../../bulk/plan/snapshot.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { Context } from '../context.ts';
import { warnOfOwnUser } from '../people/own-user.ts';
import { namesInWords } from '../writes/where-words.ts';

/**
 * Warns about effects of a plan that are rarely intended: managers who are deactivated, and the loss of the
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
  await warnOfOwnUser(context, changes);
}

import { protectedIn, refuseProtected } from '../../bulk/plan/protected-changes.ts';
import { protection, protectsNothing } from '../../profiles/safety.ts';
import type { Context } from '../context.ts';
import { readAffected } from './read-affected.ts';
import { readGroups, readSnapshot } from './read-organization.ts';
import type { ResumedRun } from './resumed-run.ts';
import { withSameConnection } from './same-connection.ts';

/**
 * Refuses to resume a run whose remaining changes touch users or groups that are protected now: the guards
 * checked the whole plan when it started, but may have been changed since.
 * @throws Failure `limit`
 */
export async function refuseNewlyProtected(
  context: Context,
  { id, plan, replayed }: ResumedRun,
): Promise<void> {
  const { profile } = await context.resolved();
  const isProtected = protection(profile);
  const changes = plan.changes.filter(({ id }) => !replayed.outcomes.has(id));
  if (isProtected === protectsNothing || changes.length === 0) return;
  const { snapshot, groups } = (await readAffected(context, { ...plan, changes }, {})) ?? {
    snapshot: await readSnapshot(context),
    groups: await readGroups(context),
  };
  const undo = withSameConnection(context, plan, `undo ${id}`);
  refuseProtected(
    protectedIn(changes, snapshot, groups, isProtected),
    `apply a file without them, undo what was done (${undo})`,
  );
}

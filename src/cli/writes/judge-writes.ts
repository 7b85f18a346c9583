import { groupSnapshotOf } from '../../bulk/plan/group-snapshot.ts';
import { countUnprotectedActive, type GuardInput } from '../../bulk/plan/guards.ts';
import { neededCounts } from '../../bulk/plan/limits.ts';
import { protectedIn } from '../../bulk/plan/protected-changes.ts';
import { type SnapshotUser, snapshotOf } from '../../bulk/plan/snapshot.ts';
import { unclearEffects } from '../../bulk/plan/unclear-changes.ts';
import type { PlanLimits } from '../../profiles/plan-limits.ts';
import { protection } from '../../profiles/safety.ts';
import type { Context } from '../context.ts';
import { type ActiveCounts, countActive } from './count-active.ts';
import type { Intention } from './intention.ts';
import { withLocalIds } from './local-ids.ts';
import { usersNamed } from './users-named.ts';

/** Collects what the guards need, and reads no more of the organization than that. */
export async function guardInputFor(
  context: Context,
  intention: Intention,
  limits: PlanLimits,
): Promise<GuardInput> {
  const { changes, groups = [] } = intention;
  const needed = neededCounts(changes, limits);
  return {
    counts: {
      ...(needed.activeUsers ? await countAllUsers(context) : await countActive(context, needed.atLeast)),
      groups: needed.groups ? (await (await reader()).readGroups(context)).groups.size : 0,
      members: Object.fromEntries(groups.map(({ id, members }) => [id, members.length])),
    },
    touched: await protectedByProfile(context, intention),
    unclear: await unclearForProtection(context, intention),
  };
}

async function countAllUsers(context: Context): Promise<ActiveCounts> {
  const snapshot = await (await reader()).readSnapshot(context);
  const { profile } = await context.resolved();
  return {
    activeUsers: snapshot.activeUsers,
    touchable: countUnprotectedActive(snapshot, protection(profile)),
  };
}

/** Protected users and groups that the changes affect, in words. */
async function protectedByProfile(context: Context, intention: Intention): Promise<readonly string[]> {
  const { profile } = await context.resolved();
  if ((profile.protected ?? []).length === 0) return [];
  const { changes, users = [], others = [], groups = [] } = intention;
  const seen = [...users, ...others].map(({ id, values }): SnapshotUser => ({ id, values }));
  const snapshots = groups.map(({ id, displayName, members }) => ({
    id,
    displayName,
    members: new Set(members.map((member) => member.id)),
  }));
  const found = await usersNamed(context, changes, seen);
  const isProtected = withLocalIds(protection(profile), found.globalIds);
  const snapshot = snapshotOf([...seen, ...found.users]);
  return protectedIn(changes, snapshot, groupSnapshotOf(snapshots), isProtected);
}

/** Parts of changes that cannot be interpreted, and so may affect a protected user. */
async function unclearForProtection(context: Context, { changes }: Intention): Promise<readonly string[]> {
  const { profile } = await context.resolved();
  return (profile.protected ?? []).length === 0 ? [] : changes.flatMap(unclearEffects);
}

/** Loaded on demand: few commands read a whole organization. */
function reader() {
  return import('../bulk/read-organization.ts');
}

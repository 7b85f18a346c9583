import type { Change, Member } from '../../bulk/plan/change.ts';
import { groupSnapshotOf } from '../../bulk/plan/group-snapshot.ts';
import type { Guarded } from '../../bulk/plan/guards.ts';
import { neededCounts } from '../../bulk/plan/limits.ts';
import { protectedIn } from '../../bulk/plan/protected-changes.ts';
import { type SnapshotUser, snapshotOf } from '../../bulk/plan/snapshot.ts';
import { Failure } from '../../failure/failure.ts';
import type { PlanLimits } from '../../profiles/plan-limits.ts';
import { protection } from '../../profiles/safety.ts';
import { isUserId } from '../../rules/user-id.ts';
import { getUser } from '../../scim/users.ts';
import type { Context } from '../context.ts';
import type { Intention } from './intention.ts';

/** Collects what the guards judge by, and reads of the organization only what they ask for. */
export async function guardedOf(
  context: Context,
  intention: Intention,
  limits: PlanLimits,
): Promise<Guarded> {
  const { changes, groups = [] } = intention;
  const needed = neededCounts(changes, limits);
  return {
    counts: {
      activeUsers: needed.activeUsers ? (await (await reader()).readSnapshot(context)).activeUsers : 0,
      groups: needed.groups ? (await (await reader()).readGroups(context)).groups.size : 0,
      members: Object.fromEntries(groups.map(({ id, members }) => [id, members.length])),
    },
    touched: await protectedByProfile(context, intention),
  };
}

/** Protected users and groups that the changes touch, in words. */
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
  const unseen = await readTouched(context, changes, new Set(seen.map(({ id }) => id)));
  const snapshot = snapshotOf([...seen, ...unseen]);
  return protectedIn(changes, snapshot, groupSnapshotOf(snapshots), protection(profile));
}

/** Users that changes name by ID alone; a name or an address of theirs may be protected. */
async function readTouched(
  context: Context,
  changes: readonly Change[],
  seen: ReadonlySet<string>,
): Promise<readonly SnapshotUser[]> {
  const ids = new Set(changes.flatMap(userIdsIn).filter((id) => !seen.has(id)));
  const { resolved } = context;
  if (ids.size === 0 || (await resolved()).settings.scimBaseUrl === undefined) return [];
  if (ids.size > LOOKED_UP_ONE_BY_ONE)
    return [...(await (await reader()).readSnapshot(context)).users.values()];
  const { scim } = await context.connection();
  const users: SnapshotUser[] = [];
  for (const id of ids) {
    const user = await getUser(scim, id).catch((error: unknown) => {
      // The service says of a user who is not there what it says of each write.
      if (error instanceof Failure && error.kind === 'refused') return undefined;
      throw error;
    });
    if (user !== undefined) users.push(user);
  }
  return users;
}

/** For more users than this, the list of all is read once. */
const LOOKED_UP_ONE_BY_ONE = 20;

function userIdsIn(change: Change): readonly string[] {
  const idsOf = (members: readonly Member[]) => members.flatMap((one) => ('id' in one ? [one.id] : []));
  switch (change.kind) {
    case 'addMembers':
    case 'removeMembers':
      return idsOf(change.members);
    case 'replaceGroup':
      return idsOf([...change.joining, ...change.leaving]);
    case 'deleteGroup':
      return change.members;
    case 'sendGroupPatch':
      return change.mayLeave;
    case 'callMethod': {
      const words = Object.values(change.arguments).flatMap((value) =>
        Array.isArray(value) ? value : [value],
      );
      return words.flatMap((word) => (typeof word === 'string' ? word.split(',') : [])).filter(isUserId);
    }
    default:
      return [];
  }
}

/** Reads whole organizations; few commands need it. */
function reader() {
  return import('../bulk/make-plan.ts');
}

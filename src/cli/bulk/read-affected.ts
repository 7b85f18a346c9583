import { type GroupSnapshot, groupSnapshotOf, type SnapshotGroup } from '../../bulk/plan/group-snapshot.ts';
import { neededCounts } from '../../bulk/plan/limits.ts';
import { NEWCOMERS_SHOWN, newcomersOf } from '../../bulk/plan/newcomers.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { type Snapshot, type SnapshotUser, snapshotOf } from '../../bulk/plan/snapshot.ts';
import { isCheaperToLookUp, type Touched, touchedBy } from '../../bulk/plan/touched.ts';
import type { PlanLimits } from '../../profiles/plan-limits.ts';
import { userNameKey } from '../../rules/name-key.ts';
import { isUserId, mayBeNameToo } from '../../rules/user-id.ts';
import { findGroupsByName } from '../../scim/find-group.ts';
import { findByEmail, findByUserName } from '../../scim/find-user.ts';
import type { Group } from '../../scim/group.ts';
import { getGroup } from '../../scim/groups.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import { isNotFound, isUserNotFound } from '../../scim/service-error.ts';
import type { User } from '../../scim/user.ts';
import { getUser } from '../../scim/users.ts';
import { defined } from '../../values/defined.ts';
import { userId } from '../../values/ids.ts';
import { inParallel } from '../../values/in-parallel.ts';
import type { Context } from '../context.ts';
import { type ActiveCounts, countActive } from '../writes/count-active.ts';

/** Current state of the users and groups that a plan touches. */
export interface AffectedState {
  readonly snapshot: Snapshot;
  readonly groups: GroupSnapshot;
  /**
   * Number of active users, counted as far as the limits of the plan need it; absent if the snapshot contains
   * all users.
   */
  readonly counts?: ActiveCounts;
}

/** Look-ups in progress at the same time. */
const AT_ONCE = 16;

/** Newcomers whose names are looked up; a message shows the IDs of others. */
const MAX_NEWCOMERS = 20;

/**
 * Reads only the users and groups that a saved plan touches.
 * @returns undefined if all users must be read: that is faster, or a limit is a share of all users or groups
 */
export async function readAffected(
  context: Context,
  plan: Plan,
  limits: PlanLimits,
): Promise<AffectedState | undefined> {
  const { scim, limits: quotas } = await context.connection();
  const needed = neededCounts(plan.changes, limits);
  const touched = touchedBy(plan.changes);
  if (needed.activeUsers || needed.groups) return undefined;
  if (!isCheaperToLookUp(touched, plan.activeUsers, quotas)) return undefined;
  // The count of active users in the plan may be outdated.
  const count = async () => ({ counts: await countActive(context, needed.atLeast) });
  const seen = await lookUpAll(context, [
    ...(needed.atLeast === 0 ? [] : [count]),
    ...lookupsFor(scim, touched),
  ]);
  const groups = groupSnapshotOf(
    uniqueById(seen.flatMap(({ groups: some = [] }) => some)).map(snapshotGroup),
  );
  const newcomers = await lookUpAll(context, newcomerLookups(scim, plan, groups));
  return {
    ...defined({ counts: seen.find(({ counts }) => counts !== undefined)?.counts }),
    // A user found by name may come from the other SCIM version; one read by ID has the form that the plan
    // saw, and replaces it.
    snapshot: snapshotOf(
      uniqueById([
        ...seen.flatMap(({ named = [] }) => named),
        ...[...seen, ...newcomers].flatMap(({ users = [] }) => users),
      ]),
    ),
    groups,
  };
}

async function lookUpAll(
  { messages }: Context,
  looks: readonly (() => Promise<LookupResult>)[],
): Promise<readonly LookupResult[]> {
  const progress = messages.progress();
  const seen: LookupResult[] = [];
  try {
    await inParallel(looks, AT_ONCE, async (look) => {
      seen.push(await look());
      progress.update(`looking at what the plan touches: ${seen.length} of ${looks.length}`);
    });
  } finally {
    progress.stop();
  }
  return seen;
}

/**
 * The result of one look-up; empty if the user is not found: the plan is stale then, and the caller reports
 * it.
 */
interface LookupResult {
  readonly users?: readonly SnapshotUser[];
  readonly named?: readonly SnapshotUser[];
  readonly groups?: readonly Group[];
  readonly counts?: ActiveCounts;
}

function lookupsFor(
  scim: ScimClient,
  { userIds, people, groupIds, groupNames }: Touched,
): readonly (() => Promise<LookupResult>)[] {
  return [
    ...people.map((name) => async () => ({ named: await usersNamed(scim, name) })),
    ...userIds.map((id) => async () => ({ users: await listIfFound(() => getUser(scim, id)) })),
    ...groupIds.map((id) => async () => ({ groups: await listIfFound(() => getGroup(scim, id)) })),
    ...groupNames.map((name) => async () => ({ groups: await findGroupsByName(scim, name) })),
  ];
}

/** Looks at the members who joined since, as far as the message about them names them. */
function newcomerLookups(
  scim: ScimClient,
  { changes }: Plan,
  groups: GroupSnapshot,
): readonly (() => Promise<LookupResult>)[] {
  const shown = [...newcomersOf(changes, groups).values()].flatMap((ids) => ids.slice(0, NEWCOMERS_SHOWN));
  return [...new Set(shown)]
    .slice(0, MAX_NEWCOMERS)
    .map((id) => async () => ({ users: await listIfFound(() => getUser(scim, id)) }));
}

async function usersNamed(scim: ScimClient, name: string): Promise<readonly User[]> {
  if (name.includes('@')) return findByEmail(scim, name);
  const found = isUserId(name) ? await listIfFound(() => getUser(scim, userId(name))) : [];
  const isOther = found.length === 0 && (!isUserId(name) || mayBeNameToo(name));
  return isOther ? findByUserName(scim, userNameKey(name)) : found;
}

async function listIfFound<T>(read: () => Promise<T>): Promise<readonly T[]> {
  try {
    return [await read()];
  } catch (error) {
    if (isNotFound(error) || isUserNotFound(error)) return [];
    throw error;
  }
}

/** Returns the last item with each ID. */
function uniqueById<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

function snapshotGroup({ id, displayName, members }: Group): SnapshotGroup {
  return { id, displayName, members: new Set(members.map((member) => member.id)) };
}

import { Failure } from '../../failure/failure.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { PlanLimitName, PlanLimits } from '../../profiles/plan-limits.ts';
import { type GroupMemberLoss, largestMemberLoss } from './absent-members.ts';
import type { Change } from './change.ts';
import type { FeedExcess } from './feed-limits.ts';
import type { GroupSnapshot } from './group-snapshot.ts';
import { checkLimits, type LimitCounts, limitCounts } from './limits.ts';
import { type IsProtected, isProtectedUser, protectedIn, refuseProtected } from './protected-changes.ts';
import type { Snapshot, SnapshotUser } from './snapshot.ts';

/**
 * Input of the guards: collected while the organization data is available, checked after the plan was shown.
 */
export interface GuardInput {
  readonly counts: LimitCounts;
  /** Names of the protected users and groups that the plan would touch. */
  readonly touched: readonly string[];
  /** Why the users that the plan touches are unknown; empty if no user is protected. */
  readonly unclear?: readonly string[];
  /** Limits that the feed exceeds, compared with the previous one. */
  readonly feed?: readonly FeedExcess[];
  /** Groups that lose members because a file without an earlier version does not list them. */
  readonly absent?: readonly GroupMemberLoss[];
}

/** Collects what the guards check in a plan. Pure. */
export function guardInputOf(
  changes: readonly Change[],
  snapshot: Snapshot,
  groups: GroupSnapshot,
  isProtected: IsProtected,
): GuardInput {
  return {
    counts: limitCounts(changes, snapshot, groups, countUnprotectedActive(snapshot, isProtected)),
    touched: protectedIn(changes, snapshot, groups, isProtected),
  };
}

/** Counts the active users that are not protected. */
export function countUnprotectedActive({ users }: Pick<Snapshot, 'users'>, isProtected: IsProtected): number {
  const isTouchable = (user: SnapshotUser) => user.values.active && !isProtectedUser(user, isProtected);
  return [...users.values()].filter(isTouchable).length;
}

/**
 * Checks a plan. A preview calls it after showing the plan, other commands before asking for confirmation.
 * @param flags limits for which the command has a flag; all limits if absent
 * @throws Failure `limit`
 */
export function checkGuards(
  plan: { readonly changes: readonly Change[] },
  limits: PlanLimits,
  { counts, touched, unclear = [], feed = [], absent = [] }: GuardInput,
  flags?: readonly PlanLimitName[],
): void {
  refuseFeed(feed);
  if (limits.maxRemoveMembers === undefined) refuseAbsent(absent);
  refuseProtected(touched);
  if (unclear.length > 0)
    throw new Failure('limit', `${unclear.join('; ')}; it may be a protected user`, {
      hint: 'use the documented form (SCIM §4.3, §4.6), or the flags of the command',
    });
  checkLimits(plan, limits, counts, flags);
}

/** @throws Failure `limit` if a possibly incomplete file would remove most members of a group */
function refuseAbsent(absences: readonly GroupMemberLoss[]): void {
  const most = largestMemberLoss(absences);
  if (most === undefined) return;
  const { group, leaving, members } = most;
  throw new Failure(
    'limit',
    `the plan removes ${leaving} of ${pluralize(members, 'member')} of ${group} who are not in the file; there is no earlier file to compare it with`,
    {
      hint: `to allow this: --max-remove-members ${leaving}; to keep them: --mode update`,
    },
  );
}

/** @throws Failure `limit` listing all limits that a feed exceeds */
export function refuseFeed(excesses: readonly FeedExcess[]): void {
  if (excesses.length === 0) return;
  throw new Failure('limit', excesses.map(({ message }) => message).join('; '), {
    hint: `to allow this: ${largestFlagValues(excesses.map(({ way }) => way)).join(' ')}`,
  });
}

/** Keeps, for each flag, the value that also allows all others; a percentage allows more than any count. */
function largestFlagValues(ways: readonly string[]): readonly string[] {
  const sizeOf = (way: string) => (way.endsWith('%') ? Number.POSITIVE_INFINITY : Number(way.split(' ')[1]));
  const largest = new Map<string, string>();
  for (const way of ways) {
    const [flag = ''] = way.split(' ');
    const known = largest.get(flag);
    if (known === undefined || sizeOf(way) > sizeOf(known)) largest.set(flag, way);
  }
  return [...largest.values()];
}

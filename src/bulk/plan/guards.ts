import { Failure } from '../../failure/failure.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { PlanLimitName, PlanLimits } from '../../profiles/plan-limits.ts';
import { type Absence, mostAbsent } from './absent-members.ts';
import type { Change } from './change.ts';
import type { FeedExcess } from './feed-limits.ts';
import type { GroupSnapshot } from './group-snapshot.ts';
import { checkLimits, type LimitCounts, limitCounts } from './limits.ts';
import { type IsProtected, isProtectedUser, protectedIn, refuseProtected } from './protected-changes.ts';
import type { Snapshot, SnapshotUser } from './snapshot.ts';

/**
 * What the guards judge a plan by: collected while the organization is at hand, judged once the plan was
 * shown.
 */
export interface Guarded {
  readonly counts: LimitCounts;
  /** Protected users and groups that the plan would touch, in words. */
  readonly touched: readonly string[];
  /** Why the users that the plan touches are unknown; empty if no user is protected. */
  readonly unclear?: readonly string[];
  /** What the file has less than the one before. */
  readonly feed?: readonly FeedExcess[];
  /** Who leaves groups for not being in a file that was compared with no earlier one. */
  readonly absent?: readonly Absence[];
}

/** Collects what the guards need to know of a plan. Pure. */
export function guardedBy(
  changes: readonly Change[],
  snapshot: Snapshot,
  groups: GroupSnapshot,
  isProtected: IsProtected,
): Guarded {
  return {
    counts: limitCounts(changes, snapshot, groups, touchableIn(snapshot, isProtected)),
    touched: protectedIn(changes, snapshot, groups, isProtected),
  };
}

/** Returns how many active users are not protected. */
export function touchableIn({ users }: Pick<Snapshot, 'users'>, isProtected: IsProtected): number {
  const isTouchable = (user: SnapshotUser) => user.values.active && !isProtectedUser(user, isProtected);
  return [...users.values()].filter(isTouchable).length;
}

/**
 * Judges a plan; a preview calls it after the plan was shown, everything else before anybody is asked.
 * @param flags limits that the command has a flag for; all of them where nothing is said.
 * @throws Failure `limit`
 */
export function checkGuards(
  plan: { readonly changes: readonly Change[] },
  limits: PlanLimits,
  { counts, touched, unclear = [], feed = [], absent = [] }: Guarded,
  flags?: readonly PlanLimitName[],
): void {
  refuseFeed(feed);
  if (limits.maxRemoveMembers === undefined) refuseAbsent(absent);
  refuseProtected(touched);
  if (unclear.length > 0)
    throw new Failure('limit', `${unclear.join('; ')}; it may be a protected user`, {
      hint: 'write it as the document does (SCIM §4.3, §4.6), or use the flags of the command',
    });
  checkLimits(plan, limits, counts, flags);
}

/** @throws Failure `limit` where a file that may be a part of the list would empty most of a group */
function refuseAbsent(absences: readonly Absence[]): void {
  const most = mostAbsent(absences);
  if (most === undefined) return;
  const { group, leaving, members } = most;
  throw new Failure(
    'limit',
    `the plan removes ${leaving} of ${pluralize(members, 'member')} from ${group} because the file does not have them, and no earlier file says that it is the whole list`,
    {
      hint: `if it is: --max-remove-members ${leaving}; if not: --mode update removes nobody who is not in it`,
    },
  );
}

/** @throws Failure `limit` with everything that a file has less than the one before */
export function refuseFeed(excesses: readonly FeedExcess[]): void {
  if (excesses.length === 0) return;
  throw new Failure('limit', excesses.map(({ message }) => message).join('; '), {
    hint: `to allow this: ${widest(excesses.map(({ way }) => way)).join(' ')}`,
  });
}

/** Of each flag the value that allows all that the others do: a share is of everything. */
function widest(ways: readonly string[]): readonly string[] {
  const sizeOf = (way: string) => (way.endsWith('%') ? Number.POSITIVE_INFINITY : Number(way.split(' ')[1]));
  const largest = new Map<string, string>();
  for (const way of ways) {
    const [flag = ''] = way.split(' ');
    const known = largest.get(flag);
    if (known === undefined || sizeOf(way) > sizeOf(known)) largest.set(flag, way);
  }
  return [...largest.values()];
}

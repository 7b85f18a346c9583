import { Failure } from '../../failure/failure.ts';
import type { PlanLimitName, PlanLimits } from '../../profiles/plan-limits.ts';
import type { Change } from './change.ts';
import type { FeedExcess } from './feed-limits.ts';
import type { GroupSnapshot } from './group-snapshot.ts';
import { checkLimits, type LimitCounts, limitCounts } from './limits.ts';
import { type IsProtected, protectedIn, refuseProtected } from './protected-changes.ts';
import type { Snapshot } from './snapshot.ts';

/** What the guards judge a plan by: collected while the organization is at hand, judged once the plan was shown. */
export interface Guarded {
  readonly counts: LimitCounts;
  /** Protected users and groups that the plan would touch, in words. */
  readonly touched: readonly string[];
  /** Why it cannot be told whom the plan touches; empty where nobody is protected. */
  readonly unclear?: readonly string[];
  /** What the file has less than the one before. */
  readonly feed?: readonly FeedExcess[];
}

/** Collects what the guards need to know of a plan. Pure. */
export function guardedBy(
  changes: readonly Change[],
  snapshot: Snapshot,
  groups: GroupSnapshot,
  isProtected: IsProtected,
): Guarded {
  return {
    counts: limitCounts(changes, snapshot, groups),
    touched: protectedIn(changes, snapshot, groups, isProtected),
  };
}

/**
 * Judges a plan; a preview calls it after the plan was shown, everything else before anybody is asked.
 * @param flags limits that the command has a flag for; all of them where nothing is said.
 * @throws Failure `limit`
 */
export function checkGuards(
  plan: { readonly changes: readonly Change[] },
  limits: PlanLimits,
  { counts, touched, unclear = [], feed = [] }: Guarded,
  flags?: readonly PlanLimitName[],
): void {
  refuseFeed(feed);
  refuseProtected(touched);
  if (unclear.length > 0)
    throw new Failure('limit', `${unclear.join('; ')}; somebody who is protected may be meant`, {
      hint: 'write it as the document does (SCIM §4.3, §4.6), or use the flags of the command',
    });
  checkLimits(plan, limits, counts, flags);
}

/** @throws Failure `limit` with everything that a file has less than the one before */
export function refuseFeed(excesses: readonly FeedExcess[]): void {
  if (excesses.length === 0) return;
  const ways = [...new Set(excesses.map(({ way }) => way))];
  throw new Failure('limit', excesses.map(({ message }) => message).join('; '), {
    hint: `to allow this: ${ways.join(' ')}`,
  });
}

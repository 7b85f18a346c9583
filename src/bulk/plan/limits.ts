import { Failure } from '../../failure/failure.ts';
import { pluralize, withCommas } from '../../output/pluralize.ts';
import { limitVariable } from '../../profiles/effective-safety.ts';
import {
  allowance,
  PLAN_LIMIT_NAMES,
  PLAN_LIMITS,
  type PlanLimitName,
  type PlanLimits,
} from '../../profiles/plan-limits.ts';
import type { Change } from './change.ts';
import { countChanges, type PlanCounts } from './counted-changes.ts';
import type { GroupSnapshot } from './group-snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { unclearEffects } from './unclear-changes.ts';

/** The totals to which percentages and default limits refer. */
export interface LimitCounts {
  /** Active users of the organization when the plan was made. */
  readonly activeUsers: number;
  /** Active users who are not protected; defaults to all active users. */
  readonly touchable?: number;
  /** Number of groups in the organization. */
  readonly groups: number;
  /** Number of members of each group that loses some, by the ID of the group. */
  readonly members: Readonly<Record<string, number>>;
}

/** A limit that a plan exceeds. */
interface Excess {
  readonly name: PlanLimitName;
  readonly count: number;
  readonly message: string;
}

const NAMES_SHOWN = 10;

/**
 * Checks a whole plan against its limits before the first write. Pure.
 * @param flags limits for which the command has a flag; the others are set by their environment variables
 * @throws Failure `limit` that lists each exceeded limit, the count, the first names, and what allows it
 */
export function checkLimits(
  { changes }: { readonly changes: readonly Change[] },
  limits: PlanLimits,
  counts: LimitCounts,
  flags: readonly PlanLimitName[] = PLAN_LIMIT_NAMES,
): void {
  const changed = changes.map(({ name }) => name);
  const exceeded = excesses(countChanges(changes), changed, limits, counts);
  if (exceeded.length === 0) return;
  const ways = exceeded.map(({ name, count }) =>
    flags.includes(name) ? `${PLAN_LIMITS[name].flag} ${count}` : `${limitVariable(name)}=${count}`,
  );
  const messages = [...exceeded.map(({ message }) => message), ...changes.flatMap(unclearEffects)];
  throw new Failure('limit', messages.join('; '), {
    hint: `to allow this: ${ways.join(' ')}`,
  });
}

/**
 * Returns the flags that allow a plan, if only its counts are known: for the limits that it exceeds, such as
 * `--max-deactivate 55`. Pure.
 * @param changed the name of the user or group of each change
 */
export function flagsToAllow(
  planned: PlanCounts,
  changed: readonly string[],
  limits: PlanLimits,
  counts: LimitCounts,
): readonly string[] {
  return excesses(planned, changed, limits, counts).map(
    ({ name, count }) => `${PLAN_LIMITS[name].flag} ${count}`,
  );
}

/** Returns the totals against which a plan is checked. */
export function limitCounts(
  changes: readonly Change[],
  snapshot: Pick<Snapshot, 'activeUsers'>,
  groups: Pick<GroupSnapshot, 'groups'>,
  touchable: number = snapshot.activeUsers,
): LimitCounts {
  const ids = [...countChanges(changes).removed.keys()];
  const members = ids.map((id) => [id, groups.groups.get(id)?.members.size ?? 0] as const);
  return {
    activeUsers: snapshot.activeUsers,
    touchable,
    groups: groups.groups.size,
    members: Object.fromEntries(members),
  };
}

/** Data that must be read before a plan can be checked. */
export interface NeededCounts {
  readonly activeUsers: boolean;
  /**
   * Minimum number of active users for which the plan deactivates at most half of them; 0 if that is not
   * checked.
   */
  readonly atLeast: number;
  readonly groups: boolean;
  readonly members: readonly string[];
}

/**
 * Returns the totals that the limits of a plan depend on, so that a small plan does not read the whole
 * organization. Up to ten changes of a kind, only percentages need a total, and several deactivations need
 * twice as many active users.
 */
export function neededCounts(changes: readonly Change[], limits: PlanLimits): NeededCounts {
  const isShare = (name: PlanLimitName) => typeof limits[name] === 'string';
  const { deactivated, reactivated, deletedGroups, removed } = countChanges(changes);
  const depends = (name: PlanLimitName, count: number) =>
    count > 0 && (isShare(name) || (limits[name] === undefined && count > DEFAULT_COUNT));
  const leaving = deactivated.length;
  return {
    atLeast: limits.maxDeactivate === undefined && leaving > 1 ? leaving * 2 : 0,
    activeUsers:
      depends('maxDeactivate', leaving) ||
      depends('maxReactivate', reactivated.length) ||
      isShare('maxChanges'),
    groups: isShare('maxDeleteGroups') && deletedGroups.length > 0,
    members: [...removed].flatMap(([group, { names }]) =>
      depends('maxRemoveMembers', names.length) ? [group] : [],
    ),
  };
}

const DEFAULT_COUNT = 10;
const DEFAULT_SHARE = '5%';

/** Default limit: the larger of a count and a percentage. */
function usual(whole: number): number {
  return Math.max(DEFAULT_COUNT, allowance(DEFAULT_SHARE, whole));
}

/** Default limit of deactivations: at most half of a small organization, but always at least one user. */
function usualDeactivations({ activeUsers, touchable = activeUsers }: LimitCounts): {
  readonly allowed: number;
  readonly why: string;
} {
  const half = Math.max(1, Math.floor(touchable / 2));
  if (half >= usual(activeUsers)) return { allowed: usual(activeUsers), why: '' };
  const who = touchable === activeUsers ? 'active users' : 'active users who are not protected';
  return { allowed: half, why: ` (at most half of the ${touchable} ${who})` };
}

function excesses(
  { deactivated, reactivated, deletedGroups, removed }: PlanCounts,
  changed: readonly string[],
  limits: PlanLimits,
  counts: LimitCounts,
): readonly Excess[] {
  const { activeUsers, groups, members } = counts;
  const judge = (
    name: PlanLimitName,
    names: readonly string[],
    allowed: number,
    words: (count: number) => string,
    why = '',
  ): readonly Excess[] => {
    if (names.length <= allowed) return [];
    const shown = name === 'maxChanges' ? '' : `: ${firstOf(names)}`;
    const message = `the plan ${words(names.length)}, ${allowedWords(allowed)}${why}${shown}`;
    return [{ name, count: names.length, message }];
  };
  const { maxDeactivate, maxReactivate, maxDeleteGroups, maxChanges } = limits;
  const deactivations =
    maxDeactivate === undefined
      ? usualDeactivations(counts)
      : { allowed: allowance(maxDeactivate, activeUsers), why: '' };
  return [
    ...judge(
      'maxDeactivate',
      deactivated,
      deactivations.allowed,
      (count) => `deactivates ${pluralize(count, 'user')}`,
      deactivations.why,
    ),
    ...judge(
      'maxReactivate',
      reactivated,
      maxReactivate === undefined ? usual(activeUsers) : allowance(maxReactivate, activeUsers),
      (count) => `reactivates ${pluralize(count, 'user')}`,
    ),
    ...excessOfRemovals(removed, limits, members),
    ...judge(
      'maxDeleteGroups',
      deletedGroups,
      allowance(maxDeleteGroups ?? 0, groups),
      (count) => `deletes ${pluralize(count, 'group')}`,
    ),
    ...judge(
      'maxChanges',
      changed,
      maxChanges === undefined ? Number.POSITIVE_INFINITY : allowance(maxChanges, activeUsers),
      (count) => `makes ${pluralize(count, 'change')}`,
    ),
  ];
}

/**
 * Reports one excess for all groups: that of the group that loses the most members, because the flag in the
 * hint must allow each of them.
 */
function excessOfRemovals(
  removed: PlanCounts['removed'],
  { maxRemoveMembers: limit }: PlanLimits,
  members: LimitCounts['members'],
): readonly Excess[] {
  const beyond = [...removed]
    .map(([id, { group, names }]) => {
      const whole = members[id] ?? 0;
      return { group, names, allowed: limit === undefined ? usual(whole) : allowance(limit, whole) };
    })
    .filter(({ names, allowed }) => names.length > allowed)
    .sort((one, other) => other.names.length - one.names.length);
  const [most] = beyond;
  if (most === undefined) return [];
  const count = most.names.length;
  const more = beyond.length - 1;
  const others = more === 0 ? '' : ` (and too many from ${pluralize(more, 'other group')})`;
  const message = `the plan removes ${pluralize(count, 'member')} from ${most.group}${others}, ${allowedWords(most.allowed)}: ${firstOf(most.names)}`;
  return [{ name: 'maxRemoveMembers', count, message }];
}

/** Returns how many are allowed where there are more: "but only 3 are allowed". */
export function allowedWords(count: number): string {
  if (count === 0) return 'but none is allowed';
  return `but only ${withCommas(count)} ${count === 1 ? 'is' : 'are'} allowed`;
}

function firstOf(names: readonly string[]): string {
  return names.slice(0, NAMES_SHOWN).join(', ') + (names.length > NAMES_SHOWN ? ', …' : '');
}

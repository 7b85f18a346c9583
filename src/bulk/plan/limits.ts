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
import { unclearIn } from './unclear-changes.ts';

/** What percentages and the usual limits are shares of. */
export interface LimitCounts {
  /** Active users of the organization when the plan was made. */
  readonly activeUsers: number;
  /** Those of them that are not protected; all of them where nothing is said. */
  readonly touchable?: number;
  /** Groups of the organization. */
  readonly groups: number;
  /** Members of each group from which the plan removes some, by the ID of the group. */
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
 * Judges a whole plan before its first write. Pure.
 * @param flags limits that the command has a flag for; the others are set by their variables.
 * @throws Failure `limit` that names each limit it exceeds, the count and the first names, and what allows
 * it.
 */
export function checkLimits(
  { changes }: { readonly changes: readonly Change[] },
  limits: PlanLimits,
  counts: LimitCounts,
  flags: readonly PlanLimitName[] = PLAN_LIMIT_NAMES,
): void {
  const exceeded = excesses(changes, limits, counts);
  if (exceeded.length === 0) return;
  const ways = exceeded.map(({ name, count }) =>
    flags.includes(name) ? `${PLAN_LIMITS[name].flag} ${count}` : `${limitVariable(name)}=${count}`,
  );
  const messages = [...exceeded.map(({ message }) => message), ...changes.flatMap(unclearIn)];
  throw new Failure('limit', messages.join('; '), {
    hint: `to allow this: ${ways.join(' ')}`,
  });
}

/** Returns the counts by which a plan is judged, from what the organization is. */
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

/** What has to be read before a plan can be judged. */
export interface NeededCounts {
  readonly activeUsers: boolean;
  /**
   * How many active users there are at least where no more than half of them are deactivated; 0 where that is
   * not judged.
   */
  readonly atLeast: number;
  readonly groups: boolean;
  readonly members: readonly string[];
}

/**
 * Says which counts the judgment of a plan depends on, so that a plan of a few changes reads no whole
 * organization: below ten changes of a kind only percentages ask for one, and several deactivations for twice
 * as many people.
 */
export function neededCounts(changes: readonly Change[], limits: PlanLimits): NeededCounts {
  const isShare = (name: PlanLimitName) => typeof limits[name] === 'string';
  const { deactivated, reactivated, deletedGroups, removed } = countChanges(changes);
  const depends = (name: PlanLimitName, count: number) =>
    count > 0 && (isShare(name) || (limits[name] === undefined && count > USUAL_COUNT));
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

const USUAL_COUNT = 10;
const USUAL_SHARE = '5%';

/** The larger of a count and a share, where nothing else is said. */
function usual(whole: number): number {
  return Math.max(USUAL_COUNT, allowance(USUAL_SHARE, whole));
}

/** The same, but of a small organization never more than half; one user may always be deactivated. */
function usualDeactivations({ activeUsers, touchable = activeUsers }: LimitCounts): {
  readonly allowed: number;
  readonly why: string;
} {
  const half = Math.max(1, Math.floor(touchable / 2));
  if (half >= usual(activeUsers)) return { allowed: usual(activeUsers), why: '' };
  const who = touchable === activeUsers ? 'active users' : 'active users who are not protected';
  return { allowed: half, why: ` (at most half of the ${touchable} ${who})` };
}

function excesses(changes: readonly Change[], limits: PlanLimits, counts: LimitCounts): readonly Excess[] {
  const { activeUsers, groups, members } = counts;
  const { deactivated, reactivated, deletedGroups, removed } = countChanges(changes);
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
      changes.map(({ name }) => name),
      maxChanges === undefined ? Number.POSITIVE_INFINITY : allowance(maxChanges, activeUsers),
      (count) => `makes ${pluralize(count, 'change')}`,
    ),
  ];
}

/**
 * The group that loses most beyond its limit stands for all of them; the flag in the hint has to be large
 * enough for each.
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

function allowedWords(count: number): string {
  return count === 0 ? 'none is allowed' : `${withCommas(count)} ${count === 1 ? 'is' : 'are'} allowed`;
}

function firstOf(names: readonly string[]): string {
  return names.slice(0, NAMES_SHOWN).join(', ') + (names.length > NAMES_SHOWN ? ', …' : '');
}

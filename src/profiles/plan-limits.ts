/** A count, or a share of the whole such as `5%`. */
export type LimitValue = number | `${number}%`;

/** All limits on a plan: flag, what is counted, the base of a percentage, and the default. */
export const PLAN_LIMITS = {
  maxDeactivate: {
    flag: '--max-deactivate',
    what: 'maximum number of users that one command may deactivate',
    of: 'the active users',
    usual: 'the larger of 10 and 5% of the active users, at most half of them',
  },
  maxReactivate: {
    flag: '--max-reactivate',
    what: 'maximum number of users that one command may reactivate',
    of: 'the active users',
    usual: 'the larger of 10 and 5% of the active users',
  },
  maxRemoveMembers: {
    flag: '--max-remove-members',
    what: 'maximum number of members that one command may remove from one group',
    of: 'its members',
    usual: 'the larger of 10 and 5% of its members',
  },
  maxDeleteGroups: {
    flag: '--max-delete-groups',
    what: 'maximum number of groups that one command may delete',
    of: 'all groups',
    usual: '0',
  },
  maxChanges: {
    flag: '--max-changes',
    what: 'maximum number of changes that one command may make',
    of: 'the active users',
    usual: 'no limit',
  },
} as const satisfies Readonly<
  Record<
    string,
    { readonly flag: string; readonly what: string; readonly of: string; readonly usual: string }
  >
>;
export type PlanLimitName = keyof typeof PLAN_LIMITS;
export const PLAN_LIMIT_NAMES = Object.keys(PLAN_LIMITS).filter((name): name is PlanLimitName =>
  Object.hasOwn(PLAN_LIMITS, name),
);

/** Limits on a plan; an absent limit has its default. */
export type PlanLimits = { readonly [Name in PlanLimitName]?: LimitValue | undefined };

/** Describes the format of a limit value, for messages. */
export const LIMIT_VALUE_WORDS = 'a whole number from 0, or a percentage such as 5%';

/** Parses a count, or a percentage from 0% to 100%. @returns undefined if it is neither */
export function parseLimitValue(text: string): LimitValue | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const [, percent] = /^(\d{1,3}(?:\.\d{1,3})?)%$/.exec(text) ?? [];
  return percent === undefined || Number(percent) > 100 ? undefined : `${Number(percent)}%`;
}

/** Whether a stored value is a valid limit. */
export function isLimitValue(value: unknown): value is LimitValue {
  return (typeof value === 'number' || typeof value === 'string') && parseLimitValue(String(value)) === value;
}

/** Returns the count that a limit allows. A percentage is taken of `whole` and rounded down. */
export function allowance(limit: LimitValue, whole: number): number {
  return typeof limit === 'number' ? limit : Math.floor((whole * Number(limit.slice(0, -1))) / 100);
}

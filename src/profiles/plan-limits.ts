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

/** Whether a value is a limit as this program writes it. */
export function isLimitValue(value: unknown): value is LimitValue {
  return limitIn(value) === value && value !== undefined;
}

/** Returns a stored limit, which may be written by hand, such as 5.0%. @returns undefined if it is none */
export function limitIn(value: unknown): LimitValue | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const limit = parseLimitValue(String(value));
  return typeof limit === typeof value ? limit : undefined;
}

/**
 * Returns the count that a limit allows. A percentage is taken of `whole` and rounded; down, unless another
 * rounding is given.
 */
export function allowance(limit: LimitValue, whole: number, round = Math.floor): number {
  if (typeof limit === 'number') return limit;
  // In thousandths of a percent, which are whole: 0.57 times 10,000 is less than 5,700 in floating point.
  const thousandths = Math.round(Number(limit.slice(0, -1)) * 1000);
  return round((whole * thousandths) / 100_000);
}

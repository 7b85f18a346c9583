import { comparisonKey } from '../values/comparison-key.ts';
import type { PlanLimits } from './plan-limits.ts';

/** Restrictions of a connection that no command can exceed. */
export interface Safety {
  /** Whether all writes are refused. */
  readonly readOnly?: true;
  /**
   * Users and groups that no plan may change: IDs, userNames, email addresses or names; * matches any text.
   */
  readonly protected?: readonly string[];
  /** Limits on a whole plan; a flag of a command overrides them. */
  readonly planLimits?: PlanLimits;
}

/**
 * The test for a profile that protects nothing. Callers compare with it to skip the search for protected
 * names in a large plan.
 */
export const protectsNothing = () => false;

/**
 * Returns a test whether a text matches one of the protected patterns. It ignores what the search for users
 * and groups by name ignores; otherwise a change could find a protected group in another spelling.
 */
export function protection({ protected: patterns = [] }: Safety): (text: string) => boolean {
  if (patterns.length === 0) return protectsNothing;
  const sources = patterns.map((pattern) =>
    comparisonKey(pattern)
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  );
  const expression = new RegExp(`^(?:${sources.join('|')})$`, 'is');
  return (text) => expression.test(comparisonKey(text));
}

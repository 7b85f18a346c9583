import type { PlanLimits } from './plan-limits.ts';

/** What a connection may not do, whatever is asked for. */
export interface Safety {
  /** Nothing is ever written. */
  readonly readOnly?: true;
  /** Users and groups that no plan touches: IDs, userNames, addresses or names, with * for anything. */
  readonly protected?: readonly string[];
  /** Limits on a whole plan; a flag of a command outweighs them. */
  readonly planLimits?: PlanLimits;
}

/**
 * The test of a profile without such a list: what looks for protected names in a large plan need not begin.
 */
export const protectsNothing = () => false;

/** Returns a test for texts that a list of patterns covers; letter case does not count. */
export function protection({ protected: patterns = [] }: Safety): (text: string) => boolean {
  if (patterns.length === 0) return protectsNothing;
  const sources = patterns.map((pattern) =>
    pattern
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  );
  const expression = new RegExp(`^(?:${sources.join('|')})$`, 'is');
  return (text) => expression.test(text);
}

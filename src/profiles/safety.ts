import { Failure } from '../failure/failure.ts';
import { defined } from '../values/defined.ts';
import { isLimitValue, LIMIT_VALUE_WORDS, PLAN_LIMITS, type PlanLimits } from './plan-limits.ts';

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
 * Reads the safety settings of a stored profile. A setting of another shape is a mistake and not "no limit".
 * @throws Failure `storage` that names the setting.
 */
export function parseSafety(value: Readonly<Record<string, unknown>>, where: string): Safety {
  const { readOnly, protected: patterns, planLimits } = value;
  const wrong = (name: string, expected: string) =>
    new Failure('storage', `${where}: "${name}" is not ${expected}`);
  if (readOnly !== undefined && typeof readOnly !== 'boolean') throw wrong('readOnly', 'true or false');
  if (patterns !== undefined && !isTexts(patterns)) throw wrong('protected', 'a list of texts');
  if (planLimits !== undefined && !isLimits(planLimits))
    throw wrong(
      'planLimits',
      `an object with ${Object.keys(PLAN_LIMITS).join(', ')}, each ${LIMIT_VALUE_WORDS}`,
    );
  return {
    ...(readOnly === true ? { readOnly } : {}),
    ...defined({ protected: patterns, planLimits }),
  };
}

/** Returns a test for texts that a list of patterns covers; letter case does not count. */
export function protection({ protected: patterns = [] }: Safety): (text: string) => boolean {
  if (patterns.length === 0) return () => false;
  const sources = patterns.map((pattern) =>
    pattern
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  );
  const expression = new RegExp(`^(?:${sources.join('|')})$`, 'is');
  return (text) => expression.test(text);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isLimits(value: unknown): value is PlanLimits {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([name, limit]) => Object.hasOwn(PLAN_LIMITS, name) && isLimitValue(limit),
  );
}

import { InvalidArgumentError } from '@commander-js/extra-typings';
import { LIMIT_VALUE_WORDS, type LimitValue, parseLimitValue } from '../../profiles/plan-limits.ts';

/**
 * Parses a count or a percentage.
 * @throws InvalidArgumentError for anything else
 */
export function parsePlanLimit(text: string): LimitValue {
  const limit = parseLimitValue(text);
  if (limit === undefined) throw new InvalidArgumentError(`It must be ${LIMIT_VALUE_WORDS}.`);
  return limit;
}

import { InvalidArgumentError } from '@commander-js/extra-typings';
import { parseRate, type RateLimit } from '../../http/rate-limits.ts';

/** Parses a rate such as 3/s or 180/min. */
export function parseRateOption(text: string): RateLimit {
  try {
    return parseRate(text);
  } catch {
    throw new InvalidArgumentError('It must be a rate such as 3/s or 180/min.');
  }
}

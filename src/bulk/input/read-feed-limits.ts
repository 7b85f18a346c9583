import { LIMIT_VALUE_WORDS, type LimitValue, parseLimitValue } from '../../profiles/plan-limits.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { scalarText } from './lookup.ts';
import { type MapReport, unknownWord } from './map-report.ts';

/** Limits for every file that is read with a map, unless a flag overrides them. */
export type MapLimits = { readonly [Name in (typeof NAMES)[number]]?: LimitValue };

const NAMES = ['minRows', 'maxBlanked', 'maxBadRows'] as const;
const EXAMPLE = 'limits: { minRows: 90%, maxBlanked: 5%, maxBadRows: 10 }';

/**
 * Reads `limits` of a map.
 * @returns undefined if there are none
 */
export function readFeedLimits(given: unknown, report: MapReport): MapLimits | undefined {
  if (given === undefined || given === null) return undefined;
  if (!isJsonObject(given)) {
    report('invalid_map', ['limits'], `"limits" can contain ${NAMES.join(', ')}`, 'value', {
      example: EXAMPLE,
    });
    return undefined;
  }
  const limits: { [Name in (typeof NAMES)[number]]?: LimitValue } = {};
  for (const [key, value] of Object.entries(given)) {
    const name = NAMES.find((known) => known === key);
    const limit = parseLimitValue(scalarText(value) ?? '');
    if (name === undefined) unknownWord(report, ['limits', key], key, NAMES);
    else if (limit === undefined)
      report('invalid_map', ['limits', key], `"${key}" must be ${LIMIT_VALUE_WORDS}`, 'value', {
        example: EXAMPLE,
      });
    else limits[name] = limit;
  }
  return limits;
}

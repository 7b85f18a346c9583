import type { Change } from '../../bulk/plan/change.ts';
import { type Forecast, forecastOf, type Pace, withFinish } from '../../bulk/plan/forecast.ts';
import { DOCUMENTED_LIMITS, rateInWords, shareOf, shareOfLimits } from '../../http/rate-limits.ts';
import type { ScimVersion } from '../../spec/protocol-types.ts';
import type { Context } from '../context.ts';

/**
 * Returns how fast this command may send: what --quota, --rate, the profile and its shard allow. Where
 * nothing is known, the documented rates are the best guess; a --rate alone is what the run keeps, whatever
 * is documented.
 */
export async function paceOf(context: Context): Promise<Pace> {
  const { common, shares } = context;
  const { limits } = await context.connection();
  const { concurrency, rate } = common;
  const isKnown = Object.keys(limits).length > 0;
  const documented = shareOfLimits(DOCUMENTED_LIMITS, shares);
  if (rate === undefined) {
    return { limits: isKnown ? limits : documented, concurrency, basis: isKnown ? 'given' : 'documented' };
  }
  return {
    limits,
    rate: shareOf(rate, shares),
    rateWords: rateInWords(rate),
    ...(isKnown ? {} : { documented }),
    concurrency,
    basis: 'given',
  };
}

/** Returns how long changes take at the pace of this command, and when they end if they begin now. */
export async function forecastNow(
  context: Context,
  changes: readonly Change[],
  version: ScimVersion,
): Promise<Forecast> {
  return withFinish(forecastOf(changes, version, await paceOf(context)), context.host.now());
}

import type { Change } from '../../bulk/plan/change.ts';
import { type Forecast, forecastOf, type Pace, withEndTime } from '../../bulk/plan/forecast.ts';
import { DOCUMENTED_LIMITS, rateInWords, shareOf, shareOfLimits } from '../../http/rate-limits.ts';
import type { ScimVersion } from '../../spec/protocol-types.ts';
import type { Context } from '../context.ts';

/**
 * Returns the rates at which this command may send, from --quota, --rate, the profile and its shard. Without
 * any of these, the documented rates are the best guess. A --rate alone is kept by the run, whatever the
 * documentation says.
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

/** Returns how long changes take at the pace of this command, and when they finish if they start now. */
export async function forecastNow(
  context: Context,
  changes: readonly Change[],
  version: ScimVersion,
): Promise<Forecast> {
  return withEndTime(forecastOf(changes, version, await paceOf(context)), context.host.now());
}

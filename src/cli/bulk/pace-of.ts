import type { Change } from '../../bulk/plan/change.ts';
import { type Forecast, forecastOf, type Pace, withFinish } from '../../bulk/plan/forecast.ts';
import { DOCUMENTED_LIMITS, shareOf, shareOfLimits } from '../../http/rate-limits.ts';
import type { ScimVersion } from '../../spec/wire.ts';
import type { Context } from '../context.ts';

/** Returns how fast this command may send: what --quota, --rate, the profile and its shard allow, else the documented rates. */
export async function paceOf(context: Context): Promise<Pace> {
  const { common, shares } = context;
  const { limits } = await context.connection();
  const isKnown = Object.keys(limits).length > 0;
  return {
    limits: isKnown ? limits : shareOfLimits(DOCUMENTED_LIMITS, shares),
    rate: common.rate === undefined ? undefined : shareOf(common.rate, shares),
    concurrency: common.concurrency,
    basis: isKnown ? 'given' : 'documented',
  };
}

/** Returns how long changes take at the pace of this command, and when they end if they begin now. */
export async function forecastNow(
  context: Context,
  changes: readonly Change[],
  version: ScimVersion,
): Promise<Forecast> {
  return withFinish(forecastOf(changes, version, await paceOf(context)), context.world.now());
}

import type { Pace } from '../../bulk/plan/forecast.ts';
import { DOCUMENTED_LIMITS, shareOf, shareOfLimits } from '../../http/rate-limits.ts';
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

import { PLAN_LIMIT_NAMES, type PlanLimits } from '../../profiles/plan-limits.ts';
import type { Context } from '../context.ts';

/** Returns the limits of a plan: from the flag, otherwise its variable, otherwise the profile. */
export async function limitsOf(context: Context, flags: PlanLimits): Promise<PlanLimits> {
  const { profile } = await context.resolved();
  return Object.fromEntries(
    PLAN_LIMIT_NAMES.map((name) => [name, flags[name] ?? profile.planLimits?.[name]]),
  );
}

import type { Limits } from '../../bulk/plan/limits.ts';
import type { Context } from '../context.ts';

/** The limits on a plan: what a flag says, else the profile. */
export async function limitsOf(context: Context, flags: Limits): Promise<Limits> {
  const { profile } = await context.resolved();
  return {
    maxDeactivate: flags.maxDeactivate ?? profile.planLimits?.maxDeactivate,
    maxChanges: flags.maxChanges ?? profile.planLimits?.maxChanges,
    maxDeleteGroups: flags.maxDeleteGroups,
  };
}

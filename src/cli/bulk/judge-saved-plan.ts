import { checkGuards, type GuardInput } from '../../bulk/plan/guards.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { PLAN_LIMIT_NAMES, PLAN_LIMITS, type PlanLimits } from '../../profiles/plan-limits.ts';
import type { Context } from '../context.ts';
import type { FeedOptions } from '../options/feed-options.ts';
import { limitsOf } from '../options/limits-of.ts';

/** Limits of the plan, and those of the comparison with the last file, which `guarded` contains. */
type GivenLimits = PlanLimits & Pick<FeedOptions, 'minRows' | 'maxBlanked'>;

/** All flags for limits that also apply to a saved plan. */
const FLAGS = [
  ...PLAN_LIMIT_NAMES.map((name) => [name, PLAN_LIMITS[name].flag] as const),
  ['minRows', '--min-rows'],
  ['maxBlanked', '--max-blanked'],
] as const;

/**
 * Checks the limits of a plan, and prints how to apply the file to which it was saved: under the same limits,
 * because a saved plan does not contain them. They are checked last, so that the user sees what a limit
 * stops.
 * @param limits those of flags and variables
 * @param saved the file, and the command that applies it, with a space before each flag for its limits
 * @throws Failure `limit`
 */
export async function judgeSavedPlan(
  context: Context,
  { plan, guarded }: { readonly plan: Plan; readonly guarded: GuardInput },
  limits: GivenLimits,
  saved: { readonly out: string; readonly apply: (flags: string) => string } | undefined,
): Promise<void> {
  try {
    checkGuards(plan, await limitsOf(context, limits), guarded);
  } catch (error) {
    if (saved !== undefined) await context.messages.note(`saved: ${saved.out}`);
    throw error;
  }
  if (saved !== undefined)
    await context.messages.note(`saved; apply it with: ${saved.apply(limitWords(limits))}`);
}

function limitWords(limits: GivenLimits): string {
  return FLAGS.filter(([name]) => limits[name] !== undefined)
    .map(([name, flag]) => ` ${flag} ${limits[name]}`)
    .join('');
}

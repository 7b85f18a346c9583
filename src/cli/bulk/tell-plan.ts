import type { Plan } from '../../bulk/plan/plan-file.ts';
import { describeChanges, describeConsequences, describeForecast } from '../../bulk/report/summary.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { Context } from '../context.ts';
import { timeZonesOf, warnOfTimeZones } from '../people/warn-of-time-zones.ts';

/** Says what a plan comes to: how many of what, what it implies, what it takes. */
export async function tellPlan({ messages, host }: Context, plan: Plan): Promise<void> {
  // What is undone gets back what it had.
  if (plan.undoes === undefined) await warnOfTimeZones({ messages }, timeZonesOf(plan.changes));
  for (const sentence of describeConsequences(plan.changes)) await messages.note(sentence);
  const counts = `${describeChanges(plan.changes)}; ${plan.unchanged} unchanged`;
  await messages.note(
    plan.changes.length === 0 ? counts : `${counts}; ${describeForecast(plan.forecast, host.now())}`,
  );
  const population = describePopulation(plan);
  if (population !== undefined) await messages.note(population);
}

/** Says who is in one of the two alone, the file or the organization; undefined when it is nobody. */
export function describePopulation({ population }: Plan): string | undefined {
  if (population === undefined || population.unlisted + population.unknown === 0) return undefined;
  const { unlisted, unlistedNames, unknown } = population;
  const more = unlisted > unlistedNames.length ? ', …' : '';
  const names = unlisted === 0 ? '' : ` (${unlistedNames.join(', ')}${more})`;
  return `not in the file: ${pluralize(unlisted, 'active user')}${names}; not in the organization: ${pluralize(unknown, 'row')}`;
}

import type { Plan } from '../../bulk/plan/plan-file.ts';
import { describeChanges, describeConsequences, describeForecast } from '../../bulk/report/summary.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { Context } from '../context.ts';
import { timeZonesOf, warnOfTimeZones } from '../people/warn-of-time-zones.ts';

/** Prints a summary of a plan: counts of changes, consequences and forecast. */
export async function notePlan({ messages, host }: Context, plan: Plan): Promise<void> {
  // An undo restores earlier time zones, so it is not checked.
  if (plan.undoes === undefined) await warnOfTimeZones({ messages }, timeZonesOf(plan.changes));
  for (const sentence of describeConsequences(plan.changes)) await messages.note(sentence);
  const counts = `${describeChanges(plan.changes)}; ${plan.unchanged} unchanged`;
  await messages.note(
    plan.changes.length === 0 ? counts : `${counts}; ${describeForecast(plan.forecast, host.now())}`,
  );
  const population = describePopulation(plan);
  if (population !== undefined) await messages.note(population);
}

/** Returns how many users are only in the file or only in the organization; undefined if there are none. */
export function describePopulation({ population }: Plan): string | undefined {
  if (population === undefined || population.unlisted + population.unknown === 0) return undefined;
  const { unlisted, unlistedNames, unknown } = population;
  const more = unlisted > unlistedNames.length ? ', …' : '';
  const names = unlisted === 0 ? '' : ` (${unlistedNames.join(', ')}${more})`;
  return `not in the file: ${pluralize(unlisted, 'active user')}${names}; not in the organization: ${pluralize(unknown, 'row')}`;
}

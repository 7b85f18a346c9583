import type { Plan } from '../../bulk/plan/plan-file.ts';
import { describeChanges, describeConsequences, describeForecast } from '../../bulk/report/summary.ts';
import type { Context } from '../context.ts';

/** Says what a plan comes to: how many of what, what it implies, what it takes. */
export async function tellPlan({ messages }: Context, plan: Plan): Promise<void> {
  for (const sentence of describeConsequences(plan.changes)) await messages.note(sentence);
  const counts = `${describeChanges(plan.changes)}; ${plan.unchanged} already as wanted`;
  await messages.note(plan.changes.length === 0 ? counts : `${counts}; ${describeForecast(plan.forecast)}`);
}

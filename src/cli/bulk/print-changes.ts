import { type Plan, printPlan } from '../../bulk/plan/plan-file.ts';
import { Failure } from '../../failure/failure.ts';
import type { Context } from '../context.ts';
import { documentFormat } from '../printing/print-document.ts';
import { printAll } from '../printing/print-resources.ts';
import { CHANGE_VIEW, changeView, PLAN_VIEW } from '../views/change-view.ts';
import { resultView } from '../views/result-view.ts';
import { planDocument } from './plan-document.ts';
import { emptyRunDocument } from './run-document.ts';

/** Prints changes as a list. On a terminal the list is truncated, with a note. */
export async function printChanges(
  context: Context,
  plan: Pick<Plan, 'changes' | 'managers'>,
): Promise<void> {
  await printAll(context, plan.changes, changeView(plan));
}

/** Prints a plan: as a document, in the form of its file (JSON), or as the list of its changes. */
export async function printPlanned(context: Context, plan: Plan): Promise<void> {
  const printer = await context.printer();
  if (documentFormat(context) === 'md') await printer.text(planDocument(plan));
  else if (context.common.query !== undefined) await printer.one(plan, PLAN_VIEW);
  else if (printer.format === 'json') await printer.text(printPlan(plan));
  else await printChanges(context, plan);
}

/**
 * Prints what a dry run would change.
 * @throws Failure `usage` for a document about outcomes: a dry run has none
 */
export async function printDryRun(context: Context, plan: Plan, changes = plan.changes): Promise<void> {
  const document = documentFormat(context);
  if (document === undefined) return printChanges(context, { ...plan, changes });
  if (document !== 'md')
    throw new Failure('usage', `a dry run has no outcomes to print as ${document}`, { hint: '-o md' });
  await (await context.printer()).text(planDocument({ ...plan, changes }));
}

/** Prints that there is nothing to do, and why. The list is empty and has the usual columns. */
export async function printNothing(context: Context, why: string): Promise<void> {
  await context.messages.note(why);
  const document = documentFormat(context);
  if (document === undefined) {
    const printer = await context.printer();
    await (context.common.dryRun === true ? printer.list([], CHANGE_VIEW) : printer.list([], resultView([])));
  } else await (await context.printer()).text(emptyRunDocument(document, why));
}

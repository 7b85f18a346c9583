import { checkGuards } from '../../bulk/plan/guards.ts';
import { describeChanges } from '../../bulk/report/summary.ts';
import { refuseOrganizationInUse } from '../../bulk/run/lock-organization.ts';
import { refuseRunInProgress } from '../../bulk/run/lock-run.ts';
import { readOnlyFailure } from '../../http/refuse-writes.ts';
import { readOnlySubject } from '../../profiles/effective-safety.ts';
import type { PlanLimits } from '../../profiles/plan-limits.ts';
import type { Context } from '../context.ts';
import { limitsOf } from '../options/limits-of.ts';
import { connectionInWords } from '../writes/where-words.ts';
import type { RunChoice } from './choose-run.ts';
import { previewRun } from './preview-run.ts';
import type { ResumedRun } from './resumed-run.ts';
import { runsFolder } from './runs-folder.ts';

/**
 * Leads a run past its guards: a preview is shown whole and then refused, everything else is refused before
 * anybody is asked. A run that goes on was judged when it began.
 * @throws Failure `limit`; `declined` when the answer is no
 */
export async function guardedRun(
  context: Context,
  choice: Exclude<RunChoice, { kind: 'done' }>,
  limits: PlanLimits,
  acts: {
    readonly preview: () => Promise<void>;
    readonly run: () => Promise<void>;
    /** Whether a run of a machine that is gone is taken over. */
    readonly takeOver?: boolean;
  },
): Promise<void> {
  const judge = async () => {
    if (choice.kind === 'start') checkGuards(choice.plan, await limitsOf(context, limits), choice.guarded);
  };
  const isDry = context.common.dryRun === true;
  if (!isDry) await judge();
  // Before the preview, which would say that the run is resumed and ask about it.
  if (!isDry && choice.kind === 'resume') refuseHeldRun(context, choice, acts.takeOver === true);
  await previewRun(context, choice);
  if (!isDry) return acts.run();
  await acts.preview();
  await tellNothingSent(context, choice);
  await judge();
  const { profile, safety } = await context.resolved();
  if (profile.readOnly === true) throw readOnlyFailure(readOnlySubject(profile, safety));
}

/** @throws Failure `storage` when another process has a run, or is changing its organization */
function refuseHeldRun(context: Context, { id, plan }: ResumedRun, takeOver: boolean): void {
  refuseOrganizationInUse(context.folders.runs, plan.origin, takeOver);
  refuseRunInProgress(runsFolder(context), id, takeOver);
}

/** Of a run that goes on, only what is left would be sent. */
async function tellNothingSent(
  { messages }: Context,
  choice: Exclude<RunChoice, { kind: 'done' }>,
): Promise<void> {
  const { profile, origin } = choice.plan;
  const changes =
    choice.kind === 'start'
      ? choice.plan.changes
      : choice.plan.changes.filter(({ id }) => !choice.replayed.outcomes.has(id));
  const where = connectionInWords(profile, origin);
  await messages.note(`dry run: ${describeChanges(changes)} ${where}; nothing was sent`);
}

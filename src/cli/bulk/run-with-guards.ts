import { checkGuards } from '../../bulk/plan/guards.ts';
import { describeChanges } from '../../bulk/report/summary.ts';
import { refuseOrganizationInUse } from '../../bulk/run/lock-organization.ts';
import { refuseRunInProgress } from '../../bulk/run/lock-run.ts';
import { readOnlyFailure } from '../../http/refuse-writes.ts';
import { readOnlySubject } from '../../profiles/effective-safety.ts';
import type { PlanLimits } from '../../profiles/plan-limits.ts';
import type { Context } from '../context.ts';
import { limitsOf } from '../options/limits-of.ts';
import type { RunOptions } from '../options/run-options.ts';
import { connectionInWords } from '../writes/where-words.ts';
import { checkRunOptions } from './check-run-options.ts';
import type { RunChoice } from './choose-run.ts';
import { previewRun } from './preview-run.ts';
import { refuseNewlyProtected } from './refuse-newly-protected.ts';
import type { ResumedRun } from './resumed-run.ts';
import { runsFolder } from './runs-folder.ts';

/**
 * Checks the guards and then runs or previews. A preview is shown in full before it is refused; a run is
 * refused before the user is asked. The limits of a resumed run were checked when it started.
 * @throws Failure `limit`; `declined` if the user declines
 */
export async function runWithGuards(
  context: Context,
  choice: Exclude<RunChoice, { kind: 'done' }>,
  limits: PlanLimits,
  acts: {
    readonly preview: () => Promise<void>;
    readonly run: () => Promise<void>;
    /** The options with which it runs; they are checked in a dry run as well. */
    readonly options?: RunOptions;
  },
): Promise<void> {
  const { options = {} } = acts;
  await checkRunOptions(context, options);
  const judge = async () => {
    if (choice.kind === 'resume') await refuseNewlyProtected(context, choice);
    else checkGuards(choice.plan, await limitsOf(context, limits), choice.guarded);
  };
  const isDry = context.common.dryRun === true;
  if (!isDry) await judge();
  // Before the preview, which would announce the resumption and ask for confirmation.
  if (!isDry && choice.kind === 'resume') refuseHeldRun(context, choice, options.takeOver === true);
  await previewRun(context, choice);
  if (!isDry) return acts.run();
  await acts.preview();
  await noteDryRun(context, choice);
  await judge();
  const { profile, safety } = await context.resolved();
  if (profile.readOnly === true) throw readOnlyFailure(readOnlySubject(profile, safety));
}

/** @throws Failure `storage` if another process holds the run or is changing its organization */
function refuseHeldRun(context: Context, { id, plan }: ResumedRun, takeOver: boolean): void {
  refuseOrganizationInUse(context.folders.runs, plan.origin, takeOver);
  refuseRunInProgress(runsFolder(context), id, takeOver);
}

/** Prints what a dry run would send; for a resumed run, only the remaining changes. */
async function noteDryRun(
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

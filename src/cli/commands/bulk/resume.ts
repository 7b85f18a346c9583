import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { newerUndo } from '../../../bulk/run/newer-undo.ts';
import { replay } from '../../../bulk/run/replay.ts';
import { readRunPlan, readRunRecords } from '../../../bulk/run/runs.ts';
import { Failure } from '../../../failure/failure.ts';
import { pluralize } from '../../../output/pluralize.ts';
import type { RunId } from '../../../values/ids.ts';
import { beforeRun } from '../../bulk/before-run.ts';
import { endUndoneRun } from '../../bulk/end-undone-run.ts';
import { endingWithRejects } from '../../bulk/end-with-rejects.ts';
import { executeRun } from '../../bulk/execute-run.ts';
import { hasFailedRowsOf } from '../../bulk/failed-rows-of.ts';
import { foreignRunReason } from '../../bulk/foreign-run.ts';
import { shardCountOf } from '../../bulk/input-options.ts';
import { latestOfCommand, runArgumentHelp } from '../../bulk/latest-of.ts';
import { printDryRun, printNothing } from '../../bulk/print-changes.ts';
import { readSecretValues } from '../../bulk/read-apply-input.ts';
import { removeEarlierRows } from '../../bulk/remove-earlier-rows.ts';
import { countOutcomes, type OutcomeCounts, progressAndResumeHint } from '../../bulk/resume-words.ts';
import { chooseToResume, completeReason, type ResumedRun } from '../../bulk/resumed-run.ts';
import { retryObstacleOf } from '../../bulk/retry-obstacle.ts';
import { runNamed } from '../../bulk/run-named.ts';
import { runWithGuards } from '../../bulk/run-with-guards.ts';
import { runsFolder } from '../../bulk/runs-folder.ts';
import { withSameConnection } from '../../bulk/same-connection.ts';
import { checkOutputsOf, failedOutFor } from '../../bulk/write-failed-rows.ts';
import type { CommandModule } from '../../command-module.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { type RunOptions, withRunOptions } from '../../options/run-options.ts';
import { resultView } from '../../views/result-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  const latest = latestOfCommand(command);
  describe(command, {
    examples: ['orgctl -p sandbox resume latest', 'orgctl -p sandbox resume latest --retry-failed'],
    documents: ['md', 'junit', 'github'],
    lists: { columns: resultView([]).columns },
    needs: 'a user token with scope admin; the outcomes of requests without a response are checked first',
  });
  return withRunOptions(
    command
      .argument('<run>', runArgumentHelp(latest))
      .option('--retry-failed', 'also retry changes that failed'),
  ).action(
    act(async (given, name, { retryFailed, ...typed }, self: CommandUnknownOpts) => {
      const id = runNamed(
        given,
        name,
        latest,
        retryFailed === true ? 'resume latest --retry-failed' : 'resume latest',
      );
      const context = given.forRun(shardCountOf(readRunPlan(runsFolder(given), id).source.reading));
      const choice = await chooseToResume(context, id, retryFailed === true);
      const { plan, replayed } = choice;
      const failedOut = failedOutFor(self, plan, typed.failedOut);
      const force = typed.force === true || (await hasOwnRows(context, choice, failedOut));
      const options = { ...typed, failedOut, force };
      await checkOutputsOf(context, plan, options);
      const why = completeReason(id, plan, replayed);
      const stands = outcomeCountsOf(context, choice);
      if (why !== undefined && replayed.closed === undefined)
        return reportComplete(context, choice, why, { stands, failedOut: options.failedOut });
      refuseUndoneAgain(context, choice);
      await beforeRun(
        context,
        () => refuseForeignRun(context, choice, why),
        () => progressAndResumeHint(context, choice, stands),
      );
      await applyRemaining(context, choice, options);
    }),
  );
};

/** Whether the file for failed rows is the one that the run wrote when it was stopped. */
async function hasOwnRows(
  context: Context,
  { id, plan }: ResumedRun,
  out: string | undefined,
): Promise<boolean> {
  if (out === undefined) return false;
  const { outcomes } = replay(readRunRecords(runsFolder(context), id), plan.changes);
  return hasFailedRowsOf(context, plan, outcomes, out);
}

function outcomeCountsOf(context: Context, { id, plan, replayed: { outcomes } }: ResumedRun): OutcomeCounts {
  const noRetry = retryObstacleOf(plan, outcomes, () => readRunRecords(runsFolder(context), id));
  return { ...countOutcomes(plan, outcomes), noRetry };
}

/**
 * Tells why no change is left. Failed rows of an earlier run are removed if this one has none, because they
 * would seem to belong to it.
 * @throws Failure `itemsFailed` if changes failed, like the end of the run itself: a script that resumes it
 * learns of them
 */
async function reportComplete(
  context: Context,
  run: ResumedRun,
  why: string,
  { stands, failedOut }: { readonly stands: OutcomeCounts; readonly failedOut: string | undefined },
): Promise<void> {
  await printNothing(context, why);
  if (stands.failed === 0 && failedOut !== undefined && context.common.dryRun !== true)
    removeEarlierRows(failedOut);
  if (stands.failed === 0 || run.replayed.undoneBy !== undefined) return;
  const hint = progressAndResumeHint(context, run, stands);
  if (context.common.dryRun === true) return context.messages.note(hint);
  throw new Failure('itemsFailed', `${pluralize(stands.failed, 'failed change')} not retried`, { hint });
}

/** Applies the changes that are left, or shows them in a dry run. */
async function applyRemaining(context: Context, run: ResumedRun, options: RunOptions): Promise<void> {
  const { plan, replayed } = run;
  const { undoes } = plan;
  // An interrupted undo may not have marked the original run as undone yet.
  const onBegin =
    undoes === undefined ? undefined : (id: RunId) => endUndoneRun(context, undoes, id, plan.part);
  const withheld = await readSecretValues(context, plan, { isRun: true });
  const left = plan.changes.filter((change) => !replayed.outcomes.has(change.id));
  const acts = {
    options,
    preview: () => printDryRun(context, plan, left),
    run: () => executeRun(context, run, withheld, onBegin, options),
  };
  await endingWithRejects(context, plan, undefined, () => runWithGuards(context, run, {}, acts));
}

/** @throws Failure `stale` for an undo of an undo if a newer run undid again what it restores */
function refuseUndoneAgain(context: Context, { id, plan }: ResumedRun): void {
  const newer = newerUndo(runsFolder(context), id, plan);
  if (newer === undefined) return;
  const { restored, by } = newer;
  const message = `run ${id} is not resumed: it restores run ${restored}, which the newer run ${by} undid again; nothing was sent`;
  throw new Failure('stale', message, {
    hint: `to restore run ${restored}: ${withSameConnection(context, plan, `undo ${by}`)}`,
  });
}

/** @throws Failure `stale` if the organization of a run no longer exists */
async function refuseForeignRun(
  context: Context,
  { id, plan, replayed }: ResumedRun,
  closed: string | undefined,
): Promise<void> {
  const why = closed === undefined ? await foreignRunReason(context, plan, replayed) : undefined;
  const message = closed ?? (why === undefined ? undefined : `run ${id} is not resumed: ${why}`);
  if (message !== undefined)
    throw new Failure('stale', `${message}; nothing was sent`, {
      hint: 'make a new plan: orgctl bulk apply FILE',
    });
}

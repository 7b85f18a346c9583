import { reportOf } from '../../bulk/report/report.ts';
import { describeOutcomes, resultsOf } from '../../bulk/report/summary.ts';
import type { ApplyResult } from '../../bulk/run/apply-options.ts';
import { RunRemoved, TakenOver } from '../../bulk/run/lock-run.ts';
import { type OpenRun, readRunRecords } from '../../bulk/run/runs.ts';
import { Failure } from '../../failure/failure.ts';
import { Interrupted } from '../../failure/interrupted.ts';
import { pluralize } from '../../output/pluralize.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import { documentFormat } from '../printing/print-document.ts';
import { truncationNote } from '../printing/truncation-note.ts';
import { resultView } from '../views/result-view.ts';
import { countOutcomes, progressAndResumeHint, reportCommand, resultHint } from './resume-words.ts';
import { retryObstacleOf } from './retry-obstacle.ts';
import { runDocument } from './run-document.ts';
import { runsFolder } from './runs-folder.ts';
import { withSameConnection } from './same-connection.ts';

/**
 * Records why the run stopped. A failure to write the record is ignored: the cause may be a full disk, and
 * nothing depends on the record.
 */
export async function recordStop(
  { journal }: OpenRun,
  { stoppedBy }: ApplyResult,
  calls: number,
): Promise<void> {
  const why = stoppedBy instanceof Failure ? stoppedBy.message : (stoppedBy ?? 'open changes');
  await journal.write({ type: 'run.pause', why, calls }).catch(() => undefined);
}

/** Prints the outcome of each change. */
export async function printResults(context: Context, run: OpenRun, { outcomes }: ApplyResult): Promise<void> {
  const printer = await context.printer();
  const results = resultsOf(run.plan.changes, outcomes);
  const document = documentFormat(context);
  if (document !== undefined) {
    const records = readRunRecords(runsFolder(context), run.id);
    await printer.text(runDocument(document, reportOf(run.id, run.plan, records), results));
    await context.messages.note(describeOutcomes(results));
    return;
  }
  const shown = printer.limit === undefined ? results : results.slice(0, printer.limit);
  await printer.list(shown, resultView(shown), () =>
    truncationNote(shown.length, { total: results.length }, context.common),
  );
  await context.messages.note(describeOutcomes(results));
}

/** Returns a failure that adds the state of the run to a failure to print its results. */
export function withRunState(
  context: Context,
  run: OpenRun,
  { outcomes }: ApplyResult,
  error: unknown,
): unknown {
  if (!(error instanceof Failure)) return error;
  const hint = resultHint(context, run, countOutcomes(run.plan, outcomes));
  return new Failure(error.kind, error.message, { hint, cause: error });
}

/** @returns what to do if this process can no longer resume the run; undefined if it can */
function hintWithoutRun(
  context: Context,
  run: OpenRun,
  stoppedBy: ApplyResult['stoppedBy'],
  succeeded: number,
): string | undefined {
  if (stoppedBy instanceof TakenOver)
    return `${succeeded} done here; for the current state: ${reportCommand(context, run)}`;
  if (stoppedBy instanceof RunRemoved)
    return `${succeeded} done; run the same command again; it skips completed changes`;
  return undefined;
}

/**
 * Ends the command according to the result of the run.
 * @throws Interrupted or Failure for a run that was stopped, has unknown outcomes, or has failed changes
 */
export function throwUnlessSucceeded(
  context: Context,
  run: OpenRun,
  result: ApplyResult,
  failed: number,
): void {
  const { stoppedBy, inDoubt, outcomes } = result;
  const succeeded = outcomes.size - failed;
  const left = run.plan.changes.length - outcomes.size;
  const standing = {
    succeeded,
    failed,
    left,
    noRetry:
      failed > 0 && left === 0
        ? retryObstacleOf(run.plan, outcomes, () => readRunRecords(runsFolder(context), run.id))
        : undefined,
    // In other cases, the message contains the number of outcomes in doubt.
    ...(stoppedBy === 'signal' ? { inDoubt } : {}),
  };
  const hint =
    hintWithoutRun(context, run, stoppedBy, succeeded) ?? progressAndResumeHint(context, run, standing);
  if (stoppedBy === 'signal') throw new Interrupted(context.shutdown.cause(), hint);
  if (stoppedBy !== undefined) {
    const { kind, message, code, status } = stoppedBy;
    const details = {
      ...defined({ code, status }),
      hint,
    };
    throw new Failure(kind, message, { ...details, cause: stoppedBy });
  }
  if (inDoubt > 0) {
    const why = result.doubt === undefined ? '' : `: ${result.doubt.message}`;
    throw new Failure(
      'unknownOutcome',
      `${pluralize(inDoubt, 'outcome')} ${inDoubt === 1 ? 'is' : 'are'} still unknown${why}`,
      { hint },
    );
  }
  if (failed > 0)
    throw new Failure('itemsFailed', `${failed} of ${pluralize(run.plan.changes.length, 'change')} failed`, {
      hint,
    });
  const notKept = [...outcomes.values()].filter(
    (outcome) => outcome.state === 'succeeded' && outcome.notKept !== undefined,
  ).length;
  if (notKept > 0)
    throw new Failure(
      'itemsFailed',
      `the service did not store all values of ${pluralize(notKept, 'user')}`,
      {
        hint: `${succeeded} done, 0 left; see: ${withSameConnection(context, run.plan, `bulk report ${run.id}`)}`,
      },
    );
}

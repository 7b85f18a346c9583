import { duplicateRunSince } from '../../bulk/run/find-runs.ts';
import { type Replayed, replay } from '../../bulk/run/replay.ts';
import { freeRunId, type OpenRun, readRunRecords, startRun } from '../../bulk/run/runs.ts';
import { Failure } from '../../failure/failure.ts';
import type { Context } from '../context.ts';
import { version } from '../host.ts';
import type { RunChoice } from './choose-run.ts';
import { completeReason, openToResume } from './resumed-run.ts';
import { runStartedBy } from './run-started-by.ts';
import { runsFolder } from './runs-folder.ts';

/** A run that was started or opened, under the lock. */
export interface OpenedRun {
  readonly run: OpenRun;
  readonly replayed: Replayed;
}

/**
 * Starts or opens a run under the lock, and checks again what may have changed since the run was chosen.
 * @returns the run, or why there is nothing left to do
 * @throws Failure `stale` if another process has started a run of the same input meanwhile
 */
export async function beginRun(
  context: Context,
  choice: Exclude<RunChoice, { kind: 'done' }>,
  takeOver: boolean,
): Promise<OpenedRun | string> {
  if (choice.kind === 'resume') {
    const opened = openToResume(context, choice, takeOver);
    const why = completeReason(choice.id, opened.run.plan, opened.replayed);
    if (why === undefined) return opened;
    opened.run.journal.close();
    return why;
  }
  const { plan, known, seen } = choice;
  const twin = known === undefined ? undefined : duplicateRunSince(runsFolder(context), known, plan);
  if (twin !== undefined) {
    throw new Failure(
      'stale',
      `run ${twin} of ${plan.source.file} started after this plan was made; nothing was sent`,
      { hint: 'run the same command again to plan against the current state' },
    );
  }
  if (seen !== undefined && readRunRecords(runsFolder(context), seen.run).length !== seen.records) {
    throw new Failure('stale', `run ${seen.run} was resumed after this plan was made; nothing was sent`, {
      hint: 'run the same command again to plan against the current state',
    });
  }
  const { now, random } = context.host;
  const run = await startRun(runsFolder(context), freeRunId(runsFolder(context), now(), random), plan, {
    tool: version,
    by: runStartedBy(context),
    now,
  });
  return { run, replayed: replay(run.records, plan.changes) };
}

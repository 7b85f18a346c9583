import { forecastOf } from '../../bulk/plan/forecast.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { createRemainingTime } from '../../bulk/plan/remaining-time.ts';
import { resultsOf } from '../../bulk/report/summary.ts';
import type { ApplyOptions, ApplyResult } from '../../bulk/run/apply-options.ts';
import { applyPlan } from '../../bulk/run/apply-plan.ts';
import { lockOrganization } from '../../bulk/run/lock-organization.ts';
import type { OpenRun } from '../../bulk/run/runs.ts';
import { createStopConditions } from '../../bulk/run/stop-conditions.ts';
import { readOnlyFailure } from '../../http/refuse-writes.ts';
import { readOnlySubject } from '../../profiles/effective-safety.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import { defined } from '../../values/defined.ts';
import type { RunId } from '../../values/ids.ts';
import type { Context } from '../context.ts';
import { limitsOf } from '../options/limits-of.ts';
import type { RunOptions } from '../options/run-options.ts';
import { documentFormat } from '../printing/print-document.ts';
import { resultView } from '../views/result-view.ts';
import { openSender } from '../writes/sender.ts';
import { beginRun, type OpenedRun } from './begin-run.ts';
import type { RunChoice } from './choose-run.ts';
import { printResults, recordStop, throwUnlessSucceeded, withRunState } from './finish-run.ts';
import { followWaits, type RunWaits } from './follow-waits.ts';
import { limitsFor, noteUndo } from './note-undo.ts';
import { paceOf } from './pace-of.ts';
import { printNothing } from './print-changes.ts';
import { printStateOnExit } from './print-state-on-exit.ts';
import { openRunOutputs, type RunOutputs } from './run-outputs.ts';
import { runProgress } from './run-progress.ts';
import { withSameConnection } from './same-connection.ts';
import { sendContext } from './send-context.ts';

/**
 * Takes the lock of the organization, applies a run from its current state, prints the outcome of each
 * change, and leaves a run that can be resumed if it is stopped.
 * @param withheld secret values that no plan contains, by line of the input
 * @param onBegin receives the ID of the run before its first change is sent
 */
export async function executeRun(
  context: Context,
  choice: Exclude<RunChoice, { kind: 'done' }>,
  withheld: ReadonlyMap<number, UserValues>,
  onBegin?: (run: RunId) => Promise<void>,
  options: RunOptions = {},
): Promise<void> {
  context.expectChanges(choice.plan.changes.length);
  // Output flags are validated before anything is sent.
  if (documentFormat(context) === undefined) await (await context.printer()).check(resultView([]));
  const { profile, safety } = await context.resolved();
  if (profile.readOnly === true) throw readOnlyFailure(readOnlySubject(profile, safety));
  const sending = await sendingOf(context, choice.plan, withheld);
  // The lock is taken only now: a prompt must not block other runs.
  const lock = lockOrganization(context.folders.runs, choice.plan.origin, options.takeOver);
  try {
    const begun = await withDrain(context, () => beginRun(context, choice, options.takeOver === true));
    if (typeof begun === 'string') await printNothing(context, begun);
    else
      await continueRun(context, begun, { sending, onBegin, options }).finally(() =>
        begun.run.journal.close(),
      );
  } finally {
    lock.release();
  }
}

/** Returns the context for sending a plan; a plan of Web API calls does not need SCIM. */
async function sendingOf(
  context: Context,
  plan: Plan,
  withheld: ReadonlyMap<number, UserValues>,
): Promise<Sending> {
  return isOfCalls(plan)
    ? (await openSender(context, 'webApi')).context(withheld)
    : sendContext(context, withheld, plan);
}

type Sending = Awaited<ReturnType<typeof sendContext>>;

interface RunSettings {
  readonly sending: Sending;
  readonly onBegin: ((run: RunId) => Promise<void>) | undefined;
  readonly options: RunOptions;
}

async function continueRun(context: Context, begun: OpenedRun, settings: RunSettings): Promise<void> {
  const outputs = openRunOutputs(context, settings.options);
  try {
    await applyAndReport(context, begun, settings, outputs);
  } finally {
    outputs.close();
  }
}

async function applyAndReport(
  context: Context,
  begun: OpenedRun,
  settings: RunSettings,
  outputs: RunOutputs,
): Promise<void> {
  const { run } = begun;
  const onReady = printStateOnExit(context, run, begun.replayed);
  const waits = followWaits(context, run.journal, outputs);
  const { result, calls } = await withDrain(context, () =>
    applyOpenedRun(context, begun, settings, { outputs, waits, onReady }),
  );
  // If an output file cannot be written, the results are still printed, and the failure reports the state of
  // the run.
  const throwWithRunState = (error: unknown) => {
    throw withRunState(context, run, result, error);
  };
  await outputs
    .end(run, result, waits.counters(calls))
    .finally(() => printResults(context, run, result))
    .catch(throwWithRunState);
  await waits.printNotes();
  await noteUndoHint(context, run, result);
  throwUnlessSucceeded(context, run, result, failedOf(result));
}

async function noteUndoHint(
  context: Context,
  { id, plan }: OpenRun,
  { outcomes, stoppedBy }: ApplyResult,
): Promise<void> {
  const results = resultsOf(plan.changes, outcomes);
  const flags = limitsFor(results, await limitsOf(context, {}), plan.activeUsers);
  const command = `${withSameConnection(context, plan, `undo ${id}`)}${flags}`;
  await noteUndo(context, results, command, stoppedBy);
}

/** Completes `work` after a signal, so that it leaves a run and the command that resumes it. */
async function withDrain<T>({ shutdown, messages }: Context, work: () => Promise<T>): Promise<T> {
  const drain = shutdown.drain();
  const tell = () =>
    void messages.note('stopping after the requests in flight; press Ctrl-C again to stop immediately');
  shutdown.signal.addEventListener('abort', tell, { once: true });
  try {
    return await work();
  } finally {
    drain.done();
    shutdown.signal.removeEventListener('abort', tell);
  }
}

/** @returns the outcomes of the changes, and how many requests were sent */
async function applyOpenedRun(
  context: Context,
  { run, replayed }: OpenedRun,
  { sending, onBegin, options }: RunSettings,
  {
    outputs,
    waits,
    onReady,
  }: { readonly outputs: RunOutputs; readonly waits: RunWaits; readonly onReady: ApplyOptions['onReady'] },
): Promise<{ readonly result: ApplyResult; readonly calls: number }> {
  await onBegin?.(run.id);
  await context.messages.note(`run ${run.id}`);
  const { changes } = run.plan;
  const left = changes.filter((change) => !replayed.outcomes.has(change.id));
  const pace = isOfCalls(run.plan) ? undefined : await paceOf(context);
  // The forecast is only for readers of the event stream.
  const isTold = pace !== undefined && options.events !== undefined;
  const forecast = !isTold ? undefined : forecastOf(left, run.plan.scimVersion, pace);
  outputs.begin(run, replayed.outcomes.size, forecast);
  const endWaits = waits.follow();
  const progress = runProgress(context, {
    total: changes.length,
    before: replayed.outcomes,
    throttling: waits.throttling,
    outages: waits.outages,
    trouble: () => context.health.trouble('write'),
    ...(pace === undefined ? {} : { rest: createRemainingTime(left, run.plan.scimVersion, pace) }),
  });
  const stopConditions = createStopConditions(options);
  const letGo = context.sendingRight.hold(() => {
    run.journal.checkHeld();
    stopConditions.checkOpen();
  });
  const sentBefore = context.health.sent();
  const result = await applyPlan({
    changes,
    replayed,
    journal: run.journal,
    context: sending,
    concurrency: context.common.concurrency,
    parked: context.parked,
    stop: context.shutdown.signal,
    onOutcome: (change, outcome) => {
      progress.countOutcome(outcome, change);
      outputs.writeOutcome(change, outcome);
    },
    ...defined({ onReady }),
    stopConditions,
    outlast: context.outlast,
    clock: context.host.clock,
  }).finally(() => {
    letGo();
    progress.stop();
    endWaits();
  });
  const calls = context.health.sent() - sentBefore;
  await writeEnd(run, result, calls);
  return { result, calls };
}

async function writeEnd(run: OpenRun, result: ApplyResult, calls: number): Promise<void> {
  const { length } = run.plan.changes;
  if (result.outcomes.size < length) return recordStop(run, result, calls);
  const failed = failedOf(result);
  await run.journal.write({ type: 'run.end', succeeded: length - failed, failed, calls });
}

function failedOf({ outcomes }: ApplyResult): number {
  return [...outcomes.values()].filter(({ state }) => state === 'failed').length;
}

/** Whether a plan consists of Web API calls, which have no SCIM quota. */
function isOfCalls({ changes }: Plan): boolean {
  return changes.some(({ kind }) => kind === 'callMethod');
}

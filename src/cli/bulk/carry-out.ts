import { forecastOf } from '../../bulk/plan/forecast.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { restOfRun } from '../../bulk/plan/rest-of-run.ts';
import { applyPlan } from '../../bulk/run/apply-plan.ts';
import { createBrake } from '../../bulk/run/brake.ts';
import { createOutages, type Outages } from '../../bulk/run/outages.ts';
import { type Replayed, replay } from '../../bulk/run/replay.ts';
import { lockOrganization } from '../../bulk/run/run-lock.ts';
import { type OpenRun, readRunRecords, runId, startRun, twinBegunSince } from '../../bulk/run/runs.ts';
import { createThrottling, type Throttle } from '../../bulk/run/throttling.ts';
import { Failure } from '../../failure/failure.ts';
import { readOnlyFailure } from '../../http/refuse-writes.ts';
import type { Wait } from '../../http/retry.ts';
import { counted } from '../../output/counted.ts';
import { durationInWords } from '../../output/duration-words.ts';
import { readOnlySubject } from '../../profiles/effective-safety.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import type { Context } from '../context.ts';
import type { RunOptions } from '../options/run-options.ts';
import { version } from '../world.ts';
import { openSender } from '../writes/sender.ts';
import { openToResume, type RunChoice, whyComplete } from './choose-run.ts';
import { endAs, notePause, printResults } from './finish-run.ts';
import { paceOf } from './pace-of.ts';
import { printNothing } from './print-changes.ts';
import { openRunOutputs, type RunCounters, type RunOutputs } from './run-outputs.ts';
import { runProgress } from './run-progress.ts';
import { runStartedBy } from './run-started-by.ts';
import { runsFolder } from './runs-folder.ts';
import { sendContext } from './send-context.ts';

/**
 * Takes the lock of the organization, applies a run from where it stands, prints what became of each change, and leaves a run that can be continued when it is
 * stopped.
 * @param withheld values that no plan holds, by the line of the input.
 * @param onBegin receives the ID of the run before its first change is sent.
 */
export async function carryOut(
  context: Context,
  choice: Exclude<RunChoice, { kind: 'done' }>,
  withheld: ReadonlyMap<number, UserValues>,
  onBegin?: (run: string) => Promise<void>,
  options: RunOptions = {},
): Promise<void> {
  context.expectRows(choice.plan.changes.length);
  const { profile, safety } = await context.resolved();
  if (profile.readOnly === true) throw readOnlyFailure(readOnlySubject(profile, safety));
  const sending = await sendingOf(context, choice.plan, withheld);
  // Only now: nobody is kept out while a person thinks.
  const lock = lockOrganization(context.folders.runs, choice.plan.origin, options.takeOver);
  try {
    const begun = await beginRun(context, choice, options.takeOver === true);
    if (typeof begun === 'string') await printNothing(context, begun);
    else
      await carryOn(context, begun, { sending, onBegin, options }).finally(() => begun.run.journal.close());
  } finally {
    lock.release();
  }
}

/** The way to the API of a plan: a call of the Web API needs no SCIM. */
async function sendingOf(
  context: Context,
  plan: Plan,
  withheld: ReadonlyMap<number, UserValues>,
): Promise<Sending> {
  const isCall = plan.changes.some(({ kind }) => kind === 'callMethod');
  return isCall
    ? (await openSender(context, 'webApi')).context(withheld)
    : sendContext(context, withheld, plan);
}

type Sending = Awaited<ReturnType<typeof sendContext>>;

/** A run that was begun or opened, under the lock. */
interface BegunRun {
  readonly run: OpenRun;
  readonly replayed: Replayed;
}

interface CarryOnSettings {
  readonly sending: Sending;
  readonly onBegin: ((run: string) => Promise<void>) | undefined;
  readonly options: RunOptions;
}

async function carryOn(
  context: Context,
  { run, replayed }: BegunRun,
  { sending, onBegin, options }: CarryOnSettings,
): Promise<void> {
  const { shutdown, common } = context;
  const outputs = openRunOutputs(context, options);
  // From here on a signal leaves a run, and the command that resumes it.
  const drain = shutdown.drain();
  const stopTelling = tellWhenStopping(context);
  await onBegin?.(run.id);
  const { changes } = run.plan;
  await context.messages.note(`run ${run.id}`);
  const left = changes.filter((change) => !replayed.outcomes.has(change.id));
  const isCall = changes.some(({ kind }) => kind === 'callMethod');
  const pace = isCall ? undefined : await paceOf(context);
  const forecast = pace === undefined ? undefined : forecastOf(left, run.plan.scimVersion, pace);
  outputs.begin(run, replayed.outcomes.size, forecast);
  const throttling = createThrottling(context.world.clock, (throttle) => {
    outputs.throttled(throttle);
    // The journal tells why a run was slow; nothing depends on it.
    void run.journal.write({ type: 'throttled', ...throttle }).catch(() => undefined);
  });
  context.onThrottled = (wait) => throttling.add(throttleOf(wait), wait.milliseconds);
  const outages = followOutages(context, run, outputs);
  const progress = runProgress(context, {
    total: changes.length,
    before: replayed.outcomes,
    throttling,
    outages,
    ...(pace === undefined ? {} : { rest: restOfRun(left, run.plan.scimVersion, pace) }),
  });
  const sentBefore = context.health.sent();
  const result = await applyPlan({
    changes,
    replayed,
    journal: run.journal,
    context: sending,
    concurrency: common.concurrency,
    parked: context.parked,
    stop: shutdown.signal,
    onOutcome: (change, outcome) => {
      progress.tell(outcome, change);
      outputs.tell(change, outcome);
    },
    brake: createBrake(options),
    outlast: context.outlast,
    clock: context.world.clock,
  });
  progress.stop();
  context.onThrottled = undefined;
  context.onOutage = undefined;
  context.health.onBack = undefined;
  outages.end();
  const waited = throttling.waited();
  const isComplete = result.outcomes.size === changes.length;
  const failed = [...result.outcomes.values()].filter(({ state }) => state === 'failed').length;
  const calls = context.health.sent() - sentBefore;
  const succeeded = changes.length - failed;
  if (isComplete) await run.journal.write({ type: 'run.end', succeeded, failed, calls });
  else await notePause(run, result, calls);
  drain.done();
  stopTelling();
  await outputs.end(run, result, countersOf(waited, outages, calls));
  await printResults(context, run, result);
  await tellWaits(context, waited, outages);
  endAs(context, run, result, failed);
}

/** Says for how long the run waited for the service. */
async function tellWaits({ messages }: Context, waited: number, outages: Outages): Promise<void> {
  if (waited >= LEAST_WAIT_TOLD)
    await messages.note(`the service asked to be left alone for ${wholeSeconds(waited)} of it`);
  if (outages.count() > 0)
    await messages.note(
      `the service was away for ${wholeSeconds(outages.lasted())}, in ${counted(outages.count(), 'outage')}`,
    );
}

function countersOf(waited: number, outages: Outages, calls: number): RunCounters {
  const seconds = (milliseconds: number) => Math.round(milliseconds / 100) / 10;
  return {
    throttledSeconds: seconds(waited),
    outageSeconds: seconds(outages.lasted()),
    outages: outages.count(),
    calls,
  };
}

function wholeSeconds(milliseconds: number): string {
  return durationInWords(Math.round(milliseconds / 1000) * 1000);
}

/** Tells the journal and the events when the service goes away and comes back. */
function followOutages(context: Context, { journal }: OpenRun, outputs: RunOutputs): Outages {
  const outages = createOutages(context.world.clock, (outage) => {
    outputs.outage({ type: 'outage.end', ...outage });
    void journal.write({ type: 'outage', ...outage }).catch(() => undefined);
  });
  context.onOutage = (wait) => {
    if (outages.state() === undefined) outputs.outage({ type: 'outage.begin', why: wait.says });
    outages.wait(wait);
  };
  context.health.onBack = () => outages.end();
  return outages;
}

/** Shorter waits are not worth a word; in milliseconds. */
const LEAST_WAIT_TOLD = 1000;

function throttleOf({ why, request }: Wait): Omit<Throttle, 'seconds'> {
  const rates = request.rates?.at(-1) ?? request.effect;
  const isOfOne = why === 'locked' && request.target !== undefined;
  return { rates, ...(isOfOne ? { resource: request.target } : {}) };
}

/** @returns what to call when there is nothing left that a signal could stop. */
function tellWhenStopping({ shutdown, messages }: Context): () => void {
  const tell = () =>
    void messages.note('stopping after the requests in flight; press Ctrl-C again to stop immediately');
  shutdown.signal.addEventListener('abort', tell, { once: true });
  return () => shutdown.signal.removeEventListener('abort', tell);
}

/**
 * Begins or opens a run under the lock, where what was true when it was chosen is looked at again.
 * @returns the run, or why there is nothing to do any more
 * @throws Failure `stale` when another process began a run of the same input meanwhile
 */
async function beginRun(
  context: Context,
  choice: Exclude<RunChoice, { kind: 'done' }>,
  takeOver: boolean,
): Promise<BegunRun | string> {
  if (choice.kind === 'resume') {
    const opened = openToResume(context, choice, takeOver);
    const why = whyComplete(choice.id, opened.run.plan, opened.replayed);
    if (why === undefined) return opened;
    opened.run.journal.close();
    return why;
  }
  const { plan, known, seen } = choice;
  const twin = known === undefined ? undefined : twinBegunSince(runsFolder(context), known, plan);
  if (twin !== undefined) {
    throw new Failure(
      'stale',
      `run ${twin} of ${plan.source.file} began after this plan was made; nothing was sent`,
      { hint: 'run the same command again: it plans against what is there now' },
    );
  }
  if (seen !== undefined && readRunRecords(runsFolder(context), seen.run).length !== seen.records) {
    throw new Failure('stale', `run ${seen.run} went on after this plan was made; nothing was sent`, {
      hint: 'run the same command again: it plans against what is there now',
    });
  }
  const { now, random } = context.world;
  const run = await startRun(runsFolder(context), runId(now(), random), plan, {
    tool: version,
    by: runStartedBy(context),
    now,
  });
  return { run, replayed: replay(run.records, plan.changes) };
}

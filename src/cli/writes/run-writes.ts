import type { Plan } from '../../bulk/plan/plan-file.ts';
import type { ApplyResult } from '../../bulk/run/apply-options.ts';
import { applyPlan } from '../../bulk/run/apply-plan.ts';
import { replay } from '../../bulk/run/replay.ts';
import { freeRunId, type OpenRun, openRun, removeRun, startRun } from '../../bulk/run/runs.ts';
import type { Answer } from '../../bulk/run/send-context.ts';
import { Failure } from '../../failure/failure.ts';
import type { User } from '../../scim/user.ts';
import { defined } from '../../values/defined.ts';
import type { ChangeId } from '../../values/ids.ts';
import { printStateOnExit } from '../bulk/print-state-on-exit.ts';
import { countOutcomes, reportCommand, resultHint } from '../bulk/resume-words.ts';
import { runStartedBy } from '../bulk/run-started-by.ts';
import { runsFolder } from '../bulk/runs-folder.ts';
import { withSameConnection } from '../bulk/same-connection.ts';
import { recordedWords } from '../command-words.ts';
import type { Context } from '../context.ts';
import { version } from '../host.ts';
import { limitsOf } from '../options/limits-of.ts';
import type { Intention } from './intention.ts';
import {
  closeInterruptedAttempts,
  type InterruptedCommand,
  interruptedCommands,
} from './interrupted-commands.ts';
import type { Performed } from './performed.ts';
import type { Sender } from './sender.ts';
import { storedPlan } from './stored-plan.ts';

/**
 * Records the plan, makes its changes and closes the record. The record is deleted if no change was
 * attempted.
 */
export async function runWrites(
  context: Context,
  plan: Plan,
  sender: Sender,
  { users = [], secrets = new Map(), call, scim, onWritten, isAskedAnew }: Intention,
): Promise<Omit<Performed, 'activeUsers'>> {
  const { shutdown, common } = context;
  // From here on, after a signal the request in flight is finished and recorded.
  const drain = shutdown.drain();
  const interrupted = isAskedAnew === true ? [] : interruptedCommands(context, plan.origin);
  const opened = await openOrStart(context, plan, interrupted).catch((error: unknown) => {
    drain.done();
    throw error;
  });
  const answers = new Map<ChangeId, Answer>();
  const refusals = new Map<ChangeId, Failure>();
  const fresh = new Map(users.map((user) => [user.id, user]));
  const replayed = replay(opened.records, plan.changes);
  const letGo = context.sendingRight.hold(opened.journal.checkHeld);
  const onReady = printStateOnExit(context, opened, replayed);
  try {
    const sentBefore = context.health.sent();
    const result = await applyPlan({
      changes: plan.changes,
      replayed,
      journal: opened.journal,
      context: {
        ...sender.context(secrets),
        ...defined({ call }),
        ...defined({ scim }),
        justRead: (id) => take(fresh, id),
        onAnswer: (change, answer) => answers.set(change, answer),
        onRefusal: (change, failure) => refusals.set(change, failure),
        onRetry: ({ name }) =>
          void context.messages.warn(`no usable response; checked: ${name} is not changed yet, retrying`),
      },
      concurrency: common.concurrency,
      stop: shutdown.signal,
      onWritten: async (change, outcome) => onWritten?.(change, outcome, { answers, refusals }),
      onOutcome: () => {},
      onReady,
    });
    await closeRecord(context, opened, plan, { ...result, calls: context.health.sent() - sentBefore });
    if (isComplete(result, plan))
      await closeInterruptedAttempts(context, plan, sender, interrupted, opened.id);
    return { ...(await performedOf(context, opened, plan, result)), answers, refusals };
  } finally {
    letGo();
    opened.journal.close();
    drain.done();
    shutdown.lastWords(() => {});
  }
}

/** Returns what was done, with the commands that continue from there. */
async function performedOf(
  context: Context,
  opened: OpenRun,
  plan: Plan,
  result: ApplyResult,
): Promise<Omit<Performed, 'answers' | 'refusals' | 'activeUsers'>> {
  const standing = { ...countOutcomes(plan, result.outcomes), inDoubt: result.inDoubt };
  const stands = isAttempted(result)
    ? resultHint(context, opened, standing)
    : `stopped; nothing was changed; run it again: ${recordedWords(context.host.argv, context.secrets.redact)}`;
  return {
    run: opened.id,
    changes: plan.changes,
    result,
    words: (text) => withSameConnection(context, plan, text),
    report: reportCommand(context, opened),
    stands,
    limits: await limitsOf(context, {}),
  };
}

/** Whether a change was attempted: it was made or refused, or its response was lost. */
function isAttempted({ outcomes, inDoubt }: ApplyResult): boolean {
  return outcomes.size + inDoubt > 0;
}

/** Ends the record of the run, or interrupts it; deletes it if no change was attempted. */
async function closeRecord(
  context: Context,
  { id, journal }: OpenRun,
  { changes }: Plan,
  result: ApplyResult & { readonly calls: number },
): Promise<void> {
  const { outcomes, stoppedBy, calls } = result;
  if (outcomes.size === changes.length) {
    const failed = [...outcomes.values()].filter(({ state }) => state === 'failed').length;
    await journal.write({ type: 'run.end', succeeded: outcomes.size - failed, failed, calls });
  } else if (isAttempted(result)) {
    const why = stoppedBy instanceof Failure ? stoppedBy.message : 'stopped';
    await journal.write({ type: 'run.pause', why, calls }).catch(() => undefined);
  } else removeRun(runsFolder(context), id, context.host.now());
}

/**
 * Continues an earlier attempt at the same command that was killed, so that its requests in doubt are looked
 * up first; otherwise starts a new run.
 */
async function openOrStart(
  context: Context,
  plan: Plan,
  interrupted: readonly InterruptedCommand[],
): Promise<OpenRun> {
  const { random, now } = context.host;
  const folder = runsFolder(context);
  const begun = interrupted.find(({ digest }) => digest === plan.source.digest);
  if (begun !== undefined) {
    const opened = openRun(folder, begun.id, now);
    try {
      await refuseLostCall(opened, plan);
      return opened;
    } catch (error) {
      opened.journal.close();
      throw error;
    }
  }
  await chooseToken(context, plan);
  const by = runStartedBy(context);
  return startRun(folder, freeRunId(folder, now(), random), storedPlan(plan), { tool: version, by, now });
}

/**
 * Refuses a call whose earlier response was lost if repeating it could apply it twice, and closes that
 * record.
 * @throws Failure `unknownOutcome`
 */
async function refuseLostCall({ id, records, journal }: OpenRun, { changes }: Plan): Promise<void> {
  const { intents } = replay(records, changes);
  const lost = changes.find((change) => change.kind === 'callMethod' && intents.has(change.id));
  if (lost?.kind !== 'callMethod' || (await isDescribed(lost.method))) return;
  await journal.write({ type: 'run.end', succeeded: 0, failed: 0, closed: 'its answer was lost' });
  throw new Failure(
    'unknownOutcome',
    `run ${id} called ${lost.method} and got no response; it was not called again`,
    { hint: 'check whether the call took effect; running the command again repeats it' },
  );
}

/**
 * Whether a method is documented: calls of those may be repeated, because they set a state and add nothing
 * (WEB §4).
 */
async function isDescribed(method: string): Promise<boolean> {
  const { knownMethod } = await import('../../webapi/webapi-client.ts');
  return knownMethod(method) !== undefined;
}

/**
 * Chooses the token for the record: a Web API command has not sent a request yet, and the record names the
 * token.
 */
async function chooseToken(context: Context, { changes }: Plan): Promise<void> {
  const [change] = changes;
  if (change?.kind !== 'callMethod' || context.tokenUsed() !== undefined) return;
  const { tokenKindsOf } = await import('../../webapi/webapi-client.ts');
  await context.tokenFor(tokenKindsOf(change.method));
}

function take(users: Map<string, User>, id: string): User | undefined {
  const user = users.get(id);
  users.delete(id);
  return user;
}

function isComplete({ outcomes }: ApplyResult, { changes }: Plan): boolean {
  return changes.every(({ id }) => outcomes.get(id)?.state === 'succeeded');
}

import type { ChangeId } from '../../bulk/plan/change.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { type ApplyResult, applyPlan } from '../../bulk/run/apply-plan.ts';
import { replay } from '../../bulk/run/replay.ts';
import { type OpenRun, openRun, removeRun, runId, startRun } from '../../bulk/run/runs.ts';
import type { Answer } from '../../bulk/run/send-context.ts';
import { Failure } from '../../failure/failure.ts';
import type { User } from '../../scim/user.ts';
import { runStartedBy } from '../bulk/run-started-by.ts';
import { runsFolder } from '../bulk/runs-folder.ts';
import type { Context } from '../context.ts';
import { version } from '../world.ts';
import type { Intention } from './intention.ts';
import { finishTwins, type Interrupted, interruptedCommands } from './interrupted-commands.ts';
import type { Performed } from './performed.ts';
import type { Sender } from './sender.ts';

/** Records the plan, makes its changes, and closes the record. A run that changed nothing leaves none. */
export async function runWrites(
  context: Context,
  plan: Plan,
  sender: Sender,
  { users = [], secrets = new Map(), call }: Intention,
): Promise<Performed> {
  const { shutdown, common } = context;
  const folder = runsFolder(context);
  // From here on a signal lets the request in flight finish and leaves a record of it.
  const drain = shutdown.drain();
  const interrupted = interruptedCommands(context, plan.origin);
  const opened = await openOrStart(context, plan, interrupted);
  const answers = new Map<ChangeId, Answer>();
  const refusals = new Map<ChangeId, Failure>();
  const fresh = new Map(users.map((user) => [user.id, user]));
  try {
    const result = await applyPlan({
      changes: plan.changes,
      replayed: replay(opened.records, plan.changes),
      journal: opened.journal,
      context: {
        ...sender.context(secrets),
        ...(call === undefined ? {} : { call }),
        justRead: (id) => take(fresh, id),
        onAnswer: (change, answer) => answers.set(change, answer),
        onRefusal: (change, failure) => refusals.set(change, failure),
        onRetry: ({ name }) =>
          void context.messages.warn(`no response; checked: ${name} is not changed yet, retrying`),
      },
      concurrency: common.concurrency,
      stop: shutdown.signal,
      onOutcome: () => {},
    });
    const { outcomes } = result;
    const failed = [...outcomes.values()].filter(({ state }) => state === 'failed').length;
    if (outcomes.size === plan.changes.length)
      await opened.journal.write({ type: 'run.end', succeeded: outcomes.size - failed, failed });
    else if (outcomes.size + result.inDoubt > 0) {
      const why = result.stoppedBy instanceof Failure ? result.stoppedBy.message : 'stopped';
      await opened.journal.write({ type: 'run.pause', why }).catch(() => undefined);
    } else removeRun(folder, opened.id);
    if (isWhole(result, plan)) await finishTwins(context, plan, sender, interrupted, opened.id);
    return { run: opened.id, changes: plan.changes, result, answers, refusals };
  } finally {
    opened.journal.close();
    drain.done();
  }
}

/** An earlier attempt of the same command that was killed is continued: what it sent is looked up first. */
async function openOrStart(
  context: Context,
  plan: Plan,
  interrupted: readonly Interrupted[],
): Promise<OpenRun> {
  const { random, now } = context.world;
  const folder = runsFolder(context);
  const begun = interrupted.find(({ digest }) => digest === plan.source.digest);
  if (begun !== undefined) return openRun(folder, begun.id, now);
  const by = runStartedBy(context);
  return startRun(folder, runId(now(), random), plan, { tool: version, by, now });
}

function take(users: Map<string, User>, id: string): User | undefined {
  const user = users.get(id);
  users.delete(id);
  return user;
}

function isWhole({ outcomes }: ApplyResult, { changes }: Plan): boolean {
  return changes.every(({ id }) => outcomes.get(id)?.state === 'succeeded');
}

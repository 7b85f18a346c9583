import { createHash } from 'node:crypto';
import type { Change } from '../../bulk/plan/change.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { applyPlan } from '../../bulk/run/apply-plan.ts';
import { replay } from '../../bulk/run/replay.ts';
import { openRun, readRunPlan, unfinishedCommands } from '../../bulk/run/runs.ts';
import { runsFolder } from '../bulk/runs-folder.ts';
import type { Context } from '../context.ts';
import { commandInWords } from './command-words.ts';
import { openSender, type Sender } from './sender.ts';

/** A single command whose process ended before it did. */
export interface Interrupted {
  readonly id: string;
  /** The digest of its changes. */
  readonly digest: string;
}

/** Runs that are looked at, the newest first: a command is soon given again. */
const LOOKED_AT = 20;

/** Returns what two runs of a single command have in common only if they want the same. */
export function changesDigest(changes: readonly Change[]): string {
  return createHash('sha256').update(JSON.stringify(changes)).digest('hex');
}

/** Returns the newest single commands at a service that did not come to their end. */
export function interruptedCommands(context: Context, origin: string): readonly Interrupted[] {
  return unfinishedCommands(runsFolder(context), origin, LOOKED_AT);
}

/** Whether an earlier attempt at the same changes was interrupted. */
export async function wasInterrupted(context: Context, changes: readonly Change[]): Promise<boolean> {
  const { origin } = await context.connection();
  const digest = changesDigest(changes);
  return interruptedCommands(context, origin).some((one) => one.digest === digest);
}

/** Closes the records of earlier attempts at this very command, which finds that nothing has to change any more. */
export async function finishInterrupted(context: Context): Promise<void> {
  const { origin } = await context.connection();
  const interrupted = interruptedCommands(context, origin);
  if (interrupted.length === 0) return;
  await finishTwins(
    context,
    { source: { file: commandInWords(context) } },
    await openSender(context, 'scim'),
    interrupted,
  );
}

/**
 * Closes the records of earlier attempts at a command that has just been carried through: each of their changes is looked at and found
 * to be made. What cannot be told stays in doubt.
 * @param own the run of the command itself
 */
export async function finishTwins(
  context: Context,
  { source }: { readonly source: Pick<Plan['source'], 'file'> },
  sender: Sender,
  interrupted: readonly Interrupted[],
  own?: string,
): Promise<void> {
  const folder = runsFolder(context);
  for (const { id } of interrupted) {
    if (id === own || readRunPlan(folder, id).source.file !== source.file) continue;
    const { plan, journal, records } = openRun(folder, id, context.world.now);
    try {
      const { outcomes } = await applyPlan({
        changes: plan.changes.filter(({ kind }) => kind !== 'createUser' && kind !== 'createGroup'),
        replayed: replay(records, plan.changes),
        journal,
        context: sender.context(new Map()),
        concurrency: 1,
        stop: context.shutdown.signal,
        onOutcome: () => {},
      });
      const failed = [...outcomes.values()].filter(({ state }) => state === 'failed').length;
      if (plan.changes.every((change) => outcomes.has(change.id)))
        await journal.write({ type: 'run.end', succeeded: outcomes.size - failed, failed });
    } finally {
      journal.close();
    }
  }
}

import { createHash } from 'node:crypto';
import type { Change, ChangeKind } from '../../bulk/plan/change.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { unfinishedCommands } from '../../bulk/run/find-runs.ts';
import type { Outcome } from '../../bulk/run/journal-record.ts';
import { replay } from '../../bulk/run/replay.ts';
import { openRun, readRunPlan } from '../../bulk/run/runs.ts';
import { sendChange } from '../../bulk/run/send-change.ts';
import { Failure } from '../../failure/failure.ts';
import { DryRunWrite } from '../../http/dry-run.ts';
import { readOnlyClient } from '../../scim/reading-only.ts';
import type { RunId } from '../../values/ids.ts';
import { runsFolder } from '../bulk/runs-folder.ts';
import type { Context } from '../context.ts';
import { commandInWords } from './command-words.ts';
import { openSender, type Sender } from './sender.ts';

/** A single command whose process ended before it was finished. */
export interface InterruptedCommand {
  readonly id: RunId;
  /** Digest of its changes. */
  readonly digest: string;
}

/** Maximum number of runs to search, newest first: an interrupted command is usually repeated soon. */
const LOOKED_AT = 20;

/** Returns a digest of changes; two single commands with equal digests do the same. */
export function changesDigest(changes: readonly Change[]): string {
  return createHash('sha256').update(JSON.stringify(changes)).digest('hex');
}

/** Returns the newest unfinished single commands at a service. */
export function interruptedCommands(context: Context, origin: string): readonly InterruptedCommand[] {
  return unfinishedCommands(runsFolder(context), origin, LOOKED_AT);
}

/** Whether an earlier attempt at the same changes was interrupted. */
export async function wasInterrupted(context: Context, changes: readonly Change[]): Promise<boolean> {
  const { origin } = await context.connection();
  const digest = changesDigest(changes);
  return interruptedCommands(context, origin).some((one) => one.digest === digest);
}

/** Closes the records of earlier attempts at this command, if all their changes are already made. */
export async function finishInterrupted(context: Context): Promise<void> {
  const { origin } = await context.connection();
  const interrupted = interruptedCommands(context, origin);
  if (interrupted.length === 0) return;
  const source = { file: commandInWords(context) };
  await closeInterruptedAttempts(context, { source }, await openSender(context, 'scim'), interrupted);
}

/**
 * Closes the records of earlier attempts at a command that has just succeeded, if all their changes are made.
 * It only reads: missing changes were not confirmed by the user, so their run stays open.
 * @param own the run of the command itself
 */
export async function closeInterruptedAttempts(
  context: Context,
  { source }: { readonly source: Pick<Plan['source'], 'file'> },
  sender: Sender,
  interrupted: readonly InterruptedCommand[],
  own?: string,
): Promise<void> {
  const folder = runsFolder(context);
  for (const { id } of interrupted) {
    if (id === own || readRunPlan(folder, id).source.file !== source.file) continue;
    await closeIfDone(context, sender, id);
  }
}

/** Closes the record of an attempt if all its changes are made; records those of them that are. */
async function closeIfDone(context: Context, sender: Sender, id: RunId): Promise<void> {
  const { now } = context.host;
  const { plan, journal, records } = openRun(runsFolder(context), id, now);
  try {
    const { outcomes: known, intents } = replay(records, plan.changes);
    const outcomes = new Map(known);
    for (const change of plan.changes) {
      if (outcomes.has(change.id)) continue;
      const outcome = await lookAt(change, sender, intents.get(change.id));
      if (outcome === undefined) return;
      const begun = intents.has(change.id)
        ? undefined
        : journal.write({ type: 'intent', change: change.id, at: now() });
      await Promise.all([begun, journal.write({ type: 'outcome', change: change.id, outcome })]);
      outcomes.set(change.id, outcome);
    }
    const failed = [...outcomes.values()].filter(({ state }) => state === 'failed').length;
    await journal.write({ type: 'run.end', succeeded: outcomes.size - failed, failed });
  } finally {
    journal.close();
  }
}

/** Kinds of change that can be verified by reading. */
const SEEN: ReadonlySet<ChangeKind> = new Set([
  'patchUser',
  'deactivateUser',
  'reactivateUser',
  'addMembers',
  'removeMembers',
  'deleteGroup',
  'renameGroup',
  'replaceGroup',
]);

/**
 * Returns the outcome of a change that is already made; undefined if it is not, or if reading cannot verify
 * it.
 */
async function lookAt(
  change: Change,
  sender: Sender,
  intentAt: number | undefined,
): Promise<Outcome | undefined> {
  if (!SEEN.has(change.kind) || ('target' in change && !('id' in change.target))) return undefined;
  const context = { ...sender.context(new Map()), scim: readOnlyClient(sender.scim), createdId: () => '' };
  try {
    const outcome = await sendChange(change, context, intentAt);
    return outcome.state === 'succeeded' ? outcome : undefined;
  } catch (error) {
    if (error instanceof DryRunWrite || error instanceof Failure) return undefined;
    throw error;
  }
}

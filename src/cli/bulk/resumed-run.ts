import type { Plan } from '../../bulk/plan/plan-file.ts';
import type { JournalRecord, Outcome } from '../../bulk/run/journal-record.ts';
import { type Replayed, replay } from '../../bulk/run/replay.ts';
import { changesToRetry } from '../../bulk/run/restore-values.ts';
import { type OpenRun, openRun, readRunPlan, readRunRecords } from '../../bulk/run/runs.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { ChangeId, RunId } from '../../values/ids.ts';
import type { Context } from '../context.ts';
import { originsOf, otherOrganization } from './other-organization.ts';
import { runsFolder } from './runs-folder.ts';

/** A run to resume, in the state in which it was chosen; it is opened and read again under the lock. */
export interface ResumedRun {
  readonly kind: 'resume';
  readonly id: RunId;
  readonly plan: Plan;
  readonly replayed: Replayed;
  /** Whether failed changes are retried. */
  readonly retryFailed?: boolean;
}

/**
 * Reads the state of a run in order to resume it.
 * @throws Failure `usage` if there is none, `stale` if it is of another organization
 */
export async function chooseToResume(context: Context, id: RunId, retryFailed = false): Promise<ResumedRun> {
  const folder = runsFolder(context);
  const plan = readRunPlan(folder, id);
  const origins = await originsOf(context);
  if (!origins.includes(plan.origin))
    throw otherOrganization(context, `run ${id}`, plan, origins[0] ?? 'no service', `resume ${id}`);
  const replayed = replayedToResume(readRunRecords(folder, id), plan, retryFailed);
  return { kind: 'resume', id, plan, replayed, retryFailed };
}

/**
 * Opens the chosen run and reads it again: another process may have resumed it since. A run that cannot be
 * read is released.
 */
export function openToResume(
  context: Pick<Context, 'folders'> & { readonly host: Pick<Context['host'], 'now'> },
  choice: ResumedRun,
  takeOver = false,
): { readonly run: OpenRun; readonly replayed: Replayed } {
  const run = openRun(runsFolder(context), choice.id, context.host.now, takeOver);
  try {
    return { run, replayed: replayedToResume(run.records, run.plan, choice.retryFailed) };
  } catch (error) {
    run.journal.close();
    throw error;
  }
}

/** Replays a run; with `retryFailed`, failed changes count as not done. */
function replayedToResume(
  records: readonly JournalRecord[],
  { changes }: Plan,
  retryFailed = false,
): Replayed {
  const replayed = replay(records, changes);
  if (!retryFailed) return replayed;
  const failed = [...replayed.outcomes].filter(([, { state }]) => state === 'failed').map(([id]) => id);
  const again = changesToRetry(changes, new Set(failed));
  const isAgain = ([id]: readonly [ChangeId, Outcome]) => again.has(id);
  const known = [...replayed.outcomes];
  return {
    ...replayed,
    outcomes: new Map(known.filter((one) => !isAgain(one))),
    repeated: new Map([...replayed.repeated, ...known.filter(isAgain)]),
  };
}

/** Returns why there is nothing to resume; undefined if there is. */
export function completeReason(id: RunId, plan: Plan, replayed: Replayed): string | undefined {
  const { undoneBy, outcomes, isFinished, closed } = replayed;
  if (undoneBy !== undefined) return `run ${id} was undone by run ${undoneBy}`;
  if (closed !== undefined) return `run ${id} is closed: ${closed}`;
  // A run that was stopped after its last change only lacks its final record.
  const isComplete = isFinished && plan.changes.every((change) => outcomes.has(change.id));
  if (!isComplete) return undefined;
  const failed = [...outcomes.values()].filter(({ state }) => state === 'failed').length;
  return failed === 0
    ? `run ${id} is already complete`
    : `run ${id} is complete; ${failed} of ${pluralize(outcomes.size, 'change')} failed`;
}

import type { Plan } from '../../bulk/plan/plan-file.ts';
import { resultsOf } from '../../bulk/report/summary.ts';
import { isInProgress } from '../../bulk/run/lock-run.ts';
import { replayedRun } from '../../bulk/run/replayed-run.ts';
import { runIds, startOf } from '../../bulk/run/run-folders.ts';
import { standingUndo } from '../../bulk/run/standing-undo.ts';
import type { RunId } from '../../values/ids.ts';
import type { Context } from '../context.ts';
import type { LatestOf } from './latest-of.ts';
import { mayUndo } from './note-undo.ts';
import { runsFolder } from './runs-folder.ts';
import { withSameConnection } from './same-connection.ts';

/** Selects runs that are older than `before`, at these services, and of these commands. */
interface Older {
  readonly before: RunId;
  readonly origins: readonly string[];
  readonly among: LatestOf;
}

/**
 * Names the newest run before "latest" that has a change to undo: the latest run may be of a command that
 * failed.
 * @returns text to append to the message about the latest run; empty if there is no such run
 */
export function olderToUndo(context: Context, { before, origins, among }: Older): string {
  const folder = runsFolder(context);
  for (const id of runIds(folder)) {
    if (id >= before) continue;
    const start = startOf(folder, id);
    if (start === undefined || !origins.includes(start.origin) || start.mode === 'undo') continue;
    if (among === 'bulk' && start.mode === 'single') continue;
    const plan = isInProgress(folder, id) ? undefined : planToUndo(folder, id);
    if (plan === undefined) continue;
    const command = withSameConnection(context, plan, `undo ${id}`);
    return `; the newest run that can be undone: ${command}`;
  }
  return '';
}

/** Returns the plan of a run that can be undone; undefined for a damaged run. */
function planToUndo(folder: string, id: RunId): Plan | undefined {
  const run = replayedRun(folder, id);
  if (run === undefined) return undefined;
  const { plan, replayed } = run;
  if (standingUndo(folder, replayed).undoneBy !== undefined || replayed.closed !== undefined)
    return undefined;
  return resultsOf(plan.changes, replayed.outcomes).some(mayUndo) ? plan : undefined;
}

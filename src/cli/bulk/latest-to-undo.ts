import type { Plan } from '../../bulk/plan/plan-file.ts';
import { runIds } from '../../bulk/run/run-folders.ts';
import { readRunPlan } from '../../bulk/run/runs.ts';
import { Failure } from '../../failure/failure.ts';
import type { RunId } from '../../values/ids.ts';
import type { Context } from '../context.ts';
import type { LatestOf } from './latest-of.ts';
import { noBulkRunFailure } from './run-named.ts';
import { runsFolder } from './runs-folder.ts';

/**
 * Returns the newest run of this organization that is not itself an undo, so that "latest" given twice is the
 * same run.
 * @throws Failure `usage` if there is none
 */
export function latestToUndo(context: Context, origins: readonly string[], among: LatestOf): RunId {
  const folder = runsFolder(context);
  let single: Plan | undefined;
  for (const id of runIds(folder)) {
    const plan = readRunPlan(folder, id);
    if (!origins.includes(plan.origin) || plan.mode === 'undo') continue;
    if (among === 'any' || plan.mode !== 'single') return id;
    single ??= plan;
  }
  if (single !== undefined) throw noBulkRunFailure(context, single, 'undo latest');
  throw new Failure('usage', 'there is no run to undo', { hint: 'orgctl runs list' });
}

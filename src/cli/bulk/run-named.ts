import type { Plan } from '../../bulk/plan/plan-file.ts';
import { isSingle, runIds } from '../../bulk/run/run-folders.ts';
import { readRunPlan } from '../../bulk/run/runs.ts';
import { Failure } from '../../failure/failure.ts';
import { type RunId, runId } from '../../values/ids.ts';
import type { Context } from '../context.ts';
import type { LatestOf } from './latest-of.ts';
import { runsFolder } from './runs-folder.ts';
import { type CommandLine, withSameConnection } from './same-connection.ts';

/**
 * Returns the ID of a run.
 * @param latest which runs "latest" selects from
 * @param words the command that accepts the latest run of any command
 * @throws Failure `usage` if there is none
 */
export function runNamed(context: Context, name: string, latest: LatestOf, words: string): RunId {
  if (name !== 'latest') return runId(name);
  const folder = runsFolder(context);
  const ids = runIds(folder);
  const id = ids.find((one) => latest === 'any' || !isSingle(folder, one));
  if (id !== undefined) return id;
  const [single] = ids;
  if (single !== undefined) throw noBulkRunFailure(context, readRunPlan(folder, single), words);
  throw new Failure('usage', 'there are no runs', { hint: 'to start one: orgctl bulk apply FILE' });
}

/**
 * Returns the failure for "latest" if it selects bulk runs and only single commands have left runs.
 * @param plan the plan of the newest of those runs
 * @param words the command that accepts that run
 */
export function noBulkRunFailure(line: CommandLine, plan: Plan, words: string): Failure {
  return new Failure('usage', `there is no bulk run; the latest run is from "${plan.source.file}"`, {
    hint: withSameConnection(line, plan, words),
  });
}

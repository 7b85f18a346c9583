import { refuseFeed } from '../../bulk/plan/guards.ts';
import { rememberUnchanged } from '../../bulk/run/last-feed.ts';
import { Failure } from '../../failure/failure.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { Context } from '../context.ts';
import type { RunChoice } from './choose-run.ts';
import { endWithRejects } from './end-with-rejects.ts';
import { printNothing } from './print-changes.ts';
import { removeEarlierRows } from './remove-earlier-rows.ts';
import { runsFolder } from './runs-folder.ts';

/**
 * Ends a command whose file changes nothing. Unless this was a dry run, the next file of the same name is
 * compared with it, and failed rows of an earlier run are removed, because they would seem to belong to it.
 * @throws Failure if the file exceeds a limit of feeds, or rows were skipped or changes failed before
 */
export async function endWithoutRun(
  context: Context,
  { why, failed, plan, guarded }: Extract<RunChoice, { readonly kind: 'done' }>,
  {
    failedOut,
    rejects,
  }: { readonly failedOut?: string | undefined; readonly rejects?: string | undefined } = {},
): Promise<void> {
  await printNothing(context, why);
  if (failed !== undefined)
    throw new Failure('itemsFailed', `${pluralize(failed.count, 'failed change')} not retried`, {
      hint: `retry: ${failed.retry}`,
    });
  refuseFeed(guarded?.feed ?? []);
  if (failedOut !== undefined && context.common.dryRun !== true) removeEarlierRows(failedOut);
  if (plan === undefined) return;
  if (context.common.dryRun !== true) rememberUnchanged(runsFolder(context), plan);
  endWithRejects(context, plan, rejects);
}

import { refuseFeed } from '../../bulk/plan/guards.ts';
import { rememberUnchanged } from '../../bulk/run/last-feed.ts';
import type { Context } from '../context.ts';
import type { RunChoice } from './choose-run.ts';
import { printNothing } from './print-changes.ts';
import { endWithRejects } from './rejects.ts';
import { runsFolder } from './runs-folder.ts';

/**
 * Ends a command whose file changes nothing. The next file of the same name is compared with it, unless this
 * was a dry run.
 * @throws Failure if the file exceeds a limit of feeds, or rows were skipped
 */
export async function endWithoutRun(
  context: Context,
  { why, plan, guarded }: Extract<RunChoice, { readonly kind: 'done' }>,
): Promise<void> {
  await printNothing(context, why);
  refuseFeed(guarded?.feed ?? []);
  if (plan === undefined) return;
  if (context.common.dryRun !== true) rememberUnchanged(runsFolder(context), plan);
  endWithRejects(plan);
}

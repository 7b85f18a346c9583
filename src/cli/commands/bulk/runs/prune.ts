import { forgetUnchanged } from '../../../../bulk/run/applied-feeds.ts';
import { isJournalComplete } from '../../../../bulk/run/find-runs.ts';
import { feedsFolder } from '../../../../bulk/run/last-feed.ts';
import { isInProgress, refuseRunInProgress } from '../../../../bulk/run/lock-run.ts';
import { abandonedFolders, isRun, noSuchRun, runIds } from '../../../../bulk/run/run-folders.ts';
import { hasLockHolder, mayResume, type RunSummary } from '../../../../bulk/run/run-state.ts';
import { summarizeRuns } from '../../../../bulk/run/run-summaries.ts';
import { removeRun } from '../../../../bulk/run/runs.ts';
import { Failure } from '../../../../failure/failure.ts';
import { pluralize } from '../../../../output/pluralize.ts';
import type { ListView } from '../../../../output/view.ts';
import type { RunId } from '../../../../values/ids.ts';
import { damagedWords } from '../../../bulk/damaged-words.ts';
import { runsFolder } from '../../../bulk/runs-folder.ts';
import { stateFlag } from '../../../bulk/same-connection.ts';
import type { CommandModule } from '../../../command-module.ts';
import type { Context } from '../../../context.ts';
import { describe } from '../../../help-format.ts';
import { confirm } from '../../../identity/confirm.ts';
import { parseDuration } from '../../../options/parse-values.ts';
import { withStateOption } from '../../../options/state-option.ts';
import { RUN_VIEW } from '../../../views/run-view.ts';

const THIRTY_DAYS = 30 * 24 * 60 * 60 * 1000;

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl runs prune --dry-run', 'orgctl runs prune --older-than 90d --yes'],
    needs: 'nothing: no token, no network; a removed run cannot be undone',
    lists: { columns: REMOVED_VIEW.columns },
  });
  return withStateOption(
    command.argument('[run]', 'ID of a single run to remove, of any age, even if its record is damaged'),
  )
    .option(
      '--older-than <duration>',
      'only runs that started longer ago than this (default: 30d)',
      parseDuration,
    )
    .option('--unfinished', 'also runs that can still be resumed')
    .action(
      act(async (context, name, { olderThan, unfinished }) => {
        const isAny = unfinished === true;
        if (name === undefined) return pruneOld(context, olderThan ?? THIRTY_DAYS, isAny);
        if (olderThan !== undefined)
          throw new Failure('usage', 'a run ID and --older-than cannot be combined', {
            hint: `orgctl runs prune ${name}`,
          });
        return pruneOne(context, name, isAny);
      }),
    );
};

/** Removes the undamaged runs that started longer ago than `age`. */
async function pruneOld(context: Context, age: number, isAny: boolean): Promise<void> {
  const folder = runsFolder(context);
  const before = context.host.now() - age;
  const { runs, damaged } = summarizeRuns(folder, runIds(folder));
  for (const { message, ...run } of damaged)
    await context.messages.warn(
      damagedWords({ ...run, message: `${message}; not removed` }, context.host.argv),
    );
  const isOld = (run: RunSummary) => Date.parse(run.created) <= before;
  const old = runs.filter((run) => isOld(run) && !hasLockHolder(run) && (isAny || !mayResume(run)));
  if (old.length > 0) await askToRemove(context, old.length);
  if (context.common.dryRun !== true) {
    const left = abandonedFolders(folder).filter((id) => !isInProgress(folder, id));
    forgetUnchanged(feedsFolder(folder), before);
    for (const id of [...old.map((run) => run.id), ...left]) removeRun(folder, id, context.host.now());
  }
  await printRemoved(context, old, old.length);
}

/**
 * Removes a single run.
 * @throws Failure `usage` if it does not exist, or is not recorded as finished and `isAny` is false;
 * `storage` if it is in progress
 */
async function pruneOne(context: Context, name: string, isAny: boolean): Promise<void> {
  const folder = runsFolder(context);
  if (!isRun(folder, name)) throw noSuchRun(folder, name, []);
  refuseRunInProgress(folder, name);
  const { runs, damaged } = summarizeRuns(folder, [name]);
  if (!isAny && !isJournalComplete(folder, name)) throw unfinishedRun(context, name, damaged.length > 0);
  for (const { message } of damaged) await context.messages.warn(message);
  await askToRemove(context, 1);
  if (context.common.dryRun !== true) removeRun(folder, name, context.host.now());
  await printRemoved(context, runs, 1);
}

function unfinishedRun({ host }: Context, id: RunId, isDamaged: boolean): Failure {
  const why = isDamaged ? 'may have changes that are unfinished or in doubt' : 'can still be resumed';
  return new Failure('usage', `run ${id} ${why}; nothing was removed`, {
    hint: `to remove it anyway: orgctl runs prune ${id} --unfinished${stateFlag(host.argv)}`,
  });
}

async function askToRemove(context: Context, count: number): Promise<void> {
  const what = count === 1 ? 'Its changes' : 'Their changes';
  await confirm(context, `Remove ${pluralize(count, 'run')}? ${what} can no longer be undone.`, {
    undone: 'nothing was changed',
  });
}

async function printRemoved(context: Context, runs: readonly RunSummary[], count: number): Promise<void> {
  await (await context.printer()).list(runs, REMOVED_VIEW);
  const verb = context.common.dryRun === true ? 'would be removed' : 'removed';
  await context.messages.note(`${pluralize(count, 'run')} ${verb}`);
}

/** View of the removed runs; the count is printed separately. */
const REMOVED_VIEW: ListView<RunSummary> = {
  columns: RUN_VIEW.columns,
  json: RUN_VIEW.json,
  isSummarized: true,
};

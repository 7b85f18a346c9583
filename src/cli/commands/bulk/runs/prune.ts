import { forgetUnchanged } from '../../../../bulk/run/applied-feeds.ts';
import { feedsFolder } from '../../../../bulk/run/last-feed.ts';
import { isInProgress } from '../../../../bulk/run/lock-run.ts';
import { isAtWork, mayResume, type RunSummary } from '../../../../bulk/run/run-state.ts';
import { summarizeRuns } from '../../../../bulk/run/run-summaries.ts';
import { leftFolders, removeRun, runIds } from '../../../../bulk/run/runs.ts';
import { counted } from '../../../../output/counted.ts';
import type { ListView } from '../../../../output/view.ts';
import { runsFolder } from '../../../bulk/runs-folder.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { askToGoOn } from '../../../naming/ask.ts';
import { parseDuration } from '../../../options/parse-values.ts';
import { withStateOption } from '../../../options/state-option.ts';
import { RUN_VIEW } from '../../../views/run-view.ts';

const THIRTY_DAYS = 30 * 24 * 60 * 60 * 1000;

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl runs prune --dry-run', 'orgctl runs prune --older-than 90d --yes'],
    needs: 'nothing: no token, no network; a run that is gone cannot be undone',
    lists: { columns: REMOVED_VIEW.columns },
  });
  return withStateOption(command)
    .option(
      '--older-than <duration>',
      'only runs that began longer ago than this (default: 30d)',
      parseDuration,
    )
    .option('--unfinished', 'also runs that can still be resumed')
    .action(
      act(async (context, { olderThan, unfinished }) => {
        const folder = runsFolder(context);
        const before = context.world.now() - (olderThan ?? THIRTY_DAYS);
        const isOld = (run: RunSummary) => Date.parse(run.created) <= before;
        const { runs, damaged } = summarizeRuns(folder, runIds(folder));
        for (const { message } of damaged) await context.messages.warn(`${message}; it stays`);
        const old = runs.filter(
          (run) => isOld(run) && !isAtWork(run) && (unfinished === true || !mayResume(run)),
        );
        if (context.common.dryRun !== true) {
          if (old.length > 0)
            await askToGoOn(
              context,
              `Remove ${counted(old.length, 'run')}? What they did cannot be undone then.`,
            );
          const left = leftFolders(folder).filter((id) => !isInProgress(folder, id));
          forgetUnchanged(feedsFolder(folder), before);
          for (const id of [...old.map((run) => run.id), ...left]) removeRun(folder, id, context.world.now());
        }
        await (await context.printer()).list(old, REMOVED_VIEW);
        const verb = context.common.dryRun === true ? 'would be removed' : 'removed';
        await context.messages.note(`${counted(old.length, 'run')} ${verb}`);
      }),
    );
};

/** How many there are is said with what becomes of them. */
const REMOVED_VIEW: ListView<RunSummary> = {
  columns: RUN_VIEW.columns,
  json: RUN_VIEW.json,
  isSummarized: true,
};

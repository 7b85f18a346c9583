import { type AppliedFeedEntry, appliedFeeds, lastUnchanged } from '../../../../bulk/run/applied-feeds.ts';
import { feedsFolder } from '../../../../bulk/run/last-feed.ts';
import { runIds, startOf } from '../../../../bulk/run/run-folders.ts';
import { summarizeRuns } from '../../../../bulk/run/run-summaries.ts';
import { damagedWords } from '../../../bulk/damaged-words.ts';
import { runsFolder } from '../../../bulk/runs-folder.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { withStateOption } from '../../../options/state-option.ts';
import { printAll } from '../../../printing/print-resources.ts';
import { truncationNote } from '../../../printing/truncation-note.ts';
import { FEED_VIEW, inUtc } from '../../../views/feed-view.ts';
import { RUN_VIEW } from '../../../views/run-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl runs list',
      'orgctl runs list --feeds',
      "orgctl runs list -o json --query '[?left > `0`].id'",
    ],
    needs: 'nothing: no token, no network',
    lists: { columns: RUN_VIEW.columns },
  });
  return withStateOption(command)
    .option('--feeds', 'list the files that were applied, including those without changes')
    .action(
      act(async (context, { feeds }) => {
        const folder = runsFolder(context);
        if (feeds === true) return printAll(context, appliedFeeds(folder, feedsFolder(folder)), FEED_VIEW);
        const printer = await context.printer();
        const ids = runIds(folder);
        const shown = printer.limit === undefined ? ids : ids.slice(0, printer.limit);
        const { runs, damaged } = summarizeRuns(folder, shown);
        await printer.list(runs, RUN_VIEW, () =>
          truncationNote(shown.length, { total: ids.length }, context.common),
        );
        for (const run of damaged) await context.messages.warn(damagedWords(run, context.host.argv));
        const last = lastUnchanged(feedsFolder(folder));
        if (last !== undefined && last.applied > (runs[0]?.created ?? ''))
          await context.messages.note(
            `${unchangedSinceInWords(folder, last)}; --feeds lists every file that was applied`,
          );
      }),
    );
};

/** Returns when a file was applied without changes; if it caused changes before, also with that run. */
function unchangedSinceInWords(folder: string, { feed, origin, applied }: AppliedFeedEntry): string {
  const run = runIds(folder).find((id) => {
    const start = startOf(folder, id);
    return start?.origin === origin && start.feed?.name === feed;
  });
  if (run === undefined) return `${feed} was applied ${inUtc(applied)} and changed nothing`;
  return `${feed} was applied again ${inUtc(applied)}, after run ${run}, and changed nothing that time`;
}

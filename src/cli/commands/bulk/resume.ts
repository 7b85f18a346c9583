import { lockOrganisation } from '../../../bulk/run/run-lock.ts';
import { readRunPlan } from '../../../bulk/run/runs.ts';
import { carryOut } from '../../bulk/carry-out.ts';
import { openToResume, retrying, runNamed, runsFolder } from '../../bulk/choose-run.ts';
import { endUndoneRun } from '../../bulk/choose-undo.ts';
import { previewRun } from '../../bulk/preview-run.ts';
import { printDryRun, printNothing } from '../../bulk/print-changes.ts';
import { readWithheld } from '../../bulk/read-apply-input.ts';
import { checkFailedOut } from '../../bulk/write-failed-rows.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { sharesOf } from '../../options/reading-options.ts';
import { withRunOptions } from '../../options/run-options.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl -p sandbox bulk resume latest', 'orgctl -p sandbox bulk resume latest --retry-failed'],
    documents: ['md', 'junit', 'github'],
    needs: 'a user token with scope admin; what was under way is looked up first',
  });
  return withRunOptions(
    command.argument('<run>', 'ID of a run, or "latest"').option('--retry-failed', 'try again what failed'),
  ).action(
    act(async (context, name, { retryFailed, ...options }) => {
      const id = runNamed(context, name);
      context.shares = sharesOf(readRunPlan(runsFolder(context), id).source.reading);
      const { origin } = await context.connection();
      const lock =
        context.common.dryRun === true ? undefined : lockOrganisation(context.folders.state, origin);
      try {
        const opened = await openToResume(context, id);
        const choice = retryFailed === true ? retrying(opened) : opened;
        checkFailedOut(choice.run.plan.source.file, options.failedOut, options.force === true);
        const left = choice.run.plan.changes.filter(({ id }) => !choice.replayed.outcomes.has(id));
        // One that was stopped behind its last change has only to be closed.
        const isComplete = left.length === 0 && choice.replayed.isFinished;
        if (isComplete || choice.replayed.undoneBy !== undefined) {
          choice.run.journal.close();
          const by = choice.replayed.undoneBy;
          const state = by === undefined ? 'complete already' : `taken back by run ${by}`;
          await printNothing(context, `run ${id} is ${state}`);
          return;
        }
        const { undoes } = choice.run.plan;
        // It may have been stopped before it could say so.
        const onBegin =
          undoes === undefined ? undefined : (run: string) => endUndoneRun(context, undoes, run);
        const withheld = await readWithheld(context, choice.run.plan, true);
        await previewRun(context, choice);
        if (context.common.dryRun === true) await printDryRun(context, choice.run.plan, left);
        else await carryOut(context, choice, withheld, onBegin, options);
      } finally {
        lock?.release();
      }
    }),
  );
};

import { RUN_STATES } from '../../../../bulk/report/run-state-words.ts';
import { describeOutcomes, resultsOf } from '../../../../bulk/report/summary.ts';
import { replay } from '../../../../bulk/run/replay.ts';
import { mayResume } from '../../../../bulk/run/run-state.ts';
import { summaryNow } from '../../../../bulk/run/run-summaries.ts';
import { readRunPlan, readRunRecords } from '../../../../bulk/run/runs.ts';
import { aboutRun, latestOfCommand } from '../../../bulk/latest-of.ts';
import { leftToUndoWords } from '../../../bulk/left-to-undo.ts';
import { lockHolderLines } from '../../../bulk/lock-holder-lines.ts';
import { connectionName } from '../../../bulk/rerun-command.ts';
import { takeOverWords, whereRecordedRunStands } from '../../../bulk/resume-words.ts';
import { runNamed } from '../../../bulk/run-named.ts';
import { runsFolder } from '../../../bulk/runs-folder.ts';
import { whyNoRetry } from '../../../bulk/why-no-retry.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { withStateOption } from '../../../options/state-option.ts';
import { truncationNote } from '../../../printing/truncation-note.ts';
import { managerNames } from '../../../views/change-view.ts';
import { resultView } from '../../../views/result-view.ts';
import { startedByWords } from '../../../views/run-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  const latest = latestOfCommand(command);
  describe(command, {
    examples: ['orgctl runs show latest', 'orgctl runs show latest -o csv --columns line,user,outcome'],
    lists: { columns: resultView([]).columns },
    needs: 'nothing: no token, no network',
  });
  return withStateOption(command.argument('<run>', aboutRun(latest))).action(
    act(async (context, name) => {
      const folder = runsFolder(context);
      const id = runNamed(context, name, latest, 'runs show latest');
      const plan = readRunPlan(folder, id);
      const records = readRunRecords(folder, id);
      const summary = summaryNow(folder, id);
      const { outcomes } = replay(records, plan.changes);
      const results = resultsOf(plan.changes, outcomes);
      const printer = await context.printer();
      const shown = printer.limit === undefined ? results : results.slice(0, printer.limit);
      const why = summary.closed === undefined ? '' : ` (${summary.closed})`;
      const inPart = summary.leftToUndo === undefined ? '' : ' in part';
      const by = summary.undoneBy === undefined ? why : `${inPart} by run ${summary.undoneBy}`;
      await context.messages.note(
        `run ${id}, ${RUN_STATES[summary.state]}${by}: ${plan.source.file} at "${connectionName(plan)}", ${plan.created}`,
      );
      if (summary.leftToUndo !== undefined)
        await context.messages.note(leftToUndoWords(plan, id, summary.leftToUndo, context));
      for (const part of summary.partsUndoneBy) await context.messages.note(`partly undone by run ${part}`);
      if (summary.by !== undefined) await context.messages.note(`started by ${startedByWords(summary.by)}`);
      await printer.list(shown, resultView(shown, managerNames(plan)), () =>
        truncationNote(shown.length, { total: results.length }, context.common),
      );
      await context.messages.note(describeOutcomes(results));
      for (const line of lockHolderLines(summary, () => takeOverWords(context, { id, plan }, summary)))
        await context.messages.note(line);
      if (mayResume(summary) || summary.state === 'failures')
        await context.messages.note(
          whereRecordedRunStands(
            context,
            { id, plan },
            summary,
            whyNoRetry(plan, outcomes, () => records),
          ),
        );
    }),
  );
};

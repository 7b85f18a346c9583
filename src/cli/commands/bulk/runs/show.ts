import type { Plan } from '../../../../bulk/plan/plan-file.ts';
import { RUN_STATES } from '../../../../bulk/report/run-state-words.ts';
import { describeOutcomes, resultsOf } from '../../../../bulk/report/summary.ts';
import { replay } from '../../../../bulk/run/replay.ts';
import { isUndoneInPart, mayResume, type RunSummary } from '../../../../bulk/run/run-state.ts';
import { currentSummary, undoRemainderOf } from '../../../../bulk/run/run-summaries.ts';
import { readRunPlan, readRunRecords } from '../../../../bulk/run/runs.ts';
import { latestOfCommand, runArgumentHelp } from '../../../bulk/latest-of.ts';
import { leftToUndoWords } from '../../../bulk/left-to-undo.ts';
import { lockHolderLines } from '../../../bulk/lock-holder-lines.ts';
import { connectionName } from '../../../bulk/rerun-command.ts';
import { recordedRunHint, takeOverWords } from '../../../bulk/resume-words.ts';
import { retryObstacleOf } from '../../../bulk/retry-obstacle.ts';
import { runNamed } from '../../../bulk/run-named.ts';
import { runsFolder } from '../../../bulk/runs-folder.ts';
import type { CommandModule } from '../../../command-module.ts';
import type { Context } from '../../../context.ts';
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
  return withStateOption(command.argument('<run>', runArgumentHelp(latest))).action(
    act(async (context, name) => {
      const folder = runsFolder(context);
      const id = runNamed(context, name, latest, 'runs show latest');
      const plan = readRunPlan(folder, id);
      const records = readRunRecords(folder, id);
      const summary = currentSummary(folder, id);
      const { outcomes } = replay(records, plan.changes);
      const results = resultsOf(plan.changes, outcomes);
      const printer = await context.printer();
      const shown = printer.limit === undefined ? results : results.slice(0, printer.limit);
      await context.messages.note(
        `run ${id}, ${endInWords(summary)}: ${plan.source.file} at "${connectionName(plan)}", ${plan.created}`,
      );
      for (const line of undoLines(context, plan, summary)) await context.messages.note(line);
      if (summary.by !== undefined) await context.messages.note(`started by ${startedByWords(summary.by)}`);
      await printer.list(shown, resultView(shown, managerNames(plan)), () =>
        truncationNote(shown.length, { total: results.length }, context.common),
      );
      await context.messages.note(describeOutcomes(results));
      for (const line of lockHolderLines(summary, () => takeOverWords(context, { id, plan }, summary)))
        await context.messages.note(line);
      if (mayResume(summary) || summary.state === 'failures')
        await context.messages.note(
          recordedRunHint(
            context,
            { id, plan },
            summary,
            retryObstacleOf(plan, outcomes, () => records),
          ),
        );
    }),
  );
};

/** Returns "finished", "undone in part by run 4", "closed (the sandbox was reset)". */
function endInWords(summary: RunSummary): string {
  const { state, closed, undoneBy } = summary;
  const why = closed === undefined ? '' : ` (${closed})`;
  const word = isUndoneInPart(summary) ? 'undone in part' : RUN_STATES[state];
  return `${word}${undoneBy === undefined ? why : ` by run ${undoneBy}`}`;
}

/** Maximum number of items left unchanged that are named. */
const KEPT_SHOWN = 20;

/** Returns what is left to undo, what the undo left unchanged, and which parts were undone. */
function undoLines(context: Context, plan: Plan, summary: RunSummary): readonly string[] {
  const { id, leftToUndo, leftUnchanged = 0, partsUndoneBy, undoneBy } = summary;
  const kept =
    leftUnchanged === 0 || undoneBy === undefined ? [] : undoRemainderOf(runsFolder(context), undoneBy).kept;
  const rest = kept.length - KEPT_SHOWN;
  return [
    ...(leftToUndo === undefined ? [] : [leftToUndoWords(plan, id, leftToUndo, context)]),
    // As it was then: the values may have changed since.
    ...kept.slice(0, KEPT_SHOWN).map(({ message }) => `its undo warned: ${message}`),
    ...(rest > 0 ? [`its undo warned of ${rest} more`] : []),
    ...partsUndoneBy.map((part) => `partly undone by run ${part}`),
  ];
}

import { summarizeRuns } from '../../../bulk/run/run-summaries.ts';
import { readRunPlan, runIds } from '../../../bulk/run/runs.ts';
import { runsFolder } from '../../bulk/runs-folder.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { MOVE_VIEW, type MoveRun } from '../../views/move-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl migrate status', "orgctl migrate status -o json --query '[?run.left > `0`].run.id'"],
    needs: 'nothing: no token, no network',
  });
  return command.action(
    act(async (context) => {
      const folder = runsFolder(context);
      const { runs, damaged } = summarizeRuns(folder, runIds(folder));
      const moves = runs.flatMap((run): readonly MoveRun[] => {
        if (run.mode === 'single' || run.mode === 'undo') return [];
        const { move } = readRunPlan(folder, run.id);
        return move === undefined ? [] : [{ ...run, move }];
      });
      await (await context.printer()).list(moves, MOVE_VIEW);
      for (const { message } of damaged) await context.messages.warn(message);
    }),
  );
};

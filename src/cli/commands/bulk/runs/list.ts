import { summarizeRuns } from '../../../../bulk/run/run-summaries.ts';
import { runIds } from '../../../../bulk/run/runs.ts';
import { runsFolder } from '../../../bulk/runs-folder.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { withStateOption } from '../../../options/state-option.ts';
import { noteTruncation } from '../../../printing/note-truncation.ts';
import { RUN_VIEW } from '../../../views/run-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl runs list', "orgctl runs list -o json --query '[?left > `0`].id'"],
    needs: 'nothing: no token, no network',
  });
  return withStateOption(command).action(
    act(async (context) => {
      const folder = runsFolder(context);
      const printer = await context.printer();
      const ids = runIds(folder);
      const shown = printer.limit === undefined ? ids : ids.slice(0, printer.limit);
      const { runs, damaged } = summarizeRuns(folder, shown);
      await printer.list(runs, RUN_VIEW);
      for (const { message } of damaged) await context.messages.warn(message);
      await noteTruncation(context, shown.length, ids.length);
    }),
  );
};

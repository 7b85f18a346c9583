import { pluralize } from '../../../output/pluralize.ts';
import { runsFolder } from '../../bulk/runs-folder.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { partsOf } from '../../migration/move-parts.ts';
import { moveRuns } from '../../migration/move-runs.ts';
import { withStateOption } from '../../options/state-option.ts';
import { printLimited, toAsync } from '../../printing/print-limited.ts';
import { MOVE_VIEW } from '../../views/move-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl migrate status', "orgctl migrate status -o json --query '[?run.left > `0`].run.id'"],
    lists: { columns: MOVE_VIEW.columns },
    needs: 'nothing: no token, no network',
  });
  return withStateOption(command).action(
    act(async (context) => {
      const { runs, damaged } = moveRuns(runsFolder(context));
      const parts = partsOf(runs);
      await printLimited(context, toAsync(parts), MOVE_VIEW, () => parts.length);
      if (parts.length === 0)
        await context.messages.note('no migrations yet; start one with: orgctl migrate apply A B');
      const managers = parts.reduce((sum, { managersToSet }) => sum + managersToSet, 0);
      if (managers > 0)
        await context.messages.note(
          `${pluralize(managers, 'manager')} not set yet: the next "migrate apply" sets those that exist in B`,
        );
      for (const message of damaged) await context.messages.warn(message);
    }),
  );
};

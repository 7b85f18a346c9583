import { demoOrganisation } from '../../../sandbox/demo-organisation.ts';
import { resetState } from '../../../sandbox/state-file.ts';
import type { CommandModule } from '../../command-module.ts';
import { sandboxFile } from '../../connection/connect.ts';
import { describe } from '../../help-format.ts';
import { askToGoOn } from '../../naming/ask.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, { examples: ['orgctl sandbox reset --yes'] });
  return command.action(
    act(async (context) => {
      await askToGoOn(context, 'Throw away everything in the sandbox?');
      if (context.common.dryRun === true) return;
      await resetState(sandboxFile(context.folders.state), demoOrganisation());
      await context.messages.note('the sandbox holds the demo organization');
    }),
  );
};

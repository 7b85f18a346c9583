import { demoOrganization } from '../../../sandbox/demo-organization.ts';
import type { CommandModule } from '../../command-module.ts';
import { sandboxFile } from '../../connection/connect.ts';
import { describe } from '../../help-format.ts';
import { confirm } from '../../identity/confirm.ts';
import { replaceOrganization } from '../../sandbox/replace-organization.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, { examples: ['orgctl sandbox reset --yes'] });
  return command.action(
    act(async (context) => {
      await confirm(context, 'Delete all sandbox data?', { undone: 'nothing was changed' });
      if (context.common.dryRun === true) {
        await context.messages.note(
          'dry run: all sandbox data would be replaced by the demo organization; nothing was changed',
        );
        return;
      }
      const file = sandboxFile(context.folders.state);
      await replaceOrganization(context, file, demoOrganization(), 'the sandbox was reset');
      await context.messages.note('the sandbox contains the demo organization');
    }),
  );
};

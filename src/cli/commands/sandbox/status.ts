import { existsSync } from 'node:fs';
import { demoOrganisation } from '../../../sandbox/demo-organisation.ts';
import { openSandbox } from '../../../sandbox/sandbox.ts';
import type { CommandModule } from '../../command-module.ts';
import { sandboxFile } from '../../connection/connect.ts';
import { describe } from '../../help-format.ts';
import { SANDBOX_VIEW } from '../../views/sandbox-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, { examples: ['orgctl sandbox status'] });
  return command.action(
    act(async (context) => {
      const file = sandboxFile(context.folders.state);
      const sandbox = await openSandbox({
        initial: demoOrganisation(),
        now: context.world.now,
        ...(existsSync(file) ? { stateFile: file } : {}),
      });
      await (await context.printer()).one({ file, organisation: sandbox.organisation }, SANDBOX_VIEW);
      sandbox.close();
    }),
  );
};

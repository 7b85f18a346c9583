import { existsSync } from 'node:fs';
import type { View } from '../../../output/view.ts';
import { demoOrganisation } from '../../../sandbox/demo-organisation.ts';
import type { Organisation } from '../../../sandbox/organisation.ts';
import { openSandbox } from '../../../sandbox/sandbox.ts';
import type { CommandModule } from '../../command-module.ts';
import { sandboxFile } from '../../connect.ts';
import { describe } from '../../help-format.ts';

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
      await (await context.printer()).one({ file, organisation: sandbox.organisation }, STATUS_VIEW);
      sandbox.close();
    }),
  );
};

const STATUS_VIEW: View<{ file: string; organisation: Organisation }> = {
  json: ({ file, organisation }) => ({
    organization: organisation.settings.name,
    file,
    users: organisation.userCount,
    groups: organisation.groupCount,
  }),
  columns: [
    {
      name: 'organization',
      heading: 'Organization',
      importance: 1,
      value: ({ organisation }) => organisation.settings.name,
    },
    { name: 'users', heading: 'Users', importance: 1, value: ({ organisation }) => organisation.userCount },
    {
      name: 'groups',
      heading: 'Groups',
      importance: 1,
      value: ({ organisation }) => organisation.groupCount,
    },
    { name: 'file', heading: 'File', importance: 2, value: ({ file }) => file },
  ],
};

import { getServiceConfig } from '../../../../scim/discovery.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { CONFIG_VIEW } from '../../../views/discovery-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim service config',
      'orgctl -p sandbox scim service config --query patch.supported',
    ],
    lists: { columns: CONFIG_VIEW.columns },
    needs: '1000 reads a minute; no token needed',
  });
  return command.action(
    act(async (context) => {
      const printer = await context.printer();
      const { scim } = await context.connection();
      await printer.one(await getServiceConfig(scim), CONFIG_VIEW);
    }),
  );
};

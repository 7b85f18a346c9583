import { listResourceTypes } from '../../../../scim/discovery.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { RESOURCE_TYPE_VIEW } from '../../../views/discovery-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim service resource-types',
      "orgctl -p sandbox scim service resource-types --query '[].schemaExtensions[].schema'",
    ],
    lists: { columns: RESOURCE_TYPE_VIEW.columns },
    needs: 'SCIM 2.0; a user token with scope admin; 1000 reads a minute',
  });
  return command.action(
    act(async (context) => {
      const printer = await context.printer();
      const { scim } = await context.connection();
      await printer.list(await listResourceTypes(scim), RESOURCE_TYPE_VIEW);
    }),
  );
};

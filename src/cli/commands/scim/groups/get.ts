import { findGroupInParts } from '../../../../scim/find-group.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { GROUP_IN_PARTS_VIEW } from '../../../views/group-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim groups get IT',
      'orgctl -p sandbox scim groups get "everyone in berlin" -o yaml',
    ],
    needs: 'a user token with scope admin; 300 reads a minute',
  });
  return command.argument('<group>', 'ID or name').action(
    act(async (context, identity) => {
      const printer = await context.printer();
      const { scim } = await context.connection();
      await printer.one(await findGroupInParts(scim, identity), GROUP_IN_PARTS_VIEW);
    }),
  );
};

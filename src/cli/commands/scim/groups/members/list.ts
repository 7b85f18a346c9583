import { findGroupInParts } from '../../../../../scim/find-group.ts';
import { membersInParts } from '../../../../../scim/group-in-parts.ts';
import type { CommandModule } from '../../../../command-module.ts';
import { describe } from '../../../../help-format.ts';
import { printAllInParts } from '../../../../printing/print-resources.ts';
import { MEMBER_VIEW } from '../../../../views/group-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim groups members list IT',
      'orgctl -p sandbox scim groups members list IT -o csv --columns value --no-header',
    ],
    needs: 'a user token with scope admin; 300 reads a minute',
    lists: { columns: MEMBER_VIEW.columns, members: ['value', 'display'] },
  });
  return command.argument('<group>', 'ID or name').action(
    act(async (context, identity) => {
      const { scim } = await context.connection();
      const group = await findGroupInParts(scim, identity);
      await printAllInParts(context, membersInParts(group), MEMBER_VIEW);
    }),
  );
};

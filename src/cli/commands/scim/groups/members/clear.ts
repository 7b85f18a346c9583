import { setMembers } from '../../../../../scim/change-members.ts';
import { findGroup } from '../../../../../scim/find-group.ts';
import { LIMITS } from '../../../../../spec/limits.ts';
import type { CommandModule } from '../../../../command-module.ts';
import { describe } from '../../../../help-format.ts';
import { askForName } from '../../../../naming/ask.ts';
import { membersIn, tellingLost } from '../../../../options/group-options.ts';
import { GROUP_VIEW } from '../../../../views/group-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl -p sandbox scim groups members clear IT'],
    needs: 'a user token with scope admin; 180 changes a minute',
  });
  return command.argument('<group>', 'ID or name').action(
    act(async (context, identity) => {
      const printer = await context.printer();
      const { scim } = await context.connection();
      const group = await findGroup(scim, identity);
      const count = group.members.length;
      if (count === 0) await context.messages.note(`${group.displayName} has no members`);
      else
        await askForName(
          context,
          `${group.displayName} (${group.id}) loses ${membersIn(count)}`,
          group.displayName,
        );
      const cleared =
        count === 0
          ? group
          : await setMembers(scim, group, [], {
              batchSize: LIMITS.groupUsersPerCall,
              onLost: tellingLost(context),
            });
      if (count > 0) await context.messages.note(`took ${membersIn(count)} out of ${group.displayName}`);
      await printer.one(cleared, GROUP_VIEW);
    }),
  );
};

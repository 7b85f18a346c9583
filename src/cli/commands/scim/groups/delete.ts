import { findGroup } from '../../../../scim/find-group.ts';
import { deleteGroup } from '../../../../scim/groups.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { askForName } from '../../../naming/ask.ts';
import { membersIn } from '../../../options/group-options.ts';
import { eachOf } from '../../../people/each-of.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim groups delete IT',
      'orgctl -p sandbox scim groups delete "Everyone in Berlin" --yes',
    ],
    needs: 'a user token with scope admin; 180 a minute. The group is gone for good; its members stay',
  });
  return command.argument('<group...>', 'IDs or names').action(
    act(async (context, identities) => {
      const { scim } = await context.connection();
      await eachOf(context, 'groups', identities, async (identity) => {
        const { id, displayName, members } = await findGroup(scim, identity);
        await askForName(
          context,
          `the group ${displayName} (${id}) goes for good; its ${membersIn(members.length)} stay in the organization`,
          displayName,
        );
        await deleteGroup(scim, id);
        await context.messages.note(`deleted ${displayName} (${id}), which had ${membersIn(members.length)}`);
      });
    }),
  );
};

import { findGroup } from '../../../../scim/find-group.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { askForName } from '../../../naming/ask.ts';
import { membersIn } from '../../../options/group-options.ts';
import { eachOf } from '../../../people/each-of.ts';
import { settledDeletion } from '../../../people/settled-writes.ts';

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
        const group = await findGroup(scim, identity);
        const { id, displayName, members } = group;
        await askForName(
          context,
          `the group ${displayName} (${id}) goes for good; its ${membersIn(members.length)} stay in the organization`,
          displayName,
        );
        await settledDeletion(context, scim, group);
        await context.messages.note(`deleted ${displayName} (${id}), which had ${membersIn(members.length)}`);
      });
    }),
  );
};

import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { groupWhereOption, MANY_GROUPS } from '../../../identity/named-groups.ts';
import { readNamedGroups } from '../../../people/read-named-groups.ts';
import { GROUP_IN_PARTS_VIEW } from '../../../views/group-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim groups get IT',
      'orgctl -p sandbox scim groups get "everyone in berlin" -o yaml',
      'orgctl -p sandbox scim groups get IT "Support desk" --columns displayName,members',
    ],
    needs: 'a user token with scope admin; 300 reads a minute',
    lists: { columns: GROUP_IN_PARTS_VIEW.columns },
  });
  return command
    .argument('<group...>', MANY_GROUPS)
    .addOption(groupWhereOption())
    .action(
      act((context, words, { where }) =>
        readNamedGroups(context, { words, where }, async (groups, only) => {
          const printer = await context.printer();
          if (only === undefined) await printer.list(groups, GROUP_IN_PARTS_VIEW);
          else await printer.one(only, GROUP_IN_PARTS_VIEW);
        }),
      ),
    );
};

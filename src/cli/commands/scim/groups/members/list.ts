import type { CommandModule } from '../../../../command-module.ts';
import { describe } from '../../../../help-format.ts';
import { groupWhereOption, MANY_GROUPS } from '../../../../identity/named-groups.ts';
import { memberAccounts } from '../../../../people/member-accounts.ts';
import { readNamedGroups } from '../../../../people/read-named-groups.ts';
import { printAllInParts } from '../../../../printing/print-resources.ts';
import { membershipsInParts, membershipView } from '../../../../views/membership-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim groups members list IT',
      'orgctl -p sandbox scim groups members list IT -o csv --columns value --no-header',
      'orgctl -p sandbox scim groups members list IT --columns userName,email',
      'orgctl -p sandbox scim groups members list IT "Support desk" -o csv',
    ],
    needs: 'a user token with scope admin; 300 reads a minute',
    lists: {
      columns: membershipView({ isOneGroup: false, accounts: undefined }).columns,
      members: ['value', 'display', 'group', 'groupId'],
    },
  });
  return command
    .argument('<group...>', MANY_GROUPS)
    .addOption(groupWhereOption())
    .action(
      act((context, words, { where }) =>
        readNamedGroups(context, { words, where }, async (groups, only) => {
          const accounts = await memberAccounts(context, groups);
          const view = membershipView({ isOneGroup: only !== undefined, accounts });
          await printAllInParts(context, membershipsInParts(groups), view);
        }),
      ),
    );
};

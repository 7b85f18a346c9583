import { membersInParts } from '../../../../../scim/group-in-parts.ts';
import type { CommandModule } from '../../../../command-module.ts';
import { describe } from '../../../../help-format.ts';
import { groupWhereOption, MANY_GROUPS } from '../../../../naming/named-groups.ts';
import { readNamedGroups } from '../../../../people/read-named-groups.ts';
import { printAllInParts } from '../../../../printing/print-resources.ts';
import { MEMBER_VIEW, MEMBERSHIP_VIEW, membershipsInParts } from '../../../../views/group-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim groups members list IT',
      'orgctl -p sandbox scim groups members list IT -o csv --columns value --no-header',
      'orgctl -p sandbox scim groups members list IT "Support desk" -o csv',
    ],
    needs: 'a user token with scope admin; 300 reads a minute',
    lists: { columns: MEMBERSHIP_VIEW.columns, members: ['value', 'display', 'group', 'groupId'] },
  });
  return command
    .argument('<group...>', MANY_GROUPS)
    .addOption(groupWhereOption())
    .action(
      act((context, words, { where }) =>
        readNamedGroups(context, { words, where }, (groups, only) =>
          only === undefined
            ? printAllInParts(context, membershipsInParts(groups), MEMBERSHIP_VIEW)
            : printAllInParts(context, membersInParts(only), MEMBER_VIEW),
        ),
      ),
    );
};

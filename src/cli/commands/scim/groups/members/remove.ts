import type { CommandModule } from '../../../../command-module.ts';
import { describe } from '../../../../help-format.ts';
import { MANY_USERS, whereOption } from '../../../../identity/named-people.ts';
import { maxRemoveMembersOption } from '../../../../options/bulk-options.ts';
import { batchSizeOption, membersFileOption } from '../../../../options/group-options.ts';
import { GROUP_VIEW } from '../../../../views/group-view.ts';
import { changeNamedMembers } from '../../../../writes/change-named-members.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      'orgctl -p sandbox scim groups members remove IT samir.aziz',
      'orgctl -p sandbox scim groups members remove IT @leaving.txt',
    ],
    lists: { columns: GROUP_VIEW.columns },
    needs: 'a user token with scope admin; 180 changes a minute',
  });
  return command
    .argument('<group>', 'ID or name')
    .argument('[user...]', MANY_USERS)
    .addOption(membersFileOption())
    .addOption(whereOption())
    .addOption(batchSizeOption())
    .addOption(maxRemoveMembersOption())
    .action(
      act((context, group, users, options) => changeNamedMembers(context, 'remove', group, users, options)),
    );
};

import type { CommandModule } from '../../../../command-module.ts';
import { describe } from '../../../../help-format.ts';
import { MANY_USERS, whereOption } from '../../../../identity/named-people.ts';
import { batchSizeOption, membersFileOption } from '../../../../options/group-options.ts';
import { GROUP_VIEW } from '../../../../views/group-view.ts';
import { changeNamedMembers } from '../../../../writes/change-named-members.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      'orgctl -p sandbox scim groups members add IT tomas.rey clara.voss@harbour-finch.example',
      'orgctl -p sandbox scim groups members add IT @members.txt',
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
    .action(
      act((context, group, users, options) => changeNamedMembers(context, 'add', group, users, options)),
    );
};

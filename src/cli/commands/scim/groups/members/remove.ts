import type { CommandModule } from '../../../../command-module.ts';
import { describe } from '../../../../help-format.ts';
import { maxRemoveMembersOption } from '../../../../options/bulk-options.ts';
import { batchSizeOption } from '../../../../options/group-options.ts';
import { changeNamedMembers } from '../../../../writes/change-named-members.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim groups members remove IT samir.aziz',
      'orgctl -p sandbox scim groups members remove IT --file leaving.txt',
    ],
    needs: 'a user token with scope admin; 180 changes a minute',
  });
  return command
    .argument('<group>', 'ID or name')
    .argument('[user...]', 'IDs, userNames or e-mails')
    .option('--file <file>', 'users, one on a line; - is stdin')
    .addOption(batchSizeOption())
    .addOption(maxRemoveMembersOption())
    .action(
      act((context, group, users, options) => changeNamedMembers(context, 'remove', group, users, options)),
    );
};

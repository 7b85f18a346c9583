import type { CommandModule } from '../../../../command-module.ts';
import { describe } from '../../../../help-format.ts';
import { changeNamedMembers } from '../../../../naming/named-members.ts';
import { batchSizeOption } from '../../../../options/group-options.ts';

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
    .action(
      act((context, group, users, options) => changeNamedMembers(context, 'remove', group, users, options)),
    );
};

import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { MANY_USERS, whereOption } from '../../../identity/named-people.ts';
import { readNamedUsers } from '../../../people/read-named-users.ts';
import { usersView, userView } from '../../../people/view-with-manager.ts';
import { USER_VIEW } from '../../../views/user-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim users get clara.voss',
      'orgctl -p sandbox scim users get clara.voss@harbour-finch.example -o json',
      'orgctl -p sandbox scim users get @people.txt --columns userName,manager,groups',
    ],
    needs: 'a user token with scope admin; 300 reads a minute',
    lists: { columns: USER_VIEW.columns },
  });
  return command
    .argument('<user...>', MANY_USERS)
    .addOption(whereOption())
    .action(
      act(async (context, words, { where }) =>
        readNamedUsers(context, { words, where }, async (users, only) => {
          const printer = await context.printer();
          if (only === undefined) await printer.list(users, await usersView(context));
          else await printer.one(only, await userView(context, only));
        }),
      ),
    );
};

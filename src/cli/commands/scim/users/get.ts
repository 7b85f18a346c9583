import { findUser } from '../../../../scim/find-user.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { userView } from '../../../people/view-with-manager.ts';
import { USER_VIEW } from '../../../views/user-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim users get clara.voss',
      'orgctl -p sandbox scim users get clara.voss@harbour-finch.example -o json',
    ],
    needs: 'a user token with scope admin; 300 reads a minute',
    lists: { columns: USER_VIEW.columns },
  });
  return command.argument('<user>', 'ID, userName or e-mail').action(
    act(async (context, identity) => {
      const printer = await context.printer();
      const { scim } = await context.connection();
      const user = await findUser(scim, identity);
      await printer.one(user, await userView(context, user));
    }),
  );
};

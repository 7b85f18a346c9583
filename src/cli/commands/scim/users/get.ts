import { findUser } from '../../../../scim/find-user.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
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
      await printer.one(await findUser(scim, identity), USER_VIEW);
    }),
  );
};

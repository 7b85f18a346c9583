import { findUser } from '../../../../scim/find-user.ts';
import { deactivateUser, getUser } from '../../../../scim/users.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { askToGoOn } from '../../../naming/ask.ts';
import { eachUser } from '../../../people/each-of.ts';
import { settledUser } from '../../../people/settled-writes.ts';

const DEACTIVATED = { set: { active: false }, clear: [] } as const;

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim users deactivate tomas.rey',
      'orgctl -p sandbox scim users deactivate tomas.rey clara.voss@harbour-finch.example --yes',
    ],
    needs: 'a user token with scope admin; 180 a minute',
  });
  return command.argument('<user...>', 'IDs, userNames or e-mails').action(
    act(async (context, identities) => {
      const { scim } = await context.connection();
      const who = identities.length === 1 ? identities[0] : `${identities.length} users`;
      await askToGoOn(context, `Deactivate ${who}?`);
      await eachUser(context, identities, async (identity) => {
        const user = await findUser(scim, identity);
        if (!user.values.active) {
          await context.messages.note(`${user.values.userName} is already deactivated`);
          return user;
        }
        const deactivated = await settledUser(context, scim, user, DEACTIVATED, async () => {
          await deactivateUser(scim, user.id);
          return getUser(scim, user.id);
        });
        await context.messages.note(`deactivated ${user.values.userName} (${user.id})`);
        return deactivated;
      });
    }),
  );
};

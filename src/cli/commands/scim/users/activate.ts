import { findUser } from '../../../../scim/find-user.ts';
import { activateUser } from '../../../../scim/users.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { eachUser } from '../../../people/each-of.ts';
import { settledUser } from '../../../people/settled-writes.ts';

const ACTIVE = { set: { active: true }, clear: [] } as const;

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl -p sandbox scim users activate former.member'],
    needs: 'a user token with scope admin; 180 changes a minute',
  });
  return command.argument('<user...>', 'IDs, userNames or e-mails').action(
    act(async (context, identities) => {
      const { scim } = await context.connection();
      await eachUser(context, identities, async (identity) => {
        const user = await findUser(scim, identity);
        if (user.values.active) {
          await context.messages.note(`${user.values.userName} is already active`);
          return user;
        }
        const activated = await settledUser(context, scim, user, ACTIVE, () => activateUser(scim, user.id));
        await context.messages.note(`reactivated ${activated.values.userName} (${activated.id})`);
        return activated;
      });
    }),
  );
};

import { CHECK_VIEW, checkConnection } from '../../check-connection.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl -p sandbox profile check'],
    needs: 'a token to be checked; two reads',
  });
  return command.argument('[profile]', 'the connection; the current one when absent').action(
    act(async (context, name) => {
      await context.resolved(name);
      const { scim, origin } = await context.connection();
      await (await context.printer()).one(await checkConnection(scim, origin), CHECK_VIEW);
      await context.messages.note('the connection works');
    }),
  );
};

import { findUser } from '../../scim/find-user.ts';
import type { CommandModule } from '../command-module.ts';
import { describe } from '../help-format.ts';
import { readPersonFacts } from '../people/read-person-facts.ts';
import { personView } from '../views/person-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox who clara.voss',
      'orgctl -p sandbox who tomas.rey@harbour-finch.example -o json --query sessions',
    ],
    needs:
      'a user token with scope admin; for sessions also admin.users:read, for the log admin. What a token may not read is said and left out',
  });
  return command.argument('<user>', 'ID, userName or e-mail').action(
    act(async (context, identity) => {
      const { scim } = await context.connection();
      const [facts] = await readPersonFacts(context, [await findUser(scim, identity)]);
      if (facts === undefined) return;
      await (await context.printer()).one(facts, personView(facts));
    }),
  );
};

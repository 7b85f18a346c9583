import type { CommandModule } from '../command-module.ts';
import { describe } from '../help-format.ts';
import { MANY_USERS, whereOption } from '../identity/named-people.ts';
import { logTeamOption } from '../options/log-team-option.ts';
import { readNamedUsers } from '../people/read-named-users.ts';
import { readPersonFacts } from '../people/read-person-facts.ts';
import { PEOPLE_VIEW, personView } from '../views/person-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox who clara.voss',
      'orgctl -p sandbox who tomas.rey@harbour-finch.example -o json --query sessions',
      'orgctl -p sandbox who @leavers.txt',
    ],
    lists: { columns: PEOPLE_VIEW.columns },
    needs:
      'a user token with scope admin; for sessions also admin.users:read, for the log admin. Data that the token may not read is skipped with a note',
  });
  return command
    .argument('<user...>', MANY_USERS)
    .addOption(whereOption())
    .addOption(logTeamOption())
    .action(
      act(async (context, words, { where, team }) =>
        readNamedUsers(context, { words, where, isSearched: true }, async (users, only) => {
          const facts = await readPersonFacts(context, users, { team });
          const printer = await context.printer();
          if (only === undefined && printer.format !== 'table') return printer.list(facts, PEOPLE_VIEW);
          for (const [index, one] of facts.entries()) {
            if (index > 0) await printer.text('\n');
            await printer.one(one, personView(one, context.host.argv));
          }
        }),
      ),
    );
};

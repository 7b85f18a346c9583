import { Option } from '@commander-js/extra-typings';
import type { User } from '../../../../scim/user.ts';
import { listUsers } from '../../../../scim/users.ts';
import { SORT_ORDERS } from '../../../../spec/scim-endpoints.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { readUserFilter } from '../../../read-filter.ts';
import { collectNames, rememberNames } from '../../../remember-names.ts';
import { tellWhatWasCut } from '../../../tell-cut.ts';
import { USER_VIEW } from '../../../user-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim users list',
      `orgctl -p sandbox scim users list --filter 'username sw "a"' --columns userName,email,department`,
      "orgctl -p sandbox scim users list -o json --query '[?active].userName'",
    ],
    needs: 'a user token with scope admin; 1000 reads a minute',
  });
  return command
    .option('--filter <expression>', 'only users that match, such as: username sw "an"')
    .addOption(new Option('--sort-order <order>', 'by ID').choices(SORT_ORDERS))
    .action(
      act(async (context, { filter, sortOrder }) => {
        const printer = await context.printer();
        const { limit } = printer;
        const query = filter === undefined ? {} : { filter: readUserFilter(filter) };
        const { scim } = await context.connection();
        const list = listUsers(scim, {
          ...query,
          ...(sortOrder === undefined ? {} : { sortOrder }),
          ...(limit === undefined ? {} : { limit }),
        });
        if (list.isFilteredHere)
          await context.messages.note('v2 has no filter: the whole list is read and filtered here');
        let shown = 0;
        const counted = async function* (): AsyncGenerator<User> {
          for await (const user of list.users) {
            shown += 1;
            yield user;
          }
        };
        const { rows, names } = collectNames(counted(), ({ values }) => ({
          name: values.userName ?? '',
          email: values.email,
          title: values.displayName,
        }));
        await printer.list(rows, USER_VIEW);
        await tellWhatWasCut(context, shown, list.total());
        await rememberNames(context, 'user', names);
      }),
    );
};

import { Option } from '@commander-js/extra-typings';
import type { User } from '../../../../scim/user.ts';
import { jsonMemberOf } from '../../../../scim/user-members.ts';
import { listUsers } from '../../../../scim/users.ts';
import { SORT_ORDERS } from '../../../../spec/scim-endpoints.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { readUserWhere } from '../../../identity/read-where.ts';
import { readUserFilter } from '../../../people/read-filter.ts';
import { usersView } from '../../../people/view-with-manager.ts';
import { type MatchedKind, printMatching } from '../../../printing/print-matching.ts';
import type { ListedKind } from '../../../printing/print-resources.ts';
import { USER_VIEW } from '../../../views/user-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim users list',
      `orgctl -p sandbox scim users list --where 'department eq "Product" and active eq true'`,
      `orgctl -p sandbox scim users list --filter 'username sw "a"' --columns userName,email,department`,
      "orgctl -p sandbox scim users list -o json --query '[?active].userName'",
    ],
    needs: 'a user token with scope admin; 1000 reads a minute',
    lists: {
      columns: USER_VIEW.columns,
      members: [
        'id',
        'userName',
        'displayName',
        'active',
        'title',
        'emails[0].value',
        'name.givenName',
        'name.familyName',
        'groups[].display',
      ],
    },
  });
  return command
    .option(
      '--filter <expression>',
      'only users that match a filter of the service, such as: username sw "an"',
    )
    .option(
      '--where <expression>',
      'only users that match, filtered by orgctl on any column, such as: department eq "Sales" and active eq true',
    )
    .addOption(
      new Option('--sort-order <order>', 'sort by ID (default: the order of the service)').choices(
        SORT_ORDERS,
      ),
    )
    .action(act((context, flags) => printMatching(context, flags, MATCHED)));
};

const MATCHED: MatchedKind<User> = {
  list: listUsers,
  readFilter: readUserFilter,
  readWhere: readUserWhere,
  listed: async (context) => ({ ...LISTED, view: await usersView(context) }),
};

const LISTED: ListedKind<User> = {
  kind: 'user',
  view: USER_VIEW,
  nameOf: ({ values }) => ({
    name: values.userName ?? '',
    email: values.email,
    title: values.displayName,
  }),
  nameMembers: [jsonMemberOf('userName'), jsonMemberOf('email'), jsonMemberOf('displayName')],
};

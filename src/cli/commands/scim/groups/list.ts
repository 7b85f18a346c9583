import { Option } from '@commander-js/extra-typings';
import type { Group } from '../../../../scim/group.ts';
import { listGroups } from '../../../../scim/groups.ts';
import { SORT_ORDERS } from '../../../../spec/scim-endpoints.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { readGroupFilter } from '../../../people/read-filter.ts';
import { type ListedKind, printResources, whatIsPrinted } from '../../../printing/print-resources.ts';
import { GROUP_VIEW } from '../../../views/group-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim groups list',
      `orgctl -p sandbox scim groups list --filter 'displayName sw "e"' -o json --query '[].id'`,
    ],
    needs: 'a user token with scope admin; 1000 reads a minute',
    lists: {
      columns: GROUP_VIEW.columns,
      members: ['id', 'displayName', 'members[].value', 'members[].display'],
    },
  });
  return command
    .option('--filter <expression>', 'only groups that match, such as: displayName co "berlin"')
    .addOption(new Option('--sort-order <order>', 'by ID').choices(SORT_ORDERS))
    .action(
      act(async (context, { filter, sortOrder }) => {
        const printed = await whatIsPrinted(context, LISTED);
        const { scim } = await context.connection();
        const list = listGroups(scim, {
          ...printed,
          ...(filter === undefined ? {} : { filter: readGroupFilter(filter) }),
          ...(sortOrder === undefined ? {} : { sortOrder }),
        });
        await printResources(context, list, LISTED);
      }),
    );
};

const LISTED: ListedKind<Group> = {
  kind: 'group',
  view: GROUP_VIEW,
  nameOf: ({ displayName, id }) => ({ name: displayName, title: id }),
  nameMembers: ['displayName', 'id'],
};

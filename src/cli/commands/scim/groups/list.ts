import { Option } from '@commander-js/extra-typings';
import type { Group } from '../../../../scim/group.ts';
import { listGroups } from '../../../../scim/groups.ts';
import { SORT_ORDERS } from '../../../../spec/scim-endpoints.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { readGroupWhere } from '../../../identity/read-where.ts';
import { readGroupFilter } from '../../../people/read-filter.ts';
import { type MatchedKind, printMatching } from '../../../printing/print-matching.ts';
import type { ListedKind } from '../../../printing/print-resources.ts';
import { GROUP_VIEW } from '../../../views/group-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim groups list',
      `orgctl -p sandbox scim groups list --where 'memberNames co "clara"'`,
      `orgctl -p sandbox scim groups list --filter 'displayName sw "e"' -o json --query '[].id'`,
    ],
    needs: 'a user token with scope admin; 1000 reads a minute',
    lists: {
      columns: GROUP_VIEW.columns,
      members: ['id', 'displayName', 'members[].value', 'members[].display'],
    },
  });
  return command
    .option(
      '--filter <expression>',
      'only groups that match a filter of the service, such as: displayName co "berlin"',
    )
    .option(
      '--where <expression>',
      'only groups that match, filtered by orgctl on any column, such as: memberNames co "clara"',
    )
    .addOption(
      new Option('--sort-order <order>', 'sort by ID (default: the order of the service)').choices(
        SORT_ORDERS,
      ),
    )
    .action(act((context, flags) => printMatching(context, flags, MATCHED)));
};

const MATCHED: MatchedKind<Group> = {
  list: listGroups,
  readFilter: readGroupFilter,
  readWhere: readGroupWhere,
  listed: () => LISTED,
};

const LISTED: ListedKind<Group> = {
  kind: 'group',
  view: GROUP_VIEW,
  nameOf: ({ displayName, id }) => ({ name: displayName, title: id }),
  nameMembers: ['displayName', 'id'],
};

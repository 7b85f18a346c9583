import { isExported, USER_COLUMNS } from '../../../../bulk/input/columns.ts';
import { cellFor } from '../../../../bulk/input/desired-state.ts';
import { listUsers } from '../../../../scim/users.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { readUserFilter } from '../../../people/read-filter.ts';
import { exportCsv } from '../../../printing/export-csv.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim users export > people.csv',
      'orgctl -p sandbox scim users export --out people.csv && orgctl -p sandbox bulk plan people.csv',
    ],
    needs: 'a user token with scope admin; 1000 reads a minute',
  });
  return command
    .option('--out <file>', 'write to a file, which must not exist')
    .option('--force', 'replace the file')
    .option('--filter <expression>', 'only users that match')
    .option('--raw-csv', "no ' in front of what a spreadsheet takes for a formula")
    .action(
      act(async (context, { filter, ...options }) => {
        const query = filter === undefined ? {} : { filter: readUserFilter(filter) };
        const { scim } = await context.connection();
        const columns = USER_COLUMNS.filter(isExported);
        const count = await exportCsv(context, options, {
          noun: 'users',
          open: () => listUsers(scim, query),
          heading: columns,
          rows: async function* ({ items }) {
            for await (const { id, values } of items)
              yield columns.map((column) => (column === 'id' ? id : cellFor(String(values[column] ?? ''))));
          },
        });
        await context.messages.note(`${count} ${count === 1 ? 'user' : 'users'} exported`);
      }),
    );
};

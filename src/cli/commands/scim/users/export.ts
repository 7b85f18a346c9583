import { isExported, USER_COLUMNS } from '../../../../bulk/columns.ts';
import { cellFor } from '../../../../bulk/desired-state.ts';
import { csvLine } from '../../../../output/csv.ts';
import { listUsers } from '../../../../scim/users.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { openOutput } from '../../../open-output.ts';
import { readUserFilter } from '../../../read-filter.ts';

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
      act(async (context, { out, force, filter, rawCsv }) => {
        const query = filter === undefined ? {} : { filter: readUserFilter(filter) };
        const { scim } = await context.connection();
        const output = await openOutput(context, out, force === true);
        const columns = USER_COLUMNS.filter(isExported);
        const line = (cells: readonly string[]) => csvLine(cells, { isRaw: rawCsv === true });
        let count = 0;
        await output.write(line(columns));
        for await (const { id, values } of listUsers(scim, query).users) {
          count += 1;
          await output.write(
            line(columns.map((column) => (column === 'id' ? id : cellFor(String(values[column] ?? ''))))),
          );
        }
        await output.finish();
        await context.messages.note(`${count} users exported`);
      }),
    );
};

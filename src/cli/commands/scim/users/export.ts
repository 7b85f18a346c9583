import { isExported, USER_COLUMNS } from '../../../../bulk/input/columns.ts';
import { cellFor } from '../../../../bulk/input/read-desired-user.ts';
import { Failure } from '../../../../failure/failure.ts';
import { pluralize } from '../../../../output/pluralize.ts';
import { isSingleChannelGuest } from '../../../../scim/user-state.ts';
import { listUsers } from '../../../../scim/users.ts';
import { asQuestion, suggest } from '../../../../values/suggest.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { readUserFilter } from '../../../people/read-filter.ts';
import { readEmailsById } from '../../../people/user-names.ts';
import { areNamesDefault, exportCsv, refuseOtherFormats } from '../../../printing/export-csv.ts';

/** All columns of an export. */
const EXPORTED = USER_COLUMNS.filter(isExported);

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim users export > people.csv',
      'orgctl -p sandbox scim users export --columns userName,email,manager --names',
      'orgctl -p sandbox scim users export --out people.csv && orgctl -p sandbox bulk plan people.csv',
    ],
    lists: { columns: EXPORTED.map((name) => ({ name })) },
    needs: 'a user token with scope admin; 1000 reads a minute',
  });
  return command
    .option('--out <file>', 'file to write; --force replaces an existing one (default: stdout)')
    .option('--force', 'replace the file')
    .option(
      '--filter <expression>',
      'only users that match a filter of the service, such as: username sw "an"',
    )
    .option('--names', 'write managers by e-mail instead of by ID (default when printed on a terminal)')
    .option('--no-names', 'write managers by ID (default in a file or a pipe)')
    .option('--raw-csv', "do not put ' before cells that a spreadsheet would run as a formula")
    .action(
      act(async (context, { filter, names, ...options }) => {
        refuseOtherFormats(context, 'scim users list');
        const query = filter === undefined ? {} : { filter: readUserFilter(filter) };
        const { scim } = await context.connection();
        const columns = exportedColumns(context.common.columns);
        const isNamed = (names ?? areNamesDefault(context, options)) && columns.includes('manager');
        const addresses = isNamed ? await readEmailsById(scim) : new Map<string, string>();
        let singleChannel = 0;
        const count = await exportCsv(context, options, {
          noun: 'users',
          open: () => listUsers(scim, query),
          heading: columns,
          rows: async function* ({ items }) {
            for await (const { id, values } of items) {
              if (isSingleChannelGuest(values)) singleChannel += 1;
              yield columns.map((column) => {
                if (column === 'id') return id;
                const value = String(values[column] ?? '');
                return cellFor(column === 'manager' ? (addresses.get(value) ?? value) : value);
              });
            }
          },
        });
        await context.messages.note(`${pluralize(count, 'user')} exported`);
        if (singleChannel > 0 && columns.includes('guest'))
          await context.messages.note(
            `guest is blank for ${pluralize(singleChannel, 'single-channel guest')}; a file cannot create such guests`,
          );
      }),
    );
};

/**
 * Returns the requested columns in their order; all columns by default.
 * @throws Failure `usage`
 */
function exportedColumns(wanted: readonly string[] | undefined) {
  const known = EXPORTED;
  return (wanted ?? known).map((name) => {
    const found = known.find((one) => one.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return found;
    throw new Failure('usage', `an export has no column "${name}"${asQuestion(suggest(name, known))}`, {
      hint: `--columns takes ${known.join(',')}`,
    });
  });
}

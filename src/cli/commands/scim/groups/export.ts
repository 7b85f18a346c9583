import { listGroups } from '../../../../scim/groups.ts';
import { readWhole } from '../../../../scim/read-whole.ts';
import type { ScimClient } from '../../../../scim/scim-client.ts';
import { listUsers } from '../../../../scim/users.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { readGroupFilter } from '../../../people/read-filter.ts';
import { exportCsv } from '../../../printing/export-csv.ts';

/** The columns of a group file (engine: CSV): one membership on a line. */
const COLUMNS = ['group', 'member'] as const;

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim groups export > groups.csv',
      'orgctl -p sandbox scim groups export --names --out groups.csv',
    ],
    needs: 'a user token with scope admin; 1000 reads a minute',
  });
  return command
    .option('--out <file>', 'write to a file, which must not exist')
    .option('--force', 'replace the file')
    .option('--filter <expression>', 'only groups that match')
    .option('--names', 'names and e-mails instead of IDs; the users are read, too')
    .option('--raw-csv', "no ' in front of what a spreadsheet takes for a formula")
    .action(
      act(async (context, { filter, names, ...options }) => {
        const query = filter === undefined ? {} : { filter: readGroupFilter(filter) };
        const { scim } = await context.connection();
        const emails = names === true ? await readEmails(scim) : new Map<string, string>();
        let groups = 0;
        const count = await exportCsv(context, options, {
          noun: 'groups',
          open: () => listGroups(scim, query),
          heading: COLUMNS,
          rows: async function* ({ items }) {
            groups = 0;
            for await (const { id, displayName, members } of items) {
              groups += 1;
              const group = names === true ? displayName : id;
              // A group without members is on a line of its own, so that it is not lost.
              if (members.length === 0) yield [group, ''];
              for (const member of members) yield [group, emails.get(member.id) ?? member.id];
            }
          },
        });
        await context.messages.note(
          `${groups} ${groups === 1 ? 'group' : 'groups'} exported, ${count} ${count === 1 ? 'line' : 'lines'}`,
        );
      }),
    );
};

/** Returns what users are called in the file, by their ID. */
function readEmails(scim: ScimClient): Promise<ReadonlyMap<string, string>> {
  return readWhole(
    'users',
    () => listUsers(scim, {}),
    async ({ items }) => {
      const emails = new Map<string, string>();
      for await (const { id, values } of items) emails.set(id, values.email ?? id);
      return emails;
    },
  );
}

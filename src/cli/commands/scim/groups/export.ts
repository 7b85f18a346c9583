import { listGroups } from '../../../../scim/groups.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { readGroupFilter } from '../../../people/read-filter.ts';
import { readAddresses } from '../../../people/user-names.ts';
import { exportCsv, refuseOtherFormats } from '../../../printing/export-csv.ts';

/** The columns of a group file: one membership on a line. */
const COLUMNS = ['group', 'member'] as const;

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim groups export > groups.csv',
      'orgctl -p sandbox scim groups export --out groups.csv && orgctl -p sandbox bulk plan groups.csv --exact',
    ],
    needs: 'a user token with scope admin; 1000 reads a minute',
  });
  return command
    .option('--out <file>', 'file to write; --force replaces an existing one (default: stdout)')
    .option('--force', 'replace the file')
    .option(
      '--filter <expression>',
      'only groups that match a filter of the service, such as: displayName co "berlin"',
    )
    .option('--names', 'write groups by name and members by e-mail (default)')
    .option('--no-names', 'write IDs of groups and members instead, which only this organization understands')
    .option('--raw-csv', "do not put ' before cells that a spreadsheet would run as a formula")
    .action(
      act(async (context, { filter, names, ...options }) => {
        refuseOtherFormats(context, 'scim groups list');
        const isNamed = names ?? true;
        const query = filter === undefined ? {} : { filter: readGroupFilter(filter) };
        const { scim } = await context.connection();
        const emails = isNamed ? await readAddresses(scim) : new Map<string, string>();
        let groups = 0;
        let seen = new Map<string, number>();
        const count = await exportCsv(context, options, {
          noun: 'groups',
          open: () => listGroups(scim, query),
          heading: COLUMNS,
          rows: async function* ({ items }) {
            groups = 0;
            seen = new Map();
            for await (const { id, displayName, members } of items) {
              groups += 1;
              seen.set(displayName, (seen.get(displayName) ?? 0) + 1);
              const group = isNamed ? displayName : id;
              // A group without members is on a line of its own, so that it is not lost.
              if (members.length === 0) yield [group, ''];
              for (const member of members) yield [group, emails.get(member.id) ?? member.id];
            }
          },
        });
        if (isNamed)
          for (const [name, times] of seen)
            if (times > 1)
              await context.messages.warn(
                `${times} groups have the name "${name}": a file of names is about all of them; --no-names writes IDs`,
              );
        await context.messages.note(
          `${groups} ${groups === 1 ? 'group' : 'groups'} exported, ${count} ${count === 1 ? 'line' : 'lines'}`,
        );
      }),
    );
};

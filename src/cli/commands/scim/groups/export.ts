import { Failure } from '../../../../failure/failure.ts';
import { pluralize } from '../../../../output/pluralize.ts';
import type { Group } from '../../../../scim/group.ts';
import { listGroups } from '../../../../scim/groups.ts';
import { comparisonKey } from '../../../../values/comparison-key.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { readGroupFilter } from '../../../people/read-filter.ts';
import { readEmailsById } from '../../../people/user-names.ts';
import { exportCsv, refuseOtherFormats } from '../../../printing/export-csv.ts';

/** The columns of a group file: one membership per line. */
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
    .option(
      '--names',
      'write groups by name and members by e-mail (default); groups that share a name, by ID',
    )
    .option('--no-names', 'write IDs of groups and members instead, which only this organization understands')
    .option('--raw-csv', "do not put ' before cells that a spreadsheet would run as a formula")
    .action(
      act(async (context, { filter, names, ...options }) => {
        refuseOtherFormats(context, 'scim groups list');
        if (context.common.columns !== undefined) throw noColumns();
        const isNamed = names ?? true;
        const query = filter === undefined ? {} : { filter: readGroupFilter(filter) };
        const { scim } = await context.connection();
        const emails = isNamed ? await readEmailsById(scim) : new Map<string, string>();
        const others =
          isNamed && filter !== undefined ? await groupsByName(listGroups(scim, {}).items) : undefined;
        let groups: readonly Group[] = [];
        let named: GroupsByName = new Map();
        const count = await exportCsv(context, options, {
          noun: 'groups',
          open: () => listGroups(scim, query),
          heading: COLUMNS,
          rows: async function* ({ items }) {
            // Whether the name of the first group is unique is known only after the last group is read.
            const read: Group[] = [];
            for await (const group of items) read.push(group);
            groups = read;
            named = others ?? (await groupsByName(groups));
            yield* rowsOf(groups, isNamed ? named : undefined, emails);
          },
        });
        if (isNamed)
          for (const { name, times } of sharedNames(named, groups))
            await context.messages.warn(`${times} groups have the name "${name}": they are written by ID`);
        await context.messages.note(
          `${pluralize(groups.length, 'group')} exported, ${pluralize(count, 'line')}`,
        );
      }),
    );
};

function noColumns(): Failure {
  const what = `an export of groups is a group file, whose columns are ${COLUMNS.join(' and ')}`;
  return new Failure('usage', `${what}, so it has no --columns`, {
    hint: 'orgctl scim groups list --columns displayName,memberNames',
  });
}

/** @param named number of groups per name; if absent, IDs are written */
function* rowsOf(
  groups: readonly Group[],
  named: GroupsByName | undefined,
  emails: ReadonlyMap<string, string>,
): Generator<readonly string[]> {
  for (const { id, displayName, members } of groups) {
    const group = named === undefined || isShared(named, displayName) ? id : displayName;
    // A group without members has its own line, so that it is not lost.
    if (members.length === 0) yield [group, ''];
    for (const member of members) yield [group, emails.get(member.id) ?? member.id];
  }
}

/** Number of groups per name, by the name in the form in which group files compare it. */
type GroupsByName = ReadonlyMap<string, number>;

async function groupsByName(groups: AsyncIterable<Group> | readonly Group[]): Promise<GroupsByName> {
  const times = new Map<string, number>();
  for await (const { displayName } of groups) {
    const name = comparisonKey(displayName);
    times.set(name, (times.get(name) ?? 0) + 1);
  }
  return times;
}

/** Whether several groups have the name. */
function isShared(named: GroupsByName, displayName: string): boolean {
  return (named.get(comparisonKey(displayName)) ?? 0) > 1;
}

/** Returns the names of exported groups that other groups also have, each once. */
function sharedNames(named: GroupsByName, groups: readonly Group[]) {
  const shared = new Map<string, { readonly name: string; readonly times: number }>();
  for (const { displayName } of groups) {
    const key = comparisonKey(displayName);
    if (isShared(named, displayName) && !shared.has(key))
      shared.set(key, { name: displayName, times: named.get(key) ?? 0 });
  }
  return shared.values();
}

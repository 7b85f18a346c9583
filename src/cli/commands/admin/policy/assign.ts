import { Option } from '@commander-js/extra-typings';
import { codeOf, Failure } from '../../../../failure/failure.ts';
import { withCommas } from '../../../../output/pluralize.ts';
import type { ListView } from '../../../../output/view.ts';
import { getUser } from '../../../../scim/users.ts';
import type { JsonObject } from '../../../../spec/protocol-types.ts';
import { WEB_API_METHODS } from '../../../../spec/webapi-methods.ts';
import { readWords } from '../../../../terminal/read-words.ts';
import { defined } from '../../../../values/defined.ts';
import { userId } from '../../../../values/ids.ts';
import { type AssignedBatch, assignEntities } from '../../../../webapi/assign-entities.ts';
import { checkedArguments, type WebApiCall } from '../../../../webapi/webapi-client.ts';
import type { CommandModule } from '../../../command-module.ts';
import type { Context } from '../../../context.ts';
import { describe } from '../../../help-format.ts';
import type { Identity } from '../../../identity/identity.ts';
import {
  namedPeople,
  noneNamedFailure,
  refuseEmptyLists,
  whereOption,
} from '../../../identity/named-people.ts';
import { namedIdsOf } from '../../../identity/user-id.ts';
import { parseWords } from '../../../options/parse-values.ts';
import { needsOf } from '../../../webapi/method-needs.ts';
import { callMethod } from '../../../writes/call-method.ts';
import { namesInWords } from '../../../writes/where-words.ts';

const METHOD = 'admin.auth.policy.assignEntities';
const [POLICY] = WEB_API_METHODS[METHOD].arguments.policy_name.values;

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      'orgctl -p sandbox admin policy assign --users clara.voss,tomas.rey',
      'orgctl -p sandbox admin policy assign --users @people.txt',
    ],
    lists: { columns: batchView(new Map()).columns },
    needs: needsOf(METHOD),
  });
  return (
    command
      .argument('[policy]', 'name of the policy', POLICY)
      .option(
        '--users <users>',
        'IDs, userNames or e-mails, comma-separated; @FILE or - (stdin) reads a list',
        parseWords,
      )
      .addOption(whereOption())
      // In other commands --file is the resource itself as YAML or JSON; kept here for existing scripts.
      .addOption(new Option('--file <file>', 'the same as --users @FILE').hideHelp())
      .action(
        act(async (context, policy, { users = [], file, where }) => {
          const listed =
            users.length === 0 && where === undefined ? [] : await namedPeople(context, users, where);
          const filed = file === undefined ? [] : await identitiesIn(context, file);
          if (file !== undefined && filed.length === 0) refuseEmptyLists([file], 'users');
          const identities = [...listed, ...filed];
          // The expression matches no user, which was said.
          if (identities.length === 0 && where !== undefined)
            return (await context.printer()).list([], batchView(new Map()));
          if (identities.length === 0)
            throw noneNamedFailure(
              'users',
              'name users with --users, or --users @FILE, or --where EXPRESSION',
            );
          await assign(context, policy, identities);
        }),
      )
  );
};

/** @throws Failure `itemsFailed` if the service refused some of the users */
async function assign(context: Context, policy: string, identities: readonly Identity[]): Promise<void> {
  const named = await namedIdsOf(context, identities);
  const ids = [...named.keys()];
  // The users are sent in several calls; one of them is enough to check the others' arguments.
  checkedArguments({ method: METHOD, arguments: argumentsOf(policy, ids.slice(0, 1)) });
  const batches: AssignedBatch[] = [];
  const call = async ({ arguments: { entity_ids: entities } }: WebApiCall): Promise<JsonObject> => {
    const { client } = await context.webApi();
    const wanted = Array.isArray(entities) ? entities.map(String) : [];
    for await (const batch of assignEntities(client, policy, wanted)) batches.push(batch);
    return { ok: true };
  };
  const meaning = `assign ${namesInWords(identities.map(({ name }) => name))} to the policy`;
  const change = { method: METHOD, arguments: argumentsOf(policy, ids), name: policy, meaning };
  await callMethod(context, { ...change, call, shows: batchView(named) }, async () => {
    await printBatches(context, batches, named);
    const refused = batches.flatMap((one) => (one.outcome === 'refused' ? one.ids : [])).length;
    await context.messages.note(`${ids.length - refused} of ${ids.length} users assigned to ${policy}`);
    if (refused > 0) throw new Failure('itemsFailed', `${refused} of ${ids.length} users were not assigned`);
  });
}

/** @param named names of users as they were given, by ID */
async function printBatches(
  context: Context,
  batches: readonly AssignedBatch[],
  named: ReadonlyMap<string, string>,
): Promise<void> {
  const printer = await context.printer();
  const shown = batches.flatMap(({ ids }) => ids.slice(0, SHOWN));
  const names = printer.format === 'table' ? await namesOf(context, shown, named) : named;
  await printer.list(batches, batchView(names));
}

function argumentsOf(policy: string, ids: readonly string[]) {
  return { policy_name: policy, entity_type: 'USER', entity_ids: ids };
}

async function identitiesIn({ host }: Context, file: string): Promise<readonly Identity[]> {
  const identities: Identity[] = [];
  for await (const name of readWords(file, host.streams.stdin)) identities.push({ name });
  return identities;
}

/** Returns the given names; for users given by ID, the userName if it can be read. */
async function namesOf(
  context: Context,
  ids: readonly string[],
  named: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map(named);
  const { settings } = await context.resolved();
  if (settings.scimBaseUrl === undefined) return names;
  for (const id of ids.filter((one) => named.get(one) === one)) {
    try {
      const { scim } = await context.connection();
      names.set(id, (await getUser(scim, userId(id))).values.userName ?? id);
    } catch (error) {
      // The result is printed even if a name cannot be read.
      if (!(error instanceof Failure)) throw error;
    }
  }
  return names;
}

/** Number of users of a batch that a table shows. */
const SHOWN = 3;

/** @param names display names of users, by ID */
const batchView = (names: ReadonlyMap<string, string>): ListView<AssignedBatch> => ({
  isSummarized: true,
  json: ({ ids, outcome, total, failure }) => ({
    outcome,
    entity_ids: ids,
    ...defined({ entity_total_count: total }),
    ...(failure === undefined ? {} : { code: codeOf(failure), message: failure.message }),
  }),
  columns: [
    {
      name: 'outcome',
      heading: 'Outcome',
      importance: 1,
      value: ({ outcome }) => outcome,
      paint: (text, { outcome }, palette) =>
        outcome === 'assigned' ? palette.good(text) : palette.bad(text),
    },
    { name: 'count', heading: 'Users', importance: 1, align: 'right', value: ({ ids }) => ids.length },
    { name: 'total', heading: 'In the policy', importance: 3, align: 'right', value: ({ total }) => total },
    { name: 'code', heading: 'Code', importance: 1, value: ({ failure }) => failure?.code },
    // The last column wraps.
    {
      name: 'users',
      heading: 'Names',
      importance: 2,
      value: ({ ids }) => {
        const shown = ids.slice(0, SHOWN).map((id) => nameAndId(id, names.get(id)));
        const rest = ids.length - SHOWN;
        return shown.join(', ') + (rest > 0 ? ` and ${withCommas(rest)} more` : '');
      },
    },
  ],
});

function nameAndId(id: string, name: string | undefined): string {
  return name === undefined || name === id ? id : `${name} (${id})`;
}

import { Option } from '@commander-js/extra-typings';
import { Failure } from '../../../../failure/failure.ts';
import type { View } from '../../../../output/view.ts';
import { objectsIn } from '../../../../rules/json-value.ts';
import type { Json, JsonObject } from '../../../../spec/protocol-types.ts';
import { WEB_API_METHODS } from '../../../../spec/webapi-methods.ts';
import type { CommandModule } from '../../../command-module.ts';
import type { Context } from '../../../context.ts';
import { describe } from '../../../help-format.ts';
import { namedPeople, whereOption } from '../../../identity/named-people.ts';
import { userIdsOf } from '../../../identity/user-id.ts';
import { parseWords } from '../../../options/parse-values.ts';
import { needsOf } from '../../../webapi/method-needs.ts';
import { callMethod } from '../../../writes/call-method.ts';
import { namesInWords } from '../../../writes/where-words.ts';

const METHOD = 'functions.distributions.permissions.set';
const TYPES = WEB_API_METHODS[METHOD].arguments.permission_type.values;

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      'orgctl -p sandbox functions permissions set Fn0RELEASE --to everyone',
      'orgctl -p sandbox functions permissions set Fn0RELEASE --users clara.voss,tomas.rey',
      `orgctl -p sandbox functions permissions set Fn0RELEASE --where 'department eq "Product"'`,
      'orgctl -p sandbox functions permissions set start_release --app A0DEPLOY --to app_collaborators',
    ],
    needs: needsOf(METHOD),
  });
  return command
    .argument('<function>', 'ID, or with --app the callback ID of its definition')
    .option('--app <id>', 'ID of the app that defines the function')
    .addOption(
      new Option(
        '--to <type>',
        'who may use the function, replacing what was set before (default: named_entities with --users, --where, --teams or --orgs)',
      ).choices(TYPES),
    )
    .option(
      '--users <users>',
      'users who may use it: IDs, userNames or e-mails, comma-separated; @FILE or - (stdin) reads a list',
      parseWords,
    )
    .addOption(whereOption())
    .option('--teams <ids>', 'workspaces that may use it, comma-separated, for example T0FINCH', parseWords)
    .option(
      '--orgs <ids>',
      'organizations that may use it, comma-separated, for example E0HARBOUR',
      parseWords,
    )
    .action(
      act(async (context, which, { app, to, users, where, teams, orgs }) => {
        const isNamed =
          users !== undefined || where !== undefined || teams !== undefined || orgs !== undefined;
        const type = to ?? (isNamed ? 'named_entities' : undefined);
        if (type === undefined) {
          throw new Failure('usage', '--to is missing: who may use the function', {
            code: 'permission_type_required',
            hint: `--to ${TYPES.join(', ')}; or --users, --where, --teams, --orgs`,
          });
        }
        const people = await usersWho(context, users, where);
        // An expression without matches must not revoke the function from all users.
        if (people?.names.length === 0 && where !== undefined && teams === undefined && orgs === undefined) {
          if (context.common.dryRun !== true) return;
          const { showNoChanges } = await import('../../../writes/dry-run.ts');
          return showNoChanges(context);
        }
        const call = {
          method: METHOD,
          name: which,
          meaning: `may be used by ${namesInWords([...(people?.names ?? []), ...(teams ?? []), ...(orgs ?? [])]) || type}`,
          arguments: {
            ...(app === undefined
              ? { function_id: which }
              : { function_callback_id: which, function_app_id: app }),
            permission_type: type,
            user_ids: people?.ids,
            team_ids: teams,
            org_ids: orgs,
          },
          shows: PERMISSION_VIEW,
        };
        await callMethod(context, call, async (body) => (await context.printer()).one(body, PERMISSION_VIEW));
      }),
    );
};

/** Returns the users who may use a function, by name and by ID; undefined if no flag names users. */
async function usersWho(
  context: Context,
  users: readonly string[] | undefined,
  where: string | undefined,
): Promise<{ readonly names: readonly string[]; readonly ids: readonly string[] } | undefined> {
  if (users === undefined && where === undefined) return undefined;
  if (users?.length === 0 && where === undefined) return { names: [], ids: [] };
  const named = await namedPeople(context, users ?? [], where);
  return { names: named.map(({ name }) => name), ids: await userIdsOf(context, named) };
}

const text = (value: Json | undefined) => (typeof value === 'string' ? value : undefined);

const PERMISSION_VIEW: View<JsonObject> = {
  json: ({ ok: _, ...body }) => body,
  columns: [
    {
      name: 'type',
      heading: 'May be used by',
      importance: 1,
      value: (body) => text(body['permission_type']) ?? text(body['distribution_type']),
    },
    {
      name: 'users',
      heading: 'Users',
      importance: 1,
      value: (body) =>
        objectsIn(body['users'])
          .map((user) => text(user['username']) ?? text(user['email']) ?? text(user['user_id']))
          .join(', '),
    },
  ],
};

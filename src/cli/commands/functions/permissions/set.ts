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
    .action(act((context, which, { app, ...given }) => setPermission(context, { which, app }, given)));
};

/** A function: its ID, or with an app the callback ID of its definition. */
interface NamedFunction {
  readonly which: string;
  readonly app: string | undefined;
}

async function setPermission(context: Context, named: NamedFunction, given: PermissionFlags): Promise<void> {
  const type = permissionTypeOf(given);
  const { users, where, teams, orgs } = given;
  const people = await permittedUsers(context, users, where);
  // An expression without matches must not revoke the function from all users.
  if (people?.names.length === 0 && where !== undefined && teams === undefined && orgs === undefined) {
    if (context.common.dryRun !== true) return;
    const { showNoChanges } = await import('../../../writes/dry-run.ts');
    return showNoChanges(context);
  }
  const meaning = `may be used by ${namesInWords([...(people?.names ?? []), ...(teams ?? []), ...(orgs ?? [])]) || type}`;
  const call = {
    method: METHOD,
    name: named.which,
    meaning,
    arguments: {
      ...argumentsOf(named),
      permission_type: type,
      user_ids: people?.ids,
      team_ids: teams,
      org_ids: orgs,
    },
    shows: PERMISSION_VIEW,
  };
  await callMethod(context, call, async (body) => {
    await (await context.printer()).one(body, PERMISSION_VIEW);
    await context.messages.note(`${named.which} ${meaning}`);
  });
}

/** Flags that state who may use a function. */
interface PermissionFlags {
  readonly to?: (typeof TYPES)[number] | undefined;
  readonly users?: readonly string[] | undefined;
  readonly where?: string | undefined;
  readonly teams?: readonly string[] | undefined;
  readonly orgs?: readonly string[] | undefined;
}

/**
 * Returns the type of --to; without it `named_entities`, if another flag names who may use the function.
 * @throws Failure `usage` if no flag does
 */
function permissionTypeOf({ to, users, where, teams, orgs }: PermissionFlags) {
  if (to !== undefined) return to;
  const isNamed = users !== undefined || where !== undefined || teams !== undefined || orgs !== undefined;
  if (isNamed) return 'named_entities';
  throw new Failure('usage', '--to is missing: who may use the function', {
    code: 'permission_type_required',
    hint: `--to ${TYPES.join(', ')}; or --users, --where, --teams, --orgs`,
  });
}

/** Returns the arguments that name a function. */
function argumentsOf({ which, app }: NamedFunction) {
  return app === undefined ? { function_id: which } : { function_callback_id: which, function_app_id: app };
}

/** Returns the users who may use a function, by name and by ID; undefined if no flag names users. */
async function permittedUsers(
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

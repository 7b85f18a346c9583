import { Failure } from '../../failure/failure.ts';
import { prettyJson } from '../../output/render.ts';
import type { JsonObject } from '../../spec/wire.ts';
import { methodPages } from '../../webapi/method-pages.ts';
import { knownMethod, type WebApiCall } from '../../webapi/webapi-client.ts';
import type { CommandModule } from '../command-module.ts';
import { describe } from '../help-format.ts';
import { printLimited } from '../printing/print-limited.ts';
import { JSON_VIEW, jsonViewOf } from '../views/json-view.ts';
import { ARGUMENT_VIEW, describedArguments } from '../webapi/api-arguments.ts';
import { readApiArguments } from '../webapi/read-api-arguments.ts';
import { callMethod } from '../writes/call-method.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox api auth.test',
      'orgctl -p sandbox api team.integrationLogs change_type=disabled count=5',
      'orgctl -p sandbox api admin.users.session.list --paginate -o ndjson',
      'orgctl -p sandbox api migration.exchange users=U10IMBXVJ,U1118NVR2',
      'orgctl -p sandbox api conversations.mark channel=C0RANDOM ts=1709571600.000100 --json',
      'orgctl -p sandbox api migration.exchange --describe',
    ],
    needs: 'the token that the method takes; of methods that are not described, any',
  });
  return command
    .argument('<method>', 'name of any Web API method')
    .argument(
      '[argument...]',
      'name=value; a list by comma; name:=JSON for JSON; name=@file for what is in a file',
    )
    .option('--json', 'send JSON instead of a form')
    .option('--paginate', 'read all pages and print the items')
    .option('--get', 'send a GET instead of a POST, for a method that is not described')
    .option('--unchecked', 'send arguments as they are, also where they break a rule')
    .option('--describe', 'show what is known of the method; send nothing')
    .action(
      act(async (context, method, words, options) => {
        if (!/^[A-Za-z][\w.]*$/.test(method)) {
          throw new Failure('usage', `"${method}" is not the name of a method`, {
            hint: 'orgctl api auth.test',
          });
        }
        const printer = await context.printer();
        if (options.describe === true) {
          const known = knownMethod(method);
          if (known === undefined)
            throw new Failure('usage', `${method} is not described here; it can still be called`);
          await context.messages.note(`${method} (${known.section}): ${known.purpose}`);
          await printer.list(describedArguments(known), ARGUMENT_VIEW);
          return;
        }
        const call: WebApiCall = {
          method,
          arguments: await readApiArguments(words, context.world.streams.stdin),
          ...(options.json === true ? { encoding: 'json' } : {}),
          ...(options.get === true ? { verb: 'GET' } : {}),
          isUnchecked: options.unchecked === true,
        };
        const print = async (body: JsonObject) => {
          // Whatever a method answers, a table of it says less than the answer.
          if (printer.format === 'table' && context.common.query === undefined)
            await printer.text(`${prettyJson(body)}\n`);
          else await printer.one(body, JSON_VIEW);
        };
        if (options.paginate !== true && mayWrite(method, options.get === true)) {
          const { encoding, isUnchecked } = call;
          const named = { method, arguments: call.arguments, name: method, isUnchecked };
          await callMethod(context, { ...named, encoding: encoding === 'json' ? 'json' : undefined }, print);
          return;
        }
        const { client } = await context.webApi();
        if (options.paginate === true) {
          const { rows, view } = await firstRow(itemsOf(methodPages(client, call)));
          await printLimited(context, rows, view);
          return;
        }
        await print(await client.call(call));
      }),
    );
};

/** The table of the methods says which of them write; of others only a GET is known not to. */
function mayWrite(method: string, isGet: boolean): boolean {
  const known = knownMethod(method);
  return known === undefined ? !isGet : known.effect === 'write';
}

async function* itemsOf(pages: ReturnType<typeof methodPages>): AsyncGenerator<JsonObject, void> {
  for await (const { items } of pages) yield* items;
}

/** The first item decides the columns. */
async function firstRow(items: AsyncGenerator<JsonObject, void>) {
  const first = await items.next();
  async function* rows(): AsyncGenerator<JsonObject, void> {
    if (first.done === true) return;
    yield first.value;
    yield* items;
  }
  return { rows: rows(), view: jsonViewOf(first.done === true ? {} : first.value) };
}

import { Failure } from '../../failure/failure.ts';
import { withCommas } from '../../output/pluralize.ts';
import { prettyJson } from '../../output/render-json.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import { asQuestion } from '../../values/suggest.ts';
import { methodPages } from '../../webapi/method-pages.ts';
import { knownMethod, type WebApiCall } from '../../webapi/webapi-client.ts';
import type { CommandModule } from '../command-module.ts';
import type { Context } from '../context.ts';
import { type Ending, endingIf } from '../ending.ts';
import { describe } from '../help-format.ts';
import { printLimited } from '../printing/print-limited.ts';
import { JSON_VIEW, jsonViewOf } from '../views/json-view.ts';
import {
  ARGUMENT_VIEW,
  describedArguments,
  describedMethods,
  METHOD_VIEW,
  sandboxMethod,
} from '../webapi/api-arguments.ts';
import { readApiArguments } from '../webapi/read-api-arguments.ts';
import {
  LIST_METHODS,
  refuseUnknownMethod,
  suggestMethod,
  withSuggestion,
} from '../webapi/unknown-method.ts';
import { callMethod, type MethodCall } from '../writes/call-method.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox api auth.test',
      'orgctl -p sandbox api team.integrationLogs change_type=disabled count=5',
      'orgctl -p sandbox api admin.users.session.list --paginate -o ndjson',
      'orgctl -p sandbox api migration.exchange users=U10IMBXVJ,U1118NVR2',
      'orgctl -p sandbox api conversations.mark channel=C0RANDOM ts=1709571600.000100 --json',
      'orgctl -p sandbox api migration.exchange --describe',
      'orgctl api --describe',
    ],
    needs: 'a token that the method accepts; any token for methods that orgctl does not know',
  });
  return command
    .argument('[method]', 'any Web API method; --describe without a method lists those that orgctl knows')
    .argument(
      '[argument...]',
      'name=value; name=a,b for a list; name:=JSON for JSON; name=@file for the content of a file',
    )
    .option('--json', 'send the arguments as JSON instead of a form')
    .option('--paginate', 'read all pages and print the items as one list')
    .option('--get', 'send a GET instead of a POST, for methods that orgctl does not know')
    .option('--unchecked', 'send the arguments without checking them')
    .option(
      '--confirm <name>',
      'confirm a permanent change with the ID of what it changes, such as C0LIGHTHOUSE; this cannot be undone',
    )
    .option(
      '--describe',
      'list the arguments of the method, or without a method all known methods; send nothing',
    )
    .action(
      act(async (context, method, words, options) => {
        if (method === undefined) return listMethods(context, options);
        if (!/^[A-Za-z][\w.]*$/.test(method)) {
          throw new Failure('usage', `"${method}" is not a method name`, {
            hint: 'orgctl api auth.test',
          });
        }
        if (options.describe === true) {
          await describeMethod(context, method);
          return undefined;
        }
        return sendCall(context, method, words, options);
      }),
    );
};

interface Flags {
  readonly json?: true | undefined;
  readonly paginate?: true | undefined;
  readonly get?: true | undefined;
  readonly unchecked?: true | undefined;
  readonly confirm?: string | undefined;
  readonly describe?: true | undefined;
}

/** Lists the known methods. @throws Failure `usage` without --describe */
async function listMethods(context: Context, flags: Flags): Promise<undefined> {
  if (flags.describe !== true)
    throw new Failure('usage', "missing required argument 'method'", { hint: LIST_METHODS });
  await (await context.printer()).list(await describedMethods(), METHOD_VIEW);
}

async function sendCall(
  context: Context,
  method: string,
  words: readonly string[],
  { json, paginate, get, unchecked, confirm }: Flags,
): Promise<Ending | undefined> {
  const effect = knownMethod(method)?.effect;
  const call: WebApiCall = {
    method,
    arguments: await readApiArguments(words, context.host.streams.stdin),
    ...(json === true ? { encoding: 'json' } : {}),
    ...(get === true ? { verb: 'GET' } : {}),
    isUnchecked: unchecked === true,
  };
  const isPaged = paginate === true;
  if (isPaged && effect === 'write')
    throw new Failure('usage', `${method} is a write and has no pages: omit --paginate`);
  // The effect of an unknown method is unknown, so it is treated as a write.
  if (effect === 'read') return callReadMethod(context, call, isPaged);
  try {
    await callWriteMethod(context, call, { isPaged, isKnown: effect !== undefined, confirmed: confirm });
  } catch (error) {
    throw await withSuggestion(context, method, error);
  }
  return undefined;
}

async function describeMethod(context: Context, method: string): Promise<void> {
  const known = knownMethod(method) ?? (await sandboxMethod(method));
  if (known === undefined)
    throw new Failure(
      'usage',
      `${method} is not described here${asQuestion(await suggestMethod(method))}; it can still be called`,
      { hint: LIST_METHODS },
    );
  await context.messages.note(`${method} (${known.section}): ${known.purpose}`);
  await (await context.printer()).list(describedArguments(known), ARGUMENT_VIEW);
}

async function callReadMethod(
  context: Context,
  call: WebApiCall,
  isPaged: boolean,
): Promise<Ending | undefined> {
  const { client } = await context.webApi();
  if (isPaged) return printList(context, call.method, methodPages(client, call));
  await printAnswer(context, await client.call(call));
  return undefined;
}

/** @returns an exit code for an incomplete list; with table output, a warning is enough */
async function printList(
  context: Context,
  method: string,
  pages: ReturnType<typeof methodPages>,
): Promise<Ending | undefined> {
  let short: string | undefined;
  await printItems(
    context,
    itemsOf(pages, (given, total) => {
      short = `${method}: incomplete list: the service returned ${withCommas(given)} of ${withCommas(total)} items`;
    }),
  );
  if (short === undefined) return undefined;
  await context.messages.warn(short);
  const { format } = await context.printer();
  return endingIf(format !== 'table', 'itemsFailed');
}

interface WriteFlags {
  readonly isPaged: boolean;
  readonly isKnown: boolean;
  readonly confirmed: string | undefined;
}

async function callWriteMethod(
  context: Context,
  { method, arguments: given, encoding, verb, isUnchecked = false }: WebApiCall,
  { isPaged, isKnown, confirmed }: WriteFlags,
): Promise<void> {
  const written = {
    method,
    arguments: given,
    name: method,
    isUnchecked,
    confirmed,
    encoding: encoding === 'json' ? encoding : undefined,
    verb: verb === 'GET' && !isKnown ? verb : undefined,
    ...(isKnown ? {} : { refuse: () => refuseUnknownMethod(context, method) }),
  };
  if (isPaged) await callForPages(context, written);
  else await callMethod(context, { ...written, shows: JSON_VIEW }, (body) => printAnswer(context, body));
}

/** Prints the whole response; for an arbitrary method, JSON is clearer than a table. */
async function printAnswer(context: Context, body: JsonObject): Promise<void> {
  const printer = await context.printer();
  const { columns, query } = context.common;
  if (printer.format === 'table' && columns === undefined && query === undefined)
    await printer.text(`${prettyJson(body)}\n`);
  else await printer.one(body, jsonViewOf(body));
}

/** Reads all pages of an unknown method as one call, and prints the items. */
async function callForPages(context: Context, written: MethodCall): Promise<void> {
  const items: JsonObject[] = [];
  const most = (await context.printer()).limit ?? Number.POSITIVE_INFINITY;
  const call = async (request: WebApiCall): Promise<JsonObject> => {
    const { client } = await context.webApi();
    for await (const item of itemsOf(methodPages(client, request))) {
      items.push(item);
      // One more than is printed, to detect that there are more.
      if (items.length > most) break;
    }
    return { ok: true };
  };
  await callMethod(context, { ...written, call }, () => printItems(context, listed(items)));
}

async function printItems(context: Context, items: AsyncGenerator<JsonObject, void>): Promise<void> {
  const { rows, view } = await firstRow(items);
  await printLimited(context, rows, view);
}

async function* listed(items: readonly JsonObject[]): AsyncGenerator<JsonObject, void> {
  yield* items;
}

/** @param onShort is called at the end if the service returned fewer items than its total */
async function* itemsOf(
  pages: ReturnType<typeof methodPages>,
  onShort: (given: number, total: number) => void = () => {},
): AsyncGenerator<JsonObject, void> {
  let given = 0;
  let counted: number | undefined;
  for await (const { items, total } of pages) {
    given += items.length;
    counted = total;
    yield* items;
  }
  if (counted !== undefined && given < counted) onShort(given, counted);
}

/** Reads the first item, which determines the columns. */
async function firstRow(items: AsyncGenerator<JsonObject, void>) {
  const first = await items.next();
  async function* rows(): AsyncGenerator<JsonObject, void> {
    if (first.done === true) return;
    yield first.value;
    yield* items;
  }
  return { rows: rows(), view: jsonViewOf(first.done === true ? {} : first.value) };
}

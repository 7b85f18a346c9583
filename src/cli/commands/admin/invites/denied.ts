import { Failure } from '../../../../failure/failure.ts';
import type { ListView } from '../../../../output/view.ts';
import { momentText } from '../../../../rules/date-time.ts';
import { isJsonObject } from '../../../../rules/json-value.ts';
import type { Json, JsonObject } from '../../../../spec/protocol-types.ts';
import { defined } from '../../../../values/defined.ts';
import { methodPages } from '../../../../webapi/method-pages.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { areNamesShown } from '../../../people/names-shown.ts';
import { readUserNames } from '../../../people/user-names.ts';
import { printLimited } from '../../../printing/print-limited.ts';
import { needsOf } from '../../../webapi/method-needs.ts';

const METHOD = 'admin.inviteRequests.denied.list';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox admin invites denied --team T0HARBOUR',
      'orgctl -p sandbox admin invites denied --team T0FINCH -o csv --columns email,deniedBy,reason',
    ],
    lists: { columns: inviteView(new Map()).columns },
    needs: needsOf(METHOD),
  });
  return command
    .option('--team <id>', 'workspace ID, for example T0FINCH; required if the organization has several')
    .action(
      act(async (context, { team }) => {
        async function* read(): AsyncGenerator<JsonObject, void> {
          const { client } = await context.webApi();
          const { limit } = await context.printer();
          const args = {
            ...defined({ team_id: team }),
            // One more than is shown, to detect whether there are more.
            limit: Math.min((limit ?? MAX_PAGE_SIZE) + 1, MAX_PAGE_SIZE),
          };
          try {
            for await (const { items } of methodPages(client, { method: METHOD, arguments: args }))
              yield* items;
          } catch (error) {
            throw team === undefined ? namingTeam(error) : error;
          }
        }
        const isRead = await areNamesShown(context, inviteView(new Map()), ['deniedBy', 'requestedBy']);
        const names = isRead ? await readUserNames(context) : new Map<string, string>();
        await printLimited(context, read(), inviteView(names));
      }),
    );
};

/** Adds to the error for a call without a workspace which argument is missing (WEB §4.3). */
function namingTeam(error: unknown): unknown {
  if (!(error instanceof Failure) || error.code !== 'invalid_arguments') return error;
  return new Failure(error.kind, error.message, { code: error.code, hint: 'name the workspace: --team T…' });
}

/** WEB §4.3. */
const MAX_PAGE_SIZE = 1000;

/**
 * View of a denied request (WEB §2.2); each member may be missing.
 * @param names display names of users, by ID
 */
const inviteView = (names: ReadonlyMap<string, string>): ListView<JsonObject> => ({
  noun: ['denied request', 'denied requests'],
  json: (item) => item,
  columns: [
    { name: 'email', heading: 'E-mail', importance: 1, value: (item) => text(inviteOf(item)['email']) },
    { name: 'name', heading: 'Name', importance: 3, value: (item) => text(inviteOf(item)['real_name']) },
    { name: 'kind', heading: 'As', importance: 3, value: kindOf },
    { name: 'deniedBy', heading: 'Denied by', importance: 1, value: (item) => deniedBy(item, names) },
    {
      name: 'requestedBy',
      heading: 'Requested by',
      importance: 2,
      value: (item) => requestedBy(item, names),
    },
    {
      name: 'created',
      heading: 'Requested',
      isTime: true,
      importance: 2,
      value: (item) => date(inviteOf(item)['date_created']),
    },
    {
      name: 'reason',
      heading: 'Reason',
      importance: 4,
      value: (item) => text(inviteOf(item)['request_reason']),
    },
    {
      name: 'channels',
      heading: 'Channels',
      importance: 5,
      value: (item) => text(inviteOf(item)['channel_ids']),
    },
    {
      name: 'expires',
      heading: 'Until',
      importance: 6,
      value: (item) => date(inviteOf(item)['date_expire']),
    },
    { name: 'id', heading: 'ID', importance: 6, value: (item) => text(inviteOf(item)['id']) },
  ],
});

function inviteOf(item: JsonObject): JsonObject {
  return isJsonObject(item['invite_request']) ? item['invite_request'] : {};
}

function kindOf(item: JsonObject): string {
  const invite = inviteOf(item);
  if (invite['is_ultra_restricted'] === true) return 'single-channel guest';
  if (invite['is_restricted'] === true) return 'guest';
  return text(invite['invite_type']) ?? 'member';
}

function deniedBy(item: JsonObject, names: ReadonlyMap<string, string>): string | undefined {
  const by = isJsonObject(item['denied_by']) ? item['denied_by'] : {};
  const name = names.get(text(by['actor_id']) ?? '');
  if (name !== undefined) return name;
  return [text(by['actor_type']), text(by['actor_id'])].filter((word) => word !== undefined).join(' ');
}

function requestedBy(item: JsonObject, names: ReadonlyMap<string, string>): string | undefined {
  const ids = inviteOf(item)['requester_ids'];
  return text(Array.isArray(ids) ? ids.map((id) => names.get(String(id)) ?? id) : ids);
}

function text(value: Json | undefined): string | undefined {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Formats a Unix time in seconds. */
function date(value: Json | undefined): string | undefined {
  return typeof value === 'number' ? momentText(value * 1000) : undefined;
}

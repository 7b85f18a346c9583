import { Option } from '@commander-js/extra-typings';
import { Failure } from '../../../failure/failure.ts';
import { durationInWords } from '../../../output/duration-words.ts';
import { getUser } from '../../../scim/users.ts';
import { userId } from '../../../values/ids.ts';
import { methodPages } from '../../../webapi/method-pages.ts';
import { readSession, type Session } from '../../../webapi/sessions.ts';
import type { CommandModule } from '../../command-module.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { MANY_USERS, namedPeople, whereOption } from '../../naming/named-people.ts';
import { withoutVerb } from '../../naming/slips-in-names.ts';
import { userIdsOf } from '../../naming/user-id.ts';
import { parseAge } from '../../options/parse-values.ts';
import { readUserNames } from '../../people/user-names.ts';
import { printCounts } from '../../printing/print-counts.ts';
import { printLimited } from '../../printing/print-limited.ts';
import { SESSION_VIEW, sessionView } from '../../views/session-view.ts';
import { needsOf } from '../../webapi/method-needs.ts';

const METHOD = 'admin.users.session.list';

/** What sessions are counted by. */
const COUNTED = {
  user: { heading: 'User', read: ({ userId }: Session) => userId },
  workspace: { heading: 'Workspace', read: ({ teamId }: Session) => teamId },
  os: { heading: 'System', read: systemOf },
  client: { heading: 'Client', read: ({ client }: Session) => client },
  ip: { heading: 'IP address', read: ({ ip }: Session) => ip },
} as const;
const COUNTED_WORDS = ['user', 'workspace', 'os', 'client', 'ip'] as const;

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox admin sessions',
      'orgctl -p sandbox admin sessions clara.voss',
      'orgctl -p sandbox admin sessions --stale 90d --columns name,os,lastSeen',
      'orgctl -p sandbox admin sessions --by workspace',
      'orgctl -p sandbox admin sessions clara.voss --team T0HARBOUR',
    ],
    needs: `${needsOf(METHOD)}. Sessions cannot be ended by this API; "orgctl offboard" deactivates the user`,
    lists: {
      columns: SESSION_VIEW.columns,
      members: ['user_id', 'team_id', 'session_id', 'recent.os', 'recent.ip'],
    },
  });
  return command
    .argument('[users...]', `${MANY_USERS} (default: everybody)`)
    .addOption(whereOption())
    .option('--team <id>', 'only sessions in this workspace')
    .addOption(
      new Option(
        '--stale <duration>',
        'only sessions without a change for at least this long, such as 90d',
      ).argParser(parseAge),
    )
    .addOption(
      new Option('--by <what>', 'count sessions by this instead of listing them').choices(COUNTED_WORDS),
    )
    .action(
      act(async (context, words, { team, stale, by, where }) => {
        const ids = await idsOf(context, words, where).catch((error: unknown) => {
          throw withoutVerb(error, words, context.world.argv);
        });
        const list = readSessions(context, { ids, team, stale });
        if (stale !== undefined)
          await context.messages.note(`sessions unchanged for at least ${durationInWords(stale)}`);
        const names = await namesFor(context, ids, by);
        if (by === undefined) await printLimited(context, list.sessions, sessionView(names));
        else {
          const read =
            by === 'user' ? ({ userId }: Session) => names.get(userId) ?? userId : COUNTED[by].read;
          await printCounts(context, list.sessions, {
            ...COUNTED[by],
            name: by,
            read,
            noun: ['session', 'sessions'],
          });
        }
        if (list.undated() > 0)
          await context.messages.warn(
            `${list.undated()} sessions have no date, so --stale cannot judge them; they were left out`,
          );
      }),
    );
};

/** Returns the IDs of the users that are named; undefined for everybody. */
async function idsOf(
  context: Context,
  words: readonly string[],
  where: string | undefined,
): Promise<readonly string[] | undefined> {
  if (words.length === 0 && where === undefined) return undefined;
  return userIdsOf(context, await namedPeople(context, words, where, 'read'));
}

/** Names for a person who reads; a program gets what the service sends. Those of few users are looked up one by one. */
async function namesFor(
  context: Context,
  ids: readonly string[] | undefined,
  by: (typeof COUNTED_WORDS)[number] | undefined,
): Promise<ReadonlyMap<string, string>> {
  const { format } = await context.printer();
  const isRead = context.common.query === undefined && ['table', 'csv', 'tsv', 'text'].includes(format);
  if (!isRead || (by !== undefined && by !== 'user')) return new Map();
  if (ids === undefined || ids.length > 1) return readUserNames(context);
  const names = new Map<string, string>();
  const [only] = ids;
  if (only === undefined) return names;
  try {
    const { scim } = await context.connection();
    names.set(only, (await getUser(scim, userId(only))).values.userName ?? only);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
  return names;
}

/** The system and its major version. */
function systemOf({ os, osVersion }: Session): string {
  return [os, osVersion.split('.')[0]].filter(Boolean).join(' ');
}

interface Wanted {
  readonly ids: readonly string[] | undefined;
  readonly team: string | undefined;
  readonly stale: number | undefined;
}

/**
 * Lists sessions as they come, old ones only where that is asked for. A user without sessions has an empty list. The service takes a user only
 * together with a workspace (WEB §4.4); for one over all workspaces, all sessions are read and filtered here.
 */
function readSessions(
  context: Context,
  { ids, team, stale }: Wanted,
): { readonly sessions: AsyncIterable<Session>; undated(): number } {
  let undated = 0;
  const [only, ...others] = ids ?? [];
  const isAsked = team !== undefined && only !== undefined && others.length === 0;
  const asked = isAsked ? { user_id: only, team_id: team } : {};
  const isWanted = ({ userId, teamId }: Session) =>
    isAsked || ((ids === undefined || ids.includes(userId)) && (team === undefined || teamId === team));
  async function* read(): AsyncGenerator<Session, void> {
    const { client, serverNow } = await context.webApi();
    try {
      for await (const { items } of methodPages(client, { method: METHOD, arguments: asked })) {
        const newest = serverNow() - (stale ?? 0);
        const isOlder = (at: number | undefined) => stale === undefined || (at ?? newest) < newest;
        for (const session of items.map(readSession).filter(isWanted)) {
          const { lastSeenAt } = session;
          if (stale !== undefined && lastSeenAt === undefined) undated += 1;
          if (isOlder(lastSeenAt)) yield session;
        }
      }
    } catch (error) {
      if (!isNoneActive(error)) throw await whyNotFound(context, asked, error);
    }
  }
  return { sessions: ids?.length === 0 ? noSessions() : read(), undated: () => undated };
}

/** The service says of somebody who is in another workspace that there is no such user. @returns that, or the error itself */
async function whyNotFound(
  context: Context,
  { user_id: id, team_id: team }: { readonly user_id?: string; readonly team_id?: string },
  error: unknown,
): Promise<unknown> {
  if (id === undefined || !(error instanceof Failure) || error.code !== 'user_not_found') return error;
  try {
    const { scim } = await context.connection();
    const { userName = id } = (await getUser(scim, userId(id))).values;
    return new Failure('refused', `${userName} is not in the workspace ${team}`, {
      code: error.code,
      hint: `sessions in every workspace: orgctl admin sessions ${userName}`,
      cause: error,
    });
  } catch (unread) {
    if (unread instanceof Failure) return error;
    throw unread;
  }
}

function isNoneActive(error: unknown): boolean {
  return error instanceof Failure && error.code === 'no_active_sessions';
}

/** Sessions of users that the command line does not name. */
async function* noSessions(): AsyncGenerator<Session, void> {}

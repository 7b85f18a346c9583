import { Option } from '@commander-js/extra-typings';
import { Failure } from '../../../failure/failure.ts';
import { durationInWords } from '../../../output/duration-words.ts';
import { pluralize } from '../../../output/pluralize.ts';
import { momentText } from '../../../rules/date-time.ts';
import { getUser } from '../../../scim/users.ts';
import { userId } from '../../../values/ids.ts';
import type { Session } from '../../../webapi/sessions.ts';
import type { CommandModule } from '../../command-module.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { MANY_USERS, namedPeople } from '../../identity/named-people.ts';
import { withoutVerb } from '../../identity/slips-in-names.ts';
import { userIdsOf } from '../../identity/user-id.ts';
import { type Moment, momentAt, parseAge, parseMoment } from '../../options/parse-values.ts';
import { areNamesShown } from '../../people/names-shown.ts';
import { readUserNames } from '../../people/user-names.ts';
import { printCounts } from '../../printing/print-counts.ts';
import { printLimited } from '../../printing/print-limited.ts';
import { SESSION_VIEW, sessionView } from '../../views/session-view.ts';
import { needsOf } from '../../webapi/method-needs.ts';
import { readSessions, SESSIONS_METHOD, type SessionList } from '../../webapi/session-list.ts';

/** Properties by which sessions can be counted. */
const COUNTED = {
  user: { heading: 'User', read: ({ userId }: Session) => userId },
  workspace: { heading: 'Workspace', read: ({ teamId }: Session) => teamId },
  os: { heading: 'System', read: systemOf },
  client: { heading: 'Client', read: ({ client }: Session) => client },
  ip: { heading: 'IP address', read: ({ ip }: Session) => ip },
} as const;
const COUNTED_WORDS = ['user', 'workspace', 'os', 'client', 'ip'] as const;
type CountedWord = (typeof COUNTED_WORDS)[number];

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox admin sessions',
      'orgctl -p sandbox admin sessions clara.voss',
      'orgctl -p sandbox admin sessions --stale 90d --columns name,os,lastSeen',
      'orgctl -p sandbox admin sessions --since 7d --columns name,lastSeen',
      'orgctl -p sandbox admin sessions --by workspace',
      'orgctl -p sandbox admin sessions clara.voss --team T0HARBOUR',
    ],
    needs: `${needsOf(SESSIONS_METHOD)}. Sessions cannot be ended by this API; "orgctl offboard" deactivates the user`,
    lists: {
      columns: SESSION_VIEW.columns,
      members: ['user_id', 'team_id', 'session_id', 'recent.os', 'recent.ip'],
    },
  });
  return command
    .argument('[users...]', `${MANY_USERS} (default: all users)`)
    .option(
      '--where <expression>',
      'only sessions of matching users and of the users given as arguments, such as \'department eq "Sales"\'',
    )
    .option('--team <id>', 'only sessions in this workspace')
    .addOption(
      new Option(
        '--stale <duration>',
        'only sessions that last changed at least this long ago, such as 90d',
      ).argParser(parseAge),
    )
    .addOption(
      new Option(
        '--since <time>',
        'only sessions that changed since a time, a date, or 7d ago, for example to see who signed in',
      ).argParser(parseMoment),
    )
    .addOption(
      new Option('--by <what>', 'count sessions by this instead of listing them').choices(COUNTED_WORDS),
    )
    .action(
      act(async (context, words, { team, stale, since, by, where }) => {
        const ids = await idsOf(context, words, where).catch((error: unknown) => {
          throw withoutVerb(withSessionFlagsHint(error, where), words, context.host.argv);
        });
        const list = readSessions(context, { ids, team, stale, since });
        await noteTimeFilter(context, stale, since);
        const names = await namesFor(context, ids, by);
        if (by === undefined) await printLimited(context, list.sessions, sessionView(names));
        else await countBy(context, by, list.sessions, names);
        await warnOfUnmatched(context, list, stale === undefined ? '--since' : '--stale');
      }),
    );
};

/** Prints which sessions the flags select by their last change. @param stale milliseconds */
async function noteTimeFilter(
  context: Context,
  stale: number | undefined,
  since: Moment | undefined,
): Promise<void> {
  if (stale !== undefined)
    await context.messages.note(`sessions unchanged for at least ${durationInWords(stale)}`);
  if (since !== undefined)
    await context.messages.note(`sessions that changed since ${await sinceWords(context, since)}`);
}

/** @param names the userNames by which users are counted, by ID */
async function countBy(
  context: Context,
  by: CountedWord,
  sessions: SessionList['sessions'],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const { heading, read } = COUNTED[by];
  const nameOf = ({ userId }: Session) => names.get(userId) ?? userId;
  await printCounts(context, sessions, {
    name: by,
    heading,
    read: by === 'user' ? nameOf : read,
    noun: ['session', 'sessions'],
  });
}

/** Warns of a workspace that no session is in, and of sessions that a flag cannot judge. */
async function warnOfUnmatched({ messages }: Context, list: SessionList, flag: string): Promise<void> {
  const missing = list.missingTeam();
  if (missing !== undefined) await messages.warn(missing);
  if (list.undated() > 0) await messages.warn(undatedWords(list.undated(), flag));
}

function undatedWords(count: number, flag: string): string {
  const [have, them] = count === 1 ? ['has', 'it'] : ['have', 'them'];
  return `${pluralize(count, 'session')} ${have} no date, so ${flag} does not select ${them}`;
}

/** Explains that `--where` selects users, and that the last change of a session has its own flags. */
function withSessionFlagsHint(error: unknown, where: string | undefined): unknown {
  const isMeant = /last ?seen|last ?change/i.test(where ?? '');
  if (!isMeant || !(error instanceof Failure) || error.kind !== 'invalidInput') return error;
  return new Failure(
    'usage',
    '--where selects users, and users have no column for the last change of a session',
    {
      hint: 'changed since: --since 7d; without a change for that long: --stale 90d',
      cause: error,
    },
  );
}

/** Returns the time that `--since` stands for, because a duration is relative to now. */
async function sinceWords(context: Context, since: Moment): Promise<string> {
  const { serverNow } = await context.webApi();
  return momentText(momentAt(since, serverNow())) ?? '';
}

/** Returns the IDs of the named users; undefined for all users. */
async function idsOf(
  context: Context,
  words: readonly string[],
  where: string | undefined,
): Promise<readonly string[] | undefined> {
  if (words.length === 0 && where === undefined) return undefined;
  return userIdsOf(context, await namedPeople(context, words, where, 'read'));
}

/**
 * Returns the names of users if the list shows them or counts by them. The name of a single user is looked
 * up; otherwise all users are read.
 */
async function namesFor(
  context: Context,
  ids: readonly string[] | undefined,
  by: CountedWord | undefined,
): Promise<ReadonlyMap<string, string>> {
  const isRead = by === undefined ? await areNamesShown(context, SESSION_VIEW, ['name']) : by === 'user';
  if (!isRead) return new Map();
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

/** Returns the operating system and its major version. */
function systemOf({ os, osVersion }: Session): string {
  return [os, osVersion.split('.')[0]].filter(Boolean).join(' ');
}

import { Option } from '@commander-js/extra-typings';
import { Failure } from '../../../failure/failure.ts';
import { durationInWords } from '../../../output/duration-words.ts';
import { methodPages } from '../../../webapi/method-pages.ts';
import { readSession, type Session } from '../../../webapi/sessions.ts';
import type { CommandModule } from '../../command-module.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { userIdOf } from '../../naming/user-id.ts';
import { parseDuration } from '../../options/parse-values.ts';
import { printCounts } from '../../printing/print-counts.ts';
import { printLimited } from '../../printing/print-limited.ts';
import { SESSION_VIEW } from '../../views/session-view.ts';
import { needsOf } from '../../webapi/method-needs.ts';

const METHOD = 'admin.users.session.list';

/** What sessions are counted by. */
const COUNTED = {
  user: { heading: 'User', read: ({ userId }: Session) => userId },
  os: { heading: 'System', read: systemOf },
  client: { heading: 'Client', read: ({ client }: Session) => client },
  ip: { heading: 'IP address', read: ({ ip }: Session) => ip },
} as const;
const COUNTED_WORDS = ['user', 'os', 'client', 'ip'] as const;

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox admin sessions',
      'orgctl -p sandbox admin sessions --stale 90d --columns user,os,lastSeen',
      'orgctl -p sandbox admin sessions --by os',
      'orgctl -p sandbox admin sessions clara.voss --team T0HARBOUR',
    ],
    needs: needsOf(METHOD),
    lists: {
      columns: SESSION_VIEW.columns,
      members: ['user_id', 'team_id', 'session_id', 'recent.os', 'recent.ip'],
    },
  });
  return command
    .argument('[user]', 'ID, userName or e-mail; everybody when absent')
    .option('--team <id>', 'workspace in which the sessions of the user are')
    .addOption(
      new Option(
        '--stale <duration>',
        'only sessions that have not changed for so long, such as 90d',
      ).argParser(parseDuration),
    )
    .addOption(new Option('--by <what>', 'count them').choices(COUNTED_WORDS))
    .action(
      act(async (context, identity, { team, stale, by }) => {
        if ((identity === undefined) !== (team === undefined)) {
          throw new Failure('usage', 'a user and --team go together', {
            code: identity === undefined ? 'missing_user' : 'missing_team',
            hint: 'orgctl admin sessions USER --team T…, or neither for all sessions',
          });
        }
        const whose =
          identity === undefined || team === undefined
            ? {}
            : { user_id: await userIdOf(context, identity), team_id: team };
        const list = readSessions(context, whose, stale);
        if (stale !== undefined)
          await context.messages.note(`sessions that have not changed for ${durationInWords(stale)}`);
        if (by === undefined) await printLimited(context, list.sessions, SESSION_VIEW);
        else await printCounts(context, list.sessions, { name: by, ...COUNTED[by] });
        if (list.undated() > 0)
          await context.messages.warn(
            `${list.undated()} sessions have no date, so --stale cannot judge them; they were left out`,
          );
      }),
    );
};

/** The system and its major version. */
function systemOf({ os, osVersion }: Session): string {
  return [os, osVersion.split('.')[0]].filter(Boolean).join(' ');
}

/** Lists sessions as they come, old ones only where that is asked for. Who has none has an empty list. */
function readSessions(
  context: Context,
  whose: Readonly<Record<string, string>>,
  stale: number | undefined,
): { readonly sessions: AsyncIterable<Session>; undated(): number } {
  let undated = 0;
  async function* read(): AsyncGenerator<Session, void> {
    const { client, serverNow } = await context.webApi();
    try {
      for await (const { items } of methodPages(client, { method: METHOD, arguments: whose })) {
        const newest = serverNow() - (stale ?? 0);
        const isOlder = (at: number | undefined) => stale === undefined || (at ?? newest) < newest;
        for (const session of items.map(readSession)) {
          const { lastSeenAt } = session;
          if (stale !== undefined && lastSeenAt === undefined) undated += 1;
          if (isOlder(lastSeenAt)) yield session;
        }
      }
    } catch (error) {
      if (!isNoneActive(error)) throw error;
    }
  }
  return { sessions: read(), undated: () => undated };
}

function isNoneActive(error: unknown): boolean {
  return error instanceof Failure && error.code === 'no_active_sessions';
}

import { Option } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';
import { CHANGE_TYPES } from '../../spec/webapi-methods.ts';
import { asQuestion, suggest } from '../../values/suggest.ts';
import type { WebApiArguments } from '../../webapi/encode-arguments.ts';
import { readLog } from '../../webapi/integration-log.ts';
import type { WebApiClient } from '../../webapi/webapi-client.ts';
import type { CommandModule } from '../command-module.ts';
import { quoted } from '../command-words.ts';
import type { Context } from '../context.ts';
import type { Ending } from '../ending.ts';
import { describe } from '../help-format.ts';
import { hintAtConnection } from '../hint-at-connection.ts';
import { namedPeople, ONE_OR_LIST } from '../identity/named-people.ts';
import { userIdsOf } from '../identity/user-id.ts';
import {
  collectWord,
  type Moment,
  momentAt,
  parseEnd,
  parseMoment,
  parsePeriod,
} from '../options/parse-values.ts';
import { printCounts } from '../printing/print-counts.ts';
import { printLimited } from '../printing/print-limited.ts';
import { appOf, changeOf, dayOf, LOG_VIEW, type LogEntry, userOf } from '../views/log-view.ts';
import { appNamesOf, printAppHistory } from '../webapi/app-history.ts';
import { choosing, filtersOf, type LogFilters, matchingEntries } from '../webapi/choose-entries.ts';
import { followEntries } from '../webapi/follow-entries.ts';
import { logCompleteness } from '../webapi/incomplete-log.ts';
import { needsOf } from '../webapi/method-needs.ts';

const METHOD = 'team.integrationLogs';

/** Properties by which entries can be counted. */
const COUNTED = {
  change: { heading: 'Change', read: changeOf },
  app: { heading: 'App or service', read: appOf },
  user: { heading: 'By', read: userOf },
  day: { heading: 'Day', read: (entry: LogEntry) => dayOf(entry), isInOrder: true },
} as const;
const COUNTED_WORDS = ['change', 'app', 'user', 'day'] as const;
const SECONDS_BETWEEN = 15;

const sinceOption = () =>
  new Option(
    '--since <time>',
    'only entries since a time, a date, or 7d ago (default: the first entry)',
  ).argParser(parseMoment);

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox logs',
      'orgctl -p sandbox logs --change disabled --columns date,app,reason',
      'orgctl -p sandbox logs --team T0FINCH --since 2024-01-01 --by day',
      'orgctl -p sandbox logs --since 2024-04-01 --until 2024-04-30',
      'orgctl -p sandbox logs --why Polls',
      'orgctl -p sandbox logs --follow -o ndjson',
    ],
    needs: needsOf(METHOD),
    lists: {
      columns: LOG_VIEW.columns,
      members: ['date', 'change_type', 'app_id', 'app_type', 'user_name', 'reason'],
    },
  });
  return command
    .option(
      '--why <app>',
      'show the history of one app or service, oldest first, and its current state: ID or name',
    )
    .option('--app <app>', 'only entries of this app: ID or name, for example Polls')
    .option('--service <service>', 'only entries of this service: ID or name, for example RSS')
    .addOption(new Option('--change <type>', 'only entries of this type').choices(CHANGE_TYPES))
    .option(
      '--user <user>',
      `only entries by this user, for example clara.voss: ${ONE_OR_LIST}; may be repeated`,
      collectWord,
    )
    .option('--team <id>', 'workspace ID, for example T0FINCH; required with an org-level token')
    .addOption(sinceOption())
    .addOption(
      new Option(
        '--until <time>',
        'only entries until a time, a date (inclusive), or 1h ago (default: now)',
      ).argParser(parseEnd),
    )
    .addOption(
      new Option('--by <what>', 'count entries by this instead of listing them').choices(COUNTED_WORDS),
    )
    .option(
      '-f, --follow',
      'print the last ten entries (with --since all since then), then new ones, until Ctrl-C',
    )
    .addOption(
      new Option('--interval <duration>', 'with --follow: polling interval, for example 30s')
        .default(SECONDS_BETWEEN * 1000, `${SECONDS_BETWEEN}s`)
        .argParser(parsePeriod),
    )
    .action(act(printLog));
};

interface Options extends LogFilters {
  readonly why?: string | undefined;
  readonly since?: Moment | undefined;
  readonly until?: Moment | undefined;
  readonly by?: keyof typeof COUNTED | undefined;
  readonly follow?: true | undefined;
  readonly interval: number;
}

async function printLog(context: Context, options: Options): Promise<Ending | undefined> {
  const { by, follow, interval, why } = options;
  if (follow === true && (by !== undefined || options.until !== undefined)) {
    throw new Failure('usage', '--follow has no end: it cannot be combined with --by or --until');
  }
  if (why !== undefined && (by !== undefined || follow === true))
    throw new Failure('usage', '--why shows one history: it cannot be combined with --by or --follow', {
      hint: `only entries of this app: --app ${quoted(why)}`,
    });
  const { client, serverNow } = await context.webApi();
  const users = options.user === undefined ? undefined : await usersOf(context, options.user);
  const filters = filtersOf(options, users);
  // The service accepts one user (WEB §4.2); entries of several users are filtered here, as are all entries
  // of --why.
  const chosenHere = why === undefined && users?.length === 1 ? undefined : users;
  const now = serverNow();
  const since = options.since === undefined ? undefined : momentAt(options.since, now);
  const until = options.until === undefined ? undefined : momentAt(options.until, now);
  if (since !== undefined && until !== undefined && since > until)
    throw new Failure('usage', '--since is later than --until');
  const seen = new Set<string>();
  const isChosen = choosing(options, { since, until }, chosenHere);
  const isWanted = (entry: LogEntry) => isSeen(entry, seen) && isChosen(entry);
  if (why !== undefined) return printAppHistory(context, client, { team: options.team, name: why, isWanted });
  if (follow === true) {
    await followEntries(context, { client, filters, isWanted, since, interval });
    return undefined;
  }
  return printEntries(context, client, {
    filters,
    isWanted,
    since,
    by,
    named: appOrServiceIn(options),
    seen,
  });
}

/** Collects the names in entries, as suggestions for a mistyped name. */
function isSeen(entry: LogEntry, seen: Set<string>): true {
  for (const name of appNamesOf(entry)) seen.add(name);
  return true;
}

async function printEntries(
  context: Context,
  client: WebApiClient,
  { filters, isWanted, since, by, named, seen }: WantedLog,
): Promise<Ending | undefined> {
  const completeness = logCompleteness(context);
  const log = readLog(client, filters, undefined, completeness.onShort);
  let found = 0;
  const count = () => {
    found += 1;
  };
  const entries = matchingEntries(log, isWanted, since, count);
  if (by === undefined) await printLimited(context, entries, LOG_VIEW);
  else await printCounts(context, entries, { name: by, ...COUNTED[by], noun: ['entry', 'entries'] });
  if (found === 0 && named !== undefined) {
    const words = noEntriesMessage(named, seen);
    await context.messages.note(hintAtConnection(words, context.host.argv));
  }
  return completeness.warnIfIncomplete();
}

function noEntriesMessage(named: string, seen: ReadonlySet<string>): string {
  const isKnown = [...seen].some((name) => name.toLowerCase() === named.toLowerCase());
  if (isKnown) return `there are entries about "${named}", but none match the time range and the other flags`;
  return `no entries about "${named}"${asQuestion(suggest(named, seen))}; to list all apps: orgctl logs --by app`;
}

interface WantedLog {
  readonly filters: WebApiArguments;
  readonly isWanted: (entry: LogEntry) => boolean;
  readonly since: number | undefined;
  readonly by: keyof typeof COUNTED | undefined;
  /** The requested app or service. */
  readonly named: string | undefined;
  /** The apps and services named in entries, as far as the log was read. */
  readonly seen: ReadonlySet<string>;
}

/** @returns the IDs of all named users, including those in lists */
async function usersOf(context: Context, words: readonly string[]): Promise<readonly string[]> {
  return userIdsOf(context, await namedPeople(context, words, undefined, 'read'));
}

function appOrServiceIn({ app, service }: LogFilters): string | undefined {
  return app ?? service;
}

import { Failure } from '../../failure/failure.ts';
import { defined } from '../../values/defined.ts';
import { asQuestion, suggest } from '../../values/suggest.ts';
import type { WebApiArguments } from '../../webapi/encode-arguments.ts';
import { readLog } from '../../webapi/integration-log.ts';
import type { WebApiClient } from '../../webapi/webapi-client.ts';
import type { Context } from '../context.ts';
import type { Ending } from '../ending.ts';
import { truncationNote } from '../printing/truncation-note.ts';
import { appOf, changeOf, dateOf, HISTORY_VIEW, type LogEntry, reasonOf, userOf } from '../views/log-view.ts';
import { logCompleteness } from './incomplete-log.ts';

/** Selects which log entries are printed. */
export interface AppHistory {
  /** The app or service, by ID or name. */
  readonly name: string;
  /** The workspace, for an org-level token. */
  readonly team: string | undefined;
  readonly isWanted: (entry: LogEntry) => boolean;
}

/**
 * Prints the log entries of one app or service, oldest first, and its current state according to all entries,
 * printed or not. With a limit, the newest are printed.
 * @returns an exit code if the service did not return all entries
 */
export async function printAppHistory(
  context: Context,
  client: WebApiClient,
  { name, team, isWanted }: AppHistory,
): Promise<Ending | undefined> {
  const found: LogEntry[] = [];
  const seen = new Set<string>();
  const filters = { ...idFilter(name), ...defined({ team_id: team }) };
  const completeness = logCompleteness(context);
  for await (const entry of readLog(client, filters, undefined, completeness.onShort)) {
    for (const one of appNamesOf(entry)) seen.add(one);
    if (isAbout(entry, name)) found.push(entry);
  }
  const entries = found.reverse();
  const last = entries.at(-1);
  if (last === undefined)
    throw new Failure(
      'usage',
      `no log entries for an app or service "${name}"${asQuestion(suggest(name, seen))}`,
      { hint: 'orgctl logs --by app' },
    );
  const printer = await context.printer();
  const wanted = entries.filter(isWanted);
  const shown = printer.limit === undefined ? wanted : wanted.slice(-printer.limit);
  await printer.list(shown, HISTORY_VIEW, () =>
    truncationNote(shown.length, { total: wanted.length }, context.common),
  );
  await context.messages.note(appStateInWords(entries, last));
  return completeness.warnIfIncomplete();
}

/** Returns the filter for an ID; names, also one in capital letters, are filtered locally. */
export function idFilter(name: string): WebApiArguments {
  if (/^A(?=[A-Z]*\d)[A-Z0-9]{2,}$/.test(name)) return { app_id: name };
  return /^\d+$/.test(name) ? { service_id: name } : {};
}

/** Returns the names of the app or service that an entry is about. */
export function appNamesOf(entry: LogEntry): readonly string[] {
  return [entry['app_type'], entry['service_type']].filter((name) => typeof name === 'string');
}

/** Whether an entry is about an app or service of this ID or name. */
export function isAbout(entry: LogEntry, name: string): boolean {
  const wanted = name.toLowerCase();
  const ids = [entry['app_id'], entry['service_id'], entry['app_type'], entry['service_type']];
  return ids.some((value) => value !== undefined && String(value).toLowerCase() === wanted);
}

/** The state of an app after a change. */
const STANDING: Readonly<Record<string, string>> = {
  added: 'enabled',
  enabled: 'enabled',
  expanded: 'enabled',
  updated: 'enabled',
  disabled: 'disabled',
  removed: 'removed',
};

/** Returns "Polls (A0POLLS) has been disabled since 2024-05-03 by clara.voss: REASON". */
function appStateInWords(entries: readonly LogEntry[], last: LogEntry): string {
  const state = (entry: LogEntry) => STANDING[changeOf(entry)] ?? changeOf(entry);
  const since = entries.findLastIndex((entry) => state(entry) !== state(last));
  const first = entries[since + 1] ?? last;
  const reason = reasonOf(last);
  const why = reason === undefined ? '' : `: ${reason}`;
  const who = userOf(first) === '' ? '' : ` by ${userOf(first)}`;
  return `${appOf(last)} has been ${state(last)} since ${dateOf(first)}${who}${why}`;
}

import { WEB_API_METHODS } from '../../spec/webapi-methods.ts';
import { defined } from '../../values/defined.ts';
import type { WebApiArguments } from '../../webapi/encode-arguments.ts';
import { changeOf, type LogEntry, timeOf } from '../views/log-view.ts';
import { idFilter, isAbout } from './app-history.ts';

/** The filters for entries of the integration log. */
export interface LogFilters {
  readonly app?: string | undefined;
  readonly service?: string | undefined;
  readonly change?: string | undefined;
  readonly user?: readonly string[] | undefined;
  readonly team?: string | undefined;
}

/**
 * Returns the filters that the service supports. `expanded` is not a valid argument although entries have it;
 * it is filtered locally (WEB §2.1, §4.2).
 */
export function filtersOf(
  { app, service, change, team }: LogFilters,
  users: readonly string[] | undefined,
): WebApiArguments {
  const [user] = users ?? [];
  const asked: readonly string[] = WEB_API_METHODS['team.integrationLogs'].arguments.change_type.values;
  return {
    ...(app === undefined ? {} : idFilter(app)),
    ...(service === undefined ? {} : idFilter(service)),
    ...(change === undefined || !asked.includes(change) ? {} : { change_type: change }),
    ...(user === undefined || users?.length !== 1 ? {} : { user }),
    ...defined({ team_id: team }),
  };
}

/**
 * Returns a predicate for entries that applies all filters, including those that the service lacks.
 * @param users users to filter by locally; undefined if the service does it
 */
export function choosing(
  filters: LogFilters,
  { since, until }: { readonly since: number | undefined; readonly until: number | undefined },
  users: readonly string[] | undefined,
): (entry: LogEntry) => boolean {
  return (entry) =>
    isWithin(entry, since, until) &&
    (filters.change === undefined || changeOf(entry) === filters.change) &&
    isByUser(entry, users) &&
    matchesAppOrService(entry, filters);
}

function isWithin(entry: LogEntry, since: number | undefined, until: number | undefined): boolean {
  const time = timeOf(entry);
  return (since === undefined || time >= since) && (until === undefined || time <= until);
}

function isByUser({ user_id: id }: LogEntry, users: readonly string[] | undefined): boolean {
  if (users === undefined) return true;
  return typeof id === 'string' && users.includes(id);
}

/** Filters by the name of an app or service locally; the service only filters by ID. */
function matchesAppOrService(entry: LogEntry, { app, service }: LogFilters): boolean {
  return [app, service].every((name) => name === undefined || isAbout(entry, name));
}

/**
 * Number of consecutive entries that are too old after which reading stops: the newest come first (assumption
 * `log-order`).
 */
const ENOUGH_OLD_ONES = 100;

/** Yields the matching entries, and stops once the following ones are too old. */
export async function* matchingEntries(
  entries: AsyncIterable<LogEntry>,
  isWanted: (entry: LogEntry) => boolean,
  since: number | undefined,
  onWanted: () => void,
): AsyncGenerator<LogEntry, void> {
  let old = 0;
  for await (const entry of entries) {
    old = since !== undefined && timeOf(entry) < since ? old + 1 : 0;
    if (old === ENOUGH_OLD_ONES) return;
    if (!isWanted(entry)) continue;
    onWanted();
    yield entry;
  }
}

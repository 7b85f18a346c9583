import type { Palette } from '../../output/palette.ts';
import type { ListView } from '../../output/view.ts';
import { momentText } from '../../rules/date-time.ts';
import type { Json, JsonObject } from '../../spec/protocol-types.ts';
import { DISABLE_REASONS } from '../../spec/webapi-methods.ts';

/**
 * An entry of the integration log (WEB §2.1): about a service, which has a number, or an app, which has an
 * ID.
 */
export type LogEntry = JsonObject;

/** Prints entries of both kinds in one table. */
export const LOG_VIEW: ListView<LogEntry> = {
  noun: ['entry', 'entries'],
  json: (entry) => entry,
  columns: [
    {
      name: 'date',
      heading: 'When',
      importance: 1,
      isWhole: true,
      overridesMember: true,
      value: (entry) => dateOf(entry),
    },
    { name: 'change', heading: 'Change', importance: 1, value: changeOf, paint: paintChange },
    { name: 'app', heading: 'App or service', importance: 1, wraps: true, value: appOf },
    { name: 'user', heading: 'By', importance: 1, value: userOf },
    {
      name: 'age',
      heading: 'Age',
      importance: 3,
      isTime: true,
      isAge: true,
      value: (entry) => dateOf(entry),
    },
    { name: 'scope', heading: 'Scope', importance: 5, value: (entry) => text(entry['scope']) },
    { name: 'channel', heading: 'Channel', importance: 4, value: (entry) => text(entry['channel']) },
    { name: 'feed', heading: 'Feed', importance: 6, value: feedSummary },
    // The last printed column wraps; this one is likely to contain sentences.
    { name: 'reason', heading: 'Reason', importance: 2, overridesMember: true, value: reasonOf },
    { name: 'kind', heading: 'Kind', value: (entry) => (isService(entry) ? 'service' : 'app') },
    { name: 'appId', heading: 'App ID', value: idOf },
    { name: 'userId', heading: 'User ID', value: (entry) => text(entry['user_id']) },
    { name: 'reasonCode', heading: 'Reason code', value: (entry) => text(entry['reason']) },
    { name: 'resolution', heading: 'Resolution', value: (entry) => text(entry['resolution']) },
  ],
};

/**
 * Prints the entries of one app: its name is repeated and therefore less important, the reasons are more
 * important.
 */
export const HISTORY_VIEW: ListView<LogEntry> = {
  ...LOG_VIEW,
  columns: LOG_VIEW.columns.map((column) => {
    if (column.name === 'app') return { ...column, importance: 4 };
    return column.name === 'reason' ? { ...column, importance: 1, wraps: true } : column;
  }),
};

/**
 * Returns the time of an entry in milliseconds since 1970; the service sends Unix seconds as text. NaN if it
 * has none.
 */
export function timeOf(entry: LogEntry): number {
  return Number(text(entry['date']) || Number.NaN) * 1000;
}

/** Returns the time of an entry in RFC 3339; if it is not a valid time, the text of the service. */
export function dateOf(entry: LogEntry): string {
  return momentText(timeOf(entry)) ?? text(entry['date']) ?? '';
}

/** Returns the day of an entry in UTC; if its time is not valid, the text of the service. */
export function dayOf(entry: LogEntry): string {
  return momentText(timeOf(entry))?.replace(/T.*/, '') ?? dateOf(entry);
}

export function changeOf(entry: LogEntry): string {
  return text(entry['change_type']) ?? '';
}

/** Returns the type, which is a name, followed by the ID. */
export function appOf(entry: LogEntry): string {
  const name = text(entry['service_type']) ?? text(entry['app_type']);
  const id = idOf(entry);
  return name === undefined ? (id ?? '') : `${name}${id === undefined ? '' : ` (${id})`}`;
}

export function userOf(entry: LogEntry): string {
  return text(entry['user_name']) ?? text(entry['user_id']) ?? '';
}

/**
 * Returns the meaning of the reason for disabling an app (WEB §2.1), or the reason itself if it is
 * undocumented.
 */
export function reasonOf(entry: LogEntry): string | undefined {
  const reason = text(entry['reason']);
  const known = reason !== undefined && Object.hasOwn(DISABLE_REASONS, reason);
  const meanings: Readonly<Record<string, string>> = DISABLE_REASONS;
  return known ? meanings[reason] : reason;
}

function isService(entry: LogEntry): boolean {
  return entry['service_id'] !== undefined || entry['service_type'] !== undefined;
}

/** Returns the number of a service, or the ID of an app. */
export function idOf(entry: LogEntry): string | undefined {
  return text(entry['service_id']) ?? text(entry['app_id']);
}

function feedSummary(entry: LogEntry): string | undefined {
  if (entry['rss_feed'] !== true) return undefined;
  const title = text(entry['rss_feed_title']) ?? text(entry['rss_feed_url']) ?? '';
  return [text(entry['rss_feed_change_type']), title].filter((word) => word !== undefined).join(': ');
}

function paintChange(written: string, entry: LogEntry, palette: Palette): string {
  const change = changeOf(entry);
  if (change === 'disabled' || change === 'removed') return palette.bad(written);
  return change === 'added' || change === 'enabled' ? palette.good(written) : written;
}

function text(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

import { LIMITS } from '../spec/limits.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import type { DisableReason } from '../spec/webapi-methods.ts';
import { defined } from '../values/defined.ts';
import type { Organization } from './organization.ts';
import type { App, LogRecord } from './record-kinds.ts';
import { accountOf, isOn, number, teamOfCall, text, type WebCall } from './web-call.ts';
import { WebError } from './web-error.ts';

/**
 * team.integrationLogs (WEB §4.2): newest entry first (assumption `log-order`), in numbered pages (assumption
 * `log-page-size`).
 */
export function integrationLogs(call: WebCall): JsonObject {
  const team = teamOfCall(call);
  const { organization, token } = call;
  if (token.userId !== undefined && !isOn(team, token.userId)) throw new WebError('invalid_auth');
  const user = text(call, 'user');
  const actor = user === undefined ? undefined : (accountOf(call, user)?.id ?? user);
  const wanted = (entry: LogRecord) => {
    const isService = organization.records.get('app', entry.appId)?.isService === true;
    return (
      entry.teamId === team.id &&
      matchesFilter(text(call, 'app_id'), isService ? '' : entry.appId) &&
      matchesFilter(text(call, 'service_id'), isService ? entry.appId : '') &&
      matchesFilter(text(call, 'change_type'), entry.changeType) &&
      matchesFilter(actor, entry.userId)
    );
  };
  const found = [...organization.records.of('log').values()].filter(wanted).reverse();
  const count = Math.min(number(call, 'count'), LIMITS.largestLogPage);
  const page = number(call, 'page');
  const logs = found.slice((page - 1) * count, page * count);
  return {
    logs: logs.map((entry) => entryBody(entry, organization)),
    paging: {
      count: logs.length,
      total: found.length,
      page,
      pages: Math.max(1, Math.ceil(found.length / count)),
    },
  };
}

function matchesFilter(filter: string | undefined, value: string): boolean {
  return filter === undefined || filter === value;
}

/** Returns a log entry as JSON; a service has a number and a type, an app has an ID and a type (WEB §2.1). */
function entryBody(entry: LogRecord, organization: Organization): JsonObject {
  const app = organization.records.get('app', entry.appId);
  const actor = organization.user(entry.userId);
  const { rssFeed, channel, reason, scope } = entry;
  return {
    ...(app?.isService === true
      ? { service_id: Number(app.id), service_type: app.name }
      : { app_id: entry.appId, app_type: app?.name ?? '' }),
    user_id: entry.userId,
    user_name: actor?.values.userName ?? '',
    ...defined({ channel }),
    date: String(entry.date),
    change_type: entry.changeType,
    ...defined({ reason, scope }),
    ...(rssFeed === undefined
      ? {}
      : {
          rss_feed: true,
          rss_feed_change_type: rssFeed.changeType,
          rss_feed_title: rssFeed.title,
          rss_feed_url: rssFeed.url,
        }),
  };
}

/** Appends a log entry; `now` is in milliseconds. */
export function writeLog(
  organization: Organization,
  now: number,
  entry: Omit<LogRecord, 'kind' | 'id' | 'date'>,
): void {
  const id = String(organization.records.of('log').size + 1);
  organization.change({ record: { kind: 'log', id, date: Math.floor(now / 1000), ...entry } });
}

/** Disables an app if it is installed and enabled, and logs the reason (WEB §2.1). */
export function disable(
  organization: Organization,
  app: App,
  options: { readonly by: string; readonly reason: DisableReason; readonly now: number },
): void {
  const { installation } = app;
  if (installation === undefined || !installation.isEnabled) return;
  organization.change({ record: { ...app, installation: { ...installation, isEnabled: false } } });
  writeLog(organization, options.now, logEntryOf(app, installation, options.by, 'disabled', options.reason));
}

export function logEntryOf(
  app: App,
  installation: NonNullable<App['installation']>,
  by: string,
  changeType: LogRecord['changeType'],
  reason?: DisableReason,
): Omit<LogRecord, 'kind' | 'id' | 'date'> {
  const { teamId, scope, channel } = installation;
  return {
    teamId,
    appId: app.id,
    userId: by,
    changeType,
    scope,
    ...defined({ reason, channel }),
  };
}

/**
 * Disables integrations that can no longer work: those whose installer was deactivated, and those that post
 * to an archived channel (WEB §2.1, reasons admin and system).
 */
export function disableOrphanedIntegrations(organization: Organization, now: number): void {
  for (const app of organization.records.of('app').values()) {
    const { installation } = app;
    if (installation === undefined || !installation.isEnabled) continue;
    const { by, channel = '' } = installation;
    if (organization.user(by)?.values.active === false)
      disable(organization, app, { by, reason: 'admin', now });
    else if (organization.records.get('channel', channel)?.isArchived === true)
      disable(organization, app, { by, reason: 'system', now });
  }
}

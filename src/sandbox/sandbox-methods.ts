import type { JsonObject } from '../spec/protocol-types.ts';
import { WEB_ERROR_CODES } from '../spec/webapi-error-codes.ts';
import { CHANGE_TYPES, type ChangeType, DISABLE_REASONS } from '../spec/webapi-methods.ts';
import { keysOf } from '../values/keys-of.ts';
import { clearThreadStatus, shownStatuses } from './conversation-methods.ts';
import { disable, logEntryOf, writeLog } from './integration-log.ts';
import type { App } from './record-kinds.ts';
import type { CalledMethod } from './web-authenticate.ts';
import { number, text, type WebCall, type WebHandler } from './web-call.ts';
import { WebError } from './web-error.ts';

interface SandboxMethod {
  readonly method: CalledMethod;
  readonly run: WebHandler;
}

const method = (
  name: CalledMethod['name'],
  purpose: string,
  effect: CalledMethod['effect'],
  given: CalledMethod['arguments'],
): CalledMethod => ({
  name,
  section: 'sandbox',
  verb: 'POST',
  effect,
  purpose,
  tokens: ['user', 'bot', 'org'],
  scopes: [],
  rate: 'special',
  arguments: given,
  result: [],
  errors: [],
});

const id = (purpose: string) => ({ type: 'string', required: true, purpose }) as const;

/** Methods that simulate actions of users and apps in the product. The service has none of these. */
export const SANDBOX_METHODS: readonly SandboxMethod[] = [
  {
    method: method('sandbox.apps.change', 'Install, change, disable or remove an app or service', 'write', {
      app: id('ID of the app, or number of the service'),
      change_type: { type: 'string', required: true, values: CHANGE_TYPES, purpose: 'what happens to it' },
      reason: {
        type: 'string',
        values: Object.keys(DISABLE_REASONS),
        onlyWith: { argument: 'change_type', value: 'disabled' },
        purpose: 'why it is disabled',
      },
      user: { type: 'string', purpose: 'who does it; the person of the token when absent' },
      scope: { type: 'string', purpose: 'scopes that it has from now on' },
    }),
    run: changeApp,
  },
  {
    method: method('sandbox.channels.archive', 'Archive a channel', 'write', { channel: id('channel') }),
    run: (call) => {
      const channel = requireChannel(call);
      call.organization.change({ record: { ...channel, isArchived: true } });
      return {};
    },
  },
  {
    method: method('sandbox.messages.post', 'Post a message, or a reply in a thread', 'write', {
      channel: id('channel'),
      thread_ts: { type: 'string', format: 'timestamp', purpose: 'thread that it answers' },
    }),
    run: postMessage,
  },
  {
    method: method('sandbox.threads.list', 'List the statuses that threads show', 'read', {}),
    run: ({ organization, now }) => ({
      statuses: shownStatuses(organization, now).map((shown) => ({
        thread: shown.id,
        app_id: shown.appId,
        status: shown.status,
        loading_messages: shown.loadingMessages,
        seconds_left: Math.ceil((shown.until - now) / 1000),
      })),
    }),
  },
  {
    method: method('sandbox.cursors.list', 'List the read cursors', 'read', {}),
    run: ({ organization }) => ({
      cursors: [...organization.records.of('readCursor').values()].map(({ id: place, ts }) => ({
        place,
        ts,
      })),
    }),
  },
  {
    method: method('sandbox.trouble', 'Make a method answer an error code', 'write', {
      method: id('method, or * for all of them'),
      error: {
        type: 'string',
        values: Object.keys(WEB_ERROR_CODES),
        purpose: 'code; without it the trouble ends',
      },
      times: { type: 'integer', minimum: 1, purpose: 'how often; until it is ended when absent' },
      retry_after: {
        type: 'integer',
        minimum: 1,
        maximum: 3600,
        fallback: 1,
        purpose: 'seconds, with ratelimited',
      },
    }),
    run: injectFault,
  },
];

/**
 * Installs, changes, disables or removes an app.
 * @throws WebError app_not_found; invalid_arguments for an impossible change, such as removing an app that is
 * not installed
 */
function changeApp(call: WebCall): JsonObject {
  const { organization, token, now } = call;
  const app = organization.records.get('app', text(call, 'app') ?? '');
  if (app === undefined) throw new WebError('app_not_found');
  const by = text(call, 'user') ?? token.userId ?? '';
  const changeType = CHANGE_TYPES.find((known) => known === text(call, 'change_type')) ?? 'updated';
  const scope = text(call, 'scope') ?? app.installation?.scope ?? '';
  if (changeType === 'disabled') {
    const reasons = keysOf(DISABLE_REASONS);
    if (app.installation?.isEnabled !== true) throw new WebError('invalid_arguments');
    disable(organization, app, {
      by,
      now,
      reason: reasons.find((word) => word === text(call, 'reason')) ?? 'user',
    });
    return {};
  }
  const { installation } = app;
  if ((changeType === 'added') === (installation !== undefined)) throw new WebError('invalid_arguments');
  const next = { teamId: defaultTeam(call), by, ...installation, scope, isEnabled: true };
  organization.change({
    record: changeType === 'removed' ? withoutInstallation(app) : { ...app, installation: next },
  });
  writeLog(organization, now, logEntryOf(app, next, by, changeType satisfies ChangeType));
  return {};
}

function withoutInstallation({ installation: _, ...app }: App): App {
  return app;
}

function defaultTeam({ organization, token }: WebCall): string {
  return token.teams?.[0] ?? [...organization.records.of('team').keys()][0] ?? '';
}

/** Posts a message. A reply of the app ends the status of the thread (WEB §3). */
function postMessage(call: WebCall): JsonObject {
  const { organization, now } = call;
  const channel = requireChannel(call);
  const threadTs = text(call, 'thread_ts');
  if (threadTs !== undefined) {
    if (!channel.threads.includes(threadTs)) throw new WebError('invalid_thread_ts');
    clearThreadStatus(organization, `${channel.id}/${threadTs}`);
  }
  const ts = `${Math.floor(now / 1000)}.${String((now % 1000) * 1000 + channel.threads.length).padStart(6, '0')}`;
  if (threadTs === undefined)
    organization.change({ record: { ...channel, threads: [...channel.threads, ts] } });
  return { channel: channel.id, ts };
}

function requireChannel(call: WebCall) {
  const channel = call.organization.records.get('channel', text(call, 'channel') ?? '');
  if (channel === undefined) throw new WebError('channel_not_found');
  return channel;
}

function injectFault(call: WebCall): JsonObject {
  const name = text(call, 'method') ?? '';
  const wanted = text(call, 'error');
  const code = keysOf(WEB_ERROR_CODES).find((known) => known === wanted);
  const times = number(call, 'times');
  call.organization.change(
    code === undefined
      ? { deletedRecord: { kind: 'trouble', id: name } }
      : {
          record: {
            kind: 'trouble',
            id: name,
            code,
            retryAfter: number(call, 'retry_after'),
            ...(times === 0 ? {} : { times }),
          },
        },
  );
  return {};
}

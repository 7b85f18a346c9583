import { isJsonObject } from '../rules/json-value.ts';
import { RESERVED_COMMANDS } from '../spec/manifest-scopes.ts';
import { scopesAt } from './known-scopes.ts';
import type { Path } from './path.ts';
import type { ManifestView } from './view.ts';

const SOCKET_MODE = ['settings', 'socket_mode_enabled'] as const;
const EVENTS = ['settings', 'event_subscriptions'] as const;
const INTERACTIVITY = ['settings', 'interactivity'] as const;
const COMMANDS = ['features', 'slash_commands'] as const;

/** Checks that events, interactions and commands can reach the app, by URL or socket (WEB §2.6 settings). */
export function checkTransports(view: ManifestView): void {
  // Skipped for an app that is, or may be, run by the service.
  const runtime = view.text(['settings', 'function_runtime']);
  const mayJudge = !view.isUnclear(SOCKET_MODE) && (runtime === undefined || runtime === 'remote');
  const hasSocket = view.flag(SOCKET_MODE) === true;
  if (mayJudge && !hasSocket) {
    checkEventTransport(view);
    checkInteractivityTransport(view);
    checkCommandTransport(view);
  }
  if (hasSocket) checkUnusedUrls(view);
  checkShortcuts(view);
  checkCommands(view);
  checkUnfurling(view);
  checkAppHome(view);
}

/**
 * Hint for a missing transport. Request URLs are optional by the document (assumption
 * `manifest-request-url`).
 */
const SOCKET_HINT = 'add a request_url, or set settings.socket_mode_enabled to true';

function checkEventTransport(view: ManifestView): void {
  const lists = ['bot_events', 'user_events', 'metadata_subscriptions'].map(
    (key) => view.list([...EVENTS, key]) ?? [],
  );
  const url = [...EVENTS, 'request_url'];
  if (lists.every((list) => list.length === 0) || !view.isAbsent(url)) return;
  view.report({
    rule: 'event-transport',
    path: EVENTS,
    at: 'key',
    message: 'events need a request_url or socket mode',
    hint: SOCKET_HINT,
  });
}

function checkInteractivityTransport(view: ManifestView): void {
  if (
    view.flag([...INTERACTIVITY, 'is_enabled']) !== true ||
    !view.isAbsent([...INTERACTIVITY, 'request_url'])
  )
    return;
  view.report({
    rule: 'interactivity-transport',
    path: INTERACTIVITY,
    at: 'key',
    message: 'interactivity needs a request_url or socket mode',
    hint: SOCKET_HINT,
  });
}

function checkCommandTransport(view: ManifestView): void {
  view.list(COMMANDS)?.forEach((command, index) => {
    const path = [...COMMANDS, index];
    if (!isJsonObject(command) || !view.isAbsent([...path, 'url'])) return;
    view.report({
      rule: 'command-transport',
      path,
      at: 'key',
      message: `${typeof command['command'] === 'string' ? command['command'] : 'the command'} has no url, and socket mode is off: the command would do nothing`,
      hint: 'add a url, or set settings.socket_mode_enabled to true',
    });
  });
}

/** Reports request URLs that are not used because of socket mode. */
function checkUnusedUrls(view: ManifestView): void {
  const urls: readonly Path[] = [
    [...EVENTS, 'request_url'],
    [...INTERACTIVITY, 'request_url'],
  ];
  for (const path of urls) {
    if (view.text(path) === undefined) continue;
    view.report({
      rule: 'socket-and-url',
      path,
      at: 'value',
      message: 'the URL is not used while socket mode is on',
    });
  }
}

function checkShortcuts(view: ManifestView): void {
  const path = ['features', 'shortcuts'];
  const isEnabled = [...INTERACTIVITY, 'is_enabled'];
  if ((view.list(path)?.length ?? 0) > 0 && view.flag(isEnabled) !== true && !view.isUnclear(isEnabled)) {
    view.report({
      rule: 'shortcut-interactivity',
      path,
      at: 'key',
      message: 'shortcuts need settings.interactivity.is_enabled: true',
    });
  }
  checkCallbackIds(view);
}

/** Checks that shortcuts and steps have distinct callback IDs. */
function checkCallbackIds(view: ManifestView): void {
  for (const key of ['shortcuts', 'workflow_steps']) {
    const path = ['features', key];
    const seen = new Map<string, number>();
    view.list(path)?.forEach((item, index) => {
      const id = isJsonObject(item) ? item['callback_id'] : undefined;
      if (typeof id !== 'string' || id === '') return;
      const first = seen.get(id);
      if (first === undefined) {
        seen.set(id, index);
        return;
      }
      view.report({
        rule: 'duplicate-callback-id',
        path: [...path, index, 'callback_id'],
        at: 'value',
        message: `callback_id "${id}" already exists: ${key}[${first}]`,
      });
    });
  }
}

function checkCommands(view: ManifestView): void {
  const seen = new Map<string, number>();
  view.list(COMMANDS)?.forEach((item, index) => {
    const command = isJsonObject(item) ? item['command'] : undefined;
    if (typeof command !== 'string') return;
    const path = [...COMMANDS, index, 'command'];
    const first = seen.get(command.toLowerCase());
    if (first !== undefined) {
      view.report({
        rule: 'duplicate-command',
        path,
        at: 'value',
        message: `${command} is declared twice; first at slash_commands[${first}]`,
      });
    }
    if (first === undefined) seen.set(command.toLowerCase(), index);
    if (RESERVED_COMMANDS.includes(command.toLowerCase())) {
      view.report({
        rule: 'reserved-command',
        path,
        at: 'value',
        message: `${command} is a built-in command; an app cannot declare it`,
      });
    }
  });
}

function checkUnfurling(view: ManifestView): void {
  const path = ['features', 'unfurl_domains'];
  if ((view.list(path)?.length ?? 0) === 0 || view.isUnclear(path)) return;
  const botEvents = [...EVENTS, 'bot_events'];
  const scopes = ['bot', 'user'].flatMap((kind) => scopesAt(view, ['oauth_config', 'scopes', kind]));
  // If the scope is missing too, both are reported together.
  if (!scopes.includes('links:read') && !scopes.includes('links:write')) return;
  const lists = [botEvents, [...EVENTS, 'user_events']];
  if (lists.some((list) => view.texts(list).includes('link_shared') || view.isUnclear(list))) return;
  view.report({
    rule: 'unfurl-event',
    path,
    at: 'key',
    message: 'links are unfurled in answer to the event link_shared, which is not subscribed',
    fix: {
      kind: 'suggest',
      title: 'add link_shared to bot_events',
      change:
        view.list(botEvents) === undefined
          ? { do: 'add', path: EVENTS, key: 'bot_events', value: ['link_shared'] }
          : { do: 'append', path: botEvents, value: 'link_shared' },
    },
  });
}

function checkAppHome(view: ManifestView): void {
  const events = view.texts([...EVENTS, 'bot_events']);
  const home = ['features', 'app_home', 'home_tab_enabled'];
  if (view.flag(home) === true && !events.includes('app_home_opened') && !view.isUnclear(EVENTS)) {
    view.report({
      rule: 'home-tab-event',
      path: home,
      at: 'value',
      message: 'a Home tab is usually filled at the event app_home_opened, which is not subscribed',
    });
  }
  const readOnly = ['features', 'app_home', 'messages_tab_read_only_enabled'];
  if (view.flag(readOnly) === true && events.includes('message.im')) {
    view.report({
      rule: 'messages-tab-readonly',
      path: readOnly,
      at: 'value',
      message: 'people cannot write in a read-only Messages tab, and the app listens to message.im',
    });
  }
}

import { describe, expect, it } from 'vitest';
import { fixText } from '../../src/manifest/fix.ts';
import { validateText } from '../../src/manifest/validate.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { jsonText, seenIn } from './support/find-finding.ts';
import {
  adding,
  BOT,
  BOT_EVENTS,
  both,
  EVENTS,
  items,
  oneFindingEach,
  quoted,
  type Row,
  set,
  USER,
  without,
} from './support/meaning-mutants.ts';

const EVENT_SCOPES: readonly (readonly [event: string, scope: string])[] = [
  ['app_mention', 'app_mentions:read'],
  ['message.channels', 'channels:history'],
  ['message.groups', 'groups:history'],
  ['message.im', 'im:history'],
  ['message.mpim', 'mpim:history'],
  ['reaction_added', 'reactions:read'],
  ['reaction_removed', 'reactions:read'],
  ['link_shared', 'links:read'],
  ['pin_added', 'pins:read'],
  ['pin_removed', 'pins:read'],
  ['channel_archive', 'channels:read'],
  ['channel_created', 'channels:read'],
  ['channel_deleted', 'channels:read'],
  ['channel_left', 'channels:read'],
  ['channel_rename', 'channels:read'],
  ['channel_unarchive', 'channels:read'],
  ['group_archive', 'groups:read'],
  ['group_rename', 'groups:read'],
  ['im_created', 'im:read'],
  ['im_open', 'im:read'],
  ['member_joined_channel', 'channels:read'],
  ['member_left_channel', 'groups:read'],
  ['file_created', 'files:read'],
  ['file_shared', 'files:read'],
  ['emoji_changed', 'emoji:read'],
  ['team_join', 'users:read'],
  ['user_change', 'users:read'],
  ['team_rename', 'team:read'],
  ['team_domain_change', 'team:read'],
  ['email_domain_changed', 'team:read'],
  ['subteam_created', 'usergroups:read'],
  ['subteam_members_changed', 'usergroups:read'],
  ['dnd_updated', 'dnd:read'],
  ['dnd_updated_user', 'dnd:read'],
  ['assistant_thread_started', 'assistant:write'],
  ['assistant_thread_context_changed', 'assistant:write'],
  ['message_metadata_posted', 'metadata.message:read'],
];

/** A manifest with one event and one scope. */
const listening = (key: 'bot_events' | 'user_events', event: string, scope: string): JsonObject => ({
  display_information: { name: 'Listener' },
  ...(key === 'bot_events' ? { features: { bot_user: { display_name: 'listener' } } } : {}),
  oauth_config: { scopes: { [key === 'bot_events' ? 'bot' : 'user']: [scope] } },
  settings: { socket_mode_enabled: true, event_subscriptions: { [key]: [event] } },
});

const ROWS: readonly Row[] = [
  [
    'a bot event without its scope',
    without(BOT, 'app_mentions:read'),
    'event-scope',
    [...BOT_EVENTS, 1],
    quoted('app_mention'),
  ],
  [
    'a user event without its scope',
    both([
      [USER, ['users:read']],
      [['oauth_config', 'scopes', 'user_optional'], undefined],
    ]),
    'event-scope',
    [...EVENTS, 'user_events', 0],
    quoted('reaction_added'),
  ],
  [
    'an unknown event',
    adding(BOT_EVENTS, 'presence_changed_now'),
    'unknown-event',
    [...BOT_EVENTS, 5],
    quoted('presence_changed_now'),
  ],
  [
    'a mistyped event',
    adding(BOT_EVENTS, 'app_uninstaled'),
    'unknown-event',
    [...BOT_EVENTS, 5],
    quoted('app_uninstaled'),
  ],
  [
    'commands and shortcuts without the scope',
    without(BOT, 'commands'),
    'commands-scope',
    ['features', 'slash_commands'],
    quoted('slash_commands'),
  ],
  [
    'shortcuts without the scope',
    both([
      [['features', 'slash_commands'], undefined],
      [BOT, items(BOT).filter((scope) => scope !== 'commands')],
    ]),
    'commands-scope',
    ['features', 'shortcuts'],
    quoted('shortcuts'),
  ],
  [
    'bot scopes without a bot',
    set(['features', 'bot_user'], undefined),
    'bot-user-missing',
    ['features'],
    quoted('features'),
  ],
  [
    'bot scopes without any features',
    { display_information: { name: 'X' }, oauth_config: { scopes: { bot: ['chat:write'] } } },
    'bot-user-missing',
    [],
    '',
  ],
  [
    'a bot without scopes',
    { display_information: { name: 'X' }, features: { bot_user: { display_name: 'x' } } },
    'bot-scope-missing',
    ['features', 'bot_user'],
    quoted('bot_user'),
  ],
  [
    'a bot with an empty list of scopes',
    {
      display_information: { name: 'X' },
      features: { bot_user: { display_name: 'x' } },
      oauth_config: { scopes: { bot: [] } },
    },
    'bot-scope-missing',
    ['features', 'bot_user'],
    quoted('bot_user'),
  ],
  [
    'a user scope in the bot scopes',
    adding(BOT, 'search:read'),
    'illegal-scope',
    [...BOT, 10],
    quoted('search:read'),
  ],
  [
    'a removed scope',
    adding(BOT, 'files:write:user'),
    'illegal-scope',
    [...BOT, 10],
    quoted('files:write:user'),
  ],
  [
    'a bot scope in the user scopes',
    adding(USER, 'app_mentions:read'),
    'illegal-scope',
    [...USER, 2],
    quoted('app_mentions:read'),
  ],
  [
    'an optional scope that is not in the list',
    adding(['oauth_config', 'scopes', 'bot_optional'], 'pins:read'),
    'optional-scope-not-listed',
    ['oauth_config', 'scopes', 'bot_optional', 1],
    quoted('pins:read'),
  ],
  [
    'an optional user scope that is not in the list',
    adding(['oauth_config', 'scopes', 'user_optional'], 'pins:read'),
    'optional-scope-not-listed',
    ['oauth_config', 'scopes', 'user_optional', 1],
    quoted('pins:read'),
  ],
  [
    'an assistant without its scope',
    without(BOT, 'assistant:write'),
    'assistant-scope',
    ['features', 'assistant_view'],
    quoted('assistant_view'),
  ],
  [
    'webhooks without their scope',
    without(BOT, 'incoming-webhook'),
    'webhook-scope',
    ['settings', 'incoming_webhooks'],
    quoted('incoming_webhooks'),
  ],
  [
    'datastores without the scope to read',
    without(BOT, 'datastore:read'),
    'datastore-scope',
    ['datastores'],
    quoted('datastores'),
  ],
  [
    'datastores without the scope to write',
    without(BOT, 'datastore:write'),
    'datastore-scope',
    ['datastores'],
    quoted('datastores'),
  ],
  [
    'links to unfurl without the event',
    set(BOT_EVENTS, ['app_home_opened', 'app_mention', 'function_executed', 'message.im']),
    'unfurl-event',
    ['features', 'unfurl_domains'],
    quoted('unfurl_domains'),
  ],
  ...EVENT_SCOPES.flatMap(([event]): readonly Row[] => [
    [
      `${event} of a bot with a different scope`,
      listening('bot_events', event, 'chat:write'),
      'event-scope',
      [...BOT_EVENTS, 0],
      quoted(event),
    ],
    [
      `${event} of a user with a different scope`,
      listening('user_events', event, 'chat:write'),
      'event-scope',
      [...EVENTS, 'user_events', 0],
      quoted(event),
    ],
  ]),
];

oneFindingEach('permissions and events (WEB §2.6, §6)', ROWS);

describe('event with its scope gives no finding (WEB §6)', () => {
  it.each(EVENT_SCOPES)('%s with %s', async (event, scope) => {
    for (const key of ['bot_events', 'user_events'] as const) {
      const seen = await seenIn('manifest.json', jsonText(listening(key, event, scope)), {
        levels: new Map([['illegal-scope', 'off']]),
      });
      expect(seen).toEqual([]);
    }
  });
});

describe('a bot without scopes whose events and features need some (WEB §6)', () => {
  const NEEDY = `display_information: {name: X}
features:
  bot_user: {display_name: x}
  slash_commands: [{command: /a, description: d, url: "https://a.example"}]
  assistant_view: {assistant_description: d}
settings: {event_subscriptions: {request_url: "https://a.example/e", bot_events: [message.channels, app_mention]}}
datastores: {s: {primary_key: a, attributes: {a: {type: string}}}}
`;

  it.each([
    ['no oauth_config', ''],
    ['an empty list', 'oauth_config: {scopes: {bot: []}}\n'],
    ['a scope for something else', 'oauth_config: {scopes: {bot: ["chat:write"]}}\n'],
    ['user scopes', 'oauth_config: {scopes: {user: ["users:read"]}}\n'],
  ])('reports each missing scope once, and adds them all: %s', async (_, scopes) => {
    const { findings } = await validateText('m.yaml', NEEDY + scopes, { vendor: 'service' });
    expect(findings.map(({ rule, message }) => `${rule}: ${message.replace(/^.* scope /, '')}`)).toEqual([
      'commands-scope: commands',
      'assistant-scope: assistant:write',
      'event-scope: channels:history',
      'event-scope: app_mentions:read',
      'datastore-scope: datastore:read',
      'datastore-scope: datastore:write',
    ]);
    const { validated } = await fixText('m.yaml', NEEDY + scopes, { vendor: 'service' }, true);
    expect(validated.findings).toEqual([]);
  });
});

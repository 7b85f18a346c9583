import { describe, expect, it } from 'vitest';
import { pointerOf } from '../../src/manifest/path.ts';
import type { Json, JsonObject } from '../../src/spec/wire.ts';
import { BASE_HOSTED, BASE_V1, BASE_V2, withRenamed, withValue } from './support/base-manifests.ts';
import { jsonText, seenIn, yamlText } from './support/find-finding.ts';

type Path = readonly (string | number)[];
/** What is done to which manifest, and what is found: rule, place, and the text that is marked in JSON. */
type Row = readonly [what: string, data: Json, rule: string, path: Path, marked: string];

const set = (path: Path, value: Json | undefined, base: JsonObject = BASE_V1) => withValue(base, path, value);
const both = (changes: readonly (readonly [Path, Json | undefined])[], base: JsonObject = BASE_V1) =>
  changes.reduce<Json>((data, [path, value]) => withValue(data, path, value), base);
const items = (path: Path, base: JsonObject = BASE_V1) =>
  path.reduce<Json>(
    (value, step) => (value as Record<string | number, Json>)[step] ?? null,
    base,
  ) as readonly Json[];
const without = (path: Path, ...gone: readonly string[]) =>
  set(
    path,
    items(path).filter((item) => !gone.includes(String(item))),
  );
const adding = (path: Path, item: Json) => set(path, [...items(path), item]);

const BOT: Path = ['oauth_config', 'scopes', 'bot'];
const USER: Path = ['oauth_config', 'scopes', 'user'];
const EVENTS: Path = ['settings', 'event_subscriptions'];
const BOT_EVENTS: Path = [...EVENTS, 'bot_events'];
const STEPS: Path = ['workflows', 'morning', 'steps'];
const FIRST: Path = [...STEPS, 0];
const SECOND: Path = [...STEPS, 1];
const NEXT_TIDE: Path = ['functions', 'next_tide'];
/** A variable as shells and templates write it. */
const variable = (name: string) => `$\{${name}}`;
const quoted = (text: string) => JSON.stringify(text);

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

const PERMISSIONS: readonly Row[] = [
  [
    'an event of a bot without its scope',
    without(BOT, 'app_mentions:read'),
    'event-scope',
    [...BOT_EVENTS, 1],
    quoted('app_mention'),
  ],
  [
    'an event of people without its scope',
    both([
      [USER, ['users:read']],
      [['oauth_config', 'scopes', 'user_optional'], undefined],
    ]),
    'event-scope',
    [...EVENTS, 'user_events', 0],
    quoted('reaction_added'),
  ],
  [
    'an event that nobody knows',
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
    'a scope of people asked for by a bot',
    adding(BOT, 'search:read'),
    'illegal-scope',
    [...BOT, 10],
    quoted('search:read'),
  ],
  [
    'a scope that went away',
    adding(BOT, 'files:write:user'),
    'illegal-scope',
    [...BOT, 10],
    quoted('files:write:user'),
  ],
  [
    'a scope of bots asked for by people',
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
    'an optional scope of people that is not in the list',
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
      `${event} of a bot with another scope`,
      listening('bot_events', event, 'chat:write'),
      'event-scope',
      [...BOT_EVENTS, 0],
      quoted(event),
    ],
    [
      `${event} of people with another scope`,
      listening('user_events', event, 'chat:write'),
      'event-scope',
      [...EVENTS, 'user_events', 0],
      quoted(event),
    ],
  ]),
];

const TRANSPORTS: readonly Row[] = [
  [
    'events without a way to the app',
    set([...EVENTS, 'request_url'], undefined),
    'event-transport',
    EVENTS,
    quoted('event_subscriptions'),
  ],
  [
    'interactivity without a way to the app',
    set(['settings', 'interactivity', 'request_url'], undefined),
    'interactivity-transport',
    ['settings', 'interactivity'],
    quoted('interactivity'),
  ],
  [
    'a command without a way to the app',
    set(['features', 'slash_commands', 1, 'url'], undefined),
    'command-transport',
    ['features', 'slash_commands', 1],
    '{',
  ],
  [
    'shortcuts without interactivity',
    set(['settings', 'interactivity', 'is_enabled'], false),
    'shortcut-interactivity',
    ['features', 'shortcuts'],
    quoted('shortcuts'),
  ],
  [
    'shortcuts without a word about interactivity',
    set(['settings', 'interactivity'], undefined),
    'shortcut-interactivity',
    ['features', 'shortcuts'],
    quoted('shortcuts'),
  ],
  [
    'a command twice',
    set(['features', 'slash_commands', 1, 'command'], '/tide'),
    'duplicate-command',
    ['features', 'slash_commands', 1, 'command'],
    quoted('/tide'),
  ],
  [
    'a command of the product',
    set(['features', 'slash_commands', 1, 'command'], '/me'),
    'reserved-command',
    ['features', 'slash_commands', 1, 'command'],
    quoted('/me'),
  ],
  [
    'a callback id twice',
    set(['features', 'shortcuts', 1, 'callback_id'], 'ask_tide'),
    'duplicate-callback-id',
    ['features', 'shortcuts', 1, 'callback_id'],
    quoted('ask_tide'),
  ],
  [
    'http where https is needed',
    set([...EVENTS, 'request_url'], 'http://tides.example/events'),
    'https-url',
    [...EVENTS, 'request_url'],
    quoted('http://tides.example/events'),
  ],
  [
    'steps from apps',
    set(['features', 'workflow_steps'], [{ name: 'A step', callback_id: 'a_step' }]),
    'deprecated-workflow-steps',
    ['features', 'workflow_steps'],
    quoted('workflow_steps'),
  ],
];

const FUNCTIONS: readonly Row[] = [
  [
    'functions without a runtime',
    set(['settings', 'function_runtime'], undefined),
    'function-runtime-missing',
    ['settings'],
    quoted('settings'),
  ],
  [
    'functions in an app for one workspace',
    set(['settings', 'org_deploy_enabled'], false),
    'functions-org-deploy',
    ['settings', 'org_deploy_enabled'],
    'false',
  ],
  [
    'functions without a word about organizations',
    set(['settings', 'org_deploy_enabled'], undefined),
    'functions-org-deploy',
    ['settings'],
    quoted('settings'),
  ],
  [
    'remote functions without their event',
    without(BOT_EVENTS, 'function_executed'),
    'functions-event',
    BOT_EVENTS,
    quoted('bot_events'),
  ],
  [
    'an unknown runtime',
    set(['settings', 'function_runtime'], 'lambda'),
    'enum',
    ['settings', 'function_runtime'],
    quoted('lambda'),
  ],
  [
    'an id with capitals',
    both([[['functions', 'nextTide'], items(NEXT_TIDE) as Json]]),
    'callback-id-snake-case',
    ['functions', 'nextTide'],
    quoted('nextTide'),
  ],
  [
    'an id with a hyphen',
    both([[['functions', 'next-tide'], items(NEXT_TIDE) as Json]]),
    'callback-id-snake-case',
    ['functions', 'next-tide'],
    quoted('next-tide'),
  ],
  [
    'an id of 101 characters',
    both([[['functions', 'n'.repeat(101)], items(NEXT_TIDE) as Json]]),
    'callback-id-length',
    ['functions', 'n'.repeat(101)],
    quoted('n'.repeat(101)),
  ],
  [
    'a hosted app with user scopes',
    set(USER, ['users:read'], BASE_HOSTED),
    'hosted-user-scopes',
    USER,
    quoted('user'),
  ],
  [
    'a hosted app that manages tokens',
    set(['oauth_config', 'token_management_enabled'], true, BASE_HOSTED),
    'hosted-token-management',
    ['oauth_config', 'token_management_enabled'],
    'true',
  ],
  [
    'a hosted app that says it is not',
    set(['settings', 'is_hosted'], false, BASE_HOSTED),
    'hosted-mismatch',
    ['settings', 'is_hosted'],
    'false',
  ],
  [
    'a remote app that says it is hosted',
    set(['settings', 'is_hosted'], true),
    'hosted-mismatch',
    ['settings', 'is_hosted'],
    'true',
  ],
  [
    'outgoing domains in capitals',
    set(['outgoing_domains'], ['API.tides.example'], BASE_HOSTED),
    'pattern',
    ['outgoing_domains', 0],
    quoted('API.tides.example'),
  ],
  [
    'a custom type that is not declared',
    set([...NEXT_TIDE, 'output_parameters', 'tide', 'type'], '#/types/tied'),
    'unresolved-type',
    [...NEXT_TIDE, 'output_parameters', 'tide', 'type'],
    quoted('#/types/tied'),
  ],
  [
    'a type that nobody knows',
    set([...NEXT_TIDE, 'input_parameters', 'harbour', 'type'], 'strnig'),
    'unknown-type',
    [...NEXT_TIDE, 'input_parameters', 'harbour', 'type'],
    quoted('strnig'),
  ],
  [
    'a type of the service that nobody knows',
    set([...NEXT_TIDE, 'input_parameters', 'day', 'type'], 'service#/types/dat'),
    'unknown-type',
    [...NEXT_TIDE, 'input_parameters', 'day', 'type'],
    quoted('service#/types/dat'),
  ],
  [
    'a type of items that nobody knows',
    set([...NEXT_TIDE, 'input_parameters', 'days'], { type: 'array', items: { type: 'dates' } }),
    'unknown-type',
    [...NEXT_TIDE, 'input_parameters', 'days', 'items', 'type'],
    quoted('dates'),
  ],
  [
    'a primary key that is no attribute',
    set(['datastores', 'tides', 'primary_key'], 'idd'),
    'primary-key-missing',
    ['datastores', 'tides', 'primary_key'],
    quoted('idd'),
  ],
  [
    'a time to live that is no attribute',
    set(['datastores', 'tides', 'time_to_live_attribute'], 'tim'),
    'primary-key-missing',
    ['datastores', 'tides', 'time_to_live_attribute'],
    quoted('tim'),
  ],
];

const VERSIONS: readonly Row[] = [
  [
    'a version that does not exist',
    set(['_metadata', 'major_version'], 3),
    'manifest-version',
    ['_metadata', 'major_version'],
    '3',
  ],
  [
    'version 0',
    set(['_metadata', 'major_version'], 0),
    'manifest-version',
    ['_metadata', 'major_version'],
    '0',
  ],
  [
    'parameters of version 2 in 1',
    set([...NEXT_TIDE, 'input_parameters'], {
      properties: { harbour: { type: 'string' } },
      required: ['harbour'],
    }),
    'v2-parameters-in-v1',
    [...NEXT_TIDE, 'input_parameters'],
    quoted('input_parameters'),
  ],
  [
    'parameters of version 1 in 2',
    set([...NEXT_TIDE, 'input_parameters'], { harbour: { type: 'string', is_required: true } }, BASE_V2),
    'v1-parameters-in-v2',
    [...NEXT_TIDE, 'input_parameters'],
    quoted('input_parameters'),
  ],
  [
    'a parameter beside properties',
    set([...NEXT_TIDE, 'input_parameters', 'wind'], { type: 'number' }, BASE_V2),
    'v1-parameters-in-v2',
    [...NEXT_TIDE, 'input_parameters', 'wind'],
    quoted('wind'),
  ],
  [
    'something else beside properties',
    set([...NEXT_TIDE, 'input_parameters', 'notes'], 'x', BASE_V2),
    'unknown-key',
    [...NEXT_TIDE, 'input_parameters', 'notes'],
    quoted('notes'),
  ],
  [
    'parameters without properties',
    set([...NEXT_TIDE, 'output_parameters'], { required: [] }, BASE_V2),
    'required',
    [...NEXT_TIDE, 'output_parameters'],
    quoted('output_parameters'),
  ],
  [
    'properties mistyped',
    withRenamed(BASE_V2, [...NEXT_TIDE, 'output_parameters', 'properties'], 'propertes'),
    'unknown-key',
    [...NEXT_TIDE, 'output_parameters', 'propertes'],
    quoted('propertes'),
  ],
  [
    'required names nothing',
    set([...NEXT_TIDE, 'input_parameters', 'required', 0], 'harbor_', BASE_V2),
    'required-unknown',
    [...NEXT_TIDE, 'input_parameters', 'required', 0],
    quoted('harbor_'),
  ],
  [
    'is_required in version 2',
    set([...NEXT_TIDE, 'input_parameters', 'properties', 'day', 'is_required'], false, BASE_V2),
    'is-required-in-v2',
    [...NEXT_TIDE, 'input_parameters', 'properties', 'day', 'is_required'],
    quoted('is_required'),
  ],
  [
    'the type of a step in version 1',
    set([...FIRST, 'type'], 'function'),
    'v2-key-in-v1',
    [...FIRST, 'type'],
    quoted('type'),
  ],
  [
    'a type of step that does not exist',
    set([...FIRST, 'type'], 'loop', BASE_V2),
    'enum',
    [...FIRST, 'type'],
    quoted('loop'),
  ],
];

const WORKFLOWS: readonly Row[] = [
  [
    'a function that is not declared',
    set([...FIRST, 'function_id'], '#/functions/next_tied'),
    'unresolved-function',
    [...FIRST, 'function_id'],
    quoted('#/functions/next_tied'),
  ],
  [
    'a bare name',
    set([...FIRST, 'function_id'], 'next_tide'),
    'function-ref-shape',
    [...FIRST, 'function_id'],
    quoted('next_tide'),
  ],
  [
    'a reference with another word',
    set([...SECOND, 'function_id'], 'acme#/functions/send_message'),
    'function-ref-shape',
    [...SECOND, 'function_id'],
    quoted('acme#/functions/send_message'),
  ],
  [
    'a function that the service does not have',
    set([...SECOND, 'function_id'], 'service#/functions/send_mesage'),
    'unknown-builtin',
    [...SECOND, 'function_id'],
    quoted('service#/functions/send_mesage'),
  ],
  [
    'an input that is missing',
    set([...FIRST, 'inputs'], {}),
    'missing-step-input',
    [...FIRST, 'inputs'],
    quoted('inputs'),
  ],
  [
    'an input of a built-in function that is missing',
    set([...SECOND, 'inputs', 'channel_id'], undefined),
    'missing-step-input',
    [...SECOND, 'inputs'],
    quoted('inputs'),
  ],
  [
    'a mistyped input',
    withRenamed(BASE_V1, [...FIRST, 'inputs', 'harbour'], 'harbor'),
    'missing-step-input',
    [...FIRST, 'inputs'],
    quoted('inputs'),
  ],
  [
    'an input too many',
    set([...FIRST, 'inputs', 'wind'], 'west'),
    'unknown-step-input',
    [...FIRST, 'inputs', 'wind'],
    quoted('wind'),
  ],
  [
    'an input that is null',
    set([...FIRST, 'inputs', 'day'], null),
    'type',
    [...FIRST, 'inputs', 'day'],
    'null',
  ],
  [
    'a step id twice',
    both([
      [[...SECOND, 'id'], 'find'],
      [[...SECOND, 'inputs', 'message'], 'x'],
    ]),
    'duplicate-step-id',
    [...SECOND, 'id'],
    quoted('find'),
  ],
  [
    'an input that the workflow does not have',
    set([...FIRST, 'inputs', 'harbour'], 'at {{inputs.harbor}}'),
    'template-input',
    [...FIRST, 'inputs', 'harbour'],
    '{{inputs.harbor}}',
  ],
  [
    'a step that is not there',
    set([...SECOND, 'inputs', 'message'], '{{steps.fnd.time}}'),
    'template-step-unknown',
    [...SECOND, 'inputs', 'message'],
    '{{steps.fnd.time}}',
  ],
  [
    'an output of the step itself',
    set([...SECOND, 'inputs', 'message'], '{{steps.post.message_link}}'),
    'template-step-order',
    [...SECOND, 'inputs', 'message'],
    '{{steps.post.message_link}}',
  ],
  [
    'an output of a later step',
    set([...FIRST, 'inputs', 'harbour'], '{{steps.post.message_link}}'),
    'template-step-order',
    [...FIRST, 'inputs', 'harbour'],
    '{{steps.post.message_link}}',
  ],
  [
    'an output that is not there',
    set([...SECOND, 'inputs', 'message'], 'a {{steps.find.tme}} b'),
    'template-output-unknown',
    [...SECOND, 'inputs', 'message'],
    '{{steps.find.tme}}',
  ],
  [
    'something else than inputs and steps',
    set([...SECOND, 'inputs', 'message'], '{{env.HOME}}'),
    'template-root',
    [...SECOND, 'inputs', 'message'],
    '{{env.HOME}}',
  ],
  [
    'a template that is not closed',
    set([...SECOND, 'inputs', 'message'], 'at {{steps.find.time}'),
    'template-syntax',
    [...SECOND, 'inputs', 'message'],
    '{{steps.find.time}',
  ],
  [
    'an empty template',
    set([...SECOND, 'inputs', 'message'], '{{}}'),
    'template-syntax',
    [...SECOND, 'inputs', 'message'],
    '{{}}',
  ],
  [
    'a template with a blank in it',
    set([...SECOND, 'inputs', 'message'], '{{steps.find time}}'),
    'template-syntax',
    [...SECOND, 'inputs', 'message'],
    '{{steps.find time}}',
  ],
  [
    'a template without an output',
    set([...SECOND, 'inputs', 'message'], '{{steps.find}}'),
    'template-syntax',
    [...SECOND, 'inputs', 'message'],
    '{{steps.find}}',
  ],
  [
    'a template deep in a value',
    set([...SECOND, 'inputs', 'blocks'], { rows: [['{{inputs.nothing}}']] }),
    'template-input',
    [...SECOND, 'inputs', 'blocks', 'rows', 0, 0],
    '{{inputs.nothing}}',
  ],
];

const PLACES: readonly Row[] = [
  [
    'shortcuts under settings',
    both([
      [['features', 'shortcuts'], undefined],
      [['settings', 'shortcuts'], items(['features', 'shortcuts'])],
    ]),
    'misplaced-key',
    ['settings', 'shortcuts'],
    quoted('shortcuts'),
  ],
  [
    'scopes at the top',
    both([
      [['oauth_config', 'scopes'], undefined],
      [['scopes'], items(['oauth_config', 'scopes']) as Json],
    ]),
    'misplaced-key',
    ['scopes'],
    quoted('scopes'),
  ],
  [
    'bot_user at the top',
    both([
      [['features', 'bot_user'], undefined],
      [['bot_user'], items(['features', 'bot_user']) as Json],
    ]),
    'misplaced-key',
    ['bot_user'],
    quoted('bot_user'),
  ],
  [
    'bot_events under settings',
    both([
      [BOT_EVENTS, undefined],
      [['settings', 'bot_events'], items(BOT_EVENTS)],
    ]),
    'misplaced-key',
    ['settings', 'bot_events'],
    quoted('bot_events'),
  ],
  [
    'functions under features as a map',
    both([
      [['functions'], undefined],
      [['settings', 'functions'], items(['functions']) as Json],
    ]),
    'misplaced-key',
    ['settings', 'functions'],
    quoted('functions'),
  ],
  ['a name at the top', set(['name'], 'Tide'), 'misplaced-key', ['name'], quoted('name')],
  [
    'a placeholder for a URL',
    set([...EVENTS, 'request_url'], '<YOUR_URL>'),
    'placeholder',
    [...EVENTS, 'request_url'],
    '<YOUR_URL>',
  ],
  [
    'a placeholder in a URL',
    set([...EVENTS, 'request_url'], 'https://your-domain.com/events'),
    'placeholder',
    [...EVENTS, 'request_url'],
    'your-domain',
  ],
  [
    'a variable in a redirect',
    set(['oauth_config', 'redirect_urls', 0], `https://${variable('HOST')}/oauth`),
    'placeholder',
    ['oauth_config', 'redirect_urls', 0],
    variable('HOST'),
  ],
  [
    'a variable for a name',
    set(['display_information', 'name'], variable('APP_NAME')),
    'placeholder',
    ['display_information', 'name'],
    variable('APP_NAME'),
  ],
];

describe.each([
  ['permissions and events (WEB §2.6, §6)', PERMISSIONS],
  ['transports, commands and shortcuts (WEB §2.6)', TRANSPORTS],
  ['functions, types and datastores (WEB §2.6)', FUNCTIONS],
  ['versions (WEB §9)', VERSIONS],
  ['workflows and templates (WEB §2.6)', WORKFLOWS],
  ['places and placeholders (WEB §2.6)', PLACES],
])('one defect in the meaning of a manifest gives one finding: %s', (_, rows) => {
  it.each(rows.map((row) => [row[0], row] as const))('%s', async (__, [, data, rule, path, marked]) => {
    const expected = [[rule, pointerOf(path)]];
    const json = await seenIn('manifest.json', jsonText(data));
    const yaml = await seenIn('manifest.yaml', yamlText(data));
    expect(json.map(({ rule, pointer }) => [rule, pointer])).toEqual(expected);
    expect(yaml.map(({ rule, pointer }) => [rule, pointer])).toEqual(expected);
    expect(json.find(({ rule: found }) => found === rule)?.marked).toBe(marked);
  });
});

describe('an event whose scope is asked for gives nothing (WEB §6)', () => {
  it.each(EVENT_SCOPES)('%s with %s', async (event, scope) => {
    for (const key of ['bot_events', 'user_events'] as const) {
      const seen = await seenIn('manifest.json', jsonText(listening(key, event, scope)), {
        levels: new Map([['illegal-scope', 'off']]),
      });
      expect(seen).toEqual([]);
    }
  });
});

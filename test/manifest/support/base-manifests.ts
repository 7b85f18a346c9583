import type { Json, JsonObject } from '../../../src/spec/protocol-types.ts';

/** A version 1 manifest with every section of the specification and without findings (WEB §2.6). */
export const BASE_V1: JsonObject = {
  _metadata: { major_version: 1, minor_version: 1 },
  app_directory: {
    app_directory_categories: ['Productivity', 'Travel'],
    use_direct_install: true,
    direct_install_url: 'https://tides.example/install',
    installation_landing_page: 'https://tides.example/start',
    privacy_policy_url: 'https://tides.example/privacy',
    support_url: 'http://tides.example/help',
    support_email: 'help@tides.example',
    supported_languages: ['English', 'French'],
    pricing: 'Free',
  },
  display_information: {
    name: 'Tide Table',
    description: 'Tells the tides',
    long_description: 'T'.repeat(174),
    background_color: '#0b3954',
  },
  features: {
    app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
    assistant_view: {
      assistant_description: 'Knows the tides',
      suggested_prompts: [{ title: 'Next tide', message: 'When is the next tide?' }],
    },
    bot_user: { display_name: 'tide-table', always_online: true },
    rich_previews: { is_active: true, entity_types: ['tide'] },
    shortcuts: [
      { name: 'Ask for a tide', type: 'global', callback_id: 'ask_tide', description: 'Asks for a tide' },
      { name: 'Add to a tide', type: 'message', callback_id: 'add_tide', description: 'Adds a message' },
    ],
    slash_commands: [
      {
        command: '/tide',
        url: 'https://tides.example/commands',
        description: 'Shows the tide',
        usage_hint: '[harbour]',
        should_escape: false,
      },
      { command: '/next-tide', url: 'https://tides.example/commands', description: 'Shows the next tide' },
    ],
    unfurl_domains: ['tides.example', 'docs.tides.example'],
  },
  oauth_config: {
    redirect_urls: ['https://tides.example/oauth', 'https://tides.example/oauth/2'],
    scopes: {
      bot: [
        'app_mentions:read',
        'assistant:write',
        'chat:write',
        'commands',
        'datastore:read',
        'datastore:write',
        'im:history',
        'incoming-webhook',
        'links:read',
        'links:write',
      ],
      user: ['users:read', 'reactions:read'],
      bot_optional: ['im:history'],
      user_optional: ['reactions:read'],
    },
    token_management_enabled: true,
  },
  settings: {
    allowed_ip_address_ranges: ['192.0.2.0/24', '198.51.100.7'],
    event_subscriptions: {
      request_url: 'https://tides.example/events',
      bot_events: ['app_home_opened', 'app_mention', 'function_executed', 'link_shared', 'message.im'],
      user_events: ['reaction_added'],
      metadata_subscriptions: [{ app_id: '*', event_type: 'tide_turned' }],
    },
    incoming_webhooks: { incoming_webhooks_enabled: true },
    interactivity: {
      is_enabled: true,
      request_url: 'https://tides.example/actions',
      message_menu_options_url: 'https://tides.example/options',
    },
    org_deploy_enabled: true,
    socket_mode_enabled: false,
    token_rotation_enabled: false,
    is_hosted: false,
    siws_links: { initiate_uri: 'https://tides.example/sign-in' },
    function_runtime: 'remote',
  },
  functions: {
    next_tide: {
      title: 'Next tide',
      description: 'Finds the next tide',
      input_parameters: {
        harbour: { type: 'string', title: 'Harbour', is_required: true },
        day: { type: 'service#/types/date', is_required: false },
      },
      output_parameters: {
        time: { type: 'service#/types/timestamp', is_required: true },
        tide: { type: '#/types/tide', is_required: false },
      },
    },
  },
  workflows: {
    morning: {
      title: 'Morning tide',
      description: 'Posts the next tide',
      input_parameters: {
        channel: { type: 'service#/types/channel_id', is_required: true },
        harbour: { type: 'string', is_required: true },
      },
      steps: [
        { id: 'find', function_id: '#/functions/next_tide', inputs: { harbour: '{{inputs.harbour}}' } },
        {
          id: 'post',
          function_id: 'service#/functions/send_message',
          inputs: { channel_id: '{{inputs.channel}}', message: 'High water at {{steps.find.time}}' },
        },
      ],
      suggested_triggers: {
        daily: { name: 'Daily', description: 'Every day', type: 'scheduled', inputs: {} },
      },
    },
  },
  datastores: {
    tides: {
      primary_key: 'id',
      attributes: { id: { type: 'string' }, time: { type: 'service#/types/timestamp' } },
      time_to_live_attribute: 'time',
    },
  },
  types: {
    tide: {
      title: 'A tide',
      type: 'object',
      description: 'High or low',
      is_required: false,
      is_hidden: false,
      hint: 'x',
    },
  },
};

/** The same manifest in version 2 (WEB §9). */
export const BASE_V2: JsonObject = {
  ...BASE_V1,
  _metadata: { major_version: 2, minor_version: 1 },
  functions: {
    next_tide: {
      title: 'Next tide',
      description: 'Finds the next tide',
      input_parameters: {
        properties: { harbour: { type: 'string', title: 'Harbour' }, day: { type: 'service#/types/date' } },
        required: ['harbour'],
      },
      output_parameters: {
        properties: { time: { type: 'service#/types/timestamp' }, tide: { type: '#/types/tide' } },
        required: ['time'],
      },
    },
  },
  workflows: {
    morning: {
      title: 'Morning tide',
      description: 'Posts the next tide',
      input_parameters: {
        properties: { channel: { type: 'service#/types/channel_id' }, harbour: { type: 'string' } },
        required: ['channel', 'harbour'],
      },
      steps: [
        {
          id: 'find',
          type: 'function',
          function_id: '#/functions/next_tide',
          inputs: { harbour: '{{inputs.harbour}}' },
        },
        {
          id: 'post',
          type: 'function',
          function_id: 'service#/functions/send_message',
          inputs: { channel_id: '{{inputs.channel}}', message: 'High water at {{steps.find.time}}' },
        },
      ],
      suggested_triggers: [{ name: 'Daily', description: 'Every day', type: 'scheduled', inputs: {} }],
    },
  },
};

/** An app that the service hosts. */
export const BASE_HOSTED: JsonObject = {
  _metadata: { major_version: 2 },
  display_information: { name: 'Tide Table' },
  features: { bot_user: { display_name: 'tide-table' }, app_home: { messages_tab_enabled: true } },
  oauth_config: {
    scopes: { bot: ['chat:write', 'datastore:read', 'datastore:write'] },
    token_management_enabled: false,
  },
  settings: { org_deploy_enabled: true, is_hosted: true, function_runtime: 'service' },
  functions: BASE_V2['functions'] ?? {},
  types: BASE_V1['types'] ?? {},
  outgoing_domains: ['api.tides.example', 'tides.example'],
};

type Path = readonly (string | number)[];

type Holder = Record<string | number, Json> | Json[];

/** Returns a copy with one value replaced; undefined removes it. */
export function withValue(data: Json, path: Path, value: Json | undefined): Json {
  const copy = structuredClone(data) as Record<string | number, Json>;
  let holder: Holder = copy;
  for (const step of path.slice(0, -1)) holder = (holder as Record<string | number, Json>)[step] as Holder;
  const last = path.at(-1) ?? '';
  if (Array.isArray(holder)) holder.splice(Number(last), 1, ...(value === undefined ? [] : [value]));
  else if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}

/** Returns a copy with one key renamed, in the same position. */
export function withRenamed(data: Json, path: Path, name: string): Json {
  const parent = path.slice(0, -1);
  const holder = parent.reduce<Json>(
    (value, step) => (value as Record<string | number, Json>)[step] ?? null,
    data,
  );
  const renamed = Object.fromEntries(
    Object.entries(holder as JsonObject).map(([key, value]) => [key === path.at(-1) ? name : key, value]),
  );
  return parent.length === 0 ? renamed : withValue(data, parent, renamed);
}

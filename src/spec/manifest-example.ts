import type { JsonObject } from './protocol-types.ts';

/** A version 2 manifest with every documented field once (WEB §2.6, §9); examples are parts of it. */
export const MANIFEST_EXAMPLE: JsonObject = {
  _metadata: { major_version: 2, minor_version: 1, schema_version: 1, min_version: 1 },
  app_directory: {
    app_directory_categories: ['Productivity'],
    use_direct_install: true,
    direct_install_url: 'https://example.com/install',
    installation_landing_page: 'https://example.com/start',
    privacy_policy_url: 'https://example.com/privacy',
    support_url: 'https://example.com/help',
    support_email: 'help@example.com',
    supported_languages: ['English'],
    pricing: 'Free',
  },
  display_information: {
    name: 'Tide Table',
    description: 'Tells the tides',
    long_description:
      'Tide Table tells the tides of a harbor. Ask it with /tide, mention it in a channel, or read the next high water in its Home tab. It posts a warning in the morning of a day on which a spring tide is expected.',
    background_color: '#0b3954',
  },
  features: {
    app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
    assistant_view: {
      assistant_description: 'Knows the tides',
      suggested_prompts: [{ title: 'Next tide', message: 'When is the next tide?' }],
    },
    agent_view: {
      agent_description: 'Plans trips by the tides',
      suggested_prompts: [{ title: 'Next tide', message: 'When is the next tide?' }],
      actions: [{ name: 'plan', description: 'Plans a trip' }],
    },
    bot_user: { display_name: 'tide-table', always_online: true },
    rich_previews: { is_active: true, entity_types: ['tide'] },
    shortcuts: [
      { name: 'Ask for a tide', type: 'global', callback_id: 'ask_tide', description: 'Asks for a tide' },
    ],
    slash_commands: [
      {
        command: '/tide',
        url: 'https://example.com/commands',
        description: 'Shows the tide',
        usage_hint: '[harbor]',
        should_escape: false,
      },
    ],
    unfurl_domains: ['tides.example.com'],
    workflow_steps: [{ name: 'Find a tide', callback_id: 'find_tide' }],
    functions: [],
  },
  oauth_config: {
    redirect_urls: ['https://example.com/oauth'],
    scopes: {
      bot: ['chat:write', 'commands'],
      user: ['users:read'],
      bot_optional: ['commands'],
      user_optional: ['users:read'],
    },
    token_management_enabled: true,
    pkce_enabled: false,
  },
  settings: {
    allowed_ip_address_ranges: ['192.0.2.0/24'],
    event_subscriptions: {
      request_url: 'https://example.com/events',
      bot_events: ['app_mention', 'message.im'],
      user_events: ['reaction_added'],
      metadata_subscriptions: [{ app_id: '*', event_type: 'tide_turned' }],
    },
    incoming_webhooks: { incoming_webhooks_enabled: true },
    interactivity: {
      is_enabled: true,
      request_url: 'https://example.com/actions',
      message_menu_options_url: 'https://example.com/options',
    },
    org_deploy_enabled: true,
    socket_mode_enabled: false,
    token_rotation_enabled: false,
    is_hosted: false,
    siws_links: { initiate_uri: 'https://example.com/sign-in' },
    function_runtime: 'remote',
    is_mcp_enabled: false,
  },
  functions: {
    next_tide: {
      title: 'Next tide',
      description: 'Finds the next tide',
      input_parameters: {
        properties: {
          harbor: {
            type: 'string',
            title: 'Harbor',
            description: 'Name of the harbor',
            is_hidden: false,
            hint: 'Such as Dover',
          },
        },
        required: ['harbor'],
      },
      output_parameters: { properties: { time: { type: 'string' } }, required: ['time'] },
    },
  },
  workflows: {
    morning: {
      title: 'Morning tide',
      description: 'Finds the next tide in the morning',
      input_parameters: { properties: { harbor: { type: 'string' } }, required: ['harbor'] },
      output_parameters: { properties: {} },
      steps: [
        {
          id: 'find',
          type: 'function',
          function_id: '#/functions/next_tide',
          inputs: { harbor: '{{inputs.harbor}}' },
        },
      ],
      suggested_triggers: [{ name: 'Daily', description: 'Every day', type: 'scheduled', inputs: {} }],
    },
  },
  datastores: {
    tides: {
      primary_key: 'id',
      attributes: { id: { type: 'string' }, expires: { type: 'number' } },
      time_to_live_attribute: 'expires',
    },
  },
  outgoing_domains: ['api.example.com'],
  types: { tide: { title: 'Tide', type: 'object', description: 'High or low water' } },
};

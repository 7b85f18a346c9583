import type { ManifestField, ObjectField } from './manifest-field-types.ts';
import { FUNCTION_FIELDS } from './manifest-function-fields.ts';

/**
 * The only definition of the fields of an app manifest (WEB §2.6). Validator, JSON Schema, explanations,
 * wizard and completion are generated from it. Stricter limits of the published schema are `usual` limits.
 * Keys that only the published schema or the reference page has are accepted (assumption
 * `manifest-known-elsewhere`).
 */

const NAMES_A_PERSON_READS = 'shown to people';

const url = (description: string, usualMaxLength: number): ManifestField => ({
  kind: 'text',
  description,
  pattern: 'httpUrl',
  holds: 'address',
  usualMaxLength,
});

/** A URL; documented only as a string. */
const usualUrl = (description: string, usualMaxLength: number): ManifestField => ({
  kind: 'text',
  description,
  usualPattern: 'httpUrl',
  holds: 'address',
  usualMaxLength,
});

const requestUrl = (description: string, usualMaxLength = 3500): ManifestField => ({
  kind: 'text',
  description,
  pattern: 'httpsUrl',
  holds: 'address',
  usualMaxLength,
});

const flag = (description: string): ManifestField => ({ kind: 'boolean', description });

const text = (
  description: string,
  limits: { minLength?: number; usualMinLength?: number; maxLength?: number } = {},
): ManifestField => ({
  kind: 'text',
  description,
  ...limits,
});

const unchecked = (description: string): ManifestField => ({ kind: 'any', isUnchecked: true, description });

const prompts = (usualMaxItems?: number): ManifestField => ({
  kind: 'list',
  description: 'Prompts that are offered to start a conversation.',
  ...(usualMaxItems === undefined ? {} : { usualMaxItems }),
  itemKey: 'title',
  items: {
    kind: 'object',
    description: 'One suggested prompt.',
    fields: {
      title: text('Title of the prompt.'),
      message: text('Message that is sent when the prompt is chosen.'),
    },
    usualRequired: ['title', 'message'],
  },
});

const events = (whose: string): ManifestField => ({
  kind: 'list',
  description: `Event types that are delivered on behalf of ${whose}.`,
  maxItems: 100,
  isSet: true,
  distinct: 'duplicate-event',
  items: {
    kind: 'text',
    description: 'An event type.',
    usualMinLength: 1,
    usualMaxLength: 50,
    offers: 'events',
    holds: 'address',
  },
});

const scopes = (description: string, offers: 'botScopes' | 'userScopes'): ManifestField => ({
  kind: 'list',
  description,
  maxItems: 255,
  isSet: true,
  distinct: 'duplicate-scope',
  items: {
    kind: 'text',
    description: 'A scope.',
    usualMinLength: 1,
    usualMaxLength: 50,
    offers,
    holds: 'address',
  },
});

const METADATA: ManifestField = {
  kind: 'object',
  description: 'Version of the manifest format.',
  fields: {
    major_version: {
      kind: 'integer',
      description: 'Version of the manifest format; defaults to 1.',
      values: [1, 2],
      defaultValue: 1,
    },
    minor_version: { kind: 'integer', description: 'Minor version of the manifest format.' },
    schema_version: { kind: 'integer', description: 'Version of the schema.' },
    min_version: { kind: 'integer', description: 'Lowest version that can read the manifest.' },
  },
};

const APP_DIRECTORY: ManifestField = {
  kind: 'object',
  description: 'How the app is listed in the directory.',
  required: [
    'installation_landing_page',
    'privacy_policy_url',
    'support_url',
    'support_email',
    'supported_languages',
    'pricing',
  ],
  fields: {
    app_directory_categories: {
      kind: 'list',
      description: 'Categories of the app.',
      usualMaxItems: 3,
      isSet: true,
      items: { kind: 'text', description: 'A category.', usualMinLength: 1, usualMaxLength: 255 },
    },
    use_direct_install: flag('Whether the directory links to direct_install_url.'),
    direct_install_url: url('URL where an installation starts.', 255),
    installation_landing_page: url('Page that tells how to install the app.', 255),
    privacy_policy_url: usualUrl('Privacy policy.', 500),
    support_url: usualUrl('Help page.', 350),
    support_email: {
      kind: 'text',
      description: 'Address for help.',
      usualPattern: 'email',
      holds: 'address',
      usualMaxLength: 100,
    },
    supported_languages: {
      kind: 'list',
      description: 'Languages that the app speaks.',
      usualMinItems: 1,
      usualMaxItems: 50,
      isSet: true,
      items: { kind: 'text', description: 'A language.', usualMaxLength: 50 },
    },
    pricing: { kind: 'text', description: 'What the app costs.', usualMinLength: 1, usualMaxLength: 30 },
  },
};

const DISPLAY_INFORMATION: ManifestField = {
  kind: 'object',
  description: `Name and description of the app, ${NAMES_A_PERSON_READS}.`,
  required: ['name'],
  fields: {
    name: { kind: 'text', description: 'Name of the app.', minLength: 1, maxLength: 35, holds: 'name' },
    description: text('One line about the app.', { usualMinLength: 1, maxLength: 140 }),
    // The minimum comes from the settings editor (assumption `manifest-minimum`).
    long_description: text('More about the app.', { usualMinLength: 174, maxLength: 4000 }),
    background_color: {
      kind: 'text',
      description: 'Color behind the icon. Once set it can be changed but not removed.',
      pattern: 'hexColor',
    },
  },
};

const FEATURES: ManifestField = {
  kind: 'object',
  description: 'What people see of the app.',
  fields: {
    app_home: {
      kind: 'object',
      description: 'Tabs of the App Home.',
      fields: {
        home_tab_enabled: flag('Whether there is a Home tab.'),
        messages_tab_enabled: flag('Whether there is a Messages tab.'),
        messages_tab_read_only_enabled: flag('Whether people can only read the Messages tab.'),
      },
    },
    assistant_view: {
      kind: 'object',
      description: 'Assistant settings of the app.',
      required: ['assistant_description'],
      fields: {
        assistant_description: text('What the assistant is for.'),
        suggested_prompts: prompts(),
      },
    },
    agent_view: {
      kind: 'object',
      description: 'Agent settings of the app.',
      fields: {
        agent_description: { kind: 'text', description: 'What the agent is for.', usualMaxLength: 300 },
        suggested_prompts: prompts(4),
        actions: {
          kind: 'list',
          description: 'Quick actions.',
          itemKey: 'name',
          items: {
            kind: 'object',
            description: 'A quick action.',
            usualRequired: ['name', 'description'],
            fields: { name: text('Name of the action.'), description: text('What it does.') },
          },
        },
      },
    },
    bot_user: {
      kind: 'object',
      description: 'Bot user of the app.',
      required: ['display_name'],
      fields: {
        display_name: {
          kind: 'text',
          description: 'Name of the bot: a-z, 0-9, -, _ and .',
          minLength: 1,
          maxLength: 80,
          // Other characters cause only a remark (assumption `manifest-bot-name`).
          pattern: 'botName',
          holds: 'name',
        },
        always_online: flag('Whether the bot always appears to be online.'),
      },
    },
    rich_previews: {
      kind: 'object',
      description: 'Previews of entities of the app.',
      fields: {
        is_active: flag('Whether previews are shown.'),
        entity_types: {
          kind: 'list',
          description: 'Entity types with a preview.',
          isSet: true,
          items: text('An entity type.'),
        },
      },
    },
    search: unchecked('Search in the data of the app.'),
    code_channels: unchecked('Channels in which an agent works with a person.'),
    shortcuts: {
      kind: 'list',
      description: 'Actions in the menus of the product.',
      usualMinItems: 1,
      maxItems: 10,
      itemKey: 'callback_id',
      items: {
        kind: 'object',
        description: 'A shortcut.',
        required: ['name', 'callback_id', 'description', 'type'],
        fields: {
          name: { kind: 'text', description: 'Name in the menu.', minLength: 1, usualMaxLength: 24 },
          type: {
            kind: 'text',
            description: 'On a message, or everywhere.',
            values: ['message', 'global'],
          },
          callback_id: text('Tells the app which shortcut was chosen.', { minLength: 1, maxLength: 255 }),
          description: text('What it does.', { usualMinLength: 1, maxLength: 150 }),
        },
      },
    },
    slash_commands: {
      kind: 'list',
      description: 'Commands that people type.',
      usualMinItems: 1,
      maxItems: 50,
      isSet: true,
      itemKey: 'command',
      items: {
        kind: 'object',
        description: 'A slash command.',
        required: ['command', 'description'],
        fields: {
          command: {
            kind: 'text',
            description: 'The command with its leading slash.',
            maxLength: 32,
            pattern: 'command',
            holds: 'address',
          },
          url: requestUrl('URL that receives the command; not needed in socket mode.', 3000),
          description: text('What it does.', { usualMinLength: 1, maxLength: 2000 }),
          usage_hint: text('Arguments of the command.', { usualMinLength: 1, maxLength: 1000 }),
          should_escape: {
            kind: 'boolean',
            description: 'Whether channels, users and links are sent in escaped form; false by default.',
            defaultValue: false,
          },
        },
      },
    },
    unfurl_domains: {
      kind: 'list',
      description: 'Hosts whose links the app unfurls.',
      usualMinItems: 1,
      maxItems: 5,
      isSet: true,
      distinct: 'duplicate-item',
      items: {
        kind: 'text',
        description: 'A host.',
        usualMaxLength: 255,
        usualPattern: 'host',
        holds: 'address',
      },
    },
    workflow_steps: {
      kind: 'list',
      description: 'Steps from apps. Legacy: declare functions instead.',
      isDeprecated: true,
      usualMinItems: 1,
      maxItems: 10,
      itemKey: 'callback_id',
      items: {
        kind: 'object',
        description: 'A step from an app.',
        required: ['name', 'callback_id'],
        fields: {
          name: text('Name of the step.', { minLength: 1, maxLength: 50 }),
          callback_id: text('Tells the app which step runs.', { minLength: 1, maxLength: 50 }),
        },
      },
    },
    functions: {
      kind: 'list',
      description:
        'Functions in their older place and form: declare them at the top of the manifest instead.',
      isDeprecated: true,
      usualMaxItems: 50,
      isSet: true,
      itemKey: 'callback_id',
      items: {
        kind: 'object',
        description: 'A function in its older form.',
        usualRequired: ['callback_id', 'title', 'description', 'input_parameters', 'output_parameters'],
        fields: {
          callback_id: text('ID of the function.'),
          title: text('Title of the function.'),
          description: text('What it does.'),
          input_parameters: { kind: 'any', description: 'Input parameters.' },
          output_parameters: { kind: 'any', description: 'Output parameters.' },
        },
      },
    },
  },
};

const OAUTH_CONFIG: ManifestField = {
  kind: 'object',
  description: 'Permissions that the app requests when it is installed.',
  fields: {
    redirect_urls: {
      kind: 'list',
      description: 'URLs that an authorization may redirect to.',
      maxItems: 1000,
      isSet: true,
      distinct: 'duplicate-item',
      items: { kind: 'text', description: 'A redirect URL.', usualMaxLength: 2500, holds: 'address' },
    },
    scopes: {
      kind: 'object',
      description: 'Permissions.',
      fields: {
        bot: scopes('Scopes of the bot.', 'botScopes'),
        user: scopes('User scopes.', 'userScopes'),
        bot_optional: scopes('Bot scopes that may be declined.', 'botScopes'),
        user_optional: scopes('User scopes that may be declined.', 'userScopes'),
      },
    },
    token_management_enabled: flag('Whether the app manages its own tokens.'),
    pkce_enabled: flag('Whether an authorization uses PKCE.'),
  },
};

const SETTINGS: ManifestField = {
  kind: 'object',
  description: 'How the service and the app talk to each other.',
  fields: {
    allowed_ip_address_ranges: {
      kind: 'list',
      description: 'Addresses from which the tokens of the app may be used.',
      usualMinItems: 1,
      maxItems: 10,
      isSet: true,
      distinct: 'duplicate-item',
      items: {
        kind: 'text',
        description: 'An IPv4 address or a CIDR range.',
        usualPattern: 'ipRange',
        holds: 'address',
      },
    },
    event_subscriptions: {
      kind: 'object',
      description: 'Events that are sent to the app.',
      fields: {
        request_url: requestUrl(
          'URL that receives events. It must be verified by hand in the settings of the app.',
        ),
        bot_events: events('the bot'),
        user_events: events('people who authorized the app'),
        metadata_subscriptions: {
          kind: 'list',
          description: 'Message metadata that is sent to the app.',
          usualMinItems: 1,
          usualMaxItems: 20,
          isSet: true,
          distinct: 'duplicate-item',
          items: {
            kind: 'object',
            description: 'One kind of metadata.',
            required: ['app_id', 'event_type'],
            fields: {
              app_id: text('App that writes it; * means any app.'),
              event_type: { kind: 'text', description: 'Type of the metadata.', usualMaxLength: 50 },
            },
          },
        },
      },
    },
    incoming_webhooks: {
      kind: 'object',
      description: 'Incoming webhooks.',
      fields: { incoming_webhooks_enabled: flag('Whether there are incoming webhooks.') },
    },
    interactivity: {
      kind: 'object',
      description: 'Buttons, menus, dialogs and shortcuts.',
      required: ['is_enabled'],
      fields: {
        is_enabled: flag('Whether the app is interactive.'),
        request_url: requestUrl('URL that receives interactions; not needed in socket mode.'),
        message_menu_options_url: requestUrl('URL that returns the options of a menu.'),
      },
    },
    org_deploy_enabled: flag(
      'Whether the app can be installed on a whole organization; needed for functions.',
    ),
    socket_mode_enabled: flag('Whether the app connects by a WebSocket, without request URLs.'),
    token_rotation_enabled: flag('Whether tokens expire and are renewed.'),
    is_hosted: flag('Whether the service runs the app.'),
    siws_links: {
      kind: 'object',
      description: 'Signing in with the service.',
      fields: { initiate_uri: requestUrl('Where signing in begins.') },
    },
    function_runtime: {
      kind: 'text',
      description: 'Who runs the functions: remote (you) or the vendor name (the service).',
      offers: 'runtimes',
      holds: 'address',
    },
    hermes_app_type: unchecked('Kind of app.'),
    is_mcp_enabled: flag('Whether the app offers its functions to models.'),
  },
};

/** The whole manifest (WEB §2.6). */
export const MANIFEST: ObjectField = {
  kind: 'object',
  description: 'An app manifest.',
  required: ['display_information'],
  fields: {
    $schema: { kind: 'any', description: 'Where an editor finds the schema; the service ignores it.' },
    _metadata: METADATA,
    app_directory: APP_DIRECTORY,
    display_information: DISPLAY_INFORMATION,
    features: FEATURES,
    oauth_config: OAUTH_CONFIG,
    settings: SETTINGS,
    ...FUNCTION_FIELDS,
    external_auth_providers: unchecked('Other services that the app signs in to.'),
    mcp_servers: unchecked('Servers of tools for models.'),
    metadata_events: unchecked('Types of message metadata.'),
    compliance: unchecked('Certifications of the app.'),
    events: unchecked('Custom events.'),
    trigger_types: unchecked('Custom kinds of triggers.'),
    icon: unchecked('Path of the icon.'),
  },
};

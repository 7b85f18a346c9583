import { MANIFEST_EVENTS } from '../spec/manifest-events.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { defined } from '../values/defined.ts';

export const STARTERS = {
  socket: 'a bot in socket mode: no request URL, no public server',
  remote: 'functions that you run, called over a request URL',
  hosted: 'functions that the service runs',
  steps: 'a workflow with steps, for functions that the service runs',
} as const;
export type StarterName = keyof typeof STARTERS;

/** Input of a starter manifest. */
export interface StarterOptions {
  readonly template: StarterName;
  readonly name: string;
  readonly description?: string;
  /** Base URL for requests; for `remote` only. */
  readonly url?: string;
  readonly events: readonly string[];
  readonly commands: readonly string[];
  readonly version: 1 | 2;
  readonly vendor: string;
  /** Location of the schema for editors. */
  readonly schema?: string;
}

/** Returns a manifest to start from, without findings; its scopes follow from events and commands. */
export function starterManifest(options: StarterOptions): JsonObject {
  const { template, name, description, version, events, commands } = options;
  const hasFunctions = template !== 'socket';
  const isHosted = template === 'hosted' || template === 'steps';
  const allEvents =
    template === 'remote'
      ? ['function_executed', ...events.filter((event) => event !== 'function_executed')]
      : events;
  return {
    ...defined({ $schema: options.schema }),
    _metadata: { major_version: version },
    display_information: {
      name,
      ...(description === undefined || description === '' ? {} : { description }),
    },
    features: {
      ...(isHosted ? {} : { app_home: { messages_tab_enabled: true } }),
      bot_user: { display_name: botName(name) },
      ...(commands.length === 0
        ? {}
        : { slash_commands: commands.map((command) => commandOf(command, options)) }),
    },
    oauth_config: { scopes: { bot: scopesFor(allEvents, commands) } },
    settings: {
      ...(allEvents.length === 0
        ? {}
        : { event_subscriptions: { ...requestUrl(options, 'events'), bot_events: allEvents } }),
      org_deploy_enabled: hasFunctions,
      ...(isHosted ? {} : { socket_mode_enabled: template === 'socket' }),
      ...(hasFunctions ? { function_runtime: isHosted ? options.vendor : 'remote' } : {}),
    },
    ...(hasFunctions ? { functions: { greet: greet(version) } } : {}),
    ...(template === 'steps' ? { workflows: { welcome: welcome(options) } } : {}),
  };
}

/** Returns the bot scopes for events and commands; a bot has at least one. */
export function scopesFor(events: readonly string[], commands: readonly string[]): readonly string[] {
  const needed = events.flatMap((event) =>
    Object.hasOwn(MANIFEST_EVENTS, event) ? (MANIFEST_EVENTS[event] ?? []).slice(0, 1) : [],
  );
  return [...new Set(['chat:write', ...(commands.length > 0 ? ['commands'] : []), ...needed])].sort();
}

function botName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'bot' : plain;
}

function requestUrl({ template, url }: StarterOptions, path: string): JsonObject {
  return template === 'remote' && url !== undefined
    ? { request_url: `${url.replace(/\/+$/, '')}/${path}` }
    : {};
}

function commandOf(command: string, options: StarterOptions): JsonObject {
  const { request_url: url } = requestUrl(options, 'commands');
  return { command, ...defined({ url }), description: `Runs ${command}` };
}

function parameters(version: 1 | 2, fields: { readonly [name: string]: JsonObject }): JsonObject {
  if (version === 2) return { properties: fields, required: Object.keys(fields) };
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, is_required: true }]),
  );
}

function greet(version: 1 | 2): JsonObject {
  return {
    title: 'Greet a person',
    description: 'Makes a greeting for a person',
    input_parameters: parameters(version, { person: { type: 'string', description: 'Name of the person' } }),
    output_parameters: parameters(version, { greeting: { type: 'string', description: 'The greeting' } }),
  };
}

function welcome({ version, vendor }: StarterOptions): JsonObject {
  const type = version === 2 ? { type: 'function' } : {};
  return {
    title: 'Welcome',
    description: 'Greets a person in a channel',
    input_parameters: parameters(version, {
      person: { type: 'string' },
      channel: { type: `${vendor}#/types/channel_id` },
    }),
    steps: [
      { id: 'greet', ...type, function_id: '#/functions/greet', inputs: { person: '{{inputs.person}}' } },
      {
        id: 'post',
        ...type,
        function_id: `${vendor}#/functions/send_message`,
        inputs: { channel_id: '{{inputs.channel}}', message: '{{steps.greet.greeting}}' },
      },
    ],
  };
}

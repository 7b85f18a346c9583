import { describe, expect, it } from 'vitest';
import { validateText } from '../../src/manifest/validate.ts';

const NAME = 'display_information:\n  name: Harbour\n';

/** Unusual but correct manifests without an error or warning. */
const ROWS: readonly (readonly [what: string, file: string, text: string])[] = [
  ['only a name', 'm.yaml', NAME],
  ['35 emoji', 'm.json', JSON.stringify({ display_information: { name: '🌊'.repeat(35) } })],
  [
    '140 characters of description',
    'm.json',
    JSON.stringify({ display_information: { name: 'X', description: 'é'.repeat(140) } }),
  ],
  [
    'a long description of 4000 characters',
    'm.json',
    JSON.stringify({ display_information: { name: 'X', long_description: 'y'.repeat(4000) } }),
  ],
  ['a color of 3 digits', 'm.yaml', `${NAME}  background_color: "#Abc"\n`],
  ['CRLF line endings', 'm.yaml', NAME.replaceAll('\n', '\r\n')],
  [
    'empty collections',
    'm.yaml',
    `${NAME}features: {}\noauth_config: {redirect_urls: [], scopes: {bot: [], user: []}}\nsettings: {event_subscriptions: {bot_events: [], user_events: []}}\nfunctions: {}\nworkflows: {}\ndatastores: {}\noutgoing_domains: []\ntypes: {}\n`,
  ],
  [
    'aliases',
    'm.yaml',
    `${NAME}settings:\n  socket_mode_enabled: &on true\n  interactivity: &act\n    is_enabled: *on\nfeatures:\n  app_home:\n    messages_tab_enabled: *on\n`,
  ],
  [
    'aliases in a file with 200 other items',
    'm.yaml',
    `${NAME}oauth_config:\n  redirect_urls:\n    - &u https://a.example/0\n${Array.from({ length: 200 }, (_, index) => `    - https://a.example/${index + 1}`).join('\n')}\n  token_management_enabled: &t true\n  pkce_enabled: *t\n`,
  ],
  ['JSON in a YAML file', 'm.yaml', JSON.stringify({ display_information: { name: 'X' } }, null, 2)],
  ['tabs in JSON', 'm.json', JSON.stringify({ display_information: { name: 'X' } }, null, '\t')],
  [
    'a schema line',
    'm.json',
    JSON.stringify({ $schema: './manifest.schema.json', display_information: { name: 'X' } }),
  ],
  ['a document mark', 'm.yaml', `%YAML 1.2\n---\n${NAME}...\n`],
  [
    'block texts',
    'm.yaml',
    'display_information:\n  name: >-\n    Harbour\n    Bot\n  description: |\n    Tells the tides # of the harbour\n',
  ],
  [
    'commands and a webhook without a bot',
    'm.yaml',
    `${NAME}features:\n  slash_commands:\n    - {command: /tide, description: Tides, url: "https://a.example"}\noauth_config: {scopes: {bot: [commands, incoming-webhook]}}\n`,
  ],
  ['a bracketed name', 'm.yaml', 'display_information:\n  name: "[DEV] Harbour <beta>"\n'],
  [
    'usage hints in angle brackets',
    'm.yaml',
    `${NAME}features:\n  slash_commands:\n    - {command: /tide, description: "Shows <when>", usage_hint: "<your harbour> [day]", url: "https://a.example"}\noauth_config: {scopes: {bot: [commands]}}\n`,
  ],
  [
    'user events with only user scopes',
    'm.yaml',
    `${NAME}oauth_config: {scopes: {user: ["im:history"]}}\nsettings: {socket_mode_enabled: true, event_subscriptions: {user_events: [message.im]}}\n`,
  ],
  ['a runtime without functions', 'm.yaml', `${NAME}settings: {function_runtime: remote}\n`],
  [
    'nested template paths',
    'm.yaml',
    `${NAME}_metadata: {major_version: 2}\nworkflows:\n  w:\n    title: W\n    description: ""\n    input_parameters: {properties: {interactivity: {type: service#/types/interactivity}}}\n    steps:\n      - id: "0"\n        function_id: service#/functions/open_form\n        inputs: {title: T, interactivity: "{{ inputs.interactivity }}", fields: {elements: []}}\n      - id: "1"\n        function_id: A0123ABC#/functions/other\n        inputs: {who: "{{inputs.interactivity.interactor.id}}", size: "{{steps.0.fields.size}}"}\n      - {id: "2", type: switch, function_id: "#/x", inputs: {}}\n      - {id: "3", function_id: service#/functions/send_dm, inputs: {user_id: "{{steps.2.anything}}", message: "}} {x}"}}\n`,
  ],
  [
    'types within types',
    'm.yaml',
    `${NAME}types:\n  list: {type: array, items: {type: "#/types/item"}}\n  item: {type: object, properties: {who: {type: service#/types/user_id}}, required: [who]}\n`,
  ],
  [
    'suggested triggers as a list',
    'm.yaml',
    `${NAME}workflows:\n  w: {title: W, description: D, steps: [], suggested_triggers: [{type: shortcut, inputs: {a: {value: "{{data.x}}"}}}]}\n`,
  ],
  [
    'names of JavaScript prototype properties',
    'm.json',
    JSON.stringify({
      display_information: { name: 'constructor' },
      types: { constructor: { type: 'string' }, toString: { type: 'string' } },
    }),
  ],
];

describe('unusual but correct manifests give no error or warning (WEB §2.6, §8, §9)', () => {
  it.each(ROWS)('%s', async (_, file, text) => {
    const { findings } = await validateText(file, text, { vendor: 'service' });
    expect(
      findings
        .filter(({ severity }) => severity !== 'info')
        .map(({ rule, message }) => `${rule}: ${message}`),
    ).toEqual([]);
  });

  it('gives one hint for another vendor name, and none with --vendor', async () => {
    const text = `${NAME}types:\n  a: {type: acme#/types/user_id}\n  b: {type: acme#/types/date}\n  c: {type: acme#/types/channel_id}\n`;
    expect(
      (await validateText('m.yaml', text, { vendor: 'service' })).findings.map(({ rule }) => rule),
    ).toEqual(['vendor-word']);
    expect((await validateText('m.yaml', text, { vendor: 'acme' })).findings).toEqual([]);
  });

  it('accepts placeholders in a template', async () => {
    const text = `${NAME}settings:\n  event_subscriptions: {request_url: <YOUR_URL>, bot_events: [app_home_opened]}\n`;
    expect((await validateText('m.yaml', text, { vendor: 'service', isTemplate: true })).findings).toEqual(
      [],
    );
  });
});

import { describe, expect, it } from 'vitest';
import { type ValidateOptions, validateText } from '../../src/manifest/validate.ts';

/**
 * Manifests in the shapes in which apps are published, each with its expected findings: severity, rule, line.
 */
type Row = readonly [
  what: string,
  text: string,
  findings: readonly string[],
  options?: Partial<ValidateOptions>,
];

const NAME = 'display_information:\n  name: Tides\n';
const BOT = 'features:\n  bot_user:\n    display_name: tides\n';
const SOCKET = 'settings:\n  socket_mode_enabled: true\n';
const RUNTIME = `${SOCKET}  org_deploy_enabled: true\n  function_runtime: remote\n  event_subscriptions:\n    bot_events: [function_executed]\n`;
const fn = (parameters: string) =>
  `functions:\n  greet:\n    title: Greet\n    description: Greets\n    input_parameters:${parameters}\n    output_parameters: {}\n`;
const SCOPES = 'oauth_config:\n  scopes:\n    bot:\n      - chat:write\n';
const variable = (name: string) => `$\{${name}}`;

const ROWS: readonly Row[] = [
  ['a minimal app', NAME, []],
  ['a minimal bot', `${NAME}${BOT}${SCOPES}`, []],
  [
    'a bot whose name has capitals and spaces',
    `${NAME}${BOT.replace('tides', 'Tide Bot')}${SCOPES}`,
    ['info bot-display-name 5'],
  ],
  ['a bot without scopes', `${NAME}${BOT}`, ['warning bot-scope-missing 4']],
  [
    'a socket bot with a command',
    `${NAME}${BOT}  slash_commands:\n    - command: /tide\n      description: Tide\n      usage_hint: ""\n${SCOPES}      - commands\n${SOCKET}`,
    ['warning min-length 9'],
  ],
  [
    'a command over http',
    `${NAME}${BOT}  slash_commands:\n    - command: /tide\n      url: http://a.example\n      description: Tide\n${SCOPES}      - commands\n`,
    ['error https-url 8'],
  ],
  [
    'a command without the scope',
    `${NAME}${BOT}  slash_commands:\n    - command: /tide\n      description: Tide\n${SCOPES}${SOCKET}`,
    ['warning commands-scope 6'],
  ],
  [
    'a template with a placeholder for a URL',
    `${NAME}settings:\n  interactivity:\n    is_enabled: true\n    request_url: <YOUR_URL>\n`,
    ['error placeholder 6'],
  ],
  [
    'a placeholder for a URL, checked as a template',
    `${NAME}settings:\n  interactivity:\n    is_enabled: true\n    request_url: PUT REQUEST URL HERE\n`,
    [],
    { isTemplate: true },
  ],
  [
    'a shell variable',
    `display_information:\n  name: ${variable('APP_NAME')}\n${SOCKET}`,
    ['warning placeholder 2'],
  ],
  [
    'a template with a login in its name',
    'display_information:\n  name: Tides of <your github login> in the harbor\n',
    [],
    { isTemplate: true },
  ],
  ['comments everywhere', `# the app\n${NAME} # name\n${BOT} # bot\n${SCOPES} # scopes\n`, []],
  [
    'an anchor shared by bot events and user events',
    `${NAME}${BOT}oauth_config:\n  scopes: {bot: ["reactions:read"], user: ["users:read"]}\n${SOCKET}  event_subscriptions:\n    bot_events: &e [reaction_added]\n    user_events: *e\n`,
    ['warning event-scope 12'],
  ],
  [
    'a merge key',
    `${NAME}types:\n  base: &base {type: string, title: Base}\n  more:\n    <<: *base\n    title: More\n`,
    [],
  ],
  ['CRLF line endings', NAME.replaceAll('\n', '\r\n'), []],
  ['a color without quotes', `${NAME}  background_color: #0b3954\n`, ['error unquoted-hash 3']],
  ['yes for true', `${NAME}settings:\n  socket_mode_enabled: yes\n`, ['error yaml-boolean 4']],
  ['functions of version 1', `${NAME}${RUNTIME}${fn('\n      who: {type: string, is_required: true}')}`, []],
  [
    'functions of version 2',
    `_metadata: {major_version: 2}\n${NAME}${RUNTIME}${fn('\n      properties:\n        who: {type: string}\n      required: [who]').replace('output_parameters: {}', 'output_parameters: {properties: {}}')}`,
    [],
  ],
  [
    'is_required in version 2',
    `_metadata: {major_version: 2}\n${NAME}${RUNTIME}${fn('\n      properties:\n        who: {type: string, is_required: true}').replace('output_parameters: {}', 'output_parameters: {properties: {}}')}`,
    ['warning is-required-in-v2 16'],
  ],
  [
    'version 1 parameters in version 2',
    `_metadata: {major_version: 2}\n${NAME}${RUNTIME}${fn('\n      who: {type: string}').replace('output_parameters: {}', 'output_parameters: {properties: {}}')}`,
    ['error v1-parameters-in-v2 14'],
  ],
  [
    'a function whose ID has a dash',
    `${NAME}${RUNTIME}${fn(' {}').replace('  greet:', '  sample-step:')}`,
    ['error callback-id-snake-case 10'],
  ],
  [
    'functions without a runtime',
    `${NAME}settings:\n  org_deploy_enabled: true\n${fn(' {}')}`,
    ['error function-runtime-missing 3'],
  ],
  [
    'a mistyped key of a parameter',
    `${NAME}${RUNTIME}${fn('\n      who: {type: string, is_requird: true}')}`,
    ['error unknown-key 14'],
  ],
  [
    'a mistyped type',
    `${NAME}${RUNTIME}${fn('\n      who: {type: interger, is_required: true}')}`,
    ['error unknown-type 14'],
  ],
  [
    'a hosted app of version 2',
    `_metadata: {major_version: 2}\n${NAME}settings:\n  org_deploy_enabled: true\n  function_runtime: service\noutgoing_domains: [a.example]\n${fn('\n      properties: {}').replace('output_parameters: {}', 'output_parameters: {properties: {}}')}`,
    [],
  ],
  ['another vendor name', `${NAME}types:\n  a: {type: acme#/types/user_id}\n`, ['info vendor-word 4']],
  [
    'legacy steps from apps',
    `${NAME}features:\n  workflow_steps:\n    - {name: A, callback_id: a}\n`,
    ['warning deprecated-workflow-steps 4'],
  ],
  [
    'a key of another section',
    `${NAME}settings:\n  app_home: {home_tab_enabled: false}\n`,
    ['error misplaced-key 4'],
  ],
  [
    'a list whose key resembles the key of a URL',
    `${NAME}${SOCKET}  interactivity:\n    is_enabled: true\n    message_menu_options: [a]\n`,
    ['error unknown-key 7'],
  ],
  [
    'events without a request URL',
    `${NAME}${BOT}${SCOPES}settings:\n  event_subscriptions:\n    bot_events: [app_home_opened]\n`,
    ['warning event-transport 11'],
  ],
  ['a short long description', `${NAME}  long_description: Tells the tides.\n`, ['warning min-length 3']],
];

describe('manifests in published shapes (WEB §2.6, §9)', () => {
  it.each(ROWS.map(([what, ...row]) => ({ what, row })))(
    '$what',
    async ({ row: [text, expected, options] }) => {
      const { findings } = await validateText('m.yaml', text, { vendor: 'service', ...options });
      expect(findings.map(({ severity, rule, start }) => `${severity} ${rule} ${start.line}`)).toEqual(
        expected,
      );
    },
  );

  it('has at least thirty cases', () => {
    expect(ROWS.length).toBeGreaterThanOrEqual(30);
  });
});

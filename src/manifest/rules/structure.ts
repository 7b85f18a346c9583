import type { Rule } from './rule.ts';

const SLASH_COMMAND = `features:
  bot_user: {display_name: harbour}
  slash_commands:
    - {command: /tide, description: Shows the tide}
oauth_config:
  scopes: {bot: [commands]}
settings:
  socket_mode_enabled: true
`;

/** Rules for the form of a manifest: keys, types, limits. */
export const STRUCTURE_RULES = {
  syntax: {
    severity: 'error',
    summary: 'The file is not YAML or JSON, or is larger or deeper than any manifest.',
    why: 'Nothing else can be checked until it can be read.',
    fix: 'none',
    section: 'WEB §2.6',
    wrong: 'features:\n  bot_user: {display_name: harbour\n',
    right: 'features:\n  app_home: {home_tab_enabled: false}\n',
  },
  required: {
    severity: 'error',
    summary: 'A required key is missing.',
    why: 'The document requires it. A key that only the published schema requires is a warning.',
    fix: 'none',
    section: 'WEB §2.6',
    wrong: 'settings:\n  socket_mode_enabled: true\n  interactivity: {}\n',
    right: 'settings:\n  socket_mode_enabled: true\n  interactivity:\n    is_enabled: true\n',
  },
  type: {
    severity: 'error',
    summary: 'A value has the wrong type.',
    why: 'The service refuses it; a quoted "true" is a string, not a boolean.',
    fix: 'safe',
    section: 'WEB §2.6',
    wrong: 'settings:\n  socket_mode_enabled: "true"\n',
    right: 'settings:\n  socket_mode_enabled: true\n',
  },
  pattern: {
    severity: 'error',
    summary: 'A text does not have the required form.',
    why: 'Commands and URLs have a form. Forms of hosts and addresses are those of the published schema: warnings.',
    fix: 'safe',
    section: 'WEB §2.6',
    wrong: SLASH_COMMAND.replace('/tide', 'tide'),
    right: SLASH_COMMAND,
  },
  'max-length': {
    severity: 'error',
    summary: 'A text is longer than its limit.',
    why: 'The service refuses it. Limits that only its published schema has are warnings. Length is counted in characters.',
    fix: 'none',
    section: 'WEB §2.6',
    wrong: 'display_information:\n  name: The Very Helpful Assistant Of Harbour & Finch\n',
    right: 'display_information:\n  name: Harbour Assistant\n',
  },
  'min-length': {
    severity: 'error',
    summary: 'A text is empty, or shorter than its limit.',
    why: 'An empty name or ID is an error. Minimums that only the published schema or the settings editor has are warnings.',
    fix: 'safe',
    section: 'WEB §2.6',
    wrong: 'display_information:\n  name: Harbour\n  description: ""\n',
    right: 'display_information:\n  name: Harbour\n',
  },
  'max-items': {
    severity: 'error',
    summary: 'A list or a map has more entries than its limit.',
    why: 'The document limits it. Limits that only the published schema has are warnings.',
    fix: 'none',
    section: 'WEB §2.6',
    wrong: `settings:\n  allowed_ip_address_ranges:\n${Array.from({ length: 11 }, (_, index) => `    - 192.0.2.${index + 1}\n`).join('')}`,
    right: 'settings:\n  allowed_ip_address_ranges:\n    - 192.0.2.0/28\n',
  },
  'min-items': {
    severity: 'warning',
    summary: 'A list that needs an item is empty.',
    why: 'The document gives no minimum; the published schema requires an item. Leave the key out instead.',
    fix: 'safe',
    section: 'WEB §2.6',
    wrong: 'features:\n  app_home:\n    home_tab_enabled: false\n  shortcuts: []\n',
    right: 'features:\n  app_home:\n    home_tab_enabled: false\n',
  },
  enum: {
    severity: 'error',
    summary: 'A value is not one of the allowed values.',
    why: 'The service refuses it.',
    fix: 'suggest',
    section: 'WEB §2.6',
    wrong: 'settings:\n  function_runtime: remot\n',
    right: 'settings:\n  function_runtime: remote\n',
  },
  'https-url': {
    severity: 'error',
    summary: 'A request URL does not start with https://.',
    why: 'The service sends events, commands and interactions over TLS only.',
    fix: 'suggest',
    section: 'WEB §2.6',
    wrong: 'settings:\n  interactivity:\n    is_enabled: true\n    request_url: http://example.com/act\n',
    right: 'settings:\n  interactivity:\n    is_enabled: true\n    request_url: https://example.com/act\n',
  },
  'unknown-key': {
    severity: 'error',
    summary: 'A key is not known at its place.',
    why: 'The service refuses the whole manifest for one unknown key.',
    fix: 'safe',
    section: 'WEB §2.6',
    wrong: 'settings:\n  socket_mode_enable: true\n',
    right: 'settings:\n  socket_mode_enabled: true\n',
  },
  'duplicate-key': {
    severity: 'error',
    summary: 'An object has the same key twice.',
    why: 'Parsers silently keep one of them, and not all the same one.',
    fix: 'none',
    section: 'WEB §2.6',
    wrong: 'settings:\n  socket_mode_enabled: true\n  socket_mode_enabled: false\n',
    right: 'settings:\n  socket_mode_enabled: true\n',
  },
  'misplaced-key': {
    severity: 'error',
    summary: 'A key is in the wrong section.',
    why: 'The service refuses the whole manifest.',
    fix: 'suggest',
    section: 'WEB §2.6',
    wrong: 'settings:\n  home_tab_enabled: false\n',
    right: 'features:\n  app_home:\n    home_tab_enabled: false\n',
  },
  'manifest-version': {
    severity: 'error',
    summary: 'The manifest has a version that does not exist.',
    why: 'The versions are 1 and 2; without _metadata it is 1.',
    fix: 'none',
    section: 'WEB §9',
    wrong: '_metadata:\n  major_version: 3\n',
    right: '_metadata:\n  major_version: 2\n',
  },
  'background-color': {
    severity: 'error',
    summary: 'The background color is not # and 3 or 6 hexadecimal digits.',
    why: 'Once set, the color can be changed but never removed; in YAML it needs quotes, as # starts a comment.',
    fix: 'safe',
    section: 'WEB §2.6',
    wrong: 'display_information:\n  name: Harbour\n  background_color: "2c2d30"\n',
    right: 'display_information:\n  name: Harbour\n  background_color: "#2c2d30"\n',
  },
  'unquoted-hash': {
    severity: 'error',
    summary: 'A value starts with # and has no quotes.',
    why: 'In YAML an unquoted # starts a comment: the value is empty, and what follows on the line is not read.',
    fix: 'safe',
    section: 'WEB §2.6',
    wrong: 'display_information:\n  name: Harbour\n  background_color: #2c2d30\n',
    right: 'display_information:\n  name: Harbour\n  background_color: "#2c2d30"\n',
  },
  'yaml-boolean': {
    severity: 'error',
    summary: 'yes, no, on or off is used as a boolean.',
    why: 'Readers of YAML 1.1 make a boolean of it and readers of YAML 1.2 a string.',
    fix: 'safe',
    section: 'WEB §2.6',
    wrong: 'settings:\n  socket_mode_enabled: yes\n',
    right: 'settings:\n  socket_mode_enabled: true\n',
  },
  'v1-parameters-in-v2': {
    severity: 'error',
    summary: 'Parameters are listed directly in a manifest of version 2.',
    why: 'Version 2 holds them in properties, and the names of the required ones in required.',
    fix: 'none',
    section: 'WEB §9',
    wrong:
      '_metadata: {major_version: 2}\nworkflows:\n  greet:\n    title: Greet\n    description: Greets\n    input_parameters:\n      who: {type: string}\n    steps: []\n',
    right:
      '_metadata: {major_version: 2}\nworkflows:\n  greet:\n    title: Greet\n    description: Greets\n    input_parameters:\n      properties:\n        who: {type: string}\n    steps: []\n',
  },
  'v2-parameters-in-v1': {
    severity: 'error',
    summary: 'Parameters have the form of version 2 in a manifest of version 1.',
    why: 'Version 1 lists them directly, each with is_required; a manifest without _metadata is version 1.',
    fix: 'none',
    section: 'WEB §9',
    wrong:
      'workflows:\n  greet:\n    title: Greet\n    description: Greets\n    input_parameters:\n      properties:\n        who: {type: string}\n    steps: []\n',
    right:
      'workflows:\n  greet:\n    title: Greet\n    description: Greets\n    input_parameters:\n      who: {type: string, is_required: true}\n    steps: []\n',
  },
  'v2-key-in-v1': {
    severity: 'warning',
    summary: 'A manifest of version 1 has a key that exists only in version 2.',
    why: 'Steps have a type in version 2 only. "function" is implied in version 1; any other type is an error.',
    fix: 'safe',
    section: 'WEB §9',
    wrong:
      'workflows:\n  wait:\n    title: Wait\n    description: Waits\n    steps:\n      - id: pause\n        type: function\n        function_id: service#/functions/delay\n        inputs: {minutes_to_delay: 5}\n',
    right:
      'workflows:\n  wait:\n    title: Wait\n    description: Waits\n    steps:\n      - id: pause\n        function_id: service#/functions/delay\n        inputs: {minutes_to_delay: 5}\n',
  },
  'is-required-in-v2': {
    severity: 'warning',
    summary: 'A parameter has is_required in a manifest of version 2.',
    why: 'Version 2 ignores it; the list "required" has the required parameters.',
    fix: 'suggest',
    section: 'WEB §9',
    wrong:
      '_metadata: {major_version: 2}\nworkflows:\n  greet:\n    title: Greet\n    description: Greets\n    input_parameters:\n      properties:\n        who: {type: string, is_required: true}\n    steps: []\n',
    right:
      '_metadata: {major_version: 2}\nworkflows:\n  greet:\n    title: Greet\n    description: Greets\n    input_parameters:\n      properties:\n        who: {type: string}\n      required: [who]\n    steps: []\n',
  },
  'required-unknown': {
    severity: 'error',
    summary: 'The list "required" names a parameter that is not in properties.',
    why: 'A parameter that does not exist cannot be given.',
    fix: 'suggest',
    section: 'WEB §9',
    wrong:
      '_metadata: {major_version: 2}\nworkflows:\n  greet:\n    title: Greet\n    description: Greets\n    input_parameters:\n      properties:\n        person: {type: string}\n      required: [persom]\n    steps: []\n',
    right:
      '_metadata: {major_version: 2}\nworkflows:\n  greet:\n    title: Greet\n    description: Greets\n    input_parameters:\n      properties:\n        person: {type: string}\n      required: [person]\n    steps: []\n',
  },
  'duplicate-item': {
    severity: 'warning',
    summary: 'A list contains the same item twice.',
    why: 'The published schema requires different items here.',
    fix: 'safe',
    section: 'WEB §2.6',
    wrong:
      'oauth_config:\n  redirect_urls:\n    - https://example.com/auth\n    - https://example.com/auth\n',
    right: 'oauth_config:\n  redirect_urls:\n    - https://example.com/auth\n',
  },
  'duplicate-scope': {
    severity: 'warning',
    summary: 'A scope is requested twice.',
    why: 'Once is enough; the second may be a typo for another scope.',
    fix: 'safe',
    section: 'WEB §2.6',
    wrong: 'oauth_config:\n  scopes:\n    user: [users:read, users:read]\n',
    right: 'oauth_config:\n  scopes:\n    user: [users:read]\n',
  },
  'duplicate-event': {
    severity: 'warning',
    summary: 'An event is subscribed twice.',
    why: 'The published schema requires different events.',
    fix: 'safe',
    section: 'WEB §2.6',
    wrong:
      'settings:\n  socket_mode_enabled: true\n  event_subscriptions:\n    bot_events: [app_home_opened, app_home_opened]\n',
    right:
      'settings:\n  socket_mode_enabled: true\n  event_subscriptions:\n    bot_events: [app_home_opened]\n',
  },
  'bot-display-name': {
    severity: 'info',
    summary: 'The name of the bot has characters other than a-z, 0-9, -, _ and .',
    why: 'The document allows only these; in practice most apps use others.',
    fix: 'none',
    section: 'WEB §2.6',
    wrong:
      'features:\n  bot_user:\n    display_name: Harbour Bot\noauth_config:\n  scopes:\n    bot: [chat:write]\n',
    right:
      'features:\n  bot_user:\n    display_name: harbour-bot\noauth_config:\n  scopes:\n    bot: [chat:write]\n',
  },
  'deprecated-workflow-steps': {
    severity: 'warning',
    summary: 'The manifest declares steps from apps.',
    why: 'They are deprecated; functions replace them.',
    fix: 'none',
    section: 'WEB §2.6',
    wrong: 'features:\n  workflow_steps:\n    - name: Order lunch\n      callback_id: order_lunch\n',
    right:
      'settings:\n  function_runtime: remote\n  org_deploy_enabled: true\n  socket_mode_enabled: true\n  event_subscriptions:\n    bot_events: [function_executed]\nfunctions:\n  order_lunch:\n    title: Order lunch\n    description: Orders lunch\n    input_parameters: {}\n    output_parameters: {}\n',
  },
  'deprecated-functions-list': {
    severity: 'warning',
    summary: 'Functions are declared as a list under features.',
    why: 'That is their older place and form.',
    fix: 'none',
    section: '',
    wrong: 'features:\n  functions: []\n',
    right: 'functions: {}\n',
  },
  'unchecked-section': {
    severity: 'info',
    summary: 'A section is accepted without being checked.',
    why: 'The section is known from other sources; the document does not describe it.',
    fix: 'none',
    section: '',
    wrong: 'compliance:\n  itar_compliant: "no"\n',
    right: 'display_information:\n  name: Harbour\n',
  },
  placeholder: {
    severity: 'warning',
    summary: 'A placeholder has not been filled in.',
    why: 'It is an error where the service would refuse the value. --template accepts placeholders.',
    fix: 'none',
    section: '',
    wrong: 'oauth_config:\n  redirect_urls:\n    - https://your-domain.com/auth\n',
    right: 'oauth_config:\n  redirect_urls:\n    - https://harbour-finch.example/auth\n',
  },
  'vendor-word': {
    severity: 'info',
    summary: 'The manifest uses another vendor name than the profile.',
    why: 'References such as service#/functions/… start with the vendor name, which is a setting of the profile.',
    fix: 'none',
    section: 'WEB §2.6',
    wrong: 'types:\n  person:\n    type: acme#/types/user_id\n',
    right: 'types:\n  person:\n    type: service#/types/user_id\n',
  },
  'unused-suppression': {
    severity: 'warning',
    summary: 'A comment disables a rule that reports nothing there.',
    why: 'It would hide a later mistake, or the rule does not exist.',
    fix: 'none',
    section: '',
    wrong: 'settings:\n  # orgctl-disable-next-line https-url -- agreed\n  socket_mode_enabled: true\n',
    right: 'settings:\n  socket_mode_enabled: true\n',
  },
  'suppression-reason': {
    severity: 'warning',
    summary: 'A comment disables a rule without a reason.',
    why: 'Without a reason, it is unclear later whether it is still needed.',
    fix: 'none',
    section: '',
    wrong: 'settings:\n  # orgctl-disable-next-line unknown-key\n  quux: true\n  socket_mode_enabled: true\n',
    right:
      'settings:\n  # orgctl-disable-next-line unknown-key -- a pilot feature of our workspace\n  quux: true\n  socket_mode_enabled: true\n',
  },
} as const satisfies { readonly [id: string]: Rule };

import type { Rule } from './rule.ts';

const REMOTE = `settings:
  function_runtime: remote
  org_deploy_enabled: true
  socket_mode_enabled: true
  event_subscriptions:
    bot_events: [function_executed]
`;

const GREET = `functions:
  greet:
    title: Greet
    description: Greets a person
    input_parameters:
      who: {type: string, is_required: true}
    output_parameters:
      greeting: {type: string}
`;

const workflow = (steps: string) => `${REMOTE}${GREET}workflows:
  welcome:
    title: Welcome
    description: Welcomes people
    input_parameters:
      person: {type: string}
    steps:
${steps}`;

const step = (id: string, who: string, reference = '"#/functions/greet"') =>
  `      - id: ${id}\n        function_id: ${reference}\n        inputs: {who: "${who}"}\n`;

/** Rules about functions, workflows, templates, types and datastores. */
export const FUNCTION_RULES = {
  'function-runtime-missing': {
    severity: 'error',
    summary: 'There are functions and settings.function_runtime is missing.',
    why: 'The service has to know who runs the functions.',
    fix: 'suggest',
    section: 'WEB §2.6',
    wrong: `settings:\n  org_deploy_enabled: true\n${GREET}`,
    right: REMOTE + GREET,
  },
  'functions-org-deploy': {
    severity: 'error',
    summary: 'There are functions and settings.org_deploy_enabled is not true.',
    why: 'Functions work only in an app that can be installed on a whole organization.',
    fix: 'suggest',
    section: 'WEB §2.6',
    wrong: REMOTE.replace('org_deploy_enabled: true', 'org_deploy_enabled: false') + GREET,
    right: REMOTE + GREET,
  },
  'functions-event': {
    severity: 'warning',
    summary: 'Functions run remotely and the event function_executed is not subscribed.',
    why: 'The service calls a remote function by sending this event to the bot.',
    fix: 'suggest',
    section: '',
    wrong: REMOTE.replace('[function_executed]', '[app_home_opened]') + GREET,
    right: REMOTE + GREET,
  },
  'callback-id-snake-case': {
    severity: 'error',
    summary: 'The id of a function is not in snake_case.',
    why: 'An id is a-z, 0-9 and _. Changing the id of a live function removes its step and makes a new one.',
    fix: 'none',
    section: 'WEB §2.6',
    wrong: REMOTE + GREET.replace('  greet:', '  greetPerson:'),
    right: REMOTE + GREET.replace('  greet:', '  greet_person:'),
  },
  'callback-id-length': {
    severity: 'error',
    summary: 'The id of a function is longer than 100 characters.',
    why: 'The service refuses it.',
    fix: 'none',
    section: 'WEB §2.6',
    wrong: REMOTE + GREET.replace('  greet:', `  greet_${'very_'.repeat(20)}politely:`),
    right: REMOTE + GREET.replace('  greet:', '  greet_politely:'),
  },
  'unresolved-function': {
    severity: 'error',
    summary: 'A step refers to a function that the manifest does not declare.',
    why: 'The workflow could not run.',
    fix: 'suggest',
    section: 'WEB §2.6',
    wrong: workflow(step('hello', 'Ida', '"#/functions/great"')),
    right: workflow(step('hello', 'Ida')),
  },
  'function-ref-shape': {
    severity: 'error',
    summary: 'A reference to a function has none of the three shapes.',
    why: 'It is #/functions/NAME, service#/functions/NAME or A012345#/functions/NAME.',
    fix: 'suggest',
    section: 'WEB §2.6',
    wrong: workflow(step('hello', 'Ida', 'greet')),
    right: workflow(step('hello', 'Ida')),
  },
  'unknown-builtin': {
    severity: 'warning',
    summary: 'A step refers to a function of the service that is not known.',
    why: 'It is most likely mistyped; the list of known ones can also be older than the service.',
    fix: 'suggest',
    section: 'WEB §2.6',
    wrong: workflow(step('hello', 'Ida', 'service#/functions/send_mesage')),
    right: workflow(step('hello', 'Ida')),
  },
  'missing-step-input': {
    severity: 'error',
    summary: 'A step does not give an input that its function needs.',
    why: 'The service refuses the workflow.',
    fix: 'none',
    section: 'WEB §2.6',
    wrong: workflow('      - id: hello\n        function_id: "#/functions/greet"\n        inputs: {}\n'),
    right: workflow(step('hello', 'Ida')),
  },
  'unknown-step-input': {
    severity: 'warning',
    summary: 'A step gives an input that its function does not take.',
    why: 'It is not used; perhaps another one is meant.',
    fix: 'suggest',
    section: 'WEB §2.6',
    wrong: workflow(
      '      - id: hello\n        function_id: "#/functions/greet"\n        inputs: {who: Ida, loudly: true}\n',
    ),
    right: workflow(step('hello', 'Ida')),
  },
  'duplicate-step-id': {
    severity: 'error',
    summary: 'Two steps of a workflow have the same id.',
    why: 'A template could not say which one it means.',
    fix: 'none',
    section: 'WEB §2.6',
    wrong: workflow(step('hello', 'Ida') + step('hello', 'Jon')),
    right: workflow(step('hello', 'Ida') + step('again', 'Jon')),
  },
  'template-input': {
    severity: 'error',
    summary: 'A template refers to an input that the workflow does not have.',
    why: 'There would be no value for it.',
    fix: 'none',
    section: 'WEB §2.6',
    wrong: workflow(step('hello', '{{inputs.persom}}')),
    right: workflow(step('hello', '{{inputs.person}}')),
  },
  'template-step-unknown': {
    severity: 'error',
    summary: 'A template refers to a step that is not there.',
    why: 'There would be no value for it.',
    fix: 'none',
    section: 'WEB §2.6',
    wrong: workflow(step('hello', 'Ida') + step('again', '{{steps.helo.greeting}}')),
    right: workflow(step('hello', 'Ida') + step('again', '{{steps.hello.greeting}}')),
  },
  'template-step-order': {
    severity: 'error',
    summary: 'A template refers to its own step or to a later one.',
    why: 'Steps run in order; the value is not there yet.',
    fix: 'none',
    section: 'WEB §2.6',
    wrong: workflow(step('hello', '{{steps.again.greeting}}') + step('again', 'Ida')),
    right: workflow(step('again', 'Ida') + step('hello', '{{steps.again.greeting}}')),
  },
  'template-output-unknown': {
    severity: 'error',
    summary: 'A template refers to an output that the function of the step does not give.',
    why: 'There would be no value for it.',
    fix: 'none',
    section: 'WEB §2.6',
    wrong: workflow(step('hello', 'Ida') + step('again', '{{steps.hello.text}}')),
    right: workflow(step('hello', 'Ida') + step('again', '{{steps.hello.greeting}}')),
  },
  'template-root': {
    severity: 'error',
    summary: 'A template begins with something else than inputs or steps.',
    why: 'Only the inputs of the workflow and the outputs of earlier steps can be used.',
    fix: 'none',
    section: 'WEB §2.6',
    wrong: workflow(step('hello', '{{person.name}}')),
    right: workflow(step('hello', '{{inputs.person}}')),
  },
  'template-syntax': {
    severity: 'error',
    summary: 'A template is not closed, is not complete, or cannot be read.',
    why: 'It would be sent as it stands.',
    fix: 'none',
    section: 'WEB §2.6',
    wrong: workflow(step('hello', 'Dear {{inputs.person}')),
    right: workflow(step('hello', 'Dear {{inputs.person}}')),
  },
  'unresolved-type': {
    severity: 'error',
    summary: 'A type refers to a custom type that the manifest does not declare.',
    why: 'The service refuses it.',
    fix: 'suggest',
    section: 'WEB §2.6',
    wrong: 'types:\n  person: {type: object}\n  guest: {type: "#/types/preson"}\n',
    right: 'types:\n  person: {type: object}\n  guest: {type: "#/types/person"}\n',
  },
  'unknown-type': {
    severity: 'error',
    summary: 'A type is not known.',
    why: 'It is mistyped, or its prefix is missing. An unknown built-in type is a warning: the list can be older than the service.',
    fix: 'suggest',
    section: 'WEB §2.6',
    wrong: 'types:\n  person: {type: strnig}\n',
    right: 'types:\n  person: {type: string}\n',
  },
  'primary-key-missing': {
    severity: 'error',
    summary: 'primary_key, or time_to_live_attribute, is not an attribute of the datastore.',
    why: 'Items could not be found, or would not expire.',
    fix: 'suggest',
    section: 'WEB §2.6',
    wrong:
      'features:\n  bot_user: {display_name: harbour}\noauth_config:\n  scopes: {bot: ["datastore:read", "datastore:write"]}\ndatastores:\n  visits:\n    primary_key: idd\n    attributes:\n      id: {type: string}\n',
    right:
      'features:\n  bot_user: {display_name: harbour}\noauth_config:\n  scopes: {bot: ["datastore:read", "datastore:write"]}\ndatastores:\n  visits:\n    primary_key: id\n    attributes:\n      id: {type: string}\n',
  },
  'hosted-user-scopes': {
    severity: 'warning',
    summary: 'An app that the service runs asks for user scopes.',
    why: 'Such an app works with the token of its bot, unless it manages tokens itself.',
    fix: 'none',
    section: '',
    wrong: 'settings:\n  function_runtime: service\noauth_config:\n  scopes: {user: ["users:read"]}\n',
    right: 'settings:\n  function_runtime: service\noauth_config:\n  scopes: {user: []}\n',
  },
  'hosted-token-management': {
    severity: 'warning',
    summary: 'An app that the service runs says that it manages its own tokens.',
    why: 'It does so only when it asks for user scopes.',
    fix: 'suggest',
    section: '',
    wrong: 'settings:\n  function_runtime: service\noauth_config:\n  token_management_enabled: true\n',
    right: 'settings:\n  function_runtime: service\noauth_config:\n  token_management_enabled: false\n',
  },
  'hosted-mismatch': {
    severity: 'warning',
    summary: 'is_hosted and function_runtime contradict each other.',
    why: 'Either the service runs the app or you do.',
    fix: 'suggest',
    section: 'WEB §2.6',
    wrong: 'settings:\n  function_runtime: remote\n  is_hosted: true\n',
    right: 'settings:\n  function_runtime: remote\n  is_hosted: false\n',
  },
  'outgoing-domains-hosted': {
    severity: 'info',
    summary: 'outgoing_domains is given for an app that the service does not run.',
    why: 'The list limits what hosted functions may call; it is not used otherwise.',
    fix: 'none',
    section: '',
    wrong: 'settings:\n  function_runtime: remote\noutgoing_domains: [docs.example.com]\n',
    right: 'settings:\n  function_runtime: service\noutgoing_domains: [docs.example.com]\n',
  },
} as const satisfies { readonly [id: string]: Rule };

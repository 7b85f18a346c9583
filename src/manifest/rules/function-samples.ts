export const REMOTE = `settings:
  function_runtime: remote
  org_deploy_enabled: true
  socket_mode_enabled: true
  event_subscriptions:
    bot_events: [function_executed]
`;

export const GREET = `functions:
  greet:
    title: Greet
    description: Greets a person
    input_parameters:
      who: {type: string, is_required: true}
    output_parameters:
      greeting: {type: string}
`;

export const workflow = (steps: string) => `${REMOTE}${GREET}workflows:
  welcome:
    title: Welcome
    description: Welcomes people
    input_parameters:
      person: {type: string}
    steps:
${steps}`;

export const step = (id: string, who: string, reference = '"#/functions/greet"') =>
  `      - id: ${id}\n        function_id: ${reference}\n        inputs: {who: "${who}"}\n`;

import { EVENTS, oneFindingEach, quoted, type Row, set } from './support/meaning-mutants.ts';

const ROWS: readonly Row[] = [
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

oneFindingEach('transports, commands and shortcuts (WEB §2.6)', ROWS);

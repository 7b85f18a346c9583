import { EVENTS, oneFindingEach, quoted, type Row, set } from './support/meaning-mutants.ts';

const ROWS: readonly Row[] = [
  [
    'events without a transport',
    set([...EVENTS, 'request_url'], undefined),
    'event-transport',
    EVENTS,
    quoted('event_subscriptions'),
  ],
  [
    'interactivity without a transport',
    set(['settings', 'interactivity', 'request_url'], undefined),
    'interactivity-transport',
    ['settings', 'interactivity'],
    quoted('interactivity'),
  ],
  [
    'a command without a transport',
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
    'shortcuts without an interactivity section',
    set(['settings', 'interactivity'], undefined),
    'shortcut-interactivity',
    ['features', 'shortcuts'],
    quoted('shortcuts'),
  ],
  [
    'a duplicate command',
    set(['features', 'slash_commands', 1, 'command'], '/tide'),
    'duplicate-command',
    ['features', 'slash_commands', 1, 'command'],
    quoted('/tide'),
  ],
  [
    'a reserved command',
    set(['features', 'slash_commands', 1, 'command'], '/me'),
    'reserved-command',
    ['features', 'slash_commands', 1, 'command'],
    quoted('/me'),
  ],
  [
    'a duplicate callback ID',
    set(['features', 'shortcuts', 1, 'callback_id'], 'ask_tide'),
    'duplicate-callback-id',
    ['features', 'shortcuts', 1, 'callback_id'],
    quoted('ask_tide'),
  ],
  [
    'an http URL instead of https',
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

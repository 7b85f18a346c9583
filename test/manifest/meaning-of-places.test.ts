import type { Json } from '../../src/spec/protocol-types.ts';
import {
  BOT_EVENTS,
  both,
  EVENTS,
  items,
  oneFindingEach,
  quoted,
  type Row,
  set,
  variable,
} from './support/meaning-mutants.ts';

const ROWS: readonly Row[] = [
  [
    'shortcuts under settings',
    both([
      [['features', 'shortcuts'], undefined],
      [['settings', 'shortcuts'], items(['features', 'shortcuts'])],
    ]),
    'misplaced-key',
    ['settings', 'shortcuts'],
    quoted('shortcuts'),
  ],
  [
    'scopes at the top',
    both([
      [['oauth_config', 'scopes'], undefined],
      [['scopes'], items(['oauth_config', 'scopes']) as Json],
    ]),
    'misplaced-key',
    ['scopes'],
    quoted('scopes'),
  ],
  [
    'bot_user at the top',
    both([
      [['features', 'bot_user'], undefined],
      [['bot_user'], items(['features', 'bot_user']) as Json],
    ]),
    'misplaced-key',
    ['bot_user'],
    quoted('bot_user'),
  ],
  [
    'bot_events under settings',
    both([
      [BOT_EVENTS, undefined],
      [['settings', 'bot_events'], items(BOT_EVENTS)],
    ]),
    'misplaced-key',
    ['settings', 'bot_events'],
    quoted('bot_events'),
  ],
  [
    'functions under settings',
    both([
      [['functions'], undefined],
      [['settings', 'functions'], items(['functions']) as Json],
    ]),
    'misplaced-key',
    ['settings', 'functions'],
    quoted('functions'),
  ],
  ['a name at the top', set(['name'], 'Tide'), 'misplaced-key', ['name'], quoted('name')],
  [
    'a placeholder for a URL',
    set([...EVENTS, 'request_url'], '<YOUR_URL>'),
    'placeholder',
    [...EVENTS, 'request_url'],
    '<YOUR_URL>',
  ],
  [
    'a placeholder in a URL',
    set([...EVENTS, 'request_url'], 'https://your-domain.com/events'),
    'placeholder',
    [...EVENTS, 'request_url'],
    'your-domain',
  ],
  [
    'a variable in a redirect',
    set(['oauth_config', 'redirect_urls', 0], `https://${variable('HOST')}/oauth`),
    'placeholder',
    ['oauth_config', 'redirect_urls', 0],
    variable('HOST'),
  ],
  [
    'a variable for a name',
    set(['display_information', 'name'], variable('APP_NAME')),
    'placeholder',
    ['display_information', 'name'],
    variable('APP_NAME'),
  ],
];

oneFindingEach('places and placeholders (WEB §2.6)', ROWS);

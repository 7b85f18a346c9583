import { describe, expect, it } from 'vitest';
import { validateText } from '../../src/manifest/validate.ts';
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

describe('findings in block texts (WEB §2.6)', () => {
  const LONG = 'This is a name that is much longer than thirty-five';
  const withUrl = (url: string) =>
    `display_information: {name: X}\nsettings:\n  interactivity:\n    is_enabled: true\n    request_url: ${url}\n`;

  it.each([
    ['|', `display_information:\n  name: |\n    ${LONG}\n`, '3:5', LONG],
    ['| with CRLF', `display_information:\r\n  name: |\r\n    ${LONG}\r\n`, '3:5', LONG],
    ['| of several lines', `display_information:\n  name: |\n    ${LONG}\n    b\n`, '3:5', LONG],
    ['> after an empty line', `display_information:\n  name: >\n\n    ${LONG}\n`, '4:5', LONG],
    ['>-', withUrl('>-\n        http://a.example/x'), '6:9', 'http://a.example/x'],
    ['|2-', withUrl('|2-\n        http://a.example/x'), '6:9', 'http://a.example/x'],
    ['| without text', 'display_information:\n  name: |\n\n', '2:3', 'name'],
  ])('marks the text of %s', async (_, text, place, marked) => {
    const { findings } = await validateText('m.yaml', text, { vendor: 'service' });
    expect(
      findings.map(({ start, end }) => [
        `${start.line}:${start.column}`,
        text.slice(start.offset, end.offset),
      ]),
    ).toEqual([[place, marked]]);
  });
});

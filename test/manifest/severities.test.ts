import { describe, expect, it } from 'vitest';
import { validateText } from '../../src/manifest/validate.ts';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { BASE_HOSTED, BASE_V1, BASE_V2, withValue } from './support/base-manifests.ts';
import { jsonText } from './support/find-finding.ts';

type Path = readonly (string | number)[];

const graveOf = async (data: Json, isTemplate = false) =>
  (await validateText('m.json', jsonText(data), { vendor: 'service', isTemplate })).findings
    .filter(({ severity }) => severity !== 'info')
    .map(({ severity, rule }) => `${severity} ${rule}`);
const list = (count: number, item: (index: number) => Json): readonly Json[] =>
  Array.from({ length: count }, (_, index) => item(index));
const map = (count: number, entry: Json): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`entry_${index}`, entry]));
const METADATA: Path = ['settings', 'event_subscriptions', 'metadata_subscriptions'];
const FUNCTION = { title: 'T', description: 'D', input_parameters: {}, output_parameters: {} };
const STORE = { primary_key: 'id', attributes: { id: { type: 'string' } } };

/** Limits from outside the specification: n is accepted, n + 1 is a warning. */
const ELSEWHERE: readonly (readonly [string, JsonObject, Path, (count: number) => Json, number, string])[] = [
  [
    'outgoing_domains',
    BASE_HOSTED,
    ['outgoing_domains'],
    (n) => list(n, (i) => `h${i}.example`),
    10,
    'max-items',
  ],
  ['a host of outgoing_domains', BASE_HOSTED, ['outgoing_domains'], (n) => ['h'.repeat(n)], 50, 'max-length'],
  [
    'metadata_subscriptions',
    BASE_V1,
    METADATA,
    (n) => list(n, (i) => ({ app_id: 'A1', event_type: `e${i}` })),
    20,
    'max-items',
  ],
  ['datastores', BASE_V1, ['datastores'], (n) => map(n, STORE), 10, 'max-items'],
  [
    'functions',
    withValue(BASE_V1, ['workflows'], undefined) as JsonObject,
    ['functions'],
    (n) => map(n, FUNCTION),
    50,
    'max-items',
  ],
  [
    'types',
    withValue(withValue(BASE_V1, ['workflows'], undefined), ['functions'], {}) as JsonObject,
    ['types'],
    (n) => map(n, { type: 'string' }),
    50,
    'max-items',
  ],
  ['a shortcut name', BASE_V1, ['features', 'shortcuts', 0, 'name'], (n) => 'n'.repeat(n), 24, 'max-length'],
  ['a redirect URL', BASE_V1, ['oauth_config', 'redirect_urls'], (n) => ['u'.repeat(n)], 2500, 'max-length'],
];

/** Limits of the specification: n is accepted, n + 1 is an error. */
const DOCUMENT: readonly (readonly [string, Path, (count: number) => Json, number])[] = [
  ['name', ['display_information', 'name'], (n) => 'n'.repeat(n), 35],
  ['description', ['display_information', 'description'], (n) => 'n'.repeat(n), 140],
  ['long_description', ['display_information', 'long_description'], (n) => 'n'.repeat(n), 4000],
  ['unfurl_domains', ['features', 'unfurl_domains'], (n) => list(n, (i) => `h${i}.example`), 5],
  [
    'allowed_ip_address_ranges',
    ['settings', 'allowed_ip_address_ranges'],
    (n) => list(n, (i) => `192.0.2.${i}`),
    10,
  ],
  ['redirect_urls', ['oauth_config', 'redirect_urls'], (n) => list(n, (i) => `https://a.example/${i}`), 1000],
];

describe('severity of limits and patterns (WEB §2.6)', () => {
  it.each(ELSEWHERE)(
    'exceeding a limit of %s from outside the specification is a warning',
    async (_, base, path, make, limit, rule) => {
      expect(await graveOf(withValue(base, path, make(limit - 1)))).toEqual([]);
      expect(await graveOf(withValue(base, path, make(limit)))).toEqual([]);
      expect(await graveOf(withValue(base, path, make(limit + 1)))).toEqual([`warning ${rule}`]);
    },
  );

  it.each(DOCUMENT)('exceeding the documented limit of %s is an error', async (_, path, make, limit) => {
    expect(await graveOf(withValue(BASE_V1, path, make(limit - 1)))).toEqual([]);
    expect(await graveOf(withValue(BASE_V1, path, make(limit)))).toEqual([]);
    const [finding] = await graveOf(withValue(BASE_V1, path, make(limit + 1)));
    expect(finding).toMatch(/^error max-/);
  });

  it('a long_description of 173 characters is a warning, one of 174 is valid', async () => {
    const path = ['display_information', 'long_description'];
    expect(await graveOf(withValue(BASE_V1, path, 'x'.repeat(173)))).toEqual(['warning min-length']);
    expect(await graveOf(withValue(BASE_V1, path, 'x'.repeat(174)))).toEqual([]);
    expect(await graveOf(withValue(BASE_V1, path, 'x'.repeat(175)))).toEqual([]);
  });

  it.each([
    ['an empty usage_hint', ['features', 'slash_commands', 0, 'usage_hint'], '', 'min-length'],
    ['an empty description of a command', ['features', 'slash_commands', 0, 'description'], '', 'min-length'],
    ['an empty description', ['display_information', 'description'], '', 'min-length'],
    ['an address range of IPv6', ['settings', 'allowed_ip_address_ranges', 0], '2001:db8::/32', 'pattern'],
    ['an empty list of shortcuts', ['features', 'shortcuts'], [], 'min-items'],
    [
      'events without a request URL',
      ['settings', 'event_subscriptions', 'request_url'],
      undefined,
      'event-transport',
    ],
    [
      'interactivity without a request URL',
      ['settings', 'interactivity', 'request_url'],
      undefined,
      'interactivity-transport',
    ],
    [
      'a trigger without inputs',
      ['workflows', 'morning', 'suggested_triggers', 'daily', 'inputs'],
      undefined,
      'required',
    ],
    [
      'a duplicate event',
      ['settings', 'event_subscriptions', 'user_events'],
      ['reaction_added', 'reaction_added'],
      'duplicate-event',
    ],
    ['a duplicate command', ['features', 'slash_commands', 1, 'command'], '/tide', 'duplicate-command'],
    ['a support_url without a scheme', ['app_directory', 'support_url'], 'tides.example', 'pattern'],
  ] as const)('%s gives one warning', async (_, path, value, rule) => {
    expect(await graveOf(withValue(BASE_V1, path, value as Json | undefined))).toEqual([`warning ${rule}`]);
  });

  it.each([
    ['a bot user without scopes', { features: { bot_user: { display_name: 'x' } } }, 'bot-scope-missing'],
    [
      'bot scopes without a bot user',
      { oauth_config: { scopes: { bot: ['chat:write'] } } },
      'bot-user-missing',
    ],
  ])('%s gives one warning', async (_, rest, rule) => {
    expect(await graveOf({ display_information: { name: 'X' }, ...rest })).toEqual([`warning ${rule}`]);
  });

  it.each([
    ['a missing name', ['display_information', 'name'], undefined, 'required'],
    ['an empty name', ['display_information', 'name'], '', 'min-length'],
    [
      'a request URL over http',
      ['settings', 'event_subscriptions', 'request_url'],
      'http://a.example',
      'https-url',
    ],
    ['a color without digits', ['display_information', 'background_color'], 'blue', 'background-color'],
    ['a command without a slash', ['features', 'slash_commands', 0, 'command'], 'tide', 'pattern'],
    ['a missing runtime', ['settings', 'function_runtime'], undefined, 'function-runtime-missing'],
    ['a missing org_deploy_enabled', ['settings', 'org_deploy_enabled'], undefined, 'functions-org-deploy'],
    ['an unknown key', ['settings', 'quux'], 1, 'unknown-key'],
  ] as const)('%s gives one error', async (_, path, value, rule) => {
    expect(await graveOf(withValue(BASE_V1, path, value as Json | undefined))).toEqual([`error ${rule}`]);
  });

  it('an unknown runtime in a hosted app gives one finding', async () => {
    const app = withValue(
      withValue(BASE_HOSTED, ['settings', 'function_runtime'], 'acme'),
      ['settings', 'event_subscriptions'],
      {
        bot_events: ['app_home_opened'],
      },
    );
    const plain = withValue(withValue(app, ['functions'], {}), ['outgoing_domains'], []);
    expect(await graveOf(withValue(plain, ['types'], {}))).toEqual(['error enum']);
  });

  it('manifest init accepts an unknown event with a warning', async () => {
    const ran = await freshMachine().orgctl(
      'manifest init --template socket --name X --events tide_turned --out -',
    );
    expect(ran).toMatchObject({ exit: 0, stderr: 'warning: "tide_turned" is not a known event\n' });
  });
});

describe('mistyped keys and types (WEB §2.6, §9)', () => {
  const INPUT: Path = ['functions', 'next_tide', 'input_parameters', 'harbour'];
  const typed = (key: string, value: Json) => ({ type: 'string', [key]: value });

  it.each([
    ['a parameter', BASE_V1, INPUT, typed('is_requird', true), 'is_required'],
    ['a parameter', BASE_V1, INPUT, typed('descripton', 'x'), 'description'],
    ['a parameter', BASE_V1, INPUT, typed('is_hiden', true), 'is_hidden'],
    ['a parameter', BASE_V1, INPUT, typed('tilte', 'x'), 'title'],
    ['a parameter', BASE_V1, INPUT, { tpye: 'string', is_required: true }, 'type'],
    [
      'a property of version 2',
      BASE_V2,
      ['functions', 'next_tide', 'input_parameters', 'properties', 'day'],
      typed('hnit', 'x'),
      'hint',
    ],
    ['a custom type', BASE_V1, ['types', 'tide'], typed('is_requird', true), 'is_required'],
    ['the items of a type', BASE_V1, ['types', 'tide'], { type: 'array', items: { tpye: 'string' } }, 'type'],
    [
      'an inner property',
      BASE_V1,
      ['types', 'tide'],
      { type: 'object', properties: { a: { type: 'string', descripton: 'x' } } },
      'description',
    ],
    ['an attribute', BASE_V1, ['datastores', 'tides', 'attributes', 'id'], { typ: 'string' }, 'type'],
    [
      'a trigger',
      BASE_V1,
      ['workflows', 'morning', 'suggested_triggers', 'daily'],
      { type: 'scheduled', inputs: {}, descripton: 'x' },
      'description',
    ],
  ] as const)('suggests the correct key of %s', async (_, base, path, value, meant) => {
    const text = jsonText(withValue(base, path, value as Json));
    const { findings } = await validateText('m.json', text, { vendor: 'service' });
    const grave = findings.filter(({ severity }) => severity !== 'info');
    expect(grave.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual(['error unknown-key']);
    expect(grave[0]?.message).toMatch(new RegExp(`did you mean "${meant}"\\?$`));
  });

  it.each([
    typed('default', 'x'),
    typed('examples', ['x']),
    typed('minLength', 1),
    typed('choices', [{ title: 'A', value: 'a' }]),
    typed('time', 1),
    typed('data', 'x'),
    { type: 'array', items: { type: 'string', enum: ['a'] } },
    {
      type: 'object',
      properties: { kind: { type: 'string' }, typo: { type: 'string' } },
      required: ['kind'],
      additionalProperties: false,
    },
  ])('accepts JSON Schema keys of a type: %j', async (value) => {
    expect(await graveOf(withValue(BASE_V1, INPUT, { ...value, is_required: true }))).toEqual([]);
  });

  it('warns of an unknown key of a custom type, which the documents do not forbid', async () => {
    const type = { type: 'string', foo: 1, max_size: 3, choices: [{ title: 'A', value: 'a' }] };
    expect(await graveOf(withValue(BASE_V1, ['types', 'tide'], type))).toEqual([
      'warning unknown-key',
      'warning unknown-key',
    ]);
  });

  it.each([
    ['interger', 'error', 'did you mean "integer"?'],
    ['sting', 'error', 'did you mean "string"?'],
    ['user_id', 'error', 'did you mean "service#/types/user_id"?'],
    ['tide', 'error', 'did you mean "#/types/tide"?'],
    ['whatever', 'error', '"whatever" is not a known type'],
    ['service#/types/usr_id', 'warning', 'did you mean "service#/types/user_id"?'],
    ['service#/types/quux_of_tomorrow', 'warning', 'is not a known type'],
  ])('reports the type %s', async (type, severity, words) => {
    const text = jsonText(withValue(BASE_V1, [...INPUT, 'type'], type));
    const found = (await validateText('m.json', text, { vendor: 'service' })).findings.filter(
      ({ rule }) => rule !== 'socket-and-url',
    );
    expect(found.map((one) => [one.severity, one.rule])).toEqual([[severity, 'unknown-type']]);
    expect(found[0]?.message).toContain(words);
  });

  it('does not suggest a key whose type does not fit the value', async () => {
    const data = withValue(BASE_V1, ['settings', 'interactivity', 'message_menu_options_url'], undefined);
    const text = jsonText(withValue(data, ['settings', 'interactivity', 'message_menu_options'], ['a']));
    const { findings } = await validateText('m.json', text, { vendor: 'service' });
    expect(findings.map(({ rule, message, fix }) => [rule, message, fix])).toEqual([
      ['unknown-key', 'unknown key "message_menu_options" in settings.interactivity', undefined],
    ]);
    const near = jsonText(withValue(data, ['settings', 'socket_mode_enable'], [true]));
    const [finding, ...others] = (await validateText('m.json', near, { vendor: 'service' })).findings;
    expect(others).toEqual([]);
    expect([finding?.rule, finding?.hint, finding?.fix]).toEqual(['unknown-key', undefined, undefined]);
  });
});

describe('--template (WEB §2.6)', () => {
  const URL: Path = ['settings', 'event_subscriptions', 'request_url'];

  it.each([
    [URL, 'BOT_EVENT_URL'],
    [URL, 'BACKEND_BASE_URL/slack/events'],
    [URL, 'PUT REQUEST URL HERE'],
    [URL, 'https://DOMAIN/events'],
    [URL, '<your url>'],
    [URL, '{{ url }}/events'],
    [URL, `$\{URL}/events`],
    [['display_information', 'name'], 'Tides of <your github login> at home'],
    [['display_information', 'name'], `$\{THE_NAME_OF_THE_APP_WHEREVER_IT_IS}`],
    [['settings', 'socket_mode_enabled'], '{{ socket }}'],
    [['features', 'slash_commands', 0, 'command'], '/{{command}}'],
    [['settings', 'event_subscriptions', 'user_events'], ['{{EVENT}}']],
    [['settings', 'function_runtime'], `$\{RUNTIME}`],
    [['features', 'unfurl_domains'], ['<your-domain>']],
    [['types', 'tide', 'type'], '<TYPE>'],
  ] as const)('accepts a placeholder at %j: %j', async (path, value) => {
    expect(await graveOf(withValue(BASE_V1, path, value), true)).toEqual([]);
    if (String(value) === '<TYPE>') return;
    const plain = await graveOf(withValue(BASE_V1, path, value));
    expect(plain.map((finding) => finding.replace(/^\w+ /, ''))).toEqual(['placeholder']);
  });

  it('counts only the text around a placeholder', async () => {
    const name = (length: number) =>
      graveOf(withValue(BASE_V1, ['display_information', 'name'], `${'n'.repeat(length)}<your login>`), true);
    expect(await name(35)).toEqual([]);
    expect(await name(36)).toEqual(['error max-length']);
  });

  it('reports wrong values that have no placeholder', async () => {
    expect(await graveOf(withValue(BASE_V1, URL, 'http://a.example'), true)).toEqual(['error https-url']);
  });
});

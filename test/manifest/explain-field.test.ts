import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { explainField } from '../../src/manifest/explain-field.ts';
import { findField } from '../../src/manifest/field-at.ts';
import { validateText } from '../../src/manifest/validate.ts';
import { BUILTIN_TYPES, PRIMITIVE_TYPES } from '../../src/spec/manifest-builtins.ts';
import { EVENT_TEXTS } from '../../src/spec/manifest-event-texts.ts';
import { MANIFEST_EVENTS } from '../../src/spec/manifest-events.ts';
import { MANIFEST_EXAMPLE } from '../../src/spec/manifest-example.ts';
import type { ManifestField } from '../../src/spec/manifest-field-types.ts';
import { MANIFEST } from '../../src/spec/manifest-fields.ts';
import { SCOPE_TEXTS } from '../../src/spec/manifest-scope-texts.ts';
import { BOT_SCOPES, USER_SCOPES } from '../../src/spec/manifest-scopes.ts';
import { TYPE_TEXTS } from '../../src/spec/manifest-type-texts.ts';
import { freshMachine } from '../support/run-orgctl.ts';

function explained(path: string) {
  const result = findField(path);
  if (!('found' in result)) throw new Error(`no field ${path}`);
  return explainField(result.found, 'service');
}

function pathsIn(field: ManifestField, path: string): readonly string[] {
  const below = (child: ManifestField, key: string) => pathsIn(child, path === '' ? key : `${path}.${key}`);
  if (field.kind === 'object')
    return [path, ...Object.entries(field.fields).flatMap(([key, child]) => below(child, key))];
  if (field.kind === 'list') return [path, ...pathsIn(field.items, `${path}[]`)];
  if (field.kind === 'map') return [path, ...below(field.entries, 'x')];
  return [path];
}

describe('orgctl manifest explain PATH (WEB §2.6, §9)', () => {
  it.each(pathsIn(MANIFEST, '').filter((path) => path !== ''))(
    '%s has a description, a type, an update effect and an example',
    (path) => {
      const field = explained(path);
      expect(field.description).toMatch(/\S[.)]$|^Name of the bot|\.$/);
      expect(field.type).not.toBe('');
      expect(field.update).not.toBe('');
      const keys = Object.keys(field.example as object).filter((key) => key !== '_metadata');
      expect(keys).toEqual(path.startsWith('_metadata') ? [] : [path.split(/[.[]/)[0]]);
    },
  );

  it.each([
    ...pathsIn(MANIFEST, '').filter((path) => path !== ''),
    ...['is_required', 'title', 'type'].map((key) => `functions.x.input_parameters.who.${key}`),
    'workflows.x.output_parameters',
    'workflows.x.steps[0].type',
  ])('%s has an example that the validator accepts', async (path) => {
    const text = JSON.stringify(explained(path).example);
    const { findings } = await validateText('m.json', text, { vendor: 'service' });
    // Rules that need other parts of a manifest, which an example does not contain.
    const missing =
      /^(?:required|min-length|unresolved-|function|.*-(?:scope|transport|missing|event|interactivity)|missing-|template-|hosted-|primary-|outgoing-|optional-|deprecated-|unchecked-|socket-|messages-|duplicate-)/;
    expect(findings.filter(({ rule }) => !missing.test(rule))).toEqual([]);
  });

  it.each([
    [
      'settings.event_subscriptions.bot_events',
      { type: 'list of strings', versions: '1 and 2', scopes: /message\.im needs im:history/ },
    ],
    ['display_information.name', { required: 'yes', limits: ['not empty', 'at most 35 characters'] }],
    ['features.slash_commands[0].url', { path: 'features.slash_commands[].url', scopes: /^commands/ }],
    ['features.slash_commands.should_escape', { default: false }],
    ['/features/shortcuts/0/type', { type: 'one of message, global' }],
    ['bot_events', { path: 'settings.event_subscriptions.bot_events' }],
    ['functions.greet', { path: 'functions.<callback_id>', update: /deletes it and its data/ }],
    [
      'functions.greet.input_parameters.who',
      { path: 'functions.<callback_id>.input_parameters.<parameter>', update: /breaks what uses it/ },
    ],
    ['functions.greet.input_parameters.required', { versions: '2 only' }],
    ['functions.greet.input_parameters.who.is_required', { versions: /^1;/ }],
    ['workflows.w.steps[0].type', { versions: '2 only', default: 'function' }],
    ['display_information.background_color', { update: /not removed/ }],
    ['settings.event_subscriptions.request_url', { update: /verified by hand/ }],
    ['oauth_config.scopes.bot', { update: /new approval/ }],
    ['features.workflow_steps', { isDeprecated: true }],
    ['settings.function_runtime', { type: 'one of remote, service' }],
    ['datastores.x.attributes.y', { update: /deletes it/ }],
  ])('describes %s with type, limits, scopes and effects of an update', (path, expected) => {
    const field = explained(path);
    for (const [key, value] of Object.entries(expected)) {
      const found = Object.entries(field).find(([name]) => name === key)?.[1];
      if (value instanceof RegExp) expect(found).toMatch(value);
      else expect(found).toEqual(value);
    }
  });

  it('prints a field as text and as JSON', async () => {
    const machine = freshMachine();
    const ran = await machine.orgctl('manifest explain features.bot_user.display_name -o table');
    expect(ran).toMatchObject({ exit: 0, stderr: '' });
    expect(ran.stdout).toContain('features.bot_user.display_name\n\n  Name of the bot');
    expect(ran.stdout).toContain(
      '\n  example\n    features:\n      bot_user:\n        display_name: tide-table\n',
    );
    const json = JSON.parse((await machine.orgctl('manifest explain display_information.name')).stdout);
    expect(json).toMatchObject({ path: 'display_information.name', type: 'string', required: 'yes' });
  });

  it.each([
    ['settings.event_subscription', 'hint: orgctl manifest explain settings.event_subscriptions\n'],
    ['bot_event', 'hint: orgctl manifest explain bot_events\n'],
    ['request_url', '"request_url" is a key of several fields'],
    ['max-lenght', 'hint: orgctl manifest explain max-length\n'],
    ['settings.quux', 'error: there is no "quux" in settings; known there: allowed_ip_address_ranges'],
    ['quux.a', 'error: there is no "quux" in a manifest; known there:'],
  ])('refuses %s and suggests the nearest field', async (word, words) => {
    const ran = await freshMachine().orgctl(`manifest explain ${word}`);
    expect(ran.exit).toBe(2);
    expect(ran.stderr).toContain(words);
  });

  it('describes every scope, event and type', () => {
    expect(Object.keys(SCOPE_TEXTS).sort()).toEqual([...new Set([...BOT_SCOPES, ...USER_SCOPES])].sort());
    expect(Object.keys(EVENT_TEXTS).sort()).toEqual(Object.keys(MANIFEST_EVENTS).sort());
    expect(Object.keys(TYPE_TEXTS).sort()).toEqual([...PRIMITIVE_TYPES, ...BUILTIN_TYPES].sort());
    expect(Object.keys(MANIFEST_EXAMPLE).length).toBeGreaterThan(10);
  });
});

describe('orgctl manifest scopes (WEB §2.6, §6)', () => {
  const TEXT = `display_information: {name: X}
features:
  bot_user: {display_name: x}
  slash_commands: [{command: /tide, description: Tide}, {command: /wind, description: Wind}]
  unfurl_domains: [a.example]
oauth_config:
  scopes: {bot: ["chat:write", commands, "links:write"], user: ["users:read"]}
settings:
  socket_mode_enabled: true
  event_subscriptions: {bot_events: [message.im, app_home_opened], user_events: [team_join]}
datastores:
  tides: {primary_key: id, attributes: {id: {type: string}}}
`;

  it('lists each scope as needed, missing or unused, with the fields that need it', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('app.yaml'), TEXT);
    const ran = await machine.orgctl(`manifest scopes ${machine.path('app.yaml')}`);
    const rows = JSON.parse(ran.stdout) as {
      scope: string;
      kind: string;
      status: string;
      neededBy: { what: string; path: string }[];
    }[];
    expect(
      rows.map(({ scope, kind, status, neededBy }) => [
        scope,
        kind,
        status,
        neededBy.map(({ what }) => what),
      ]),
    ).toEqual([
      ['im:history', 'bot', 'missing', ['event message.im']],
      ['datastore:read', 'bot', 'missing', ['datastore tides']],
      ['datastore:write', 'bot', 'missing', ['datastore tides']],
      ['commands', 'bot', 'needed', ['slash command /tide', 'slash command /wind']],
      ['links:write', 'bot', 'needed', ['unfurled links']],
      ['users:read', 'user', 'needed', ['event team_join']],
      ['chat:write', 'bot', 'unused', []],
    ]);
    expect(rows[0]?.neededBy).toEqual([
      { what: 'event message.im', path: 'settings.event_subscriptions.bot_events[0]' },
    ]);
    expect(ran.stderr.replaceAll(`${machine.home}/`, '')).toBe(
      'app.yaml: 3 needed, 3 missing, 1 not needed by anything in the file\n',
    );
    const table = await machine.orgctl(`manifest scopes ${machine.path('app.yaml')} -o table`);
    expect(table.stdout).toMatch(/chat:write +bot +unused +nothing in the file/);
  });

  it.each([
    ['settings: {incoming_webhooks: {incoming_webhooks_enabled: true}}', 'incoming-webhook'],
    ['features: {unfurl_domains: [a.example]}', 'links:read'],
  ])('accepts the scope of either holder where the validator does: %s', async (feature, scope) => {
    const machine = freshMachine();
    const line = `manifest scopes ${machine.path('app.yaml')} --query '[].[kind,status]'`;
    for (const [lists, rows] of [
      [`user: ["${scope}"]`, [['user', 'needed']]],
      [`bot: ["${scope}"]`, [['bot', 'needed']]],
      [
        `bot: ["${scope}"], user: ["${scope}"]`,
        [
          ['bot', 'needed'],
          ['user', 'unused'],
        ],
      ],
      ['bot: []', [['bot', 'missing']]],
    ] as const) {
      const text = `display_information: {name: X}\n${feature}\noauth_config: {scopes: {${lists}}}\n`;
      writeFileSync(machine.path('app.yaml'), text);
      expect({ lists, rows: JSON.parse((await machine.orgctl(line)).stdout) }).toEqual({ lists, rows });
    }
  });

  it('reads stdin and refuses input that is not a manifest', async () => {
    const machine = freshMachine();
    const ran = await machine.orgctl('manifest scopes - --stdin-filename app.json', {
      stdin: '{"display_information":{"name":"X"},"oauth_config":{"scopes":{"bot":["chat:write"]}}}',
    });
    expect(ran.stderr).toBe('app.json: 0 needed, 0 missing, 1 not needed by anything in the file\n');
    expect((await machine.orgctl('manifest scopes - ', { stdin: '{' })).exit).toBe(5);
  });
});

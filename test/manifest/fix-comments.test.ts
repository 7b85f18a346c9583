import { describe, expect, it } from 'vitest';
import { fixText } from '../../src/manifest/fix.ts';
import { withTriedFixes } from '../../src/manifest/try-fix.ts';
import { validateText } from '../../src/manifest/validate.ts';

const OPTIONS = { vendor: 'service' };
const NAME = 'display_information:\n  name: Harbour\n';
const fixed = async (text: string) => (await fixText('m.yaml', text, OPTIONS, true)).text;

const parameters = (container: string) =>
  `_metadata: {major_version: 2}\n${NAME}settings: {function_runtime: service, org_deploy_enabled: true}\nfunctions:\n  greet:\n    title: Greet\n    description: Greets\n    input_parameters:${container}    output_parameters: {properties: {}}\n`;

describe('comments near a removed or moved key (WEB §9)', () => {
  it.each([
    [
      'after is_required',
      parameters(
        '\n      properties:\n        who:\n          type: string\n          is_required: true # must be given\n',
      ),
      parameters(
        '\n      properties:\n        who:\n          type: string\n          # must be given\n      required:\n        - who\n',
      ),
    ],
    [
      'below a key whose value is on the next line',
      parameters(
        '\n      properties:\n        who:\n          is_required: # is it?\n            false # no\n          type: string\n',
      ),
      parameters(
        '\n      properties:\n        who:\n          # is it?\n          # no\n          type: string\n',
      ),
    ],
    [
      'in brackets over several lines',
      parameters(
        ' {\n      properties: {who: {\n        type: string, # text\n        is_required: false, # may\n        title: Who # whoever\n      }}}\n',
      ),
      parameters(
        ' {\n      properties: {who: {\n        type: string, # text\n        # may\n        title: Who # whoever\n      }}}\n',
      ),
    ],
    [
      'of the last entry in brackets',
      parameters(
        ' {\n      properties: {who: {\n        type: string, # text\n        is_required: false # may\n      }}}\n',
      ),
      parameters(' {\n      properties: {who: {\n        type: string # text\n         # may\n      }}}\n'),
    ],
    [
      'of an item in brackets',
      `${NAME}oauth_config:\n  scopes:\n    user: [\n      users:read, # a\n      users:read, # b\n      team:read # c\n    ]\n`,
      `${NAME}oauth_config:\n  scopes:\n    user: [\n      users:read, # a\n      # b\n      team:read # c\n    ]\n`,
    ],
    [
      'of the only entry',
      `${NAME}features: # none\n  # yet\n  shortcuts: [] # soon\n`,
      `${NAME}features: {}\n  # none\n  # yet\n  # soon\n`,
    ],
    [
      'of the first key after a dash',
      `${NAME}oauth_config: {scopes: {bot: [commands]}}\nfeatures:\n  bot_user: {display_name: x}\n  slash_commands:\n    - usage_hint: "" # none\n      command: /tide\n      description: Tide\nsettings: {socket_mode_enabled: true}\n`,
      `${NAME}oauth_config: {scopes: {bot: [commands]}}\nfeatures:\n  bot_user: {display_name: x}\n  slash_commands:\n    - # none\n      command: /tide\n      description: Tide\nsettings: {socket_mode_enabled: true}\n`,
    ],
    [
      'of the last key of a file without a final line feed',
      `${NAME}  description: "" # none`,
      `${NAME}  # none`,
    ],
    [
      'after a moved key',
      `${NAME}settings:\n  home_tab_enabled: false # not yet\n  socket_mode_enabled: true\nfeatures:\n  app_home:\n    messages_tab_enabled: true # all\n`,
      `${NAME}settings:\n  socket_mode_enabled: true\nfeatures:\n  app_home:\n    messages_tab_enabled: true # all\n    home_tab_enabled: false # not yet\n`,
    ],
    [
      'above a moved key',
      `${NAME}settings:\n  # what people see\n  # first of all\n  app_home: # tabs\n    home_tab_enabled: false\n  # how we talk\n  socket_mode_enabled: true\nfeatures:\n  unfurl_domains: [a.example] # ours\noauth_config: {scopes: {bot: ["links:read"]}}\n`,
      `${NAME}settings:\n  # how we talk\n  socket_mode_enabled: true\n  event_subscriptions:\n    bot_events:\n      - link_shared\nfeatures:\n  unfurl_domains: [a.example] # ours\n  # what people see\n  # first of all\n  app_home: # tabs\n    home_tab_enabled: false\noauth_config: {scopes: {bot: ["links:read"]}}\n`,
    ],
    [
      'at the start of a file whose first key moves',
      `# about the file\nshortcuts: []\n${NAME}features:\n  app_home: {home_tab_enabled: false}\n`,
      `# about the file\n${NAME}features:\n  app_home: {home_tab_enabled: false}\n`,
    ],
    [
      'after the item before a new one, in brackets',
      `${NAME}features: {bot_user: {display_name: x}}\noauth_config:\n  scopes:\n    bot: [\n      chat:write # to answer\n    ]\nsettings:\n  socket_mode_enabled: true\n  event_subscriptions: {bot_events: [message.im]}\n`,
      `${NAME}features: {bot_user: {display_name: x}}\noauth_config:\n  scopes:\n    bot: [\n      chat:write, # to answer\n      im:history\n    ]\nsettings:\n  socket_mode_enabled: true\n  event_subscriptions: {bot_events: [message.im]}\n`,
    ],
  ])('are kept: %s', async (_, before, after) => {
    expect(await fixed(before)).toBe(after);
    expect(await fixed(before.replaceAll('\n', '\r\n'))).toBe(after.replaceAll('\n', '\r\n'));
    expect(await fixed(after)).toBe(after);
  });
});

describe('one finding per cause', () => {
  const app = (events: string, scopes = '[chat:write]') =>
    `${NAME}features: {bot_user: {display_name: x}}\noauth_config: {scopes: {bot: ${scopes}}}\nsettings: {socket_mode_enabled: true, event_subscriptions: {${events}}}\n`;
  const rules = async (text: string) =>
    (await validateText('m.yaml', text, OPTIONS)).findings.map(({ rule, message }) => `${rule}: ${message}`);

  it('reports a missing scope once for a duplicate event', async () => {
    expect(await rules(app('bot_events: [message.im, message.im]'))).toEqual([
      'event-scope: message.im needs the bot scope im:history',
      'duplicate-event: "message.im" is in bot_events twice; the first is item 1',
    ]);
  });

  it('reports a duplicate item once if an alias shares the list', async () => {
    const text = app('bot_events: &e [im_open, im_open], user_events: *e', '["im:read"]');
    const { findings } = await validateText(
      'm.yaml',
      text.replace('scopes: {', 'scopes: {user: ["im:read"], '),
      OPTIONS,
    );
    expect(findings.map(({ rule }) => rule)).toEqual(['duplicate-event']);
    expect(await fixed(text.replace('scopes: {', 'scopes: {user: ["im:read"], '))).toContain('&e [im_open],');
  });

  it('offers quotes for a reference after an anchor in brackets', async () => {
    const text = `${NAME}types: {a: {type: object}, b: {type: &ref #/types/a}}\n`;
    const { findings } = await withTriedFixes(await validateText('m.yaml', text, OPTIONS), OPTIONS);
    expect(findings.map(({ rule }) => rule)).toEqual(['unquoted-hash']);
    expect(await fixed(text)).toBe(text.replace('#/types/a', '"#/types/a"'));
  });
});

// cspell:ignore setings
import { describe, expect, it } from 'vitest';
import { fixText } from '../../src/manifest/fix.ts';
import { RULES } from '../../src/manifest/rules/rule-book.ts';
import { withTriedFixes } from '../../src/manifest/try-fix.ts';
import { validateText } from '../../src/manifest/validate.ts';

const OPTIONS = { vendor: 'service' };
const NAME = 'display_information:\n  name: Harbour\n';
const complete = (text: string) => (text.includes('display_information') ? text : NAME + text);
const fixed = async (file: string, text: string, all = false) =>
  (await fixText(file, text, OPTIONS, all)).text;

const FIXABLE = Object.entries(RULES).filter(([, { fix }]) => fix !== 'none');

describe('lint --fix (WEB §2.6)', () => {
  it.each(FIXABLE)('fixes the wrong example of %s as its rule declares', async (name, rule) => {
    const before = complete(rule.wrong);
    const safely = await fixText('m.yaml', before, OPTIONS, false);
    if (rule.fix === 'suggest') expect(safely.text).toBe(before);
    const { text, applied, validated } = await fixText('m.yaml', before, OPTIONS, rule.fix === 'suggest');
    expect(applied.map(({ rule: id }) => id)).toContain(name);
    expect(validated.findings).toEqual([]);
    expect(await fixed('m.yaml', text, true)).toBe(text);
  });

  it.each([
    [
      'a mistyped key',
      'm.yaml',
      `# top\n${NAME}setings: # here\n  socket_mode_enabled: true\n`,
      `# top\n${NAME}settings: # here\n  socket_mode_enabled: true\n`,
    ],
    [
      'a mistyped quoted key',
      'm.json',
      '{"display_informaton": {"name": "x"}}',
      '{"display_information": {"name": "x"}}',
    ],
    [
      'yes and no',
      'm.yaml',
      `${NAME}settings: {socket_mode_enabled: yes, token_rotation_enabled: off}\n`,
      `${NAME}settings: {socket_mode_enabled: true, token_rotation_enabled: false}\n`,
    ],
    ['an empty text', 'm.yaml', `${NAME}  description: "" # none\n`, `${NAME}  # none\n`],
    [
      'an empty text in JSON',
      'm.json',
      '{\n  "display_information": {\n    "name": "x",\n    "description": ""\n  }\n}\n',
      '{\n  "display_information": {\n    "name": "x"\n  }\n}\n',
    ],
    [
      'an empty first text in JSON',
      'm.json',
      '{"display_information": {"description": "", "name": "x"}}',
      '{"display_information": {"name": "x"}}',
    ],
    [
      'an empty list',
      'm.yaml',
      `${NAME}features:\n  shortcuts: []\n  app_home: {}\n`,
      `${NAME}features:\n  app_home: {}\n`,
    ],
    ['the only key of an object', 'm.yaml', `${NAME}features:\n  shortcuts: []\n`, `${NAME}features: {}\n`],
    [
      'a duplicate scope with a comment',
      'm.yaml',
      `${NAME}oauth_config:\n  scopes:\n    user:\n      - users:read # a\n      - team:read\n      - users:read # b\n`,
      `${NAME}oauth_config:\n  scopes:\n    user:\n      - users:read # a\n      - team:read\n      # b\n`,
    ],
    [
      'a color without its #',
      'm.yaml',
      `${NAME}  background_color: '0b3954'\n`,
      `${NAME}  background_color: '#0b3954'\n`,
    ],
    [
      'a key in a file with CRLF line endings',
      'm.yaml',
      'display_information:\r\n  nme: x\r\n',
      'display_information:\r\n  name: x\r\n',
    ],
    [
      'a quoted boolean',
      'm.json',
      '{"display_information":{"name":"x"},"settings":{"socket_mode_enabled":"true"}}',
      '{"display_information":{"name":"x"},"settings":{"socket_mode_enabled":true}}',
    ],
  ])('fixes %s and nothing else', async (_, file, before, after) => {
    expect(await fixed(file, before)).toBe(after);
    expect(await fixed(file, after)).toBe(after);
  });

  it('moves a key with its comments to the correct section', async () => {
    const before = `${NAME}settings:\n  socket_mode_enabled: true\n  app_home: # tabs\n    # the first\n    home_tab_enabled: false\nfeatures:\n  bot_user: {display_name: x}\noauth_config: {scopes: {bot: ["chat:write"]}}\n`;
    const after = `${NAME}settings:\n  socket_mode_enabled: true\nfeatures:\n  bot_user: {display_name: x}\n  app_home: # tabs\n    # the first\n    home_tab_enabled: false\noauth_config: {scopes: {bot: ["chat:write"]}}\n`;
    expect(await fixed('m.yaml', before, true)).toBe(after);
  });

  const APP = `${NAME}features: {bot_user: {display_name: x}}\n`;
  it.each([
    [
      'in JSON',
      'm.json',
      '{"display_information":{"name":"x"},"features":{"bot_user":{"display_name":"x"}},"oauth_config":{"bot":["chat:write"]}}',
      '{"display_information":{"name":"x"},"features":{"bot_user":{"display_name":"x"}},"oauth_config":{"scopes": {"bot":["chat:write"]}}}',
    ],
    [
      'in JSON on several lines',
      'm.json',
      '{\n  "display_information": {\n    "name": "x"\n  },\n  "features": {\n    "bot_user": {\n      "display_name": "x"\n    }\n  },\n  "oauth_config": {\n    "bot": ["chat:write"]\n  }\n}\n',
      '{\n  "display_information": {\n    "name": "x"\n  },\n  "features": {\n    "bot_user": {\n      "display_name": "x"\n    }\n  },\n  "oauth_config": {\n    "scopes": {\n      "bot": [\n        "chat:write"\n      ]\n    }\n  }\n}\n',
    ],
    [
      'in brackets',
      'm.yaml',
      `${APP}oauth_config: {\n  bot: [ # these\n    chat:write # w\n  ] # end\n}\n`,
      `${APP}oauth_config: {\n  scopes: {bot: [ # these\n    chat:write # w\n  ]} # end\n}\n`,
    ],
    [
      'in lines with comments',
      'm.yaml',
      `${APP}oauth_config: # auth\n  # all\n  bot: # these\n    - chat:write # w\n\n    - "im:read"\n  # below\n# after\n`,
      `${APP}oauth_config: # auth\n  scopes:\n    # all\n    bot: # these\n      - chat:write # w\n\n      - "im:read"\n    # below\n# after\n`,
    ],
    [
      'at the top',
      'm.yaml',
      '# the app\nhome_tab_enabled: true',
      '# the app\nfeatures:\n  app_home:\n    home_tab_enabled: true',
    ],
  ])('moves a key deeper that is the only one of its section %s', async (_, file, before, after) => {
    expect(await fixed(file, before, true)).toBe(after);
  });

  it.each([
    ['m.yaml', `${NAME}socket_mode_enabled: true\nsetings:\n  org_deploy_enabled: false\n`],
    [
      'm.json',
      '{"display_information": {"name": "x"}, "socket_mode_enabled": true, "setings": {"org_deploy_enabled": false}}',
    ],
  ])('corrects a misspelled section before a key is moved there: %s', async (file, before) => {
    const { applied, validated } = await fixText(file, before, OPTIONS, true);
    expect(applied.map(({ rule }) => rule)).toEqual(['unknown-key', 'misplaced-key']);
    expect(validated.findings).toEqual([]);
    expect(validated.source.data).toMatchObject({
      settings: { org_deploy_enabled: false, socket_mode_enabled: true },
    });
  });

  it('does not speak of an alias where there is none', async () => {
    const text = 'display_information: {name: X}\noauth_config: {? bot : ["chat:write"]}\n';
    const { findings } = await withTriedFixes(await validateText('m.yaml', text, OPTIONS), OPTIONS);
    expect(findings.map(({ withheld }) => withheld?.reason ?? '').join()).not.toMatch(/alias/);
  });

  it('adds a scope in block style and in brackets', async () => {
    const events =
      'settings: {socket_mode_enabled: true, event_subscriptions: {bot_events: [message.im]}}\nfeatures: {bot_user: {display_name: x}}\n';
    const block = `${NAME}${events}oauth_config:\n  scopes:\n    bot:\n      - chat:write\n`;
    expect(await fixed('m.yaml', block, true)).toBe(`${block}      - im:history\n`);
    const flow = (scopes: string) => `${NAME}${events}oauth_config: {scopes: {bot: [${scopes}]}}\n`;
    expect(await fixed('m.yaml', flow('"chat:write"'), true)).toBe(flow('"chat:write", im:history'));
  });

  it('never adds a finding', async () => {
    for (const { wrong } of Object.values(RULES)) {
      const before = await validateText('m.yaml', complete(wrong), OPTIONS);
      const { validated } = await fixText('m.yaml', complete(wrong), OPTIONS, true);
      expect(validated.findings.length).toBeLessThanOrEqual(before.findings.length);
    }
  });
});

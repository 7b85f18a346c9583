// cspell:ignore harbou enabeld requird itmes minimun properites
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/manifest/finding.ts';
import { fixText } from '../../src/manifest/fix.ts';
import { readManifest } from '../../src/manifest/read-manifest.ts';
import { yamlInline } from '../../src/manifest/render-value.ts';
import { RULES } from '../../src/manifest/rules/rule-book.ts';
import { tryFix, withTriedFixes } from '../../src/manifest/try-fix.ts';
import { validateText } from '../../src/manifest/validate.ts';
import type { Json } from '../../src/spec/protocol-types.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const OPTIONS = { vendor: 'service' };
const NAME = 'display_information:\n  name: Harbour\n';
const complete = (text: string) => (text.includes('display_information') ? text : NAME + text);

/** Styles in which the same manifest can be written. */
const FORMS: readonly (readonly [name: string, file: string, write: (yaml: string, data: Json) => string])[] =
  [
    ['block', 'm.yaml', (yaml) => yaml],
    ['CRLF line endings', 'm.yaml', (yaml) => yaml.replaceAll('\n', '\r\n')],
    ['without a final newline', 'm.yaml', (yaml) => yaml.trimEnd()],
    ['comments', 'm.yaml', (yaml) => yaml.replace(/^(?!\s*#)(.*[^\s|>])$/gm, '$1 # note')],
    [
      'anchors',
      'm.yaml',
      (yaml) =>
        yaml.replace(/^( *)(\w+):$/gm, (_, indent, key) => `${indent}${key}: &${key}${indent.length}`),
    ],
    ['flow', 'm.yaml', (_, data) => `${yamlInline(data)}\n`],
    [
      'flow below keys',
      'm.yaml',
      (_, data) =>
        Object.entries(data ?? {})
          .map(([key, value]) => `${key}: ${yamlInline(value)}\n`)
          .join(''),
    ],
    ['JSON', 'm.json', (_, data) => `${JSON.stringify(data, null, 2)}\n`],
    ['JSON on one line', 'm.json', (_, data) => JSON.stringify(data)],
  ];

const CASES = Object.entries(RULES).flatMap(([id, { wrong }]) =>
  FORMS.map(([form, file, write]) => ({ id, form, file, wrong, write })),
);

async function written({ file, wrong, write }: (typeof CASES)[number]) {
  const yaml = complete(wrong);
  const { data = null } = await readManifest(yaml, 'yaml');
  return { file, text: write(yaml, data) };
}

function leaves(
  data: Json | undefined,
  pointer = '',
): readonly (readonly [pointer: string, value: string])[] {
  if (typeof data !== 'object' || data === null) return [[pointer, JSON.stringify(data ?? null)]];
  return Object.entries(data).flatMap(([key, value]) => [
    [`${pointer}/${key}`, `key ${key}`] as const,
    ...leaves(value as Json, `${pointer}/${key}`),
  ]);
}

/** Lost values outside the place of the finding. */
function lostValues(before: Json | undefined, after: Json | undefined, finding: Finding): readonly string[] {
  const left = leaves(after).map(([, value]) => value);
  return leaves(before).flatMap(([pointer, value]) => {
    const index = left.indexOf(value);
    if (index >= 0) left.splice(index, 1);
    return index >= 0 || pointer.startsWith(finding.pointer) ? [] : [`${pointer} ${value}`];
  });
}

describe('fixes of every rule in every form (WEB §2.6, §9)', () => {
  it.each(CASES)(
    '$id, $form: an offered fix removes its finding, adds none and loses nothing',
    async (row) => {
      const { file, text } = await written(row);
      const before = await validateText(file, text, OPTIONS);
      const { findings } = await withTriedFixes(before, OPTIONS);
      const count = (list: readonly Finding[], rule: string) =>
        list.filter((one) => one.rule === rule).length;
      for (const finding of findings) {
        if (finding.fix === undefined) continue;
        const trial = await tryFix(before, { ...finding, fix: finding.fix }, OPTIONS);
        const after = 'validated' in trial ? trial.validated : before;
        expect(count(after.findings, finding.rule)).toBeLessThan(count(findings, finding.rule));
        for (const { rule } of after.findings)
          if (before.source.data !== undefined)
            expect(count(after.findings, rule)).toBeLessThanOrEqual(count(findings, rule));
        if (before.source.data !== undefined)
          expect(lostValues(before.source.data, after.source.data, finding)).toEqual([]);
      }
      const once = await fixText(file, text, OPTIONS, true);
      expect(
        (await withTriedFixes(once.validated, OPTIONS)).findings.flatMap(({ fix }) => fix ?? []),
      ).toEqual([]);
      expect((await fixText(file, once.text, OPTIONS, true)).text).toBe(once.text);
    },
  );

  it.each(Object.entries(RULES))(
    '%s: offers a fix for its wrong example only if the rule is fixable, and applies it',
    async (id, { wrong, fix }) => {
      const { validated } = await fixText('m.yaml', complete(wrong), OPTIONS, true);
      const { findings } = await withTriedFixes(
        await validateText('m.yaml', complete(wrong), OPTIONS),
        OPTIONS,
      );
      const isOffered = findings.some((finding) => finding.rule === id && finding.fix !== undefined);
      if (fix === 'none') expect(isOffered).toBe(false);
      if (isOffered) expect(validated.findings.map(({ rule }) => rule)).not.toContain(id);
    },
  );
});

const V2 = `_metadata: {major_version: 2}
${NAME}functions:
  greet:
    title: Greet
    description: Greets
    input_parameters:
      properties:
        who: &who {type: string, is_required: true}
        how: {type: string, is_required: true}
      required: [how]
    output_parameters:
      properties:
        who: *who
settings: {function_runtime: service, org_deploy_enabled: true}
`;
const END_V2 = `    output_parameters: {properties: {}}
settings: {function_runtime: service, org_deploy_enabled: true}
`;
const V1 = `${NAME}functions:
  greet:
    title: Greet
    description: Greets
    input_parameters:
      who: {type: string, SAID}
    output_parameters: {}
settings: {function_runtime: service, org_deploy_enabled: true}
`;
const fixed = async (text: string, all = true) => (await fixText('m.yaml', text, OPTIONS, all)).text;

describe('fixes that keep the meaning (WEB §9)', () => {
  it('moves is_required: true to the list "required" at every place that shares it', async () => {
    expect(await fixed(V2)).toBe(
      V2.replace('{type: string, is_required: true}\n        how', '{type: string}\n        how')
        .replace('how: {type: string, is_required: true}', 'how: {type: string}')
        .replace('required: [how]', 'required: [how, who]')
        .replace('who: *who\n', 'who: *who\n      required:\n        - who\n'),
    );
  });

  it.each([
    ['required: true', 'is_required: true'],
    ['requird: true', 'is_required: true'],
    ['required: false', 'is_required: false'],
    ['required: "true"', 'is_required: true'],
    ['required: true, is_required: true', 'is_required: true'],
    ['required: true, is_required: false', 'required: true, is_required: false'],
  ])('says in version 1 with is_required what a parameter says with %s', async (said, meant) => {
    const text = V1.replace('SAID', said);
    expect(await fixed(text, false)).toBe(V1.replace('SAID', meant));
  });

  it.each([
    ['required: true', '{type: string}', '[how, who]', true],
    ['requird: true', '{type: string}', '[how, who]', true],
    ['required: false', '{type: string}', '[how]', false],
    ['required: "true"', '{type: string, required: "true"}', '[how]', true],
  ])(
    'says in version 2 with the list "required" what a parameter says with %s',
    async (said, who, list, all) => {
      const [head = ''] = V2.split('    output_parameters:');
      const text = `${head.replace('&who ', '').replace(', is_required: true}\n      req', '}\n      req')}${END_V2}`;
      expect(await fixed(text.replace('is_required: true', said), all)).toBe(
        text.replace('{type: string, is_required: true}', who).replace('[how]', list),
      );
    },
  );

  it('gives no misspelled key a value that does not fit the other key', async () => {
    const text = V1.replace('SAID', 'itmes: 3, minimun: one, properites: [a]');
    expect(await fixed(text)).toBe(text);
    expect((await validateText('m.yaml', text, OPTIONS)).findings).toEqual([]);
  });

  it('fixes a value once if several aliases share it', async () => {
    const text = `${NAME}settings: {socket_mode_enabled: &on yes, token_rotation_enabled: *on}\n`;
    expect(await fixed(text, false)).toBe(text.replace('yes', 'true'));
  });

  it('does not change a value that is correct at another place of its alias', async () => {
    const text = `${NAME}  description: &word yes\nsettings: {socket_mode_enabled: *word}\n`;
    expect(await fixed(text)).toBe(text);
    const { findings } = await withTriedFixes(await validateText('m.yaml', text, OPTIONS), OPTIONS);
    expect(findings.map(({ rule, fix, withheld }) => [rule, fix, withheld?.reason])).toEqual([
      ['yaml-boolean', undefined, 'an alias uses this value elsewhere; change it manually'],
    ]);
  });

  it('suggests no other parameter for a removed one, even with a similar name', async () => {
    const text = V2.replace('who: *who', 'tide: {type: string}\n        time:\n      required: [time]');
    const { findings } = await withTriedFixes(await validateText('m.yaml', text, OPTIONS), OPTIONS);
    const [found] = findings.filter(({ message }) => message.startsWith('time is empty'));
    expect(found).toMatchObject({
      withheld: { reason: expect.stringContaining('required names "time", which is not in properties') },
    });
    expect(await fixed(text)).toContain('required: [time]');
  });

  it('reports a finding at the alias if the anchored value is correct at its own place', async () => {
    const text = `${NAME}features: {bot_user: {display_name: x}}
oauth_config:
  scopes: {bot: ["im:history"], user: ["users:read"]}
settings:
  socket_mode_enabled: true
  event_subscriptions:
    bot_events: &events [message.im]
    user_events: *events
`;
    const { findings } = await validateText('m.yaml', text, OPTIONS);
    expect(
      findings.map(({ message, start, end }) => [message, text.slice(start.offset, end.offset)]),
    ).toEqual([['message.im needs the user scope im:history', '*events']]);
  });

  it('keeps the digits of a number that becomes a string', async () => {
    expect(await fixed(`${NAME}  description: 0x10\n`)).toBe(`${NAME}  description: "0x10"\n`);
    expect(await fixed(`${NAME}  description: 1.0\n`)).toBe(`${NAME}  description: "1.0"\n`);
  });

  it.each([
    [
      'a color',
      `${NAME}  background_color: #2c2d30 # dark\n`,
      `${NAME}  background_color: "#2c2d30" # dark\n`,
    ],
    [
      'a color in brackets',
      'display_information: {name: X, background_color: #abc}\n',
      'display_information: {name: X, background_color: "#abc"}\n',
    ],
    [
      'a color before a comma',
      'display_information: {background_color: #abc,\n  name: X}\n',
      'display_information: {background_color: "#abc",\n  name: X}\n',
    ],
    [
      'a type',
      `${NAME}types:\n  a: {type: object}\n  b:\n    type: #/types/a\n`,
      `${NAME}types:\n  a: {type: object}\n  b:\n    type: "#/types/a"\n`,
    ],
  ])('puts quotes around %s that begins with #', async (_, before, after) => {
    const { findings } = await validateText('m.yaml', before, OPTIONS);
    expect(findings.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
      expect.stringMatching(/^unquoted-hash: an unquoted # starts a comment: #\S+ is not read$/),
    ]);
    expect(await fixed(before, false)).toBe(after);
  });

  it('quotes the function reference of a step', async () => {
    const before = `${V2}workflows:\n  w:\n    title: W\n    description: W\n    steps:\n      - id: a\n        type: function\n        function_id: #/functions/greet\n        inputs: {who: a, how: b}\n`;
    expect(await fixed(before)).toContain('        function_id: "#/functions/greet"\n');
  });

  it('treats "# " as a comment, and quotes a word after # only as a suggested fix', async () => {
    const { findings } = await validateText('m.yaml', `${NAME}  description: # to do\n`, OPTIONS);
    expect(findings.map(({ rule }) => rule)).toEqual(['type']);
    const word = `${NAME}  description: #tides\n`;
    expect(await fixed(word, false)).toBe(word);
    expect(await fixed(word)).toBe(`${NAME}  description: "#tides"\n`);
  });

  it('adds the scope and the event for link unfurling together', async () => {
    const before = `${NAME}features: {bot_user: {display_name: x}, unfurl_domains: [a.example]}\noauth_config: {scopes: {bot: ["chat:write"]}}\nsettings: {socket_mode_enabled: true}\n`;
    const after = await fixText('m.yaml', before, OPTIONS, true);
    expect(after.validated.findings).toEqual([]);
    expect(after.text).toContain('"chat:write", links:read');
    expect(after.text).toContain('link_shared');
  });

  it('keeps user scopes of a hosted app and prints a hint', async () => {
    const text = `${NAME}settings: {function_runtime: service}\noauth_config: {scopes: {user: ["users:read"]}}\n`;
    expect(await fixed(text)).toBe(text);
    const [finding] = (await validateText('m.yaml', text, OPTIONS)).findings;
    expect(finding?.hint).toBe('remove them, or set oauth_config.token_management_enabled to true');
  });
});

describe('orgctl manifest lint --fix --dry-run', () => {
  const before = `${NAME}settings: {socket_mode_enabled: yes, quux: 1}\n`;
  const diff = /^--- a\/.*\n\+\+\+ b\/.*\n(?:.*\n)+-settings: .*yes.*\n\+settings: .*true.*\n$/;
  const linted = async (flags: string, stdin?: string) => {
    const machine = freshMachine();
    const file = machine.path('manifest.yaml');
    writeFileSync(file, before);
    const ran = await machine.orgctl(
      `manifest lint ${stdin === undefined ? file : '-'} ${flags}`,
      stdin === undefined ? {} : { stdin },
    );
    expect(readFileSync(file, 'utf8')).toBe(before);
    return ran;
  };

  it('prints the diff to stdout as text, and what remains to stderr', async () => {
    const { exit, stdout, stderr } = await linted('--fix --dry-run --quiet --format human');
    expect(exit).toBe(5);
    expect(stdout).toMatch(diff);
    expect(stderr).toContain('unknown key "quux" in settings [unknown-key]\n  3 | settings: ');
    expect(stderr).not.toContain('yaml-boolean');
  });

  it.each([
    ['--format json', '"rule": "unknown-key"'],
    ['--format ndjson', '{"rule":"unknown-key"'],
    ['--format sarif', '"ruleId": "unknown-key"'],
    ['--format junit', '<failure type="unknown-key"'],
    ['--format github', 'title=unknown-key::'],
    ['--format gitlab', '"check_name": "unknown-key"'],
    ['-o json', '"rule": "unknown-key"'],
    ['-o csv', ',unknown-key,'],
  ])('prints what remains to stdout with %s, and the diff to stderr', async (flags, words) => {
    const plain = await linted(flags);
    const { exit, stdout, stderr } = await linted(`--fix --dry-run ${flags}`);
    expect(exit).toBe(5);
    expect(stdout).toContain(words);
    expect(stdout).not.toContain('socket_mode_enabled is yes');
    expect(plain.stdout).toContain('socket_mode_enabled is yes');
    if (/json|sarif|gitlab/.test(flags))
      for (const text of flags.includes('ndjson') ? stdout.trim().split('\n') : [stdout]) JSON.parse(text);
    expect(stderr.replace(/(?:error: |\{"code").*\n$/, '')).toMatch(diff);
  });

  it('prints what remains of stdin to stderr, beside the fixed text', async () => {
    const { stdout, stderr } = await linted('--fix --format human', before);
    expect(stdout).toBe(before.replace('yes', 'true'));
    expect(stderr).toContain('unknown key "quux" in settings [unknown-key]');
  });
});

describe('orgctl manifest lint', () => {
  it('applies a suggested fix together with the fix that it requires', async () => {
    const machine = freshMachine();
    const file = machine.path('manifest.yaml');
    const text = `${NAME}features: {bot_user: {display_name: x}}\noauth_config: {scopes: {bot: ["chat:write"]}}\nsettings: {socket_mode_enabled: true, event_subscriptions: {bot_events: [mesage.im]}}\n`;
    writeFileSync(file, text);
    const offered = await machine.orgctl(`manifest lint ${file} --format human`);
    expect(offered.stdout).toContain('fix: write message.im and add the scope im:history (');
    expect(readFileSync(file, 'utf8')).toBe(text);
    const { exit } = await machine.orgctl(`manifest lint ${file} --fix-suggested --format human`);
    expect([exit, readFileSync(file, 'utf8')]).toEqual([
      0,
      text.replace('mesage.im', 'message.im').replace('"chat:write"', '"chat:write", im:history'),
    ]);
  });

  it('does not combine a suggested fix with the fix of an earlier finding', async () => {
    const machine = freshMachine();
    const file = machine.path('manifest.yaml');
    writeFileSync(file, `${NAME}types:\n  ebb: {type: strings}\n  tide: {type: 17}\n`);
    const { stdout } = await machine.orgctl(`manifest lint ${file} --format human`);
    expect(stdout).toContain('fix: write string (--fix-suggested)');
    expect(stdout).toContain(
      'fix: write "17" (not applied: it would cause: "17" is not a known type [unknown-type]; first: ',
    );
  });

  it('does not combine a suggested fix with a change of another place that disagrees', async () => {
    const machine = freshMachine();
    const file = machine.path('manifest.yaml');
    const text = `_metadata: {major_version: 2}
${NAME}settings: {org_deploy_enabled: true, function_runtime: remote}
functions:
  tide:
    title: t
    description: d
    input_parameters: {properties: {harbou: {type: string}}, required: [harbour]}
    output_parameters: {properties: {}, required: []}
workflows:
  morning:
    title: m
    description: d
    steps:
      - {id: find, function_id: "#/functions/tide", inputs: {harbour: x}}
`;
    writeFileSync(file, text);
    const { stdout } = await machine.orgctl(`manifest lint ${file} --format human`);
    expect(stdout).toContain(
      'fix: write harbou (not applied: it would cause: the function requires "harbou" and has no input "harbour"; did you mean "harbou"? [missing-step-input]; first: rename harbour to harbou)',
    );
    expect(stdout).toContain('fix: rename it to harbou (--fix-suggested)');
  });

  it('corrects misspelled keys in each other, and then what they contain', async () => {
    const machine = freshMachine();
    const file = machine.path('manifest.yaml');
    const text = `${NAME}features: {bot_user: {display_name: x}}
oauth_config: {scope: {bot: ["channels:history", channel:read]}}
settings: {socket_mode_enabled: true, event_subscription: {bot_event: [message.channel]}}
`;
    writeFileSync(file, text);
    const { stdout } = await machine.orgctl(`manifest validate ${file} --format human`);
    expect(stdout).toContain('fix: write channels:read (not applied: first: rename scope to scopes)\n');
    expect(stdout).toContain(
      'fix: write message.channels (not applied: first: rename event_subscription to event_subscriptions)\n',
    );
    expect(stdout).not.toContain('change it manually');
    await machine.orgctl(`manifest lint ${file} --fix-suggested --format human`);
    expect(readFileSync(file, 'utf8')).toBe(
      text
        .replace('scope:', 'scopes:')
        .replace('channel:read', 'channels:read')
        .replace(
          'event_subscription: {bot_event: [message.channel]',
          'event_subscriptions: {bot_events: [message.channels]',
        ),
    );
  });

  it('corrects a misspelled key together with its value', async () => {
    const machine = freshMachine();
    const file = machine.path('manifest.yaml');
    const text = `${NAME}settings: {socket_mode_enabeld: "true"}\n`;
    writeFileSync(file, text);
    await machine.orgctl(`manifest lint ${file} --fix-suggested --format human`);
    expect(readFileSync(file, 'utf8')).toBe(text.replace('enabeld: "true"', 'enabled: true'));
  });

  it('prints at every run why a fix is not applied and what to do first', async () => {
    const machine = freshMachine();
    const file = machine.path('manifest.yaml');
    const text = `${NAME}features: {bot_user: {display_name: x}}\noauth_config: {scopes: {bot: &both ["chat:write"], user: *both}}\nsettings: {socket_mode_enabled: true, event_subscriptions: {bot_events: [mesage.im]}}\n`;
    writeFileSync(file, text);
    const expected =
      '  fix: write message.im (not applied: it would cause: message.im needs the bot scope im:history [event-scope]; first: add the scope im:history)\n';
    for (const command of ['validate', 'lint', 'lint --fix-suggested', 'lint --fix-suggested']) {
      const { stdout } = await machine.orgctl(`manifest ${command} ${file} --format human`);
      expect(stdout).toContain(expected);
      expect(stdout).not.toContain('--fix-suggested)');
    }
    writeFileSync(file, text.replace('"chat:write"', '"chat:write", "im:history"'));
    const ran = await machine.orgctl(`manifest lint ${file} --fix-suggested --format human`);
    expect(ran.stderr.replaceAll(`${machine.home}/`, '')).toBe(
      'manifest.yaml: 1 fixed\nmanifest.yaml: no findings\n',
    );
  });
});

import { load, YAML11_SCHEMA } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { convertVersion } from '../../src/manifest/convert-version.ts';
import { printJson, printYaml } from '../../src/manifest/print-yaml.ts';
import { readManifest } from '../../src/manifest/read-manifest.ts';
import { BASE_HOSTED, BASE_V1, BASE_V2 } from './support/base-manifests.ts';
import { findingsIn, jsonText, yamlText } from './support/find-finding.ts';

const toYaml = async (json: string) => printYaml((await readManifest(json, 'json')).tree());
const toJson = async (yaml: string) => printJson((await readManifest(yaml, 'yaml')).tree());

describe('convert between JSON and YAML (WEB §2.6)', () => {
  it.each([
    ['version 1', BASE_V1],
    ['version 2', BASE_V2],
    ['hosted', BASE_HOSTED],
  ])('keeps data and order in both directions: %s', async (_, data) => {
    const json = `${jsonText(data)}\n`;
    const yaml = await toYaml(json);
    expect(await toJson(yaml)).toBe(json);
    expect(await toYaml(await toJson(yaml))).toBe(yaml);
  });

  it.each([
    '#05a',
    '0',
    'yes',
    'No',
    'on',
    'y',
    '1.0',
    '{{x}}',
    '~',
    'null',
    '2026-01-01',
    '007',
    '0x1f',
    '1e3',
    'service#/types/date',
    'a: b',
    'a #b',
    '- a',
    '',
    ' a',
    'a ',
    'a\nb',
    'a\nb\n',
    '"',
    "'",
    '*a',
    '&a',
    '!a',
    '@a',
    '%a',
    '|',
    '>',
    '[a]',
    '{a}',
    'a,b',
    'é',
    '🌊',
    '\t',
    'a\tb',
    ':',
    '?',
    '=',
    '<<',
    '.5',
    '+1',
    '12:30',
    "it's",
    'C:\\x',
    'a\r\nb',
    '\u0007',
    '\u2028',
    'true',
    '---',
    'a - b',
    'https://x.example/a?b=c#d',
  ])('keeps %j a string to readers of YAML 1.1 and 1.2', async (text) => {
    const yaml = await toYaml(JSON.stringify({ value: text, list: [text], [`k${text}`]: 1 }));
    expect(load(yaml)).toEqual({ value: text, list: [text], [`k${text}`]: 1 });
    expect(load(yaml, { schema: YAML11_SCHEMA })).toEqual({ value: text, list: [text], [`k${text}`]: 1 });
    expect(JSON.parse(await toJson(yaml))).toEqual({ value: text, list: [text], [`k${text}`]: 1 });
  });

  it('keeps the order of keys that look like numbers', async () => {
    const json = '{\n  "b": 1,\n  "10": 2,\n  "2": 3\n}\n';
    expect(await toJson(await toYaml(json))).toBe(json);
  });
});

describe('convert between versions (WEB §9)', () => {
  it.each([
    ['functions: [a]', 'functions is a list; expected an object'],
    ['functions: {a: text}', 'functions.a is a string; expected an object'],
    ['functions: {a: {input_parameters: [x]}}', 'functions.a.input_parameters is a list; expected an object'],
    [
      'functions: {a: {output_parameters: 7}}',
      'functions.a.output_parameters is a number; expected an object',
    ],
    [
      'workflows: {w: {input_parameters: {when: string}}}',
      'workflows.w.input_parameters.when is a string; expected an object',
    ],
    ['workflows: {w: {steps: {one: 1}}}', 'workflows.w.steps is an object; expected a list'],
    ['workflows: {w: {steps: [one]}}', 'workflows.w.steps[0] is a string; expected an object'],
  ])(
    'refuses parameters, functions and steps with the shape of neither version: %s',
    async (text, message) => {
      for (const to of [1, 2] as const) {
        const from = `_metadata: {major_version: ${to === 1 ? 2 : 1}}\n${text}\n`;
        await expect(convertVersion(from, 'yaml', to)).rejects.toMatchObject({
          kind: 'invalidInput',
          message: `${message}; nothing was converted`,
        });
      }
    },
  );

  it('converts a parameter that is named properties, and back', async () => {
    const inputs = (text: string) =>
      `display_information: {name: X}\nfunctions:\n  f:\n    input_parameters:${text}`;
    const one = inputs(
      ' {properties: {type: object, is_required: true}, required: {type: boolean, is_required: false}}\n',
    );
    const { text: two } = await convertVersion(one, 'yaml', 2);
    expect((await readManifest(two, 'yaml')).data).toMatchObject({
      functions: {
        f: {
          input_parameters: {
            properties: { properties: { type: 'object' }, required: { type: 'boolean' } },
            required: ['properties'],
          },
        },
      },
    });
    const { text: back } = await convertVersion(two, 'yaml', 1);
    expect((await readManifest(back, 'yaml')).data).toEqual((await readManifest(one, 'yaml')).data);
  });

  it.each(['null', '[]', '"text"'])('refuses a manifest that is %s', async (text) => {
    await expect(convertVersion(text, 'json', 2)).rejects.toThrow(/^the manifest is .*; expected an object$/);
  });

  it.each(['functions:', 'functions: {a: {input_parameters: }}', 'workflows: {w: {steps: []}}'])(
    'accepts empty sections: %s',
    async (text) => {
      const { text: converted } = await convertVersion(`${text}\n`, 'yaml', 2);
      expect(converted).toContain('major_version: 2');
    },
  );

  it.each([
    ['json', `${jsonText(BASE_V1)}\n`],
    ['yaml', yamlText(BASE_V1)],
  ] as const)('converts version 1 to 2 and back without a difference: %s', async (format, text) => {
    const { text: two } = await convertVersion(text, format, 2);
    expect(await findingsIn(`m.${format}`, two)).toEqual([]);
    expect((await convertVersion(two, format, 2)).text).toBe(two);
    const { text: one } = await convertVersion(two, format, 1);
    expect((await readManifest(one, format)).data).toEqual((await readManifest(text, format)).data);
    expect((await convertVersion(one, format, 1)).text).toBe(one);
  });

  it('keeps comments and every other line', async () => {
    const text = `# top
display_information: {name: X} # name
functions:
  greet:
    title: Greet # title
    description: Greets
    input_parameters:
      # who is greeted
      who: # first
        type: string # a name
        is_required: true
      how:
        type: string
        is_required: false
    output_parameters: {}
`;
    expect((await convertVersion(text, 'yaml', 2)).text).toBe(`# top
display_information: {name: X} # name
functions:
  greet:
    title: Greet # title
    description: Greets
    input_parameters:
      properties:
        # who is greeted
        who: # first
          type: string # a name
        how:
          type: string
      required:
        - who
    output_parameters: {properties: {}}
_metadata:
  major_version: 2
`);
  });

  it('refuses step types that version 1 does not have', async () => {
    const text = '{"_metadata":{"major_version":2},"workflows":{"w":{"steps":[{"id":"a","type":"switch"}]}}}';
    await expect(convertVersion(text, 'json', 1)).rejects.toThrow('step 1 of w is a "switch"');
  });
});

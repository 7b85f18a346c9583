import { describe, expect, it } from 'vitest';
import { validateText } from '../../src/manifest/validate.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const many = (count: number, make: (index: number) => string, join: string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(join);

const bomb = many(
  9,
  (level) => `k${level}: &a${level} [${many(9, () => (level === 0 ? 'x' : `*a${level - 1}`), ', ')}]`,
  '\n',
);

const ROWS: readonly (readonly [what: string, file: string, text: string, rule: string, place: string])[] = [
  ['10,000 nested lists in JSON', 'm.json', '['.repeat(10_000), 'syntax', '1:65'],
  [
    '10,000 nested objects in JSON',
    'm.json',
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    'syntax',
    '1:321',
  ],
  ['900 nested lists in YAML', 'm.yaml', '['.repeat(900), 'syntax', '1:64'],
  [
    '1,000 nested blocks in YAML',
    'm.yaml',
    many(1000, (level) => `${' '.repeat(level)}a:`, '\n'),
    'syntax',
    '64:64',
  ],
  ['40,000 keys in YAML', 'm.yaml', many(40_000, (index) => `k${index}: 1`, '\n'), 'max-items', '1:1'],
  ['40,000 keys in JSON', 'm.json', `{${many(40_000, (index) => `"k${index}":1`, ',')}}`, 'max-items', '1:1'],
  ['aliases that stand for a billion values', 'm.yaml', bomb, 'syntax', '6:15'],
  ['an anchor within itself', 'm.yaml', 'display_information: &a {name: x, b: *a}', 'syntax', '1:38'],
  ['an alias without its anchor', 'm.yaml', 'display_information: *a', 'syntax', '1:22'],
  ['5 MB', 'm.json', `{"display_information":{"name":"${'x'.repeat(5_000_000)}"}}`, 'syntax', '1:1'],
  ['two documents', 'm.yaml', 'display_information: {name: x}\n---\na: 1\n', 'syntax', '3:1'],
  ['a tag', 'm.yaml', 'display_information: !Ref x\n', 'syntax', '1:22'],
  ['a key that is a list', 'm.yaml', '? [a, b]\n: c\n', 'syntax', '1:3'],
  [
    'a duplicate key in JSON',
    'm.json',
    '{"display_information":{"name":"a","name":"b"}}',
    'duplicate-key',
    '1:36',
  ],
  [
    'a duplicate key in YAML',
    'm.yaml',
    'display_information:\n  name: a\n  name: b\n',
    'duplicate-key',
    '3:3',
  ],
  ['an empty file', 'm.yaml', '', 'syntax', '1:1'],
  ['a comment alone', 'm.yaml', '# nothing\n', 'syntax', '1:1'],
  ['an empty file in JSON', 'm.json', ' \n', 'syntax', '1:1'],
  ['a string', 'm.yaml', 'hello', 'type', '1:1'],
  ['a list', 'm.json', '[]', 'type', '1:1'],
  ['a tab', 'm.yaml', 'display_information:\n\tname: x\n', 'syntax', '2:1'],
  ['a comma before a bracket', 'm.json', '{"display_information":{"name":"x",}}', 'syntax', '1:36'],
  ['a comment in JSON', 'm.json', '{\n// x\n"display_information":{"name":"x"}}', 'syntax', '2:1'],
  ['single quotes in JSON', 'm.json', "{'display_information':{}}", 'syntax', '1:2'],
  ['a missing colon', 'm.json', '{"display_information" {"name":"x"}}', 'syntax', '1:24'],
  [
    'an infinite number',
    'm.json',
    '{"display_information":{"name":"x"},"_metadata":{"minor_version":1e999}}',
    'type',
    '1:66',
  ],
];

describe('hostile or malformed input gives one finding at its position (WEB §8)', () => {
  it.each(ROWS)('%s', async (_, file, text, rule, place) => {
    const { findings } = await validateText(file, text, { vendor: 'service' });
    expect(
      findings.map((finding) => [finding.rule, `${finding.start.line}:${finding.start.column}`]),
    ).toEqual([[rule, place]]);
  });

  it('gives one finding again for a second input in the same process', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { findings } = await validateText('m.yaml', '['.repeat(900), { vendor: 'service' });
      expect(findings).toHaveLength(1);
    }
  });

  it('reports prototype property names as unknown keys', async () => {
    const text = '{"display_information":{"name":"x","__proto__":1,"constructor":2,"toString":3}}';
    for (const file of ['m.json', 'm.yaml']) {
      const { findings } = await validateText(file, text, { vendor: 'service' });
      expect(findings.map(({ pointer }) => pointer)).toEqual([
        '/display_information/__proto__',
        '/display_information/constructor',
        '/display_information/toString',
      ]);
    }
  });

  it('refuses bytes that are not UTF-8', async () => {
    const stdin = Buffer.from('display_information: x', 'utf16le');
    const ran = await freshMachine().orgctl('manifest validate - --format human', {
      stdin: Buffer.concat([Buffer.from([0xff, 0xfe]), stdin]),
    });
    expect(ran).toMatchObject({ exit: 5, stdout: '(stdin):1:1: error: the file is not UTF-8 [syntax]\n' });
  });

  it('does not crash on any prefix of a manifest', async () => {
    const text =
      'display_information:\n  name: "Tïde"\n  description: |\n    a\n    b\nfeatures: {bot_user: {display_name: x}}\n';
    const json = '{"display_information":{"name":"Tïde\\n"},"features":{"bot_user":{"display_name":"x"}}}';
    for (let length = 0; length < text.length; length += 1) {
      await validateText('m.yaml', text.slice(0, length), { vendor: 'service' });
      await validateText('m.json', json.slice(0, length), { vendor: 'service' });
    }
    expect(
      (await validateText('m.json', json, { vendor: 'service' })).findings.map(({ rule }) => rule),
    ).toEqual(['bot-scope-missing']);
  });
});

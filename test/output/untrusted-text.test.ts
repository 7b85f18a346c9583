import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { printAnnotations } from '../../src/output/github-annotations.ts';
import { printJunit } from '../../src/output/junit.ts';
import { escapeMarkdown, escapeMarkup } from '../../src/output/markup.ts';
import { toYaml } from '../../src/output/yaml.ts';
import type { Json } from '../../src/spec/protocol-types.ts';
import { warnMissingTool } from '../support/missing-tool.ts';

/**
 * Every control character and every character that is invisible or changes the text direction, except for
 * line feeds.
 */
const OBEYED = [...Array(0x20).keys(), ...Array.from({ length: 0x21 }, (_, at) => 0x7f + at)]
  .concat([0x61c, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x2060, 0xfeff])
  .concat([0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069])
  .filter((code) => code !== 0x0a)
  .map((code) => String.fromCharCode(code));
const HOSTILE = `a${OBEYED.join('b')}c`;

describe('untrusted text in documents', () => {
  it.each([
    ['Markdown', escapeMarkdown(HOSTILE)],
    ['HTML and XML', escapeMarkup(HOSTILE)],
    [
      'JUnit',
      printJunit(
        HOSTILE,
        [{ name: HOSTILE, file: HOSTILE, line: 1, failure: { code: HOSTILE, message: HOSTILE } }],
        1,
      ),
    ],
    [
      'GitHub annotations',
      printAnnotations([{ level: 'error', file: HOSTILE, title: HOSTILE, message: HOSTILE }]),
    ],
  ])('contains no control characters: %s', (_, text) => {
    expect(OBEYED.filter((character) => text.includes(character))).toEqual([]);
  });

  it('keeps its line breaks in markup', () => {
    expect(escapeMarkup('one\ntwo')).toBe('one\ntwo');
  });
});

const SCALARS: Json = {
  'a\tb': 'a\tb',
  '=': '=',
  '<<': 'merge',
  '?': [
    '<<',
    '=',
    '\t',
    ' ',
    '~',
    'y',
    'no',
    'on',
    'NULL',
    '1:30',
    '0o7',
    '0x1F',
    '1_000',
    '1e3',
    '+1',
    '.inf',
  ],
  dates: ['2001-01-01', '2001-12-14t21:59:43.10-05:00'],
  marks: [
    '- a',
    '? a',
    ': a',
    '!a',
    '&a',
    '*a',
    '%a',
    '@a',
    '`a',
    '|',
    '>',
    '{',
    '[',
    '#',
    'a #b',
    'a: b',
    '---',
    '...',
  ],
  rare: ['\ufffe', '\uffff', 'a\u0085b', '\u2028', '\u{1f600}', '\u0000', '\u001b[31m'],
};

if (spawnSync('python3', ['-c', 'import yaml']).status !== 0) warnMissingTool('PyYAML');
else
  it('PyYAML, a reader of YAML 1.1, reads the same value from YAML', () => {
    const read = 'import sys,yaml,json; print(json.dumps(yaml.safe_load(sys.stdin.buffer.read())))';
    const printed = execFileSync('python3', ['-c', read], { input: toYaml(SCALARS) }).toString();
    expect(JSON.parse(printed)).toEqual(SCALARS);
  });

describe('YAML for readers of version 1.1', () => {
  it('contains no raw tab and no unquoted = or <<', () => {
    expect(toYaml({ 'a\tb': 'c\td', '=': '=', '<<': ['<<', '='] })).toBe(
      '"a\\tb": "c\\td"\n"=": "="\n"<<":\n  - "<<"\n  - "="\n',
    );
    expect(toYaml('a = b << c')).toBe('a = b << c\n');
  });
});

import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../src/manifest/read-manifest.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const read = (text: string) => readManifest(text, 'yaml');
const faults = async (text: string) => (await read(text)).faults.map(({ message }) => message);

describe('YAML that is accepted as by most readers', () => {
  it.each([
    ['an object', 'a: {\n  b: 1\n}\nc: 2\n', { a: { b: 1 }, c: 2 }],
    ['a list', 'a:\n  b: [\n    1,\n    2,\n  ]\nc: 2\n', { a: { b: [1, 2] }, c: 2 }],
    [
      'nested objects and lists',
      'a: {\n  b: {\n    c: [\n      1\n]\n}\n}\nd: {\n}\n',
      { a: { b: { c: [1] } }, d: {} },
    ],
    ['an object with comments', 'a: { # 1\n  b: 1 # 2\n  # 3\n\n} # 4\nc: 2\n', { a: { b: 1 }, c: 2 }],
    ['an object with CRLF line endings', 'a: {\r\n  b: 1\r\n}\r\nc: 2\r\n', { a: { b: 1 }, c: 2 }],
    [
      'an object after a block text with the same characters',
      't: |\n  {\n  }\na: {\n  b: 1\n}\n',
      { t: '{\n}\n', a: { b: 1 } },
    ],
  ])('reads %s with the closing bracket at the indentation of its key', async (_, text, data) => {
    const source = await read(text);
    expect(source.faults).toEqual([]);
    expect(source.data).toEqual(data);
  });

  it.each([
    ['an unclosed bracket', 'a: {\n  b: 1\nc: 2\n'],
    ['an unindented list item in brackets', 'a:\n  b: [\n  1\n  ]\nc: {\n'],
  ])('refuses %s', async (_, text) => {
    expect((await faults(text)).length).toBe(1);
  });

  it.each([
    ['a number', 'a: {<<: 5, b: 1}\n'],
    ['an empty value', 'a:\n  <<:\n  b: 1\n'],
    ['a string in a list', 'a: &a {b: 1}\nc: {<<: [*a, x]}\n'],
  ])('refuses a merge key of %s', async (_, text) => {
    expect(await faults(text)).toEqual(['<< takes an object, or a list of objects']);
  });
});

describe('numbers with more digits than a JavaScript number', () => {
  const NUMBER = '12345678901234567890';

  async function ran(file: string, text: string, command: string) {
    const machine = freshMachine();
    writeFileSync(machine.path(file), text);
    return machine.orgctl(`manifest ${command.replace('FILE', machine.path(file))}`);
  }

  it.each([
    [
      'm.yaml',
      `display_information: {name: x}\ncompliance: {id: ${NUMBER}, ratio: 0.12345678901234567}\n`,
      'json',
    ],
    [
      'm.json',
      `{"display_information":{"name":"x"},"compliance":{"id":${NUMBER},"ratio":0.12345678901234567}}`,
      'yaml',
    ],
  ])('keep all digits if %s is converted', async (file, text, to) => {
    const { stdout } = await ran(file, text, `convert FILE --to ${to}`);
    expect(stdout).toContain(NUMBER);
    expect(stdout).toContain('0.12345678901234567');
  });

  it('are printed as written', async () => {
    const { stdout } = await ran(
      'm.yaml',
      `display_information: {name: ${NUMBER}}\n`,
      'validate FILE --format human',
    );
    expect(stdout).toContain(`name is the number ${NUMBER}; expected a string [type]`);
    expect(stdout).toContain(`fix: write "${NUMBER}" (orgctl manifest lint --fix-suggested)`);
  });
});

it('characters that YAML does not allow are written as escapes', async () => {
  const { orgctl, path } = freshMachine();
  const name = 'a\u007fb\u0081c\u0085d\u2028e\ufefff\uffff';
  writeFileSync(path('app.json'), JSON.stringify({ display_information: { name } }));
  const { stdout } = await orgctl(`manifest convert ${path('app.json')} --to yaml`);
  expect(stdout).toBe('display_information:\n  name: "a\\u007fb\\u0081c\\u0085d\\u2028e\\ufefff\\uffff"\n');
  expect((await read(stdout)).data).toEqual({ display_information: { name } });
});

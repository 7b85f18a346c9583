import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const YAML = 'display_information:\n  name: Polls\n';
const JSON_TEXT = `${JSON.stringify({ display_information: { name: 'Polls' } }, null, 2)}\n`;

function machineWith() {
  const machine = freshMachine();
  writeFileSync(machine.path('a.yaml'), YAML);
  writeFileSync(machine.path('a.json'), JSON_TEXT);
  return machine;
}

it.each([
  ['a.yaml', '--out', 'b.json', JSON_TEXT],
  ['a.json', '--out', 'b.yml', YAML],
  ['a.yaml', '--out', 'b.txt', YAML],
  ['a.yaml', '--to json --out', 'b.txt', JSON_TEXT],
  ['a.yaml', '-o json --out', 'b.json', JSON_TEXT],
])(
  'a manifest converted with %s %s %s has the format of the flag or of the file name',
  async (from, flags, to, text) => {
    const { orgctl, path } = machineWith();
    expect((await orgctl(`manifest convert ${path(from)} ${flags} ${path(to)}`)).exit).toBe(0);
    expect(readFileSync(path(to), 'utf8')).toBe(text);
  },
);

it.each([
  ['a.yaml', '-o json', JSON_TEXT],
  ['a.json', '-o yaml', YAML],
  ['a.yaml', '', YAML],
])('a manifest converted with %s %s is printed in that format', async (from, flags, stdout) => {
  const { orgctl, path } = machineWith();
  expect(await orgctl(`manifest convert ${path(from)} ${flags}`)).toMatchObject({ exit: 0, stdout });
});

it.each([
  ['--to yaml --out b.json', '--to yaml and --out b.json ask for different formats'],
  ['--to json --out b.yaml', '--to json and --out b.yaml ask for different formats'],
  ['--to yaml -o json', '--to yaml and -o json ask for different formats'],
  ['-o json --out b.yaml', '-o json and --out b.yaml ask for different formats'],
])('manifest convert refuses the conflicting formats of %s', async (flags, message) => {
  const { orgctl, path } = machineWith();
  const ran = await orgctl(`manifest convert ${path('a.yaml')} ${flags}`);
  expect(ran).toMatchObject({ exit: 2, stdout: '' });
  expect(ran.stderr).toContain(message);
});

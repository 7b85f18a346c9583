import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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

it.each([
  ['--to yaml', YAML],
  ['--out FILE.yaml', YAML],
  ['-o yaml', YAML],
  ['', JSON_TEXT],
])('the variable ORGCTL_OUTPUT decides the format only without "%s"', async (flags, text) => {
  const { orgctl, path } = machineWith();
  const line = `manifest convert ${path('a.yaml')} ${flags.replace('FILE', path('out'))}`;
  const ran = await orgctl(line, { env: { ORGCTL_OUTPUT: 'json' } });
  expect(ran.exit).toBe(0);
  expect(flags.includes('FILE') ? readFileSync(path('out.yaml'), 'utf8') : ran.stdout).toBe(text);
});

it('manifest convert --in-place keeps the format, whatever ORGCTL_OUTPUT is', async () => {
  const { orgctl, path } = machineWith();
  const line = `manifest convert ${path('a.yaml')} --in-place --to-version 2`;
  expect((await orgctl(line, { env: { ORGCTL_OUTPUT: 'json' } })).exit).toBe(0);
  expect(readFileSync(path('a.yaml'), 'utf8')).toBe(`${YAML}_metadata:\n  major_version: 2\n`);
});

it('manifest convert --in-place --dry-run prints the diff and writes nothing', async () => {
  const { orgctl, path } = machineWith();
  const ran = await orgctl(`manifest convert ${path('a.yaml')} --in-place --to-version 2 --dry-run`);
  expect(ran.exit).toBe(0);
  expect(ran.stdout).toContain('+_metadata:\n+  major_version: 2\n');
  expect(readFileSync(path('a.yaml'), 'utf8')).toBe(YAML);
});

it('manifest convert refuses --in-place with --out', async () => {
  const { orgctl, path } = machineWith();
  expect(await orgctl(`manifest convert ${path('a.yaml')} --in-place --out ${path('b.yaml')}`)).toMatchObject(
    {
      exit: 2,
      stderr: 'error: --in-place and --out cannot be combined\nhint: omit one of them\n',
    },
  );
});

it.each(['', ' --dry-run'])('manifest convert refuses --in-place for stdin%s', async (flags) => {
  const { orgctl } = machineWith();
  expect(await orgctl(`manifest convert - --in-place --to-version 2${flags}`, { stdin: YAML })).toMatchObject(
    {
      exit: 2,
      stdout: '',
      stderr:
        'error: --in-place needs a file: stdin cannot be replaced\n' +
        'hint: omit --in-place to print the converted manifest, or write it with --out FILE\n',
    },
  );
});

it.each([
  ['name: [x\n', '', ':1:7: a [ is not closed'],
  [
    '_metadata: {major_version: 3}\n',
    '--to-version 2',
    ': major_version is not a version; the versions are 1 and 2',
  ],
  ['functions: [x]\n', '--to-version 2', ': functions is a list; expected an object; nothing was converted'],
])('manifest convert names the file and the place of %j', async (text, flags, words) => {
  const { orgctl, path } = machineWith();
  const file = path('wrong.yaml');
  writeFileSync(file, text);
  expect(await orgctl(`manifest convert ${file} ${flags}`)).toMatchObject({
    exit: 5,
    stderr: `error: ${file}${words}\nhint: orgctl manifest validate ${file}\n`,
  });
});

it('manifest convert takes the typed one of --in-place and --out', async () => {
  const { orgctl, path } = machineWith();
  const line = `manifest convert ${path('a.yaml')} --to-version 2`;
  const written = await orgctl(`${line} --out ${path('b.yaml')}`, { env: { ORGCTL_IN_PLACE: '1' } });
  expect(written.exit, written.stderr).toBe(0);
  expect(readFileSync(path('a.yaml'), 'utf8')).toBe(YAML);
  const replaced = await orgctl(`${line} --in-place`, { env: { ORGCTL_OUT: path('c.json') } });
  expect(replaced.exit, replaced.stderr).toBe(0);
  expect(existsSync(path('c.json'))).toBe(false);
  expect(readFileSync(path('a.yaml'), 'utf8')).toBe(readFileSync(path('b.yaml'), 'utf8'));
});

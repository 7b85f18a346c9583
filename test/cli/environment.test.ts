import { readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { variableOf } from '../../src/cli/options/common-options.ts';
import { buildWholeProgram } from '../../src/cli/program.ts';
import { freshMachine } from '../support/run-orgctl.ts';

it('every global flag has a variable, except flags that lower a guard, read stdin or name a recording', async () => {
  const program = await buildWholeProgram();
  const without = program.options
    .filter((option) => variableOf(option) === undefined)
    .map(({ long }) => long);
  expect(without).toEqual(['--token-stdin', '--allow-http', '--record', '--replay']);
  const { stdout } = await freshMachine().orgctl('--help');
  expect(stdout).toContain('Nearly every flag has an environment variable');
});

it.each([
  ['ORGCTL_PROFILE', 'sandbox', 'scim users get walt.finch -o json'],
  ['ORGCTL_FILTER', 'username eq "walt.finch"', '-p sandbox scim users list -o csv --columns userName'],
  ['ORGCTL_COLUMNS', 'userName', '-p sandbox scim users list -o csv --limit 1'],
  ['ORGCTL_LIMIT', '1', '-p sandbox scim users list -o csv --columns userName'],
  ['ORGCTL_MODE', 'create', '-p sandbox bulk plan examples/people.csv'],
])('reads %s', async (name, value, line) => {
  expect(await freshMachine().orgctl(line, { env: { [name]: value } })).toMatchObject({ exit: 0 });
});

it('reads true and false from ORGCTL_YES and ORGCTL_DRY_RUN', async () => {
  const machine = freshMachine();
  const deactivate = '-p sandbox scim users deactivate tomas.rey';
  expect((await machine.orgctl(deactivate, { env: { ORGCTL_YES: '0' } })).exit).toBe(2);
  expect(
    (await machine.orgctl(deactivate, { env: { ORGCTL_YES: '1', ORGCTL_DRY_RUN: 'true' } })).stderr,
  ).toContain('dry run');
  expect((await machine.orgctl(deactivate, { env: { ORGCTL_YES: '1' } })).stderr).toContain(
    'deactivated tomas.rey',
  );
});

it.each(['n', 'N', 'No', 'OFF', 'False'])('ORGCTL_YES=%s confirms nothing', async (text) => {
  const ran = await freshMachine().orgctl('-p sandbox scim users deactivate tomas.rey', {
    env: { ORGCTL_YES: text },
  });
  expect(ran).toMatchObject({ exit: 2, stdout: '' });
  expect(ran.stderr).toContain('--yes');
});

it.each(['ORGCTL_YES', 'ORGCTL_DRY_RUN', 'ORGCTL_NO_INPUT', 'ORGCTL_NO_HEADER', 'ORGCTL_READ_ONLY'])(
  'refuses %s with another word than yes or no',
  async (name) => {
    const machine = freshMachine();
    for (const text of ['never', 'maybe', 'none']) {
      const ran = await machine.orgctl('-p sandbox scim users deactivate tomas.rey', {
        env: { ORGCTL_YES: '1', [name]: text },
      });
      expect(ran).toMatchObject({ exit: 2, stdout: '' });
      expect(ran.stderr).toBe(
        `error: ${name} is "${text}". Allowed choices are 1, true, yes, y, on, 0, false, no, n, off.\n`,
      );
    }
  },
);

it('a flag overrides its variable', async () => {
  const machine = freshMachine();
  const ran = await machine.orgctl(
    '-p sandbox scim users list --limit 2 -o csv --columns userName --no-header',
    {
      env: { ORGCTL_LIMIT: '1', ORGCTL_OUTPUT: 'json', ORGCTL_PROFILE: 'nope' },
    },
  );
  expect(ran.stdout.split('\n')).toHaveLength(3);
});

it('no variable allows http to another host', async () => {
  const machine = freshMachine();
  const ran = await machine.orgctl('--scim-url http://x.example --scim-version 2.0 scim users list', {
    env: { ORGCTL_ALLOW_HTTP: '1', ORGCTL_TOKEN: 'canary-1234567890' },
  });
  expect(ran.exit).toBe(2);
  expect(ran.stderr).toContain('refusing to send a token over http to x.example');
});

describe('ORGCTL_STATE for runs, and ORGCTL_SANDBOX_STATE for the sandbox', () => {
  it('are independent if both are set', async () => {
    const machine = freshMachine();
    const env = { ORGCTL_STATE: machine.path('runs'), ORGCTL_SANDBOX_STATE: machine.path('org.ndjson') };
    const seeded = await machine.orgctl('sandbox seed --users 3 -o json --query file', { env });
    expect(seeded).toMatchObject({ exit: 0, stdout: `${JSON.stringify(machine.path('org.ndjson'))}\n` });
    const applied = await machine.orgctl('-p sandbox bulk apply examples/people.csv --yes', { env });
    expect(applied.exit).toBe(0);
    expect(readdirSync(machine.path('runs')).length).toBeGreaterThan(0);
    const listed = await machine.orgctl('runs list -o json --query "length(@)"', { env });
    expect(listed.stdout).toBe('1\n');
  });

  it.each([
    ['an existing file', true, 'old'],
    ['a missing file with an extension', false, 'old.ndjson'],
  ])('refuses a sandbox file in ORGCTL_STATE: %s', async (_, isThere, name) => {
    const machine = freshMachine();
    const file = machine.path(name);
    if (isThere) writeFileSync(file, '');
    for (const command of ['sandbox seed --users 3', 'sandbox serve']) {
      expect(await machine.orgctl(command, { env: { ORGCTL_STATE: file } })).toEqual({
        exit: 2,
        stdout: '',
        stderr: `error: ORGCTL_STATE must be the folder of runs, but "${file}" is a file\nhint: for the file of a sandbox set ORGCTL_SANDBOX_STATE\n`,
      });
    }
  });

  it('refuses a file as the folder of runs', async () => {
    const machine = freshMachine();
    const file = machine.path('file');
    writeFileSync(file, '');
    const words = 'It must be the folder of runs, but this is a file.';
    const byFlag = await machine.orgctl(`runs list --state ${file}`);
    expect(byFlag).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining(words) });
    const byVariable = await machine.orgctl('runs list', { env: { ORGCTL_STATE: file } });
    expect(byVariable).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(`ORGCTL_STATE is "${file}". ${words}`),
    });
  });
});

describe('a flag of a variable that contradicts another flag', () => {
  it.each<[line: string, env: Readonly<Record<string, string>>, message: string, hint: string]>([
    [
      'bulk plan examples/people.csv --out plan.json',
      { ORGCTL_EXPLAIN: '2' },
      'ORGCTL_EXPLAIN and --out cannot be combined',
      'omit ORGCTL_EXPLAIN, or --out',
    ],
    [
      'bulk plan examples/people.csv',
      { ORGCTL_EXPLAIN: '2', ORGCTL_OUT: 'plan.json' },
      'ORGCTL_EXPLAIN and ORGCTL_OUT cannot be combined',
      'omit ORGCTL_EXPLAIN, or ORGCTL_OUT',
    ],
    [
      'bulk plan examples/people.csv --first 3',
      { ORGCTL_PRUNE: '1' },
      'ORGCTL_PRUNE needs the whole file: users missing from it would be deactivated',
      'unset ORGCTL_PRUNE',
    ],
    [
      'bulk plan examples/people.csv',
      { ORGCTL_OUT: 'examples/people.csv' },
      'ORGCTL_OUT names examples/people.csv, which is the input file',
      'use a different file',
    ],
    [
      'manifest convert examples/manifest.yaml',
      { ORGCTL_OUT: 'out.yaml', ORGCTL_IN_PLACE: '1' },
      'ORGCTL_IN_PLACE and ORGCTL_OUT cannot be combined',
      'omit one of them',
    ],
    [
      'migrate rewrite examples/people.csv --map ids.csv --in-place',
      { ORGCTL_OUT: 'out.csv' },
      'ORGCTL_OUT and --in-place contradict each other; give one',
      'unset ORGCTL_OUT',
    ],
    [
      'migrate map sandbox sandbox --out ids.csv',
      { ORGCTL_AMBIGUOUS: 'ids.csv' },
      '--out and ORGCTL_AMBIGUOUS both name ids.csv',
      'use a different file for each',
    ],
    [
      'scim users list --where "title pr"',
      { ORGCTL_FILTER: 'active eq true' },
      'ORGCTL_FILTER and --where cannot be combined',
      '--where accepts every expression that --filter accepts',
    ],
  ])('is refused by the name of the variable: %s, %o', async (line, env, message, hint) => {
    expect(await freshMachine().orgctl(`-p sandbox ${line}`, { env })).toEqual({
      exit: 2,
      stdout: '',
      stderr: `error: ${message}\nhint: ${hint}\n`,
    });
  });

  it('is named as typed if it is typed as well', async () => {
    const ran = await freshMachine().orgctl(
      '-p sandbox scim users list --where "title pr" --filter "active eq true"',
      { env: { ORGCTL_FILTER: 'active eq false', ORGCTL_WHERE: 'title pr' } },
    );
    expect(ran.stderr).toContain('error: --filter and --where cannot be combined\n');
  });

  it('is not judged for a row that is explained', async () => {
    const ran = await freshMachine().orgctl('-p sandbox bulk plan examples/people.csv --explain 2', {
      env: { ORGCTL_OUT: 'examples/people.csv', ORGCTL_REJECTS: 'examples/people.csv' },
    });
    expect(ran).toMatchObject({ exit: 0, stderr: '' });
  });

  it('is not judged for a manifest that is replaced in place', async () => {
    const machine = freshMachine();
    const file = machine.path('manifest.yaml');
    writeFileSync(file, 'display_information:\n  name: Harbor\n');
    const ran = await machine.orgctl(`manifest convert ${file} --in-place`, { env: { ORGCTL_OUT: file } });
    expect(ran).toEqual({ exit: 0, stdout: '', stderr: expect.not.stringContaining('ORGCTL_OUT') });
  });
});

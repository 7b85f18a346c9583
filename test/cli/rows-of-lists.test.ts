import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

describe('a row of a list whose number of cells is not that of the heading', () => {
  it.each([
    ['list.csv', 'displayName,id', 'IT', 'IT'],
    ['list.csv', 'displayName', 'IT', 'IT'],
    ['list.csv', 'displayName', '"Sales, West"', 'Sales, West'],
    ['list.csv', 'displayName', 'IT,', 'IT'],
    ['list.csv', 'displayName', 'IT, ,', 'IT'],
  ])('may be short or end with blank cells: %s %s %s', async (name, heading, row, group) => {
    const machine = freshMachine();
    await machine.orgctl("-p sandbox scim groups create 'Sales, West' --yes");
    writeFileSync(machine.path(name), `${heading}\n${row}\n`);
    const { exit, stdout } = await machine.orgctl(
      `-p sandbox scim groups get @${machine.path(name)} -o csv --columns displayName --no-header`,
    );
    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout: group.includes(',') ? `"${group}"\n` : `${group}\n`,
    });
  });

  it.each([
    ['groups delete', 'displayName', 'IT, West', 'this row has 2 cells, but the header row has 1'],
    ['groups delete', 'displayName,id', 'IT,S1118NVR2,x', 'this row has 3 cells, but the header row has 2'],
    ['groups delete', 'displayName;id', 'IT;S1118NVR2;x', 'this row has 3 cells, but the header row has 2'],
    ['users deactivate', 'userName', 'clara.voss, Finch', 'this row has 2 cells, but the header row has 1'],
  ])('is refused with more: %s of %s, %s', async (verb, heading, row, message) => {
    const machine = freshMachine();
    const file = machine.path('list.csv');
    writeFileSync(file, `${heading}\n${row}\n`);
    const { exit, stderr } = await machine.orgctl(`-p sandbox scim ${verb} @${file} --yes`);
    expect({ exit, stderr: stderr.replaceAll(file, 'FILE') }).toEqual({
      exit: 5,
      stderr: `error: FILE:2: ${message}\nhint: put a name that contains the delimiter in quotes\n`,
    });
  });
});

it.each([
  ['users', '{"x":1}\n', '(stdin):1: no id, userName, email or employeeNumber'],
  ['users', '[{"x":1}]', '(stdin): element 1 has no id, userName, email or employeeNumber'],
  ['users', 'a;b\nc;d\n', 'a heading with id, userName, email or employeeNumber'],
  ['groups', '{"x":1}\n', '(stdin):1: no id, displayName or group'],
  ['groups', '[{"x":1}]', '(stdin): element 1 has no id, displayName or group'],
])('a list of %s without a name says which headings name one: %j', async (kind, stdin, message) => {
  const { exit, stderr } = await freshMachine().orgctl(`-p sandbox scim ${kind} get -`, { stdin });
  expect(exit).toBe(5);
  expect(stderr).toContain(`${message}\n`);
});

describe('a display name of a group that is the ID of another group', () => {
  it.each([
    ['displayName\nS1118NVR2\n', ['twin']],
    ['{"displayName":"S1118NVR2"}\n', ['twin']],
    ['[{"displayName":"S1118NVR2"}]', ['twin']],
    ['id,displayName\n,S1118NVR2\n', ['twin']],
    ['id\nS1118NVR2\n', ['S1118NVR2']],
    ['group\nS1118NVR2\n', ['S1118NVR2']],
    ['S1118NVR2\n', ['S1118NVR2']],
    ['id,displayName\nS1118NVR2,\n,S1118NVR2\n', ['S1118NVR2', 'twin']],
  ])('is read as a name in %j', async (stdin, expected) => {
    const machine = freshMachine();
    const created = await machine.orgctl(
      '-p sandbox scim groups create S1118NVR2 --yes -o tsv --columns id --no-header',
    );
    const { stdout } = await machine.orgctl('-p sandbox scim groups get - -o tsv --columns id --no-header', {
      stdin,
    });
    expect(stdout.trim().split('\n')).toEqual(
      expected.map((id) => (id === 'twin' ? created.stdout.trim() : id)),
    );
  });

  it('names no group if only the ID is known', async () => {
    const { exit, stderr } = await freshMachine().orgctl('-p sandbox scim groups delete - --yes', {
      stdin: 'displayName\nS1118NVR2\n',
    });
    expect({ exit, stderr }).toEqual({
      exit: 6,
      stderr:
        'error: (stdin):2: no group has the name "S1118NVR2" [no_such_group]\nhint: orgctl -p sandbox scim groups list\n',
    });
  });
});

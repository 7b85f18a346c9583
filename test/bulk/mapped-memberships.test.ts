import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const MAP = `columns:
  group: { from: Team, lookup: { I: IT, S: Support desk } }
  member: { template: '{Login|lower}' }
  action: { when: 'Left eq "yes"', value: remove }
`;

function machineWith(csv: string, map = MAP): Machine {
  const machine = freshMachine();
  writeFileSync(machine.path('teams.csv'), csv);
  writeFileSync(machine.path('map.yaml'), map);
  return machine;
}

const line = (machine: Machine, verb: string) =>
  `${verb} ${machine.path('teams.csv')} --map ${machine.path('map.yaml')}`;

it('a group file can be read from an export with a map', async () => {
  const machine = machineWith('Team;Login;Left\nI;CLARA.VOSS;\nI;walt.finch;yes\nS;Clara.Voss;no\n');
  const { exit, stdout, stderr } = await machine.orgctl(`-p sandbox ${line(machine, 'bulk plan')} -o json`);
  expect({ exit, said: stderr.split('\n')[0]?.endsWith('recognized delimiter: semicolons') }).toEqual({
    exit: 0,
    said: true,
  });
  const changes: { kind: string; name: string; members: { name: string }[] }[] = JSON.parse(stdout).changes;
  expect(
    changes.map(({ kind, name, members }) => [kind, name, members.map((member) => member.name)]),
  ).toEqual([
    ['removeMembers', 'IT', ['walt.finch']],
    ['addMembers', 'IT', ['clara.voss']],
    ['addMembers', 'Support desk', ['clara.voss']],
  ]);
});

it('a finding in a mapped group file names its place', async () => {
  const machine = machineWith('Team,Login,Left\nX,clara.voss,\nI,,yes\n');
  const { exit, stdout } = await machine.orgctl(`${line(machine, 'bulk check')} -o table`);
  expect(exit).toBe(5);
  expect(stdout.replaceAll(`${machine.home}/`, '').split('\n').slice(0, -1)).toEqual([
    'teams.csv:2:1 group: no lookup value for "X" (did you mean "I"?) (not_in_lookup)',
    expect.stringMatching(/^teams\.csv:3:3 member: /),
  ]);
});

it('keys of a map for files of people are reported', async () => {
  const more = `match: [email]\nprovision: { when: 'Left eq "no"' }\ngroups: { manage: ['*'], rules: [x] }\nlimits:\n`;
  const machine = machineWith('Team,Login,Left\nI,clara.voss,no\n', MAP + more);
  const { exit, stderr } = await machine.orgctl(`${line(machine, 'bulk check')} -o table`);
  expect(exit).toBe(5);
  const place = (key: string, at: number) =>
    `map.yaml:${at}:1 ${key}: "${key}" is for files of people; this map is for a group file (invalid_map)`;
  expect(stderr.replaceAll(`${machine.home}/`, '').split('\n').slice(0, 3)).toEqual([
    place('match', 5),
    place('provision', 6),
    place('groups', 7),
  ]);
});

it.each([
  ['Tem,Login,Left', '"Team" (did you mean "Tem"?)'],
  ['Team,Login,Lefty', '"left" (did you mean "lefty"?)'],
])('a heading that the file lacks is one finding, whatever the rows: %s', async (heading, name) => {
  const machine = machineWith(`${heading}\nI,clara.voss,\nS,walt.finch,\n`);
  const { exit, stdout } = await machine.orgctl(`${line(machine, 'bulk check')} -o table`);
  expect({ exit, stdout: stdout.replaceAll(`${machine.home}/`, '') }).toEqual({
    exit: 5,
    stdout: expect.stringMatching(/^teams\.csv:1 .*\n$/),
  });
  expect(stdout).toContain(` has no column ${name} (unknown_column)`);
});

it('a mapped heading of two columns is reported', async () => {
  const machine = machineWith('Team,Login,Team,Left\nI,clara.voss,S,\n');
  const { exit, stdout } = await machine.orgctl(`${line(machine, 'bulk check')} -o table`);
  expect({ exit, stdout: stdout.replaceAll(`${machine.home}/`, '') }).toEqual({
    exit: 5,
    stdout:
      'teams.csv:1:12 Team: the map uses "Team", but two columns have this heading (duplicate_column)\n',
  });
});

it('a heading of two columns in a condition is reported', async () => {
  const machine = machineWith('Team,Login,Left,Left\nI,clara.voss,,yes\n');
  const { exit, stdout } = await machine.orgctl(`${line(machine, 'bulk check')} -o table`);
  expect({ exit, stdout: stdout.replaceAll(`${machine.home}/`, '') }).toEqual({
    exit: 5,
    stdout:
      'teams.csv:1:17 Left: the map uses "Left", but two columns have this heading (duplicate_column)\n',
  });
});

it('a condition reads a cell without the quote that guards it against spreadsheets', async () => {
  const map = MAP.replace(`'Left eq "yes"'`, `'Left eq "-1"'`);
  const machine = machineWith("Team,Login,Left\nI,walt.finch,'-1\n", map);
  const { stdout } = await machine.orgctl(
    `-p sandbox ${line(machine, 'bulk plan')} -o csv --columns action,user`,
  );
  expect(stdout).toBe('action,user\nremove members,IT\n');
});

it('a finding names the source cell if a column has several sources', async () => {
  const map = 'columns: { group: Team, member: { from: [Login, Mail] } }\n';
  const machine = machineWith('Team,Login,Mail\nIT,,a@x.test b@x.test\n', map);
  const { stdout } = await machine.orgctl(`${line(machine, 'bulk check')} -o table`);
  expect(stdout).toContain('teams.csv:2:5 member: "a@x.test b@x.test" is a list');
});

it('headings missing in the file and unknown columns of a group file are reported', async () => {
  const machine = machineWith('Team,Left\nI,\n');
  const { stdout } = await machine.orgctl(`${line(machine, 'bulk check')} -o table`);
  expect(stdout).toContain('columns.member: ');
  expect(stdout).toContain('has no column "Login" (unknown_column)');
  writeFileSync(machine.path('map.yaml'), 'columns: { group: Team, member: Login, owner: Boss }\n');
  expect((await machine.orgctl(line(machine, 'bulk check'))).stderr).toContain(
    'columns.owner: "owner" is not a column of a group file (invalid_map)',
  );
});

it('a map of users is refused for a group file', async () => {
  const machine = machineWith('group,member\nIT,clara.voss\n', 'columns: { email: Mail }\n');
  expect(await machine.orgctl(line(machine, 'bulk check'))).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('hint: omit --map, or map the columns group and member\n'),
  });
});

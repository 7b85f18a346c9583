import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const LIST = 'is a list; write one member per row (several_members)';

/** Group files with several members in one place, and their offline findings. */
const FILES: readonly (readonly [name: string, text: string, finding: string])[] = [
  ['people.csv', 'group,member\nIT,"a@x.test,,b@x.test"\n', `2:4 member: "a@x.test,,b@x.test" ${LIST}`],
  ['people.csv', 'group,member\nIT,a@x.test; b@x.test\n', `2:4 member: "a@x.test; b@x.test" ${LIST}`],
  [
    'people.ndjson',
    '{"group":"IT","member":["walt.finch","","clara.voss"]}\n',
    '1:15 member: the members are a list; write one object per member (several_members)',
  ],
];

it.each(FILES)('bulk check of %s reports several members in one row: %j', async (name, text, finding) => {
  const machine = freshMachine();
  const file = machine.path(name);
  writeFileSync(file, text);
  const checked = await machine.orgctl(`bulk check ${file} -o table`);
  expect({ exit: checked.exit, stdout: checked.stdout }).toEqual({ exit: 5, stdout: `${file}:${finding}\n` });
});

it('bulk plan reports several userNames in one cell', async () => {
  const machine = freshMachine();
  const file = machine.path('groups.csv');
  writeFileSync(file, 'group,member\nIT,"walt.finch,,clara.voss"\nIT,nobody\n');
  const { exit, stderr } = await machine.orgctl(`-p sandbox bulk plan ${file}`);
  expect(exit).toBe(5);
  expect(stderr).toContain(
    ':2 member: "walt.finch,,clara.voss" is neither in the organization nor in this file; write one member per row (no_such_group_members)\n',
  );
  expect(stderr).toContain(
    ':3 member: "nobody" is neither in the organization nor in this file (no_such_group_members)\n',
  );
});

it('an empty member only creates the group', async () => {
  const machine = freshMachine();
  const file = machine.path('groups.csv');
  writeFileSync(file, 'group,member\nIT,\nWatch,\n');
  const { exit, stdout } = await machine.orgctl(`-p sandbox bulk plan ${file} -o csv --columns action,user`);
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: 'action,user\ncreate group,Watch\n' });
});

it('an empty member beside rows with members of the group causes a warning', async () => {
  const machine = freshMachine();
  const file = machine.path('groups.csv');
  writeFileSync(file, 'group,member\nWatch,walt.finch\nIT,\nWATCH,\n');
  const warning = `warning: ${file}:4:7 member: blank, so the row changes nothing: other rows name members of "WATCH"; name a user by ID, e-mail or userName, or delete the row\n`;
  const checked = await machine.orgctl(`bulk check ${file}`);
  expect(checked).toMatchObject({
    exit: 0,
    stderr: `${warning}${file}: 3 rows, no findings, but 1 warning\n`,
  });
  const planned = await machine.orgctl(`-p sandbox bulk plan ${file} -o csv --columns line,action,user`);
  expect(planned.stdout).toBe('line,action,user\n2,create group,Watch\n2,add members,Watch\n');
  expect(planned.stderr.split(warning)).toHaveLength(2);
});

it('an empty member beside rows that only remove members creates the group without a warning', async () => {
  const machine = freshMachine();
  const file = machine.path('groups.csv');
  writeFileSync(file, 'group,member,action\nWatch,walt.finch,remove\nWatch,,\n');
  const planned = await machine.orgctl(`-p sandbox bulk plan ${file} -o csv --columns action,user`);
  expect(planned.stdout).toBe('action,user\ncreate group,Watch\n');
  expect(planned.stderr).not.toContain('warning');
});

it('five warnings about empty members are printed, and the others are counted', async () => {
  const machine = freshMachine();
  const file = machine.path('groups.csv');
  const rows = Array.from({ length: 7 }, (_, at) => `Watch ${at},walt.finch\nWatch ${at},\n`);
  writeFileSync(file, `group,member\n${rows.join('')}`);
  const { stderr } = await machine.orgctl(`bulk check ${file}`);
  expect(stderr.match(/^warning: .* blank, so/gm)).toHaveLength(5);
  expect(stderr).toContain('warning: 2 more rows with a blank member\n');
  expect(stderr).toContain('14 rows, no findings, but 6 warnings\n');
});

it.each([
  [
    'scim groups members add IT walt.finch,,clara.voss',
    'userName "walt.finch,,clara.voss"',
    'walt.finch clara.voss',
  ],
  ['scim groups create Watch --member a@x.test,b@x.test', 'e-mail "a@x.test,b@x.test"', 'a@x.test b@x.test'],
  ['scim users get walt.finch,clara.voss', 'userName "walt.finch,clara.voss"', 'walt.finch clara.voss'],
])('a list in one argument of "%s" is reported', async (line, what, names) => {
  const { exit, stderr } = await freshMachine().orgctl(`-p sandbox ${line}`);
  expect(exit).toBe(6);
  expect(stderr).toContain(`no user has the ${what}; pass names separately: ${names}`);
});

it.each(['scim users deactivate', 'scim groups members add IT', 'admin sessions reset'])(
  'several names in one line of a list of "%s" are reported',
  async (line) => {
    const machine = freshMachine();
    const file = machine.path('people.txt');
    writeFileSync(file, 'walt.finch\nFinch, Walt\n');
    const { exit, stderr } = await machine.orgctl(`-p sandbox ${line} @${file} --yes`);
    expect(exit).toBe(6);
    expect(stderr).toContain('no user has the userName "Finch, Walt"; write one name per line');
    expect(stderr).not.toContain('separately');
  },
);

it.each(['nobody', 'Finch, Walt Senior', ',walt.finch'])('"%s" is not reported as a list', async (name) => {
  const { stderr } = await freshMachine().words(['-p', 'sandbox', 'scim', 'users', 'get', name]);
  expect(stderr).toMatch(/^error: no user has /);
  expect(stderr).not.toContain('by itself');
});

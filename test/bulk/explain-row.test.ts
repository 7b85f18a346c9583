// cspell:ignore kennwort
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const HEADING = 'userName,email,employeeNumber,title,password\n';

async function machineWith(text: string, before: string): Promise<Machine> {
  const machine = freshMachine();
  writeFileSync(machine.path('hr.csv'), HEADING + before);
  expect((await machine.orgctl(`-p sandbox bulk apply ${machine.path('hr.csv')} --yes`)).exit).toBe(0);
  writeFileSync(machine.path('hr.csv'), HEADING + text);
  return machine;
}

async function explained(machine: Machine, line: number, flags = ''): Promise<readonly string[]> {
  const words = `-p sandbox bulk plan ${machine.path('hr.csv')} --explain ${line} ${flags} -o json`;
  const { exit, stdout } = await machine.orgctl(words);
  expect(exit).toBe(0);
  return JSON.parse(stdout).map(
    ({ step, what }: { readonly step: string; readonly what: string }) =>
      `${step}: ${what.replaceAll(/\(W\w+\)/g, '(ID)')}`,
  );
}

describe('bulk plan --explain', () => {
  it('shows how the row of a renamed user was read, matched and decided', async () => {
    const machine = await machineWith(
      'jo.lind,jo.lind@x.example,7001,,\n',
      'jo.berg,jo.berg@x.example,7001,,\n',
    );
    expect(await explained(machine, 2)).toEqual([
      'cell: userName: jo.lind',
      'cell: email: jo.lind@x.example',
      'cell: employeeNumber: 7001',
      'column: userName = jo.lind',
      'column: email = jo.lind@x.example',
      'column: employeeNumber = 7001',
      'key: employeeNumber 7001 is jo.berg (ID)',
      'key: email jo.lind@x.example matches no user',
      'key: userName jo.lind matches no user',
      'match: jo.berg (ID) by employeeNumber',
      'decision: change',
      'change: change jo.berg: userName: jo.berg → jo.lind; email: jo.berg@x.example → jo.lind@x.example',
    ]);
  });

  it('reads the file as the plan does and shows the groups of a map', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('hr.csv'), 'Staff\nLogin;Mail;Dept\njo;jo@x.example;R&D, Labs\n');
    writeFileSync(
      machine.path('map.yaml'),
      "columns: { userName: Login, email: Mail }\ngroups: { manage: ['dept-*'], rules: ['dept-{Dept|slug}'] }\n",
    );
    const flags = `--map ${machine.path('map.yaml')} --delimiter ';' --header-row 2`;
    expect(await explained(machine, 3, flags)).toEqual([
      'cell: Login: jo',
      'cell: Mail: jo@x.example',
      'cell: Dept: R&D, Labs',
      'column: userName = jo',
      'column: email = jo@x.example',
      'column: groups of the map: dept-r-d-labs',
      'key: email jo@x.example matches no user',
      'key: userName jo matches no user',
      'decision: create, create group, add members',
      'change: create jo: jo@x.example',
      'change: create group dept-r-d-labs',
      'change: add members dept-r-d-labs: jo@x.example',
    ]);
  });

  it.each([
    ['a new user', 'kim,kim@x.example,7002,,\n', '', 'decision: create'],
    ['an unchanged user', 'jo,jo@x.example,7001,,\n', '', 'decision: unchanged'],
    ['an identity change', 'kim,jo@x.example,7002,,\n', '', 'decision: skipped: the row has a finding'],
    ['an invalid cell', 'kim,kim@,7002,,\n', '', 'decision: skipped: the row has a finding'],
    [
      'an accepted identity change',
      'kim,jo@x.example,7002,,\n',
      '--accept-identity-change 2',
      'decision: change',
    ],
    [
      'a row that is not selected',
      'kim,kim@x.example,7002,,\n',
      `--where 'title pr'`,
      'decision: not selected: excluded by --where, --skip, --first or provision',
    ],
  ])('shows the decision for %s', async (_, text, flags, decision) => {
    const machine = await machineWith(text, 'jo,jo@x.example,7001,,\n');
    expect(await explained(machine, 2, flags)).toContain(decision);
  });

  it('shows the finding, and never a password', async () => {
    const machine = await machineWith('kim,kim@,7002,,s3cret-word\n', 'jo,jo@x.example,7001,,\n');
    const steps = await explained(machine, 2);
    expect(steps).toContain('finding: "kim@" is not an address (bad_email_address)');
    expect(steps).toContain('cell: password: …');
    expect(JSON.stringify(steps)).not.toContain('s3cret');
  });

  describe.each([
    ['the row is not selected', 'x.z,xz@x.example,s3cret-word', `--where 'userName eq "x.y"'`],
    ['the row has too many cells', 'x.z,xz@x.example,s3cret-word,more', ''],
    ['a cell before the password is missing', 'x.z,s3cret-word', ''],
    ['the row has a finding', 'x.z,xz@,s3cret-word', ''],
  ])('never shows a password if %s', (_, row, flags) => {
    it.each([
      ['password', ''],
      ['Kennwort', 'columns:\n  userName: Login\n  email: Mail\n  password: kennwort\n'],
      [
        'Kennwort',
        "columns:\n  userName: Login\n  email: Mail\n  password: { template: '{Kennwort}-{Login}' }\n",
      ],
    ])('under the heading %s', async (heading, map) => {
      const machine = freshMachine();
      const names = map === '' ? 'userName,email' : 'Login,Mail';
      writeFileSync(machine.path('hr.csv'), `${names},${heading}\n${row}\n`);
      writeFileSync(machine.path('map.yaml'), map);
      const mapped = map === '' ? '' : `--map ${machine.path('map.yaml')}`;
      const steps = await explained(machine, 2, `${flags} ${mapped}`);
      expect(steps.join('\n')).toMatch(/^cell: .*: …$/m);
      expect(JSON.stringify(steps)).not.toContain('s3cret');
    });
  });

  it.each([
    ['ORGCTL_DETAILED_EXITCODE', '0'],
    ['ORGCTL_REHEARSE', '0'],
    ['ORGCTL_REHEARSE', '1'],
    ['ORGCTL_OUT', 'plan.json'],
    ['ORGCTL_REJECTS', 'rejects.csv'],
  ])('is printed whatever %s=%s says for other commands', async (name, value) => {
    const machine = await machineWith('jo,jo@x.example,7001,,\n', 'jo,jo@x.example,7001,,\n');
    const ran = await machine.orgctl(`-p sandbox bulk plan ${machine.path('hr.csv')} --explain 2`, {
      env: { [name]: value },
    });
    expect(ran.exit, ran.stderr).toBe(0);
    expect(ran.stdout).not.toBe('');
  });

  it.each(['--out plan.json', '--rehearse', '--compare-last', '--detailed-exitcode'])(
    'is refused with %s, which would have no effect',
    async (flag) => {
      const machine = await machineWith('jo,jo@x.example,7001,,\n', 'jo,jo@x.example,7001,,\n');
      const ran = await machine.orgctl(`-p sandbox bulk plan ${machine.path('hr.csv')} --explain 2 ${flag}`);
      const [name = ''] = flag.split(' ');
      expect(ran).toMatchObject({
        exit: 2,
        stdout: '',
        stderr: `error: --explain and ${name} cannot be combined\nhint: omit --explain, or ${name}\n`,
      });
    },
  );

  it('refuses a line in which no row begins', async () => {
    const machine = await machineWith('jo,jo@x.example,7001,,\n', 'jo,jo@x.example,7001,,\n');
    const ran = await machine.orgctl(`-p sandbox bulk plan ${machine.path('hr.csv')} --explain 3`);
    expect(ran).toMatchObject({ exit: 2, stderr: expect.stringContaining('starts on line 3') });
  });
});

describe('bulk plan --explain of a group file', () => {
  it.each([
    [
      'a membership',
      'IT,clara.voss,',
      ['group IT is IT (ID)', 'member clara.voss is clara.voss (ID)'],
      'add members',
    ],
    [
      'an existing membership',
      'IT,walt.finch,',
      ['group IT is IT (ID)', 'member walt.finch is walt.finch (ID)'],
      'unchanged',
    ],
    [
      'a removed membership',
      'IT,walt.finch,remove',
      ['group IT is IT (ID)', 'member walt.finch is walt.finch (ID)'],
      'remove members',
    ],
    [
      'a new group',
      'Labs,walt.finch,',
      ['group Labs does not exist', 'member walt.finch is walt.finch (ID)'],
      'create group, add members',
    ],
    ['a group without members', 'Labs,,', ['group Labs does not exist'], 'create group'],
    [
      'an unknown member',
      'IT,no.body,',
      ['group IT is IT (ID)', 'member no.body matches no user'],
      'skipped: the row has a finding',
    ],
  ])('shows keys and decision for %s', async (_, row, keys, decision) => {
    const machine = freshMachine();
    writeFileSync(machine.path('hr.csv'), `group,member,action\n${row}\n`);
    const steps = (await explained(machine, 2)).map((step) => step.replaceAll(/\(S\w+\)/g, '(ID)'));
    expect(steps.filter((step) => step.startsWith('key: '))).toEqual(keys.map((key) => `key: ${key}`));
    expect(steps).toContain(`decision: ${decision}`);
  });
});

describe('bulk plan --compare-last', () => {
  it('shows each number beside that of the last applied plan, and repeated changes', async () => {
    const machine = await machineWith('', 'jo,jo@x.example,7001,Cook,\nkim,kim@x.example,7002,Cook,\n');
    const file = machine.path('hr.csv');
    writeFileSync(file, `${HEADING}jo,jo@x.example,7001,Chef,\nkim,kim@x.example,7002,Cook,\n`);
    await machine.orgctl(`-p sandbox bulk apply ${file} --yes`);
    await machine.orgctl('-p sandbox scim users patch jo --title Waiter --yes');
    writeFileSync(
      file,
      `${HEADING}jo,jo@x.example,7001,Chef,\nkim,kim@x.example,7002,Cook,\nnew,new@x.example,7003,,\n`,
    );
    const ran = await machine.orgctl(`-p sandbox bulk plan ${file} --compare-last -o json`);
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toMatch(/^compared with run [-\w]+$/m);
    expect(JSON.parse(ran.stdout)).toEqual([
      { what: 'rows', last: 2, now: 3, who: [] },
      { what: 'unchanged', last: 1, now: 1, who: [] },
      { what: 'left out', last: 0, now: 0, who: [] },
      { what: 'change', last: 1, now: 1, who: [] },
      { what: 'create', last: 0, now: 1, who: ['new'] },
      { what: 'the same change again', last: 0, now: 1, who: ['jo'] },
    ]);
  });

  it.each(['--state FOLDER', ''])(
    'compares with the last plan applied from the same state folder: flag "%s" or its variable',
    async (flag) => {
      const machine = freshMachine();
      const folder = machine.path('volume');
      const env = { ...(flag === '' ? { ORGCTL_STATE: folder } : {}) };
      const file = machine.path('hr.csv');
      const row = (index: number) => `u${index},u${index}@x.example,70${10 + index},Cook,\n`;
      const rows = Array.from({ length: 20 }, (_, index) => row(index));
      const orgctl = (line: string) =>
        machine.orgctl(`-p sandbox ${line} ${flag.replace('FOLDER', folder)}`, { env });
      writeFileSync(file, `${HEADING}${rows.join('')}`);
      expect((await orgctl(`bulk apply ${file} --yes`)).exit).toBe(0);
      writeFileSync(file, `${HEADING}${rows.slice(0, 5).join('')}`);
      const said = expect.stringContaining('hr.csv has 5 rows, previously 20 (run ');
      expect(await orgctl(`bulk apply ${file} --yes`)).toMatchObject({ exit: 9, stderr: said });
      expect(await orgctl(`bulk plan ${file}`)).toMatchObject({ exit: 9, stderr: said });
      const compared = await orgctl(`bulk plan ${file} --compare-last --min-rows 5 -o json`);
      expect(JSON.parse(compared.stdout)).toContainEqual({ what: 'rows', last: 20, now: 5, who: [] });
      const saved = await orgctl(`bulk plan ${file} --min-rows 5 --out ${machine.path('plan.json')}`);
      expect(saved.stderr).toContain(
        `bulk apply ${machine.path('plan.json')} --min-rows 5${flag === '' ? '' : ` --state ${folder}`}\n`,
      );
    },
  );

  it('refuses a file that was not applied before', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('hr.csv'), `${HEADING}jo,jo@x.example,7001,,\n`);
    const ran = await machine.orgctl(`-p sandbox bulk plan ${machine.path('hr.csv')} --compare-last`);
    expect(ran).toMatchObject({ exit: 2, stderr: expect.stringContaining('was not applied before') });
  });
});

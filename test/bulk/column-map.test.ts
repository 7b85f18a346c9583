import { copyFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

/** A machine with an HR export and a map. */
function machineWith(files: Readonly<Record<string, string>>): Machine {
  const machine = freshMachine();
  for (const [name, text] of Object.entries(files)) writeFileSync(machine.path(name), text);
  return machine;
}

const check = (machine: Machine, more = '') =>
  machine.orgctl(`bulk check ${machine.path('hr.csv')} --map ${machine.path('hr.yaml')} -o json ${more}`);

/** The findings, with paths relative to the machine's folder. */
function findings(machine: Machine, stdout: string) {
  return JSON.parse(stdout).map(
    ({ at, path, message, code }: Record<string, { file: string; line: number; column: number }>) => ({
      place: `${at?.file.replace(`${machine.home}/`, '')}:${at?.line}:${at?.column}`,
      path,
      message,
      code,
    }),
  );
}

it('applies an HR export with a map, with managers by staff number', async () => {
  const machine = freshMachine();
  for (const file of ['hr.csv', 'hr.yaml']) copyFileSync(`examples/${file}`, machine.path(file));
  const line = `-p sandbox bulk apply ${machine.path('hr.csv')} --map ${machine.path('hr.yaml')} --yes`;
  const applied = await machine.orgctl(`${line} -o json`);
  expect(applied.exit).toBe(0);
  expect(applied.stderr).toContain('ignored columns: Private Email, Annual salary\n');
  expect(applied.stderr).toContain('6 created');
  const { stdout } = await machine.orgctl(
    '-p sandbox scim users list -o csv --columns userName,givenName,familyName,department,startDate,manager',
  );
  const noor = JSON.parse(applied.stdout).find(({ name }: { name: string }) => name === 'noor.haddad');
  expect(stdout).toContain(`leo.brandt,Leo,Brandt,Engineering,2026-11-02T00:00:00+0000,${noor.id}\n`);
  expect((await machine.orgctl(`${line} -o json`)).stderr).toContain(
    'nothing to do: 6 of 6 rows are unchanged',
  );
});

it('names file, line, column and heading of invalid mapped values', async () => {
  const machine = machineWith({
    'hr.csv':
      'Mail,"Last, First",Dept,Hired,Boss,No\n' +
      'anna@,"Lind, Anna",ENG,02.11.2026,,1\n' +
      '"bo@example.com","Berg, Bo",EMG,2026-11-02,9,2\n' +
      '"cai@example.com","Wu, Cai🎉",ENG,31.02.2026,1,3\n',
    'hr.yaml': `columns:
  email: Mail
  displayName: { from: 'Last, First', steps: [{ after: ',' }, trim] }
  department: { from: dept, lookup: { ENG: Engineering } }
  startDate: { from: Hired, date: DD.MM.YYYY }
  manager: { from: Boss, match: No }
`,
  });
  const { exit, stdout } = await check(machine);
  expect(exit).toBe(5);
  expect(findings(machine, stdout)).toEqual([
    {
      place: 'hr.csv:2:1',
      path: 'Mail → email',
      code: 'bad_email_address',
      message: '"anna@" is not an address',
    },
    {
      place: 'hr.csv:3:29',
      path: 'Dept → department',
      code: 'not_in_lookup',
      message: 'no lookup value for "EMG" (did you mean "ENG"?)',
    },
    {
      place: 'hr.csv:3:33',
      path: 'Hired → startDate',
      code: 'not_a_date',
      message: '"2026-11-02" is not a date like DD.MM.YYYY',
    },
    {
      place: 'hr.csv:4:19',
      path: 'Last, First → displayName',
      code: 'invalid_emoji_not_allowed',
      message: '"Cai🎉" has an emoji',
    },
    {
      place: 'hr.csv:4:34',
      path: 'Hired → startDate',
      code: 'not_a_date',
      message: '"31.02.2026" is a day that does not exist',
    },
  ]);
  const bossless = machineWith({
    'hr.csv': 'Mail,Boss,No\nanna@example.com,7,1\n',
    'hr.yaml': 'columns: {email: Mail, manager: {from: Boss, match: No}}',
  });
  expect(findings(bossless, (await check(bossless)).stdout)).toEqual([
    { place: 'hr.csv:2:18', path: 'Boss → manager', code: 'unknown_user', message: 'no row has "7"' },
  ]);
});

it('leaves a date that stands for none to the lookup', async () => {
  const machine = machineWith({
    'hr.csv': 'Mail,Hired\nanna@example.com,00.00.0000\n',
    'hr.yaml':
      "columns: {email: Mail, startDate: {from: Hired, date: DD.MM.YYYY, lookup: {'0000-00-00': ''}, otherwise: '\\keep'}}",
  });
  expect((await check(machine)).exit).toBe(0);
});

it('reports all findings of a map in one run, each with its place in the map', async () => {
  const machine = machineWith({
    'hr.csv': 'Mail,Dept\nanna@example.com,ENG\n',
    'hr.yaml': `columns:
  emial: Mail
  email: { from: Mail, template: '{Mail}' }
  title: { from: Mail, steps: [trimm, { before: '' }] }
  department: { from: Dept, lookup: depts }
  division: { from: Dept, lokup: {a: b} }
  startDate: { from: Dept, date: YYYY-WW }
  displayName: { template: '{Mail|louder}' }
  organization: { from: Dept, match: Mail }
lookup: {}
lookups: { departments: 7 }
`,
  });
  const { exit, stdout, stderr } = await machine.orgctl(
    `bulk check ${machine.path('hr.csv')} --map ${machine.path('hr.yaml')} -o table`,
  );
  expect({ exit, stdout }).toEqual({ exit: 5, stdout: '' });
  const lines = stderr.replaceAll(`${machine.home}/`, '').split('\n');
  expect(lines.slice(0, -1)).toEqual([
    'hr.yaml:11:25 departments: the lookup "departments" is neither a table nor the name of a CSV; for example {ENG: Engineering, SUP: Support} (invalid_map)',
    'hr.yaml:10:1 lookup: "lookup" is not a map key (did you mean "lookups"?) (invalid_map)',
    'hr.yaml:2:3 columns.emial: "emial" is not a column (did you mean "email"?) (invalid_map)',
    'hr.yaml:3:3 columns.email: a column needs exactly one of "from", "template" and "value"; for example from: Work Email (invalid_map)',
    'hr.yaml:4:32 columns.title.steps.0: "trimm" is not a step (did you mean "trim"?) (invalid_map)',
    'hr.yaml:4:39 columns.title.steps.1: "before" takes a text; for example {before: ","} (invalid_map)',
    'hr.yaml:5:37 columns.department.lookup: "depts" is not a lookup (invalid_map)',
    'hr.yaml:6:27 columns.division.lokup: "lokup" is not a map key (did you mean "lookup"?) (invalid_map)',
    'hr.yaml:7:34 columns.startDate.date: "YYYY-WW" is not a date pattern; expected YYYY or YY, MM or MMM, DD; or epoch, serial; for example DD.MM.YYYY (invalid_map)',
    `hr.yaml:8:28 columns.displayName.template: "louder" is not a step; known steps: trim, squeeze, lower, upper, capitalize, ascii, slug, digits, localPart; for example '{First}.{Last|lower}' (invalid_map)`,
    'hr.yaml:9:31 columns.organization.match: "match" is allowed only for the column manager (invalid_map)',
    'error: the map hr.yaml is invalid: 11 findings; nothing was sent',
  ]);
});

it('reports a list or an object where a text is needed', async () => {
  const machine = machineWith({
    'hr.csv': 'Mail,Dept\nanna@example.com,ENG\n',
    'hr.yaml': `columns:
  email: Mail
  title: { value: [a, b] }
  department: { from: Dept, lookup: { ENG: [x], SUP: }, otherwise: { a: b }, default: [q] }
  division: { from: Dept, lookup: table }
  active: { from: Dept, date: YYYY-MM-DD, today: { past: [false] } }
  manager: { from: Dept, match: [Mail] }
  costCenter: { from: Dept, steps: [{ replace: { a: [b] } }, { before: ',', after: x }, { regex: { find: a, replace: [b] } }] }
provision: { when: 'Dept pr', otherwise: [deactivate] }
groups: { manage: ['*'], rules: [{ group: a, when: [b], otherwise: [c] }] }
lookups: { table: { ENG: { a: b } } }
`,
  });
  const { exit, stdout, stderr } = await check(machine, '-o table');
  expect({ exit, stdout }).toEqual({ exit: 5, stdout: '' });
  const lines = stderr.replaceAll(`${machine.home}/`, '').split('\n').slice(0, -2);
  expect(lines.map((line) => line.replace(' (invalid_map)', ''))).toEqual([
    'hr.yaml:11:26 lookups.table.ENG: "ENG" takes a text',
    'hr.yaml:9:42 provision.otherwise: "otherwise" takes a text',
    'hr.yaml:10:52 groups.rules.0.when: "when" takes a text',
    'hr.yaml:10:68 groups.rules.0.otherwise: "otherwise" takes a text',
    'hr.yaml:3:19 columns.title.value: "value" takes a text',
    'hr.yaml:4:44 columns.department.lookup.ENG: "ENG" takes a text',
    'hr.yaml:4:68 columns.department.otherwise: "otherwise" takes a text',
    'hr.yaml:4:87 columns.department.default: "default" takes a text',
    'hr.yaml:6:58 columns.active.today.past: "past" takes a text',
    'hr.yaml:7:33 columns.manager.match: "match" takes a text',
    'hr.yaml:8:53 columns.costCenter.steps.0.replace.a: "a" takes a text',
    'hr.yaml:8:62 columns.costCenter.steps.1: "after" is a second step; write one step per entry; for example [{before: ","}, trim]',
    'hr.yaml:8:118 columns.costCenter.steps.2.regex.replace: "replace" takes a text',
  ]);
});

it('takes the digits of numbers as the map has them', async () => {
  const machine = machineWith({
    'hr.csv': 'Login,Mail,Dept,Phone\nanna,anna@example.com,007,8123\nbo,bo@example.com,1.10,+8124\n',
    'hr.yaml': `columns:
  userName: Login
  email: Mail
  costCenter: { from: Dept, lookup: { 007: 0042, 1.10: 1e3 } }
  division: { value: 0x1F }
  postalCode: { value: 012345678901234567890 }
  phone: { from: Phone, steps: [{ prefix: +46 }] }
  role: { value: 21 }
`,
  });
  const words = `bulk plan ${machine.path('hr.csv')} --map ${machine.path('hr.yaml')} -o json`;
  const { exit, stdout } = await machine.orgctl(`-p sandbox ${words}`);
  expect(exit).toBe(0);
  const plan: { changes: { user: Record<string, string> }[] } = JSON.parse(stdout);
  const others = { division: '0x1F', postalCode: '012345678901234567890', role: '21' };
  expect(plan.changes.map(({ user }) => user)).toEqual([
    expect.objectContaining({ ...others, costCenter: '0042', phone: '+468123' }),
    expect.objectContaining({ ...others, costCenter: '1e3', phone: '+46+8124' }),
  ]);
});

it('refuses a map with a heading that the file lacks or has twice', async () => {
  const machine = machineWith({
    'hr.csv': 'Work mail,Dept,dept\nanna@example.com,ENG,X\n',
    'hr.yaml': 'columns:\n  email: Work email\n  department: Dept\n',
  });
  expect(findings(machine, (await check(machine)).stdout)).toEqual([
    {
      place: 'hr.csv:1:16',
      path: 'Dept',
      code: 'duplicate_column',
      message: 'the map uses "Dept", but two columns have this heading',
    },
    {
      place: 'hr.yaml:2:3',
      path: 'columns.email',
      code: 'unknown_column',
      message: expect.stringContaining('has no column "Work email" (did you mean "Work mail"?)'),
    },
  ]);
  const keyless = machineWith({ 'hr.csv': 'Dept\nENG\n', 'hr.yaml': 'columns: {department: Dept}' });
  expect(findings(keyless, (await check(keyless)).stdout)[0]).toMatchObject({ code: 'missing_key_column' });
});

it('maps fallbacks, \\clear, \\keep, templates and a lookup table in a file', async () => {
  const machine = machineWith({
    'hr.csv': 'Mail,Other,Dept,Title,City\n,anna@example.com,eng,,Malmö\nbo@example.com,,XYZ,Boss,\n',
    'hr.yaml': `columns:
  email: [Mail, Other]
  department: { from: Dept, lookup: departments, otherwise: \\keep }
  title: { from: Title, default: \\clear }
  division: { from: Dept, lookup: { ENG: Products }, otherwise: Other }
  locality: { template: '{City|ascii|upper}, {Mail?}' }
lookups: { departments: depts.csv }
`,
    'depts.csv': 'code,name\nENG,"Engineering, Berlin"\n',
  });
  const line = `-p sandbox bulk plan ${machine.path('hr.csv')} --map ${machine.path('hr.yaml')} -o json`;
  const people = 'userName,email\nanna,anna@example.com\nbo,bo@example.com\n';
  writeFileSync(machine.path('people.csv'), people);
  await machine.orgctl(`-p sandbox bulk apply ${machine.path('people.csv')} --yes`);
  const plan = JSON.parse((await machine.orgctl(line)).stdout);
  expect(plan.changes.map(({ set }: { set: unknown }) => set)).toEqual([
    { department: 'Engineering, Berlin', division: 'Products', locality: 'MALMO,' },
    { department: 'XYZ', division: 'Other', title: 'Boss' },
  ]);
});

it('refuses a saved plan whose map changed, and applies it once the map is restored', async () => {
  const machine = machineWith({
    'hr.csv': 'Mail,Login,Pw\nanna@example.com,anna,first-Password-1\n',
    'hr.yaml': 'columns: {email: Mail, userName: Login, password: Pw}',
  });
  const plan = `-p sandbox bulk plan ${machine.path('hr.csv')} --map ${machine.path('hr.yaml')}`;
  await machine.orgctl(`${plan} --out ${machine.path('plan.json')}`);
  writeFileSync(machine.path('hr.yaml'), 'columns: {email: Mail, userName: Login, password: Login}');
  const stale = await machine.orgctl(`-p sandbox bulk apply ${machine.path('plan.json')} --yes`);
  expect(stale).toMatchObject({ exit: 7, stdout: '' });
  expect(stale.stderr).toContain('the plan is stale: the map');
  writeFileSync(machine.path('hr.yaml'), 'columns: {email: Mail, userName: Login, password: Pw}');
  const applied = await machine.orgctl(`-p sandbox bulk apply ${machine.path('plan.json')} --yes`);
  expect(applied.exit).toBe(0);
  expect(applied.stderr).toContain('1 created');
});

it.each(['lower', 'unique'])('refuses a value for the step %s', async (step) => {
  const machine = freshMachine();
  writeFileSync(machine.path('hr.csv'), 'email,familyName\na@x.example,X\n');
  writeFileSync(
    machine.path('hr.yaml'),
    `columns: {email: email, title: {from: familyName, steps: [{${step}: 1}]}}\n`,
  );
  const { exit, stderr } = await machine.orgctl(
    `bulk check ${machine.path('hr.csv')} --map ${machine.path('hr.yaml')} -o table`,
  );
  expect(exit).toBe(5);
  expect(stderr).toContain(`columns.title.steps.0: "${step}" takes no value; expected ${step} (invalid_map)`);
});

import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { proposeMap } from '../../src/bulk/input/propose-map.ts';
import { freshMachine } from '../support/run-orgctl.ts';

it('bulk init-map proposes a map of an HR export that works unchanged', async () => {
  const machine = freshMachine();
  const out = machine.path('map.yaml');
  const proposed = await machine.orgctl('bulk init-map examples/hr.csv');
  expect(proposed).toMatchObject({ exit: 0 });
  expect(proposed.stdout).toContain('  manager: { from: Manager ID, match: Employee ID }\n');
  expect(proposed.stdout).toContain('  startDate: { from: Hire date, date: DD.MM.YYYY }\n');
  expect(proposed.stdout).toContain('# Ignored columns:\n#   Private Email\n#   Annual salary\n');
  expect(await machine.orgctl(`bulk init-map examples/hr.csv --out ${out}`)).toMatchObject({
    exit: 0,
    stdout: '',
  });
  const plan = await machine.orgctl(`-p sandbox bulk plan examples/hr.csv --map ${out} -o json`);
  expect(JSON.parse(plan.stdout).changes).toHaveLength(6);
  const again = await machine.orgctl(`bulk init-map examples/hr.csv --out ${out}`);
  expect(again).toMatchObject({ exit: 2, stderr: expect.stringContaining('exists') });
});

describe('proposed displayName from first and last names', () => {
  const NAMES = 'E-Mail,Vorname,Nachname\nanna@x.example,Anna,Lind\n';

  it('is a template, so that no user is shown by the userName', async () => {
    const machine = freshMachine();
    const [file, map] = [machine.path('hr.csv'), machine.path('map.yaml')];
    writeFileSync(file, NAMES);
    await machine.orgctl(`bulk init-map ${file} --out ${map}`);
    const { stdout, stderr } = await machine.orgctl(`-p sandbox bulk plan ${file} --map ${map} -o json`);
    expect(JSON.parse(stdout).changes[0].user).toMatchObject({ displayName: 'Anna Lind' });
    expect(stderr).not.toContain('without displayName');
  });

  it.each([
    ['Display name', 'displayName: Display name'],
    ['Full name', 'displayName: Full name'],
  ])('is the column %s if there is one', (heading, line) => {
    const { rules } = proposeMap(['E-Mail', 'Vorname', 'Nachname', heading], () => ['Anna Lind']);
    expect(
      rules.filter(({ column }) => column === 'displayName').map(({ yaml }) => `displayName: ${yaml}`),
    ).toEqual([line]);
  });

  it('is omitted for a single name, and for a heading that a template cannot contain', () => {
    for (const headings of [
      ['E-Mail', 'Nachname'],
      ['E-Mail', 'Vorname', 'Nachname {neu}'],
    ]) {
      const { rules } = proposeMap(headings, () => []);
      expect(rules.map(({ column }) => column)).not.toContain('displayName');
    }
  });

  it('is reported as missing by a plan', async () => {
    const machine = freshMachine();
    const file = machine.path('people.csv');
    writeFileSync(
      file,
      'userName,email,givenName,displayName\nanna,anna@x.example,Anna,\nbo,bo@x.example,Bo,Bo Ek\ncy,cy@x.example,,\n',
    );
    const { stderr } = await machine.orgctl(`-p sandbox bulk plan ${file}`);
    expect(stderr).toContain('1 new user without displayName, shown by userName: anna\n');
  });
});

it('bulk init-map writes headings and cells of several lines so that the map finds them', async () => {
  const machine = freshMachine();
  const [file, map] = [machine.path('hr.csv'), machine.path('map.yaml')];
  const heading = '"User\nname",Mail,"Hire\r\ndate","Employment\nstatus","First\tname",Last name\n';
  writeFileSync(
    file,
    `${heading}anna,anna@x.example,02.11.2024,Active,Anna,Lind\nbo,bo@x.example,13.12.2024,"Active\nuser",Bo,Ek\n`,
  );
  const made = await machine.orgctl(`bulk init-map ${file} --out ${map}`);
  expect(made.exit).toBe(0);
  const text = readFileSync(map, 'utf8').replace('lookup: {', 'lookup: { "Active\\nuser": true,');
  writeFileSync(map, text);
  const { exit, stdout, stderr } = await machine.orgctl(`-p sandbox bulk plan ${file} --map ${map} -o json`);
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: expect.stringContaining('2 to create') });
  expect(JSON.parse(stdout).changes[1].user).toMatchObject({
    userName: 'bo',
    displayName: 'Bo Ek',
    startDate: expect.stringContaining('2024-12-13'),
  });
});

it('bulk init-map leaves unknown statuses and dates open with a comment', async () => {
  const machine = freshMachine();
  const file = machine.path('hr.csv');
  writeFileSync(
    file,
    'E-Mail,Status,Boss,Joining Date,"It\'s: [odd]"\na@x.example,Zombie,Mrs Big,some day,x\n',
  );
  const { stdout } = await machine.orgctl(`bulk init-map ${file}`);
  expect(stdout).toContain('active: { from: Status, lookup: {  } } # decide what Zombie means');
  expect(stdout).toContain('  # startDate: { from: Joining Date, date: YYYY-MM-DD } # set the date format');
  expect(stdout).toContain("#   It's: [odd]");
});

it('bulk init-map maps split spellings of deactivated to inactive', async () => {
  const machine = freshMachine();
  const file = machine.path('hr.csv');
  const statuses = ['Active', 'De-activated', '(De)activated', 'In Active', '!Active', 'Active?'];
  writeFileSync(file, `email,status\n${statuses.map((status, n) => `p${n}@x.example,${status}\n`).join('')}`);
  const { stdout } = await machine.orgctl(`bulk init-map ${file}`);
  expect(stdout).toContain(
    "active: { from: status, lookup: { Active: true, De-activated: false, '(De)activated': false, In Active: false } } # decide what '!Active', 'Active?' means",
  );
});

it.each(['Active', 'Terminated'])(
  'bulk init-map leaves an unknown value of a second status column open, so that it is a finding (beside %s)',
  async (known) => {
    const machine = freshMachine();
    const file = machine.path('hr.csv');
    const map = machine.path('map.yaml');
    writeFileSync(
      file,
      `email,Employment Status,Status\na@x.example,Active,${known}\nb@x.example,Terminated,Active\nc@x.example,Active,Retrenched\n`,
    );
    const { stdout } = await machine.orgctl(`bulk init-map ${file}`);
    expect(stdout).toContain('active: # decide what Retrenched in Status means\n');
    expect(stdout).toContain(`- { when: 'status eq "Retrenched"', from: Status, lookup: {`);
    writeFileSync(map, stdout);
    const open = await machine.orgctl(`-p sandbox bulk plan ${file} --map ${map}`);
    expect(open.exit).toBe(5);
    expect(open.stdout + open.stderr).toContain('Retrenched');
    writeFileSync(map, stdout.replace(/(from: Status, lookup: \{)/, '$1 Retrenched: false, '));
    const said = await machine.orgctl(`-p sandbox bulk check ${file} --map ${map}`);
    expect(said).toMatchObject({ exit: 0 });
  },
);

it('bulk init-map names the values of a second status column if it knows none of them', async () => {
  const machine = freshMachine();
  const file = machine.path('hr.csv');
  writeFileSync(
    file,
    'email,Employment Status,Status\na@x.example,Active,Retrenched\nb@x.example,Active,Part-Time\n',
  );
  const { stdout } = await machine.orgctl(`bulk init-map ${file}`);
  expect(stdout).toContain('lookup: { Active: true } } # decide what Retrenched in Status means\n');
});

describe('column named id', () => {
  it.each([
    ['W00012345', 'W00012346', 'W00012347'],
    ['WORKER0001', 'WORKER0002'],
    ['WORKFLOWS'],
    ['U012AB3CD', 'W00012346', 'W00012347'],
    ['U012AB3C', 'U012AB3CE'],
    ['U012AB3CD', 'U012AB3CEFGHI'],
    ['U012AB3CD', '4711'],
    ['u012ab3cd'],
  ])('is ignored if it has IDs of another system: %s', (...ids) => {
    const { rules, unused } = proposeMap(['id'], () => ids);
    expect(rules).toEqual([]);
    expect(unused).toEqual(['id']);
  });

  it.each([['U012AB3CD'], ['W17RAZ44X', 'U012AB3CEFGH'], ['W00012345', 'U012AB3CE', 'U012AB3CF']])(
    'is mapped to id if it has IDs of the service: %s',
    (...ids) => {
      expect(proposeMap(['id'], () => ids).rules).toEqual([{ column: 'id', yaml: 'id' }]);
    },
  );
});

it('bulk init-map refuses a file without a header row', async () => {
  expect(await freshMachine().orgctl('bulk init-map -', { stdin: '' })).toMatchObject({
    exit: 5,
    stdout: '',
  });
});

/** Headings of real HR systems, and the columns that a reviewer would choose. */
const STYLES: readonly [string, Readonly<Record<string, string>>][] = [
  [
    'Workday',
    {
      'Employee ID': 'employeeNumber',
      'Legal First Name': 'givenName',
      'Legal Last Name': 'familyName',
      'Primary Work Email': 'email',
      'Business Title': 'title',
      'Cost Center': 'costCenter',
      'Original Hire Date': 'startDate',
      'Worker Type': 'userType',
      'Manager Email': 'manager',
    },
  ],
  [
    'BambooHR',
    {
      'Employee #': 'employeeNumber',
      'First Name': 'givenName',
      'Last Name': 'familyName',
      'Work Email': 'email',
      'Mobile Phone': 'mobilePhone',
      'Work Phone': 'phone',
      Department: 'department',
      Division: 'division',
      'Job Title': 'title',
      Location: 'locality',
      'Hire Date': 'startDate',
      Status: 'active',
    },
  ],
  [
    'Personio',
    {
      Vorname: 'givenName',
      Nachname: 'familyName',
      'E-Mail': 'email',
      Abteilung: 'department',
      Position: 'title',
      Vorgesetzter: 'manager',
      Eintrittsdatum: 'startDate',
      Kostenstelle: 'costCenter',
      Personalnummer: 'employeeNumber',
      Standort: 'locality',
    },
  ],
  [
    'SAP',
    {
      PERNR: 'employeeNumber',
      Vorname: 'givenName',
      Familienname: 'familyName',
      'E-Mail-Adresse': 'email',
      Stellenbezeichnung: 'title',
      Gesellschaft: 'organization',
      Kostenstelle: 'costCenter',
      Land: 'country',
      Ort: 'locality',
      PLZ: 'postalCode',
      Straße: 'streetAddress',
    },
  ],
  [
    'Active Directory',
    {
      sAMAccountName: 'userName',
      givenName: 'givenName',
      surname: 'familyName',
      mail: 'email',
      displayName: 'displayName',
      telephoneNumber: 'phone',
      mobile: 'mobilePhone',
      company: 'organization',
      department: 'department',
      title: 'title',
      Manager: 'manager',
    },
  ],
  [
    'ADP',
    {
      'File No': 'employeeNumber',
      First: 'givenName',
      Last: 'familyName',
      'Email Address': 'email',
      'Job Title': 'title',
      'Dept Code': 'department',
      'Employment Status': 'active',
      'Zip Code': 'postalCode',
      City: 'locality',
      State: 'region',
    },
  ],
  [
    'French',
    {
      Matricule: 'employeeNumber',
      Prénom: 'givenName',
      Nom: 'familyName',
      Courriel: 'email',
      Poste: 'title',
      Département: 'department',
      'Date d’entrée': 'startDate',
      Ville: 'locality',
      'Code postal': 'postalCode',
      Pays: 'country',
    },
  ],
  [
    'Spanish',
    {
      'Número de empleado': 'employeeNumber',
      Nombre: 'givenName',
      Apellidos: 'familyName',
      'Correo electrónico': 'email',
      Puesto: 'title',
      Departamento: 'department',
      'Fecha de ingreso': 'startDate',
      Jefe: 'manager',
      Ciudad: 'locality',
    },
  ],
  [
    'Swedish',
    {
      Anställningsnummer: 'employeeNumber',
      Förnamn: 'givenName',
      Efternamn: 'familyName',
      'E-post': 'email',
      Befattning: 'title',
      Avdelning: 'department',
      Kostnadsställe: 'costCenter',
      Anställningsdatum: 'startDate',
    },
  ],
  [
    'UKG',
    {
      'Employee Number': 'employeeNumber',
      'Preferred First Name': 'givenName',
      Surname: 'familyName',
      'Business Email Address': 'email',
      'Supervisor Email': 'manager',
      'Date of Hire': 'startDate',
      'Legal Entity': 'organization',
      'Org Unit': 'department',
    },
  ],
];

describe('headings of HR systems', () => {
  it.each(STYLES)('are mapped to the right columns: %s', (_, expected) => {
    const { rules, unused } = proposeMap(Object.keys(expected), () => []);
    const found = Object.fromEntries([
      ...unused.map((heading) => [heading, 'unused']),
      ...rules
        .flatMap(({ column, yaml }) =>
          Object.keys(expected)
            .filter(
              (heading) =>
                yaml === heading || yaml.includes(`from: ${heading}`) || yaml.includes(`'${heading}'`),
            )
            .map((heading) => [heading, column]),
        )
        .filter(([heading, column]) => column !== 'userName' || expected[heading ?? ''] === 'userName'),
    ]);
    expect(found).toEqual(expected);
  });
});

it('bulk init-map asks to review that people on leave stay active', async () => {
  const machine = freshMachine();
  const file = machine.path('hr.csv');
  writeFileSync(file, 'email,Status\na@x.example,Active\nb@x.example,Parental leave\nc@x.example,On leave\n');
  const { stdout, stderr } = await machine.orgctl(`bulk init-map ${file}`);
  expect(stdout).toContain('On leave: true } } # Parental leave, On leave count as active\n');
  expect(stderr).toMatch(/; review .*active$/m);
});

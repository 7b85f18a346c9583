import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const PEOPLE = [
  'id,userName,email,department,manager,phone',
  'W10000001,ann,ann@old.example,Support,,1',
  'W10000002,bob,bob@old.example,Sales,ann,2',
  '',
];

function machineWith(files: Readonly<Record<string, string>> = {}) {
  const machine = freshMachine();
  const all = {
    'a.csv': PEOPLE.join('\n'),
    'b.csv': PEOPLE.join('\n').replace(',2\n', ',3\n'),
    'ids.csv': 'from,to\nW10000001,W90000001\n',
    ...files,
  };
  for (const [name, text] of Object.entries(all)) writeFileSync(machine.path(name), text);
  const orgctl = async (line: string, options = {}) => {
    const words = line
      .split(' ')
      .map((word) => (/^[\w/]+\.(\w+)$|^(in|out)$/.test(word) ? machine.path(word) : word));
    const ran = await machine.orgctl(words.join(' '), options);
    return { ...ran, stderr: ran.stderr.replaceAll(`${machine.home}/`, '') };
  };
  return { machine, orgctl };
}

describe('wrong arguments of compare and migrate', () => {
  it.each([
    [
      `compare a.csv b.csv --where 'departmnt eq "x"'`,
      5,
      'error: --where: there is no column "departmnt" (did you mean "department"?)',
    ],
    [
      `migrate plan a.csv sandbox --except 'titel pr'`,
      5,
      'error: --except: there is no column "titel" (did you mean "title"?)',
    ],
    [
      'compare a.csv b.csv --domain nope.example=new.example -o csv --exit-code',
      8,
      'warning: --domain nope.example=…: no user of A has an e-mail in nope.example',
    ],
    [
      'migrate plan a.csv sandbox --domain nope.example=new.example --domain old.example=new.example',
      0,
      'warning: --domain nope.example=…: no user of A has an e-mail in nope.example',
    ],
    [
      'compare a.csv b.csv --domain old.example=x.example --domain OLD.example=y.example',
      2,
      'It names old.example twice.',
    ],
    ['compare a.csv b.csv --user-names fixed', 2, 'is invalid. A template needs a heading in braces.'],
    ['compare a.csv b.csv -o csv --exit-code', 8, 'groups are not compared: a.csv and b.csv have none'],
    ['compare a.csv a.csv -o csv', 0, 'groups are not compared: a.csv has none'],
    [
      `compare a.csv a.csv --where 'title pr'`,
      5,
      'error: --where matches no users in a.csv, so nothing was compared',
    ],
    [
      'migrate map a.csv b.csv --out m.csv --ambiguous m.csv',
      2,
      'error: --out and --ambiguous both name m.csv\nhint: use a different file for each\n',
    ],
    [
      'migrate apply a.csv',
      2,
      'error: a.csv is an export, not a plan: the target profile is missing\nhint: orgctl migrate apply a.csv PROFILE\n',
    ],
    ['migrate apply sandbox', 2, 'error: sandbox is a profile, not a plan: the target profile'],
    [
      'compare a.csv b.csv -o junit',
      2,
      'error: this command does not support -o junit\nhint: -o takes table, json, ndjson, csv, tsv, yaml, text, md here\n',
    ],
    ['migrate verify a.csv b.csv --signed-off-by ""', 2, 'It must be the name of a person.'],
    [
      'migrate verify --check v.html --signed-off-by Eve',
      2,
      'error: --check and --signed-off-by contradict each other; give one',
    ],
    [
      'compare a.csv b.csv -o md --columns nothing',
      2,
      'error: -o md prints the whole document: --columns has no effect\nhint: omit --columns, or use -o csv\n',
    ],
    [
      'migrate verify a.csv b.csv -o md --query x',
      2,
      'error: -o md prints the whole document: --query has no effect',
    ],
  ])('%s', async (line, exit, words) => {
    const ran = await machineWith().orgctl(line);
    expect(ran.stderr).toContain(words);
    expect(ran.exit).toBe(exit);
  });
});

describe('compare --where', () => {
  const rows = async (where: string) => {
    const { orgctl } = machineWith();
    return (await orgctl(`compare a.csv b.csv --where '${where}' -o csv --columns name`)).stdout
      .trim()
      .split('\n')
      .slice(1);
  };

  it.each([
    ['manager eq "ann"', ['bob']],
    ['manager eq "ann@old.example"', ['bob']],
    ['manager eq "W10000001"', ['bob']],
    ['manager sw "an" and department eq "Sales"', ['bob']],
    ['not (department eq "Support")', ['bob']],
    ['department ne "Sales"', []],
    ['manager eq "bob" or phone pr', ['bob']],
  ])('selects users by %s', async (where, names) => {
    expect(await rows(where)).toEqual(names);
  });

  it('matches the name of a manager in a service and in a file', async () => {
    const { machine } = machineWith();
    const on = (line: string) => machine.orgctl(`${line} -o csv`, { env: { ORGCTL_PROFILE: 'sandbox' } });
    await on('scim users patch clara.voss --manager walt.finch --yes');
    await machine.orgctl(`migrate snapshot sandbox --out ${machine.path('k.snap')}`);
    await on('scim users patch clara.voss --title Other --yes');
    await on('scim users patch tomas.rey --title Other --yes');
    const found = (where: string) =>
      machine.orgctl(
        `compare ${machine.path('k.snap')} sandbox --where '${where}' -o csv --columns name,attribute`,
      );
    expect((await found('manager eq "walt.finch"')).stdout).toContain('clara.voss,title');
    expect((await found('manager eq "walt.finch" and title eq "Other"')).stdout).toBe(
      'name,attribute\nclara.voss,title\n',
    );
    expect((await found('manager eq "nobody"')).exit).toBe(5);
  });
});

describe('--limit', () => {
  it('limits the attributes of a verification report', async () => {
    const { orgctl } = machineWith();
    const { stdout, stderr } = await orgctl(
      'migrate verify a.csv b.csv -o csv --columns attribute --limit 2',
    );
    expect(stdout.trim().split('\n')).toHaveLength(3);
    expect(stderr).toContain('2 of ');
  });

  it('limits the moves of migrate status', async () => {
    const { orgctl } = machineWith();
    for (const name of ['ann', 'bob'])
      await orgctl(`migrate apply a.csv sandbox --where 'userName eq "${name}"' --yes`);
    const all = await orgctl('migrate status -o csv --columns where');
    expect(all.stdout.trim().split('\n')).toHaveLength(3);
    const one = await orgctl('migrate status -o csv --columns where --limit 1');
    expect(one.stdout.trim().split('\n')).toHaveLength(2);
    expect(one.stderr).toContain('1 of 2; --limit 2');
  });

  it('a report as text has a line per attribute', async () => {
    const { orgctl } = machineWith();
    const { stdout } = await orgctl('migrate verify a.csv b.csv -o text');
    expect(stdout).toMatch(/^phone\t.*\n/m);
  });
});

describe('columns kept on a narrow terminal', () => {
  const wide = (width: number) => ({ terminal: width });

  it('compare: both values', async () => {
    const { orgctl } = machineWith();
    const { stdout } = await orgctl('compare a.csv b.csv -o table --color never', wide(40));
    expect(stdout.split('\n')[0]).toMatch(/Name .*Attribute .*A +B/);
  });

  it('migrate verify: both digests', async () => {
    const { orgctl } = machineWith();
    const { stdout, stderr } = await orgctl('migrate verify a.csv b.csv -o table --color never', wide(60));
    expect(stdout.split('\n')[0]).toMatch(/Attribute +Different +Digest in A +Digest in B/);
    expect(stderr).toContain('hidden columns: Users (choose with --columns)');
  });

  it('migrate status: the --where of each move', async () => {
    const { orgctl } = machineWith();
    await orgctl(`migrate apply a.csv sandbox --where 'userName eq "ann"' --yes`);
    const { stdout, stderr } = await orgctl('migrate status -o table', wide(100));
    expect(stdout).toContain('userName eq "ann"');
    expect(stderr).toMatch(/hidden columns: .*Run \(/);
  });
});

describe('migrate rewrite with wrong arguments', () => {
  it.each(['x.tar', 'x.tgz', 'x.tar.gz', 'x.7z'])('refuses the unsupported archive %s', async (name) => {
    const { orgctl } = machineWith({ [name]: 'a\0b' });
    for (const out of ['', ' --out out'])
      expect(await orgctl(`migrate rewrite --map ids.csv ${name}${out}`)).toMatchObject({
        exit: 2,
        stderr: expect.stringContaining(
          'an archive of an unsupported type; only .zip and .gz are supported\nhint: unpack it',
        ),
      });
  });

  it('exits with 3 for an archive in a folder with --fail-on-unknown', async () => {
    const { machine, orgctl } = machineWith();
    mkdirSync(machine.path('in'));
    writeFileSync(machine.path('in/x.tar'), 'W10000001\0');
    writeFileSync(machine.path('in/a.txt'), 'W10000001');
    const ran = await orgctl('migrate rewrite --map ids.csv --out out in --fail-on-unknown -o csv');
    expect(ran).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('error: IDs in x.tar were not rewritten\nhint: unpack them first\n'),
    });
    expect(ran.stderr).toContain(
      'warning: 1 archive copied with its IDs unchanged; unpack it first: x.tar\n',
    );
  });

  it('suggests --out for a folder', async () => {
    const { machine, orgctl } = machineWith();
    mkdirSync(machine.path('in'));
    expect(await orgctl('migrate rewrite --map ids.csv in')).toMatchObject({
      exit: 2,
      stderr: 'error: in is a folder, and folders need --out\nhint: add --out FOLDER\n',
    });
  });

  it.each(['', ' --in-place', ' --out out'])('warns about a property found in no document%s', async (how) => {
    const { orgctl } = machineWith({ 'p.json': '{"user":"W10000001"}' });
    const warning = 'warning: no document has the property "usr"\n';
    const ran = await orgctl(`migrate rewrite --map ids.csv --property usr --property user p.json${how}`);
    expect(ran.stderr).toContain(warning);
    expect(ran.stderr).toContain('replaced 1 ID');
    expect(ran.stderr).not.toContain('"user"');
  });

  it.each(['', ' --out out'])('suggests the property for a misspelled one%s', async (how) => {
    const text = '[{"owner":"W10000001","members":["W10000001"]}]';
    const { orgctl } = machineWith({ 'p.json': text });
    const ran = await orgctl(`migrate rewrite --map ids.csv --property member p.json${how}`);
    expect(ran.stderr).toContain(
      'warning: no document has the property "member" (did you mean "members"?)\n',
    );
  });

  it('reports that JSON has no columns', async () => {
    const { orgctl } = machineWith({ 'p.json': '{"user":"W10000001"}' });
    expect(await orgctl('migrate rewrite --map ids.csv --column user p.json')).toMatchObject({
      exit: 2,
      stderr: 'error: p.json is JSON and has no columns\nhint: --property user\n',
    });
  });
});

it.each(['user_id', '#2'])(
  'migrate rewrite suggests the delimiter for a file with the column %s',
  async (column) => {
    const { orgctl } = machineWith({ 'semi.csv': 'n;user_id\n1;W10000001\n' });
    const line = `migrate rewrite semi.csv --map ids.csv --column ${column}`;
    const refused = await orgctl(line);
    expect(refused).toMatchObject({ exit: 2, stdout: '' });
    expect(refused.stderr).toBe(
      "error: semi.csv separates its columns by semicolons\nhint: add --delimiter ';'\n",
    );
    expect((await orgctl(`${line} --delimiter ;`)).stdout).toBe('n;user_id\n1;W90000001\n');
  },
);

describe('what an interrupted move continues', () => {
  const stopped = async (people: string) => {
    const { machine, orgctl } = machineWith({ 'people.csv': people });
    const apply = 'migrate apply people.csv sandbox --yes -o csv --columns outcome,user --no-header';
    const { exit, stdout } = await orgctl(`${apply} --canary 1`);
    expect({ exit, stdout }).toEqual({ exit: 9, stdout: 'failed,random\nopen,zoe\n' });
    return { apply: () => orgctl(apply), file: machine.path('people.csv') };
  };

  it('is the same list', async () => {
    const { apply } = await stopped('userName,email\nrandom,ann@new.example\nzoe,zoe@new.example\n');
    const again = await apply();
    expect(again.stdout).toBe('failed,random\ncreated,zoe\n');
    expect(again.stderr).toContain('resuming run');
  });

  it('is not another list in a file of this name', async () => {
    const { apply, file } = await stopped('userName,email\nrandom,ann@new.example\nzoe,zoe@new.example\n');
    writeFileSync(file, 'userName,email\nann.corrected,ann@new.example\nkim,kim@new.example\n');
    const again = await apply();
    expect(again).toMatchObject({ exit: 0, stdout: 'created,ann.corrected\ncreated,kim\n' });
    expect(again.stderr).not.toContain('resuming run');
  });
});

describe('--map of a move', () => {
  const E1 = 'id,userName,email\nE1,walt.finch,walt.finch@harbour-finch.example\nE2,zoe,zoe@new.example\n';

  it.each(['plan', 'apply'])('is read from stdin by %s, as by compare', async (verb) => {
    const { orgctl } = machineWith({ 'e.csv': E1 });
    const line = `migrate ${verb} e.csv sandbox --map - --yes -q -o csv --columns user --no-header`;
    const stdin = 'from,to\nE1,W1118NVR2\n';
    expect(await orgctl(line, { stdin })).toMatchObject({ exit: 0, stdout: 'zoe\n' });
  });

  it.each([
    ['missing.csv', 'error: cannot read missing.csv: no such file\n'],
    ['in', 'error: cannot read in: it is a folder\nhint: name a file\n'],
  ])('that is %s is refused by apply as by plan', async (map, stderr) => {
    const { machine, orgctl } = machineWith({ 'e.csv': E1 });
    mkdirSync(machine.path('in'));
    for (const verb of ['plan', 'apply'])
      expect(await orgctl(`migrate ${verb} e.csv sandbox --map ${map}`)).toMatchObject({ exit: 5, stderr });
  });
});

describe('the hint of a value that cannot be moved', () => {
  it.each(['plan', 'apply'])('is the same command of %s, which moves the same people', async (verb) => {
    const { orgctl } = machineWith({
      'e.csv': 'userName,email,department\nzoe,,Sales\nkim,kim@new.example,Ops\n',
    });
    const line = `migrate ${verb} e.csv sandbox --domain a.example=b.example --where 'department pr' -q`;
    const refused = await orgctl(line);
    expect(refused.exit).toBe(7);
    const [, again = ''] = /plan the rest: orgctl (.*)$/m.exec(refused.stderr) ?? [];
    expect(again).toBe(`${line} --rejects rejects.csv`);
  });
});

describe('members of groups who are not users of the list', () => {
  const files = {
    'p.csv': 'userName,email,department\nzoe,zoe@new.example,Ops\nkim,kim@new.example,Sales\n',
    'g.csv': 'group,member\nTeam,zoe\nTeam,nobody@new.example\nTeam,W999\n',
    'h.csv': 'group,member\nTeam,zoe\n',
  };
  const pair = (machine: { path(name: string): string }, groups: string) =>
    `${machine.path('p.csv')},${machine.path(groups)}`;

  it('are named when the groups are moved', async () => {
    const { machine } = machineWith(files);
    for (const line of ['plan', 'apply --yes']) {
      const { stderr } = await machine.orgctl(`migrate ${line} ${pair(machine, 'g.csv')} sandbox`);
      expect(stderr).toContain(
        'warning: 2 members of groups are not users of A, and not moved: nobody@new.example (Team), W999 (Team)\n',
      );
    }
    const { stderr } = await machine.orgctl(`migrate plan ${pair(machine, 'h.csv')} sandbox`);
    expect(stderr).not.toContain('warning');
  });

  it('are compared only without a filter, which cannot select them', async () => {
    const { machine } = machineWith(files);
    const line = `compare ${pair(machine, 'g.csv')} ${pair(machine, 'h.csv')} -q -o csv --columns name,valueInA`;
    expect((await machine.orgctl(line)).stdout).toBe('name,valueInA\nTeam,nobody@new.example\nTeam,W999\n');
    expect((await machine.orgctl(`${line} --where 'department eq "Ops"'`)).stdout).toBe('name,valueInA\n');
  });
});

describe('migrate map with --where', () => {
  it('counts and writes only ambiguous users that it selects', async () => {
    const { machine, orgctl } = machineWith({
      'c.csv':
        'id,userName,email,department,employeeNumber\n1,x1,x1@o.example,Sales,7\n3,x3,x3@o.example,Sales,7\n2,x2,x2@o.example,Support,\n',
      'd.csv':
        'id,userName,email,department,employeeNumber\n11,y1,y1@o.example,Sales,7\n12,x2,x2@o.example,Support,\n',
    });
    const ambiguous = machine.path('ambiguous.csv');
    const line = (department: string) =>
      `migrate map c.csv d.csv -o csv --columns from --no-header --ambiguous ${ambiguous} --force --where 'department eq "${department}"'`;
    expect(await orgctl(line('Support'))).toMatchObject({ exit: 0, stdout: '2\n', stderr: '' });
    expect((await orgctl(line('Sales'))).stderr).toContain('2 users or groups of A cannot be paired');
  });
});

it.each(['plan', 'apply', 'map', 'verify'])('migrate %s does not take a saved plan as A', async (verb) => {
  const { orgctl } = machineWith({ 'plan.json': '{\n  "format": "orgctl-plan"\n}\n' });
  expect(await orgctl(`migrate ${verb} plan.json sandbox`)).toMatchObject({
    exit: 2,
    stderr:
      'error: plan.json is a saved plan, not an organization\n' +
      'hint: to apply it, name it alone: orgctl migrate apply plan.json\n',
  });
});

describe('managers and members of a file whose users are renamed', () => {
  const files = {
    'p.csv':
      'userName,email,manager\nzoe,zoe@old.example,\nkim,kim@old.example,zoe\npat,pat@old.example,zoe@old.example\n',
    'g.csv': 'group,member\nTeam,kim@old.example\nTeam,pat\n',
  };

  it.each([
    ['--domain old.example=new.example', 'zoe@new.example', 'kim@new.example, pat@new.example'],
    ['--user-names x.{userName}', 'zoe@old.example', 'kim@old.example, pat@old.example'],
    ['', 'zoe@old.example', 'kim@old.example, pat@old.example'],
  ])('are found by their names in the file, or in its snapshot: %s', async (flags, boss, members) => {
    const { machine } = machineWith(files);
    const pair = `${machine.path('p.csv')},${machine.path('g.csv')}`;
    const snapshot = machine.path('before.ndjson');
    expect((await machine.orgctl(`migrate snapshot ${pair} --out ${snapshot}`)).exit).toBe(0);
    for (const source of [pair, snapshot]) {
      const planned = await machine.orgctl(`migrate plan ${source} sandbox ${flags} -o json -q`);
      expect(planned).toMatchObject({ exit: 0, stderr: '' });
      const { changes } = JSON.parse(planned.stdout);
      const managers = changes.flatMap(({ user }: { user?: object }) =>
        user !== undefined && 'manager' in user ? [user.manager] : [],
      );
      expect(managers).toEqual([boss, boss]);
      const listed = await machine.orgctl(
        `migrate plan ${source} sandbox ${flags} -q -o csv --columns user,what --no-header`,
      );
      expect(listed.stdout).toContain(`\nTeam,"${members}"\n`);
    }
  });

  it('are compared with those of the other organization', async () => {
    const { machine } = machineWith({
      ...files,
      'q.csv': files['p.csv'].replaceAll('old', 'new').replace(',zoe\n', ',zoe@new.example\n'),
      'h.csv': files['g.csv'].replaceAll('old', 'new'),
    });
    const [a, b] = [
      ['p', 'g'],
      ['q', 'h'],
    ].map((pair) => pair.map((name) => machine.path(`${name}.csv`)).join(','));
    const line = `migrate verify ${a} ${b} --domain old.example=new.example -q`;
    expect((await machine.orgctl(line)).exit).toBe(0);
  });
});

describe('columns of people that are not read', () => {
  it.each([
    ['groups', '; memberships come from a group file: people.csv,groups.csv'],
    ['password', ''],
  ])('are named: %s', async (column, way) => {
    const { orgctl } = machineWith({ 'c.csv': `userName,email,${column}\nzoe,zoe@new.example,IT\n` });
    for (const verb of ['plan', 'apply --yes', 'verify'])
      expect((await orgctl(`migrate ${verb} c.csv sandbox`)).stderr).toContain(
        `warning: not read from c.csv: ${column}${way}\n`,
      );
  });

  it.each([
    ['groups', undefined],
    ['groups,password', 'password'],
  ])('are named without the memberships that a group file contains: %s', async (columns, named) => {
    const { machine, orgctl } = machineWith({
      'c.csv': `userName,email,${columns}\nzoe,zoe@new.example,IT${columns.includes(',') ? ',IT' : ''}\n`,
      'g.csv': 'group,member\nTeam,zoe\n',
    });
    for (const verb of ['plan', 'apply --yes', 'verify']) {
      const { stderr } = await orgctl(
        `migrate ${verb} ${machine.path('c.csv')},${machine.path('g.csv')} sandbox`,
      );
      expect(/warning: not read from c\.csv: (.*)/.exec(stderr)?.[1]).toBe(named);
      expect(stderr).not.toContain('memberships come from');
    }
  });
});
